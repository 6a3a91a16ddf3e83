"""./run bench delassus: J M^-1 J^T by tenon and by Pinocchio's three routes, both sides in one process per case.

Builds the peers (tools/build_peer.py, cached), writes mechanisms (bench/tree/models.py, or exported by tenon) and rows
(rows.json), runs tenon_race_delassus on each case, prints the table with losses marked, and writes the rows as JSON.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(HERE.parent / "tree"))
import build_peer  # noqa: E402
import models  # noqa: E402
from race import BUILDS, FLAGS, right, say  # noqa: E402

UNITS = ["delassus", "cholesky"]


def build_peers():
    """Every contestant's library -> the words that name its build."""
    libraries = {}
    for flags in BUILDS:
        for unit in UNITS:
            library = build_peer.build(HERE / f"pinocchio_{unit}.cpp", "pinocchio", flags)
            libraries[str(library)] = f"clang 19 {' '.join(flags)}"
    return libraries


def joints_of(tree):
    """(name, index of the parent) of every joint of a neutral model file."""
    lines = [line.split() for line in tree.read_text().splitlines()[1:]]
    return [(words[1], int(words[3])) for words in lines]


def tips_below(joints, names):
    carried = {i for i, (name, _) in enumerate(joints) if name in names}
    for i, (_, parent) in enumerate(joints):
        if parent in carried:
            carried.add(i)
    parents = {parent for _, parent in joints}
    return [joints[i][0] for i in sorted(carried - parents)]


def write_rows(case, tree, path):
    """One line per constraint: kind, joint, place in the axes of its body."""
    joints = joints_of(tree)
    x, y, z = case["at"]
    held = [("connect", name, (x, y, z)) for name in case.get("connect", [])]
    held += [("weld", name, (x, y, z)) for name in case.get("weld", [])]
    held += [("connect", name, (x + dx, y + dy, z)) for name in case.get("corners", []) for dx in (-0.085, 0.085)
             for dy in (-0.025, 0.025)]
    held += [("connect", name, (x, y, z)) for name in tips_below(joints, case.get("leaves", []))]
    if "every" in case:
        held += [("weld", name, (x, y, z)) for name, _ in joints[case["every"] - 1::case["every"]]]
    path.write_text("".join(f"{kind} {name} {' '.join(map(repr, at))}\n" for kind, name, at in held))


def race(case, folder, libraries, options):
    """One case: the runner's lines."""
    tree = folder / f"{case['robot'].replace(':', '_')}.tree"
    if ":" in case["robot"]:
        subprocess.run([options.program, "--export", case["robot"], str(tree)], check=True)
    rows = folder / "delassus.rows"
    write_rows(case, tree, rows)
    done = subprocess.run([options.program, "--tree", str(tree), "--rows", str(rows), "--rounds", str(options.rounds),
                           *libraries], stdout=subprocess.PIPE, text=True, cwd=folder)
    if done.returncode != 0:
        raise SystemExit(f"{case['robot']}: the race failed")
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows_of(case, entries, libraries, compiler):
    """Each of our ways against the peer's fastest routine and build."""
    rivals = [e for e in entries if e["library"] != "tenon"]
    fastest = min(rivals, key=lambda e: e["us_median"])
    return [{
        "task": "delassus", "robot": case["robot"], "rows": case["rows"], "kind": case["kind"], "nv": e["nv"], "m": e["m"],
        "algorithm": e["algorithm"], "mode": e["mode"], "scalar": e["scalar"], "isa": e["isa"], "threads": 1,
        "compiler": compiler, "us": e["us"], "us_median": e["us_median"], "residual": e["residual"], "bytes": e["bytes"],
        "peer": fastest["library"], "peer_algorithm": f"{fastest['algorithm']} ({libraries[fastest['file']]})",
        "peer_us": fastest["us"], "peer_us_median": fastest["us_median"], "peer_residual": fastest["residual"],
        "peer_routes": {f"{r['algorithm']} ({libraries[r['file']]})": r["us_median"] for r in rivals},
        "ratio": fastest["us_median"] / e["us_median"], "best": e["best"]}
        for e in entries if e["library"] == "tenon"]


def way(row):
    return row["algorithm"] + (f" {row['scalar']}" if row["mode"] == "batch" else "")


