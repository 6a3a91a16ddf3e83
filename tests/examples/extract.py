"""Writes a C++ file with one test for the example at the top of every public header, and one for each C++ block of a page.

    python3 extract.py ROOT OUTPUT [PAGE…]

An example is a block of lines that start with "//   " in the header's first comment, and ends statements with semicolons (a
formula may stand in another block). It becomes the body of a function, so it uses what it declares itself, <cstdio>, <vector> and
tenon.
"""
import pathlib
import re
import sys

NO_EXAMPLE = {"tenon.hpp", "operations.hpp"}  # a list of headers, and a struct of numbers


def of_header(path):
    """The example, as lines of code."""
    blocks = [[]]
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        if line.startswith("//   "):
            blocks[-1].append(line[5:])
        elif blocks[-1]:
            blocks.append([])
    for block in blocks:
        if any(line.rstrip().endswith(";") or ";  //" in line for line in block):
            return block
    raise SystemExit(f"{path}: no example at the top, expected comment lines that start with //   ")


def of_page(path):
    return re.findall(r"^```cpp\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


def test(name, code):
    body = "\n".join("  " + line for line in code)
    return f"TEST(Examples, {name}) {{\n  in_repository();\n{body}\n}}\n"


def main():
    root, output, pages = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    tests = []
    for header in sorted((root / "include/tenon").glob("*.hpp")):
        if header.name not in NO_EXAMPLE:
            tests.append(test(header.stem.title().replace("_", ""), of_header(header)))
    for page in pages:
        for number, block in enumerate(of_page(root / page), 1):
            tests.append(test(f"{pathlib.Path(page).stem.title()}Page{number}", block.splitlines()))
    text = f"""// Made by tests/examples/extract.py.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <tenon/algorithms.hpp>
#include <tenon/eigen.hpp>
#include <tenon/generators.hpp>
#include <tenon/tenon.hpp>
#include <vector>

static void in_repository() {{ std::filesystem::current_path("{root}"); }}

""" + "\n".join(tests)
    if not output.exists() or output.read_text() != text:
        output.write_text(text)


main()
