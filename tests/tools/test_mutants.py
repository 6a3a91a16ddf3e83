"""A mutant counts as caught only where a test turns red that is green without it. Nothing is built here."""
import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools/mutants.py"
MUTANT = {"name": "sign", "file": "a.cpp", "old": "+", "new": "-", "breaks": "a | b", "tests": ["few:A.*", "many:B.*"]}


@pytest.fixture
def tool(monkeypatch, tmp_path):
    """The script, with a tree of one file and without builds; `red` says what is red, by program, seeds and mutation."""
    spec = importlib.util.spec_from_file_location("mutants", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "mutants", module)
    spec.loader.exec_module(module)
    (tmp_path / "a.cpp").write_text("1 + 2")
    built = type("Built", (), {"returncode": 0, "stdout": "", "stderr": ""})()
    module.red = {}

    def failures(test, seeds):
        mutated = "-" in (tmp_path / "a.cpp").read_text()
        return module.red.get((test, "few" if seeds else "all", mutated), [])

    monkeypatch.setattr(module, "TREE", tmp_path)
    monkeypatch.setattr(module, "build", lambda targets, jobs: built)
    monkeypatch.setattr(module, "failures", failures)
    return module


def tried(tool):
    results = [tool.try_one(MUTANT, 1)]
    tool.confirm_late(results, 1)
    assert (tool.TREE / "a.cpp").read_text() == "1 + 2"
    return results[0]


def test_a_mutant_that_turns_nothing_red_survives(tool):
    assert tried(tool).outcome == "SURVIVED"


def test_a_test_that_is_red_with_few_seeds_catches(tool):
    tool.red[("few:A.*", "few", True)] = ["A.one"]
    found = tried(tool)
    assert (found.outcome, found.red, found.late) == ("caught", ["A.one"], "")


def test_a_test_that_is_red_with_all_seeds_catches_where_it_is_green_without_the_mutant(tool):
    tool.red[("many:B.*", "all", True)] = ["B.one"]
    assert tried(tool).outcome == "caught"


@pytest.mark.parametrize("clean", [["B.one"], ["many:B.* hangs"], ["many:B.* ends with -11"]])
def test_a_test_that_is_red_with_all_seeds_and_without_a_mutant_catches_nothing(tool, clean):
    tool.red[("many:B.*", "all", True)] = ["B.one"]
    tool.red[("many:B.*", "all", False)] = clean
    found = tried(tool)
    assert (found.outcome, found.red) == ("red anyway", [])
    assert clean[0] in found.why


def test_what_else_turned_red_still_catches(tool):
    tool.red[("many:B.*", "all", True)] = ["B.one", "B.two"]
    tool.red[("many:B.*", "all", False)] = ["B.one"]
    found = tried(tool)
    assert (found.outcome, found.red) == ("caught", ["B.two"])


def test_the_report_has_a_row_for_every_mutant(tool):
    results = [tool.Result(MUTANT, "caught", red=[f"A.t{k}" for k in range(7)]), tool.Result(MUTANT, "SURVIVED", "a | b")]
    lines = tool.report(results).splitlines()
    assert lines[0] == "| mutant | file | breaks | outcome | tests that caught it |"
    assert lines[2] == r"| sign | a.cpp | a \| b | caught | A.t0, A.t1, A.t2, A.t3, A.t4 and 2 more |"
    assert lines[3] == r"| sign | a.cpp | a \| b | SURVIVED | none |"
    assert lines[-1] == "1 mutants caught, 1 not"
