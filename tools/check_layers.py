"""Layering: a folder of src/ includes only folders above it; whatever sits on the library sees only include/tenon.

Public headers include the standard library and each other, nothing else (tenon/eigen.hpp, the opt-in adapter, may
include Eigen).

    python3 tools/check_layers.py [BUILD]

With a build folder also what the linker sees: an object of one folder must not need a function that only a later folder
defines, whatever header declares it.
"""
import re
import subprocess
import sys
from pathlib import Path

from files import ROOT, report, repository_files, text_of

ORDER = ["spatial", "model", "walk", "io", "kinematics", "dynamics", "factorization", "constraints", "delassus", "constrained", "batch",
         "registry", "contact", "simulation", "record"]
ON_TOP = ("apps", "python", "viewer")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def problem_with(place, bracket, target):
    """Why file `place` (parts of its path) may not include `target`, or None."""
    first = target.split("/")[0]
    is_internal = first in ORDER and "/" in target
    if place[0] == "include":
        if "Eigen" in target and place[-1] != "eigen.hpp":
            return "a public header includes Eigen"
        if bracket == '"' and first != "tenon":
            return f'a public header includes "{target}", expected only tenon/…'
        return None
    if place[0] in ON_TOP:
        return f"{place[0]}/ sees only include/tenon" if is_internal or ".." in target else None
    if place[0] == "src" and len(place) > 2:
        if place[1] not in ORDER:
            return f"src/{place[1]} is not in the order of tools/check_layers.py"
        if is_internal and ORDER.index(first) > ORDER.index(place[1]):
            return f"src/{place[1]} may not include {first}/, which is below it"
        if ".." in target:
            return "includes are written from src/, without .."
    return None


def folder_of(item):
    """The folder of src/ that an object was made from: …/tenon.dir/model/generators/fea05.cpp.o -> model."""
    parts = Path(item).parts
    inside = [k for k, part in enumerate(parts) if part.startswith("tenon") and part.endswith(".dir")]
    return parts[inside[-1] + 1] if inside else None


def upward_calls(symbols):
    """Problems among (object, symbol, kind) triples as nm prints them: U is needed, capitals are defined."""
    homes, needed = {}, []
    for item, symbol, kind in symbols:
        folder = folder_of(item)
        if folder not in ORDER:
            continue
        if kind == "U":
            needed.append((item, folder, symbol))
        elif kind in "TDBRWVu":
            homes.setdefault(symbol, set()).add(ORDER.index(folder))
    problems = []
    for item, folder, symbol in needed:
        home = min(homes.get(symbol, {-1}))
        if home > ORDER.index(folder):
            source = f"src/{folder}/{Path(item).name[: -len('.o')]}"
            problems.append(f"{source}: needs {symbol}, which only src/{ORDER[home]} defines")
    return sorted(set(problems))


def symbols_of(build):
    objects = [str(o) for o in sorted(Path(build, "src").rglob("*.o"))]
    listing = subprocess.run(["nm", "-A", "-C", "--format=posix", *objects], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        match = re.match(r"(.*?\.o): (.*) ([A-Za-z])(?: [0-9a-f]+)*\s*$", line)
        if match:
            yield match.groups()


def main():
    problems = upward_calls(symbols_of(sys.argv[1])) if len(sys.argv) > 1 else []
    for path in repository_files():
        if path.suffix not in (".hpp", ".cpp", ".h", ".inc"):
            continue
        place = path.relative_to(ROOT).parts
        text = text_of(path) or ""
        for match in INCLUDE.finditer(text):
            problem = problem_with(place, *match.groups())
            if problem:
                line = text.count("\n", 0, match.start(2)) + 1
                problems.append(f"{'/'.join(place)}:{line}: {problem}")
    return report(problems)


if __name__ == "__main__":
    sys.exit(main())
