"""The tables of README.md and docs/benchmarks.md are written in place, and no row has another table's cells."""
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import benchmark_tables as tables  # noqa: E402

TEXT = "before\n<!-- table: delassus -->\nold\n<!-- end -->\nbetween\n<!-- table: tree -->\nolder\n<!-- end -->\nafter\n"


def delassus_rows(robot="solo12", held="4 points"):
    ways = [(w, "double") for w in tables.DELASSUS if not w.endswith("float")] + [("pv-osimr, rows", "float")]
    return [{"task": "delassus", "robot": robot, "nv": 18, "m": 12, "rows": held, "algorithm": way, "scalar": scalar,
             "isa": "avx2", "compiler": "clang 19", "us_median": 0.5, "ratio": 4.0, "bytes": 15000,
             "peer_us_median": 2.0, "peer_algorithm": "computePvDelassusMatrix (local)"} for way, scalar in ways]


@pytest.fixture
def root(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/benchmarks.md").write_text(TEXT)
    (tmp_path / "README.md").write_text(TEXT)
    (tmp_path / "rows.json").write_text(json.dumps(delassus_rows()))
    return tmp_path


def run(root, race):
    return subprocess.run([sys.executable, "-B", str(ROOT / "tools/benchmark_tables.py"), race, str(root / "rows.json"),
                           "--root", str(root)], capture_output=True, text=True)


def test_tables_are_written_between_their_markers_and_nothing_else_changes(root):
    done = run(root, "delassus")
    assert done.returncode == 0, done.stderr
    for file in ("README.md", "docs/benchmarks.md"):
        text = (root / file).read_text()
        assert text.startswith("before\n<!-- table: delassus -->\nMeasured 20")
        assert text.endswith("<!-- end -->\nbetween\n<!-- table: tree -->\nolder\n<!-- end -->\nafter\n")
        assert "old\n" not in text and ", avx2, clang 19.\n" in text
    assert "| Solo12 (18), 4 points | 12 | 0.5 (4.0×) | 0.5 (4.0×) | 0.5 (4.0×) |" in (root / "README.md").read_text()
    assert "| 2 PvDelassus |" in (root / "docs/benchmarks.md").read_text()


def test_writing_twice_is_writing_once(root):
    run(root, "delassus")
    once = (root / "README.md").read_text()
    run(root, "delassus")
    assert (root / "README.md").read_text() == once


def test_a_missing_marker_is_an_error_that_names_it(root):
    (root / "README.md").write_text("no table here\n")
    done = run(root, "delassus")
    assert done.returncode == 1 and "README.md: found no single <!-- table: delassus -->" in done.stderr


def test_a_row_with_too_many_cells_is_an_error():
    with pytest.raises(SystemExit, match="a row with 3 cells, expected 2"):
        tables.markdown([["a", "b"], [1, 2], [1, 2, 3]])


def test_crooked_rows_are_found_by_line():
    assert tables.crooked_rows("| a | b |\n|---|---|\n| `x|y` | 2 |\n| 1 |\n\n| c |\n|---|\n| 1 |") == [(4, "| 1 |")]


def test_the_processor_is_the_one_of_cpuinfo():
    assert tables.processor("processor : 0\nmodel name\t: AMD EPYC 7R13\nflags : avx2\n") == "AMD EPYC 7R13"


@pytest.mark.parametrize("file", ["README.md", "docs/benchmarks.md"])
def test_tables_of_this_repository_have_straight_rows(file):
    assert tables.crooked_rows((ROOT / file).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("race, rows, expected", [
    ("delassus", delassus_rows(), {("README.md", "delassus"), ("docs/benchmarks.md", "delassus")}),
    ("constrained", [], {("README.md", "constrained"), ("docs/benchmarks.md", "dynamics"), ("docs/benchmarks.md", "damped"),
                         ("docs/benchmarks.md", "derivatives")}),
    ("tree", [], {("README.md", "tree"), ("docs/benchmarks.md", "tree")}),
    ("batch", [], {("docs/benchmarks.md", "batch")}),
    ("ops", [], {("docs/benchmarks.md", "ops"), ("docs/benchmarks.md", "counts")}),
])
def test_every_table_has_its_place_and_its_header(race, rows, expected):
    """The header in the file is the one that the tool writes: nobody has edited one and not the other."""
    made = tables.TABLES[race](rows)
    assert set(made) == expected
    for (file, name), content in made.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert tables.replaced(text, name, "") is not None, (file, name)
        header = tables.markdown(content).split("\n")[0]
        if name != "counts":  # whose columns are robots
            assert header in text.split(f"<!-- table: {name} -->")[1].split("<!-- end -->")[0], (file, name)
