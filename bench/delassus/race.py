"""./run bench delassus: J M^-1 J^T by tenon and by Pinocchio's three routes, both sides in one process per case.

Builds the peers, writes mechanisms and rows (rows.json), runs tenon_race_delassus on each case (held.py), prints the table
with losses marked, and writes the rows as JSON.
"""
import json

from held import HERE, PEER_FLAGS, build_peers, finish, options_of, routine, run_cases, say
from race import RIGHT, right

UNITS = [HERE / f"pinocchio_{unit}.cpp" for unit in ("delassus", "cholesky")]


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
        wrong = "  WRONG" if not r["residual"] <= right(r["scalar"]) else "  PEER WRONG" if not r["peer_residual"] <= RIGHT else ""
        print(f"{r['robot']:16}{r['rows']:14}{r['nv']:4}{r['m']:4}  {way(r):26}{r['us']:9.3f}{r['us_median']:9.3f}"
              f"{r['residual']:9.0e}{r['bytes'] / 1000:7.1f}   {routine(r)[:33]:34}{r['peer_us']:9.3f}"
              f"{r['peer_us_median']:9.3f}{r['peer_residual']:9.0e}{r['ratio']:7.2f}{mark}{wrong}")


def main():
    options = options_of(__doc__.splitlines()[0])
    wanted = json.loads((HERE / "rows.json").read_text())
    cases, rows = run_cases("delassus", wanted["cases"], build_peers(UNITS), options, RIGHT)
    print_table(rows, wanted["goals"])
    print(f"\ntenon: {options.compiler}, one thread; thread processor time, {options.rounds} interleaved rounds, 64 states; "
          "from q to the matrix on both sides.\nratio = median of Pinocchio's fastest route / our median; routes: "
          "computePvDelassusMatrix, computeDelassusMatrix, crba and ConstraintCholeskyDecomposition (its Delassus block);\n"
          f"{PEER_FLAGS}. Residuals against the dense product. KB: memory of the workspace, or of the batch.")
    best = [r for r in rows if r["best"]]
    batch = [r for r in rows if r["mode"] == "batch" and r["scalar"] == "double" and "rows" in r["algorithm"]]
    say(f"default calls: {sum(r['ratio'] >= goal_of(r, wanted['goals']) for r in best)} of {len(best)} at their goal, "
        f"{sum(r['ratio'] < 1 for r in best)} losses; batches of rows: "
        f"{sum(r['ratio'] >= wanted['goals']['batch'] for r in batch)} of {len(batch)} at least {wanted['goals']['batch']}x")
    have = {(r["robot"], r["rows"], way(r)) for r in rows}
    absent = [(c["robot"], c["rows"], w) for c in cases for w in wanted["modes"] if (c["robot"], c["rows"], w) not in have]
    finish(rows, absent, [r for r in rows if not r["residual"] <= right(r["scalar"])], options)


if __name__ == "__main__":
    main()
