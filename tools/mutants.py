#!/usr/bin/env python3
"""Breaks the library in one place at a time and asks whether a test turns red.

    ./run mutants [--only NAME]… [--list] [--jobs N] [--report FILE]

The mutants are tools/mutants/*.json: lists of {"name", "file", "old", "new", "breaks", "tests"}. `old` stands exactly once
in `file`; `tests` are programs of tests/ with an optional gtest filter ("constraints:ConstraintErrors.*"), or Python files
that drive the command line ("cli/test_eval_layout"). All work is done in a git worktree below build/mutants, at the state
of the checkout (uncommitted changes of known files included) and with the preset `quick`; the checkout is never touched.
Tests run with few seeds first, and with all of them where that catches nothing. A test that is red without any mutant
catches nothing: with few seeds that is asked before the first mutant, with all seeds at the end, of the tests that need
them. --report writes a Markdown table. Exit code 1 if a mutant survives, does not apply or does not build.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TREE = ROOT / "build/mutants/tree"
BUILD = TREE / "build/quick"
FIELDS = {"name", "file", "old", "new", "breaks", "tests"}
FEW_SEEDS = "20"
TIMEOUT = 900  # seconds of one test program; whoever hangs is caught


@dataclasses.dataclass
class Result:
    mutant: dict
    outcome: str  # "caught", "SURVIVED", "does not apply", "does not build", "red anyway"
    why: str = ""  # it is not caught
    red: list = dataclasses.field(default_factory=list)  # names of the tests that caught it
    late: str = ""  # the entry of `tests` that caught it only with all seeds

    def reason(self, names):
        more = f" and {len(self.red) - names} more" if len(self.red) > names else ""
        return self.why or ", ".join(self.red[:names]) + more


def mutants():
    found = []
    for path in sorted((ROOT / "tools/mutants").glob("*.json")):
        for mutant in json.loads(path.read_text()):
            if set(mutant) != FIELDS or not mutant["tests"]:
                sys.exit(f"{path.name}: {mutant.get('name')}: expected the fields {', '.join(sorted(FIELDS))}")
            found.append(mutant)
    names = [m["name"] for m in found]
    if len(set(names)) < len(names):
        sys.exit(f"found twice: {', '.join(sorted(n for n in set(names) if names.count(n) > 1))}")
    return found


def git(*arguments, at=ROOT):
    return subprocess.run(["git", *arguments], cwd=at, check=True, capture_output=True, text=True).stdout.strip()


def prepare():
    """The worktree, at the state of the checkout and without any mutant."""
    state = git("stash", "create") or git("rev-parse", "HEAD")
    if not (TREE / ".git").exists():
        git("worktree", "prune")
        git("worktree", "add", "--force", "--detach", str(TREE), state)
    git("checkout", "--force", "--detach", state, at=TREE)
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "quick"], cwd=TREE, check=True, stdout=subprocess.DEVNULL)


def program_of(test):
    """Target of the build and command of one entry of `tests`."""
    name, _, wanted = test.partition(":")
    if "/" in name:
        command = ["/usr/bin/python3", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TREE / f"tests/{name}.py")]
        return "tenon_cli", command
    command = [str(BUILD / f"tests/test_{name}")]
    return f"test_{name}", command + ([f"--gtest_filter={wanted}"] if wanted else [])


def build(targets, jobs):
    command = ["cmake", "--build", str(BUILD), "-j", str(jobs), "--target", *sorted(targets)]
    return subprocess.run(command, capture_output=True, text=True)


def failures(test, seeds):
    """Names of the tests that turn red; empty if none does."""
    environment = {**os.environ, "TENON_BIN": str(BUILD / "apps/tenon")}
    environment.pop("TENON_TEST_SEEDS", None)
    if seeds:
        environment["TENON_TEST_SEEDS"] = seeds
    _, command = program_of(test)
    try:
        done = subprocess.run(command, cwd=TREE, env=environment, capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return [f"{test} hangs"]
    if done.returncode == 0:
        ran = re.search(r"\[==========\] (\d+) tests? from", done.stdout)
        return [f"{test} runs no test"] if ran and ran[1] == "0" else []
    red = re.findall(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", done.stdout, re.M) + re.findall(r"^FAILED \S*::(\w+)", done.stdout, re.M)
    return sorted(set(red)) or [f"{test} ends with {done.returncode}"]


def caught_by(mutant):
    """The tests that turn red, and the entry of `tests` if only all seeds turn it red."""
    for seeds in (FEW_SEEDS, None):
        for test in mutant["tests"]:
            red = failures(test, seeds)
            if red:
                return red, "" if seeds else test
    return [], ""


def try_one(mutant, jobs):
    path = TREE / mutant["file"]
    text = path.read_text() if path.exists() else ""
    times = text.count(mutant["old"])
    if times != 1:
        return Result(mutant, "does not apply", f"found {times} times in {mutant['file']}")
    try:
        path.write_text(text.replace(mutant["old"], mutant["new"]))
        built = build({program_of(t)[0] for t in mutant["tests"]}, jobs)
        if built.returncode != 0:
            error = re.search(r"error: .*", built.stdout + built.stderr)
            return Result(mutant, "does not build", error[0] if error else "see build")
        red, late = caught_by(mutant)
    finally:
        path.write_text(text)
    return Result(mutant, "caught", red=red, late=late) if red else Result(mutant, "SURVIVED", mutant["breaks"])


def build_without_mutants(tests, jobs):
    built = build({program_of(t)[0] for t in tests}, jobs)
    if built.returncode != 0:
        sys.exit(built.stdout[-4000:] + built.stderr)


def check_without_mutants(chosen, jobs):
    """A test that is red before counts for nothing."""
    tests = sorted({t for m in chosen for t in m["tests"]})
    build_without_mutants(tests, jobs)
    red = {t: names for t in tests if (names := failures(t, FEW_SEEDS))}
    if red:
        sys.exit("\n".join(f"{t} is red without any mutant: {', '.join(names)}" for t, names in red.items()))


def confirm_late(results, jobs):
    """Tests that needed all seeds are asked once without any mutant: those that are red there caught nothing."""
    late = [r for r in results if r.late]
    tests = sorted({r.late for r in late})
    if not tests:
        return
    build_without_mutants(tests, jobs)
    clean = {t: failures(t, None) for t in tests}
    for r in late:
        unnamed = any(name.startswith(f"{r.late} ") for name in clean[r.late])  # it hangs, or ends without a name
        caught = [] if unnamed else [name for name in r.red if name not in clean[r.late]]
        if not caught:
            r.outcome, r.why = "red anyway", f"red without the mutant, with all seeds: {', '.join(clean[r.late])}"
        r.red = caught


def report(results):
    rows = ["| mutant | file | breaks | outcome | tests that caught it |", "|---|---|---|---|---|"]
    for r in results:
        outcome = r.outcome if r.outcome in ("caught", "SURVIVED") else f"{r.outcome}: {r.why}"
        cells = [r.mutant["name"], r.mutant["file"], r.mutant["breaks"], outcome, r.reason(5) if r.red else "none"]
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*rows, "", summary(results), ""])


def summary(results):
    caught = sum(r.outcome == "caught" for r in results)
    return f"{caught} mutants caught, {len(results) - caught} not"


def main():
    parser = argparse.ArgumentParser(prog="./run mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="mutants whose name holds this")
    parser.add_argument("--list", action="store_true", help="names and what they break")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE", help="write a Markdown table of all outcomes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    options = parser.parse_args()
    chosen = [m for m in mutants() if not options.only or any(name in m["name"] for name in options.only)]
    if not chosen:
        sys.exit(f"no mutant is called {' or '.join(options.only)}")
    if options.list:
        for m in chosen:
            print(f"{m['name']:44} {m['file']}: {m['breaks']}")
        return 0
    prepare()
    check_without_mutants(chosen, options.jobs)
    results = []
    for m in chosen:
        start = time.monotonic()
        results.append(try_one(m, options.jobs))
        last = results[-1]
        print(f"{last.outcome:14} {m['name']:44} {time.monotonic() - start:4.0f} s  {last.reason(2)}", flush=True)
    confirm_late(results, options.jobs)
    for r in results:
        if r.outcome == "red anyway":
            print(f"{r.outcome:14} {r.mutant['name']:44} not caught after all: {r.why}")
    if options.report:
        options.report.write_text(report(results))
    print(summary(results))
    return 0 if all(r.outcome == "caught" for r in results) else 1


if __name__ == "__main__":
    sys.exit(main())