def goal_of(row, goals):
    return goals["batch"] if row["mode"] == "batch" else goals[row["kind"]]


def print_table(rows, goals):
    print(f"{'mechanism':16}{'rows':14}{'nv':>4}{'m':>4}  {'tenon':26}{'µs':>9}{'median':>9}{'residual':>9}{'KB':>7}   "
          f"{'pinocchio 4.1':34}{'µs':>9}{'median':>9}{'residual':>9}{'ratio':>7}")
    for r in rows:
        goal = goal_of(r, goals)
        mark = "  LOSS" if r["ratio"] < 1 else f"  below {goal}" if r["ratio"] < goal and (r["best"] or r["mode"] == "batch") else ""
        wrong = "  WRONG" if not r["residual"] <= right(r["scalar"]) else "  PEER WRONG" if not r["peer_residual"] <= right("double") else ""
        routine = r["peer_algorithm"].split(" (")[0] + (" *" if "-fno-slp" in r["peer_algorithm"] else "")
        print(f"{r['robot']:16}{r['rows']:14}{r['nv']:4}{r['m']:4}  {way(r):26}{r['us']:9.3f}{r['us_median']:9.3f}"
              f"{r['residual']:9.0e}{r['bytes'] / 1000:7.1f}   {routine[:33]:34}{r['peer_us']:9.3f}"
              f"{r['peer_us_median']:9.3f}{r['peer_residual']:9.0e}{r['ratio']:7.2f}{mark}{wrong}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here")
    parser.add_argument("--rounds", type=int, default=60, help="interleaved blocks of a millisecond per contestant")
    parser.add_argument("--robot", action="append", help="only this mechanism (may be repeated)")
    parser.add_argument("--program", required=True, help="the built tenon_race_delassus")
    parser.add_argument("--compiler", default="", help="tenon's compiler and flags, for the record")
    options = parser.parse_args()

    libraries = build_peers()
    wanted = json.loads((HERE / "rows.json").read_text())
    folder = ROOT / "build" / "bench" / "models"
    models.write_all(folder)
    cases = [c for c in wanted["cases"] if not options.robot or c["robot"] in options.robot]
    rows = []
    start = time.monotonic()
    for i, case in enumerate(cases):
        say(f"[{i + 1}/{len(cases)}] {case['robot']}, {case['rows']} ({time.monotonic() - start:.0f} s so far)")
        rows += rows_of(case, race(case, folder, libraries, options), libraries, options.compiler)
    print_table(rows, wanted["goals"])
    print(f"\ntenon: {options.compiler}, one thread; thread processor time, {options.rounds} interleaved rounds, 64 states; "
          "from q to the matrix on both sides.\nratio = median of Pinocchio's fastest route / our median; routes: "
          "computePvDelassusMatrix, computeDelassusMatrix, crba and ConstraintCholeskyDecomposition (its Delassus block);\n"
          f"header-only, the faster of \"clang 19 {' '.join(FLAGS)}\" and the same with -fno-slp-vectorize (*). Residuals "
          "against the dense product. KB: memory of the workspace, or of the batch.")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    have = {(r["robot"], r["rows"], way(r)) for r in rows}
    absent = [(c["robot"], c["rows"], w) for c in cases for w in wanted["modes"] if (c["robot"], c["rows"], w) not in have]
    wrong = [r for r in rows if not r["residual"] <= right(r["scalar"])]
    for row in absent:
        say(f"missing row: {', '.join(row)}")
    for r in wrong:
        say(f"wrong answer: {way(r)} on {r['robot']}, {r['rows']}: residual {r['residual']:.1e}")
    best = [r for r in rows if r["best"]]
    batch = [r for r in rows if r["mode"] == "batch" and r["scalar"] == "double" and "rows" in r["algorithm"]]
    say(f"default calls: {sum(r['ratio'] >= goal_of(r, wanted['goals']) for r in best)} of {len(best)} at their goal, "
        f"{sum(r['ratio'] < 1 for r in best)} losses; batches of rows: "
        f"{sum(r['ratio'] >= wanted['goals']['batch'] for r in batch)} of {len(batch)} at least {wanted['goals']['batch']}x")
    sys.exit(1 if absent or wrong else 0)


if __name__ == "__main__":
    main()
