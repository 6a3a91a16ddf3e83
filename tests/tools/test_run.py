"""./run answers wrong questions with exit code 2 and says what it expected."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments):
    return subprocess.run([str(ROOT / "run"), *arguments], capture_output=True, text=True)


def test_help_lists_every_command():
    answer = run("help")
    assert answer.returncode == 0
    for command in ("demo", "test", "check", "peers", "bench", "fuzz", "tenon"):
        assert f"\n  {command} " in answer.stdout


def test_unknown_command():
    answer = run("dmeo")
    assert answer.returncode == 2
    assert "dmeo" in answer.stderr and answer.stdout == ""


def test_unknown_benchmark_lists_the_tasks():
    answer = run("bench", "no-such-task")
    assert answer.returncode == 2
    assert "expected one of" in answer.stderr


def test_bench_without_a_task_lists_the_folders_that_can_run():
    answer = run("bench")
    folders = {f.parent.name for pattern in ("run.sh", "run.py") for f in ROOT.glob(f"bench/*/{pattern}")}
    assert answer.returncode == 0
    assert set(answer.stdout.split("tasks:")[1].split()) == folders


def test_fuzz_takes_a_number():
    answer = run("fuzz", "long")
    assert answer.returncode == 2
    assert "long" in answer.stderr


def test_the_bench_of_a_paper_names_a_wrong_option():
    answer = run("bench", "paper", "fea05", "--jsn", "x")
    assert answer.returncode == 2
    assert "--jsn" in answer.stderr and "--json FILE" in answer.stderr
