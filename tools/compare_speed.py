"""Times two builds of the race programs against each other, without peers: did a change cost speed?

    .venv-peers/bin/python tools/compare_speed.py --before OTHER_CHECKOUT/build/bench --after build/bench [tree batch delassus constrained]

Both folders come from `./run bench TASK` (or its build step). Per case the two programs run in turn, `--times` times
each; a row is slower when its fastest median after lies above its fastest median before by more than the scatter of
both (largest over smallest median of one side) and by more than 2 %. Exits 1 where a row is slower.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
for folder in ("tools", "bench/tree", "bench/delassus"):
    sys.path.insert(0, str(ROOT / folder))
import held  # noqa: E402
import models  # noqa: E402


def cases_of(task, folder):
    """(name, arguments of the program) of every case of the task."""
    wanted = json.loads((ROOT / "bench" / task / "rows.json").read_text())
    if task in ("tree", "batch"):
        for name in wanted["robots"]:
            yield name, ["--tree", str(folder / f"{name}.tree")]
        return
    for number, case in enumerate(wanted["cases"]):
        tree = folder / f"{case['robot'].replace(':', '_')}.tree"
        rows = folder / f"compare_{task}_{number}.rows"
        yield f"{case['robot']} {case['rows']}", ["--tree", str(tree), "--rows", str(rows)] + (
            ["--only", ",".join(case["questions"])] if "questions" in case else []), case, tree, rows


def medians(program, arguments, options, cwd):
    command = ["taskset", "-c", str(options.core), str(program), *arguments, "--rounds", str(options.rounds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    rows = (json.loads(line) for line in done.stdout.splitlines())
    return {f"{r['question']}, {r['algorithm']}, {r['mode']} {r['scalar']}": r["us_median"] for r in rows
            if r["library"] == "tenon"}


def compare(task, options, folder):
    slower = count = 0
    for name, arguments, *held_case in cases_of(task, folder):
        if options.robot and name.split()[0] not in options.robot:
            continue
        programs = {side: getattr(options, side) / "bench" / task / f"tenon_race_{task}" for side in ("before", "after")}
        if held_case:
            case, tree, rows = held_case
            if not tree.exists():
                subprocess.run([programs["before"], "--export", case["robot"], str(tree)], check=True)
            held.write_rows(case, tree, rows)
        times = {"before": [], "after": []}
        for _ in range(options.times):
            for side in times:
                times[side].append(medians(programs[side], arguments, options, folder))
        for row in times["before"][0]:
            b, a = ([run[row] for run in times[side] if row in run] for side in ("before", "after"))
            if not a:
                print(f"{task:12}{name:28}{row}: missing after")
                slower += 1
                continue
            count += 1
            ratio, scatter = min(a) / min(b), max(max(a) / min(a), max(b) / min(b))
            worse = ratio > 1.02 and ratio > scatter
            slower += worse
            if worse or options.all:
                print(f"{task:12}{name:28}{row:50}{min(b):9.3f} -> {min(a):9.3f} µs  {ratio:5.3f} (scatter {scatter:5.3f})"
                      f"{'  SLOWER' if worse else ''}", flush=True)
    print(f"{task}: {slower} of {count} rows are slower")
    return slower


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, required=True)
    parser.add_argument("--after", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--robot", action="append", help="only this mechanism (may be repeated)")
    parser.add_argument("--all", action="store_true", help="print rows that are not slower, too")
    parser.add_argument("tasks", nargs="*", default=["tree", "delassus", "constrained"])
    options = parser.parse_args()
    options.before, options.after = options.before.resolve(), options.after.resolve()
    folder = ROOT / "build" / "bench" / "models"
    models.write_all(folder)
    return 1 if sum(compare(task, options, folder) for task in options.tasks) else 0


if __name__ == "__main__":
    sys.exit(main())
