"""Prints how large the source is and how far one idea spreads: files, lines, what one call makes a reader open.

    python3 tools/layout_figures.py

A part of `./run check`: printed, not enforced. The targets are those that docs/architecture.md states.
"""
import re
import statistics

from files import ROOT, repository_files, text_of

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# From a public header to the first equation: where a reader starts, and what the linker would make them open beside it.
READ = {
    "URDF to ABA": ["io/load.cpp", "io/urdf.cpp", "model/compile.cpp", "walk/tree_walks.cpp", "dynamics/dynamics.cpp",
                    "dynamics/kernels_walk.cpp"],
    "set to acceleration": ["constraints/set.cpp", "constrained/constrained.cpp", "constrained/kernels_walk.cpp"],
}


def below(folder):
    return [p for p in repository_files() if p.relative_to(ROOT).parts[0] == folder]


def sources():
    return [p for p in below("src") if p.suffix in (".cpp", ".hpp")]


def closure(starts):
    """Files of src/ and include/ that these include, directly or not, themselves among them."""
    seen, todo = set(), [ROOT / "src" / s for s in starts]
    while todo:
        path = todo.pop()
        if path in seen or not path.exists():
            continue
        seen.add(path)
        for name in INCLUDE.findall(path.read_text()):
            todo += [place for place in (ROOT / "src" / name, ROOT / "include" / name) if place.exists()]
    return seen


def main():
    files = sources()
    lines = {p: text_of(p).count("\n") for p in files}
    names = [p.name for p in files]
    rows = [
        ("src files, median lines", f"{len(files)}, {statistics.median(lines.values()):.0f}", "about 240, 130"),
        ("src lines in all", f"{sum(lines.values()):,}", "under 30,000"),
        ("files under 30 lines", sum(n < 30 for n in lines.values()), "< 15"),
        ("files over 300 lines", sum(n > 300 for n in lines.values()), "few"),
        ("basenames that several files share", len({n for n in names if names.count(n) > 1}), ""),
    ]
    rows += [(f"files read, {what}", len(closure(starts)), target)
             for (what, starts), target in zip(READ.items(), ("60", "70"))]
    rows.append(("public headers", len(below("include")), "about 12"))
    width = max(len(name) for name, *_ in rows)
    for name, now, target in rows:
        print(f"  {name:<{width}}  {now!s:>12}   {target}")


if __name__ == "__main__":
    main()
