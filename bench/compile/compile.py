"""./run bench compile: what it costs to compile a file that uses tenon, beside one that uses Pinocchio.

Processor time (user + system) and peak memory of one compiler process; tenon's is measured each time (least of five),
Pinocchio's once per version, compiler and flags (minutes and gigabytes), kept in .cache/peers/ with its date.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import build_peer  # noqa: E402

COMPILERS = ["clang++-19", "g++"]
FLAGS = ["-O3", "-DNDEBUG"]
GOAL = {"seconds": 1.0, "bytes": 300e6}  # issue 3


def measure(command):
    """Processor seconds and peak bytes of one run, its children included."""
    start = time.monotonic()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)}\n{errors[-3000:]}")
    return {"seconds": usage.ru_utime + usage.ru_stime, "bytes": usage.ru_maxrss * 1024,
            "wall": time.monotonic() - start}


def compile_tenon(compiler):
    with tempfile.TemporaryDirectory() as folder:
        command = [compiler, "-std=c++20", *FLAGS, f"-I{ROOT / 'include'}", "-c", str(HERE / "tenon_user.cpp"),
                   "-o", f"{folder}/user.o"]
        runs = [measure(command) for _ in range(5)]
    return {"seconds": min(r["seconds"] for r in runs), "bytes": max(r["bytes"] for r in runs)}


def compile_pinocchio(compiler):
    version, arguments = build_peer.peer_arguments("pinocchio")
    source = HERE / "pinocchio_user.cpp"
    text = "\0".join([version, build_peer.compiler_version(compiler), " ".join(FLAGS), build_peer.own_code(source)])
    note = build_peer.CACHE / f"compile-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
    if not note.exists():
        build_peer.say(f"compiling Pinocchio {version} with {compiler}, to measure it: minutes, once")
        with tempfile.TemporaryDirectory() as folder:
            cost = measure([compiler, "-std=c++17", *FLAGS, *arguments, "-c", str(source), "-o", f"{folder}/user.o"])
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps(dict(cost, date=time.strftime("%Y-%m-%d"), version=version)))
    return json.loads(note.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="the built library")
    options = parser.parse_args()
    rows = []
    print(f"{'compiler':34}{'library':18}{'s':>9}{'MB':>8}{'ratio':>8}")
    for compiler in COMPILERS:
        ours, theirs = compile_tenon(compiler), compile_pinocchio(compiler)
        name = build_peer.compiler_version(compiler)
        ratio = theirs["seconds"] / ours["seconds"]
        within = all(ours[k] <= GOAL[k] for k in GOAL)
        print(f"{name[:33]:34}{'tenon':18}{ours['seconds']:9.2f}{ours['bytes'] / 1e6:8.0f}{'':8}"
              f"  goal 1 s, 300 MB: {'met' if within else 'MISSED'}")
        print(f"{'':34}{'pinocchio ' + theirs['version']:18}{theirs['seconds']:9.2f}{theirs['bytes'] / 1e6:8.0f}"
              f"{ratio:8.0f}  measured {theirs['date']}")
        rows.append({"task": "compile", "robot": "", "nv": 0, "m": 0, "algorithm": "aba", "mode": "single",
                     "scalar": "double", "isa": "", "threads": 1, "compiler": f"{name} {' '.join(FLAGS)}",
                     "us": 1e6 * ours["seconds"], "us_median": 1e6 * ours["seconds"], "residual": 0,
                     "bytes": ours["bytes"], "peer": f"pinocchio {theirs['version']}", "peer_algorithm": "aba, crba, rnea",
                     "peer_us": 1e6 * theirs["seconds"], "peer_us_median": 1e6 * theirs["seconds"], "peer_residual": 0,
                     "ratio": ratio, "best": True})
    print(f"library: {options.library.stat().st_size / 1e6:.2f} MB ({options.library.name}, not stripped, "
          "all instruction sets)")
    print(f"flags {' '.join(FLAGS)}; processor time of the compiler, tenon the least of five runs.")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
