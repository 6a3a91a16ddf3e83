"""clang-tidy over the library and the command line, remembered by content.

A file is linted again only if its command, its own text, a header of this repository that it includes, .clang-tidy or
the version of clang-tidy changed. The answers are kept in build/tidy-cache.
"""
import argparse
import concurrent.futures
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from files import ROOT

TIDY = "clang-tidy-19"
CACHE = ROOT / "build" / "tidy-cache"
FOLDERS = ("src", "apps", "python")


def commands(build):
    """One compile command per source file of ours (kernels are compiled once per instruction set: the first one)."""
    chosen = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = (Path(entry["directory"]) / entry["file"]).resolve()
        if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS and file.exists():
            chosen.setdefault(file, entry)
    return chosen


def dependencies(build):
    """object -> files of this repository that it was compiled from, as Ninja recorded them."""
    listing = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True)
    found, current = {}, None
    for line in listing.stdout.splitlines():
        if line.startswith("    ") and current is not None:
            file = (build / line.strip()).resolve()
            if file.is_relative_to(ROOT):
                current.append(file)
        elif match := re.match(r"(\S+): #deps", line):
            current = found.setdefault(match.group(1), [])
    return found


def output_of(entry):
    """The object file, as Ninja names it (CMake 3.25 does not write it into its own field)."""
    match = re.search(r" -o (\S+) -c ", entry["command"])
    return match.group(1) if match else ""


def key_of(entry, file, deps, salt):
    digest = hashlib.sha256(salt)
    digest.update(re.sub(r"\S*ccache ", "", entry["command"]).replace(str(ROOT), "").encode())
    for path in [file, *sorted(set(deps))]:
        digest.update(path.read_bytes() if path.exists() else b"gone")
    return digest.hexdigest()


def lint(file, database):
    run = subprocess.run([TIDY, "--quiet", "-p", str(database), str(file)], capture_output=True, text=True)
    return run.returncode, run.stdout + ("" if run.returncode == 0 else run.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    chosen, deps = commands(options.build), dependencies(options.build)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    salt = version + (ROOT / ".clang-tidy").read_bytes()
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / "compile_commands.json").write_text(json.dumps(list(chosen.values())))

    keys = {file: key_of(entry, file, deps.get(output_of(entry), []), salt) for file, entry in chosen.items()}
    stale = [file for file, key in keys.items() if not (CACHE / key).exists()]
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, (code, text) in zip(stale, pool.map(lambda f: lint(f, CACHE), stale)):
            if code == 0:
                (CACHE / keys[file]).touch()
            else:
                failed = True
                print(text.strip())
    for old in CACHE.iterdir():
        if old.name not in set(keys.values()) | {"compile_commands.json"}:
            old.unlink()
    print(f"clang-tidy: {len(chosen)} files, {len(stale)} new or changed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
