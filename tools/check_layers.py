"""Layering: a folder of src/ includes only folders above it; whatever sits on the library sees only include/tenon.

Public headers include the standard library and each other, nothing else (tenon/eigen.hpp, the opt-in adapter, may
include Eigen).
"""
import re
import sys

from files import ROOT, report, repository_files, text_of

ORDER = ["spatial", "model", "io", "kinematics", "dynamics", "factorization", "batch", "constraints", "delassus", "constrained",
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


def main():
    problems = []
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
