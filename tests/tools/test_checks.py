"""Each rule of ./run check finds a planted mistake, and only that."""
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"
BIB = "@article{Fea05,\n  year = {2005}\n}\n@book{Jain,\n}\n"


@pytest.fixture
def repository(tmp_path):
    shutil.copytree(TOOLS, tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    write(tmp_path, "docs/references.bib", BIB)
    return tmp_path


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def check(root, script, *arguments):
    run = subprocess.run([sys.executable, "-B", str(root / "tools" / script), *map(str, arguments)],
                         capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.returncode, run.stdout


@pytest.mark.parametrize("name, include, allowed", [
    ("src/model/a.hpp", '"dynamics/b.hpp"', False),
    ("src/dynamics/a.hpp", '"model/b.hpp"', True),
    ("src/dynamics/a.hpp", '"dynamics/b.hpp"', True),
    ("src/dynamics/a.hpp", '"tenon/model.hpp"', True),
    ("src/dynamics/a.hpp", '"../model/b.hpp"', False),
    ("src/novelty/a.hpp", '"model/b.hpp"', False),
    ("apps/a.cpp", '"model/b.hpp"', False),
    ("apps/a.cpp", '"tenon/model.hpp"', True),
    ("apps/a.cpp", '"output.hpp"', True),
    ("include/tenon/a.hpp", "<Eigen/Core>", False),
    ("include/tenon/eigen.hpp", "<Eigen/Core>", True),
    ("include/tenon/a.hpp", '"model/b.hpp"', False),
    ("include/tenon/a.hpp", "<span>", True),
])
def test_layers(repository, name, include, allowed):
    write(repository, name, f"#pragma once\n#include {include}\n")
    code, output = check(repository, "check_layers.py")
    assert (code == 0) == allowed, output
    assert allowed or f"{name}:2: " in output


def test_layers_of_the_linker():
    """A function declared in an earlier folder and defined in a later one is found, wherever the objects lie."""
    sys.path.insert(0, str(TOOLS))
    from check_layers import upward_calls

    def item(folder, name):
        return f"build/src/CMakeFiles/tenon.dir/{folder}/{name}.cpp.o"

    model, dynamics, kernel = item("model/generators", "m"), item("dynamics", "d"), item("factorization", "f")
    kernel = kernel.replace("tenon.dir", "tenon_kernels_avx2.dir")
    good = [(model, "compile()", "T"), (dynamics, "compile()", "U"), (dynamics, "memcpy", "U"), (kernel, "L()", "T")]
    assert upward_calls(good) == []
    assert upward_calls([*good, (kernel, "inline()", "W"), (dynamics, "inline()", "W"), (dynamics, "inline()", "U")]) == []
    assert upward_calls([*good, (dynamics, "L()", "U")]) == [
        "src/dynamics/d.cpp: needs L(), which only src/factorization defines"
    ]


@pytest.mark.parametrize("name, line, allowed", [
    ("a.md", "see [there](docs/references.bib)", True),
    ("a.md", "see [there](docs/missing.md)", False),
    ("a.md", "see [there](#a-heading)", True),
    ("a.md", "see [there](#another-heading)", False),
    ("a.md", "see `[there](docs/missing.md)`", True),
    ("a.md", "after [Fea05]", True),
    ("a.md", "after [Gauss29]", False),
    ("src/a.cpp", "// [Fea05] eq. 3", True),
    ("src/a.cpp", "// [Gauss29, eq. 3]", False),
    ("src/a.cpp", "x[N] = y[M];", True),
    ("src/a.cpp", "x = 1;  // row of X_AB[N]", True),
])
def test_links(repository, name, line, allowed):
    write(repository, name, f"# A heading\n{line}\n")
    code, output = check(repository, "check_links.py")
    assert (code == 0) == allowed, output
    assert allowed or f"{name}:2: " in output


@pytest.mark.parametrize("line, allowed", [
    ("int done = 1;", True),
    ("// TO" + "DO: more", False),
    ("// good enough for " + "now", False),
    ("// not " + "implemented", False),
    ("// Autodoc", True),
    ('open("/tm' + 'p/x")', False),
    ('open("/wor' + 'k/x")', False),
    ('path = "frame/wor' + 'k/x"', True),
    ("pip install --index" + "-url https://a.b", False),
])
def test_words(repository, line, allowed):
    write(repository, "a.cpp", f"\n{line}\n")
    code, output = check(repository, "check_words.py")
    assert (code == 0) == allowed, output
    assert allowed or "a.cpp:2: " in output


COMMON = """
#include <vector>
namespace tenon { inline namespace ISA {
template <class T> __attribute__((noinline)) T own(T x) { return x * x; }
} PLAIN }
double use_ISA(double x, std::vector<double>& list) { BODY }
"""
SHARED = "template <class T> __attribute__((noinline)) T shared(T x) { return x + x; }"


@pytest.mark.parametrize("plain, body, complaint", [
    ("", "return tenon::own(x);", None),
    (SHARED, "return tenon::shared(x);", "double tenon::shared<double>(double)"),
    ("", "list.resize(7); return x;", "std::vector<double"),
])
def test_isa_symbols(repository, plain, body, complaint):
    compiler = shutil.which("clang++-19") or shutil.which("g++")
    for isa in ("isa_baseline", "isa_avx2"):
        text = COMMON.replace("ISA", isa).replace("PLAIN", plain).replace("BODY", body)
        source = write(repository, f"build/src/tenon_kernels_{isa[4:]}.dir/kernels.cpp", text)
        subprocess.run([compiler, "-std=c++20", "-O1", "-c", source, "-o", source.with_suffix(".o")], check=True)
    code, output = check(repository, "check_isa_symbols.py", repository / "build")
    assert (code == 0) == (complaint is None), output
    assert complaint is None or complaint in output


MOVED = """#include <string>
#include <utility>
std::string f(std::string x) { std::string y = std::move(x); return %s; }
"""


def test_tidy_names_the_line_and_remembers_only_clean_files(repository):
    shutil.copy(TOOLS.parent / ".clang-tidy", repository)
    source = write(repository, "src/model/a.cpp", MOVED % "x + y")
    command = f"clang++-19 -std=c++20 -o a.o -c {source}"
    write(repository, "build/release/compile_commands.json",
          json.dumps([{"directory": str(repository / "build/release"), "command": command, "file": str(source)}]))
    write(repository, "build/release/build.ninja", "")

    def tidy():
        return check(repository, "tidy.py", "--build", repository / "build/release")

    for _ in range(2):
        code, output = tidy()
        assert code == 1 and "src/model/a.cpp:3:" in output and "bugprone-use-after-move" in output, output
    source.write_text(MOVED % "y")
    assert [tidy(), tidy()] == [(0, ""), (0, "")]
    assert len(list((repository / "build/tidy-cache").iterdir())) == 2  # the answer and the commands


def test_the_closing_line_adds_files_up(repository):
    write(repository, "results/a.xml", '<testsuite tests="5" failures="1" skipped="1"/>')
    write(repository, "results/b.xml", '<testsuites><testsuite tests="2" failures="0" errors="0"/></testsuites>')
    code, output = check(repository, "junit_total.py", repository / "results")
    assert (code, output.splitlines()) == (1, ["1 skipped", "5 passed, 1 failed"])
    (repository / "results" / "a.xml").unlink()
    assert check(repository, "junit_total.py", repository / "results") == (0, "2 passed, 0 failed\n")


def test_no_tests_is_not_a_success(repository):
    (repository / "results").mkdir()
    assert check(repository, "junit_total.py", repository / "results") == (1, "0 passed, 0 failed\n")
