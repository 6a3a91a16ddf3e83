"""./run bench constrained: constrained dynamics, the damped inverse and derivatives, tenon and Pinocchio in one process per case.

Builds the peers, writes mechanisms and rows (rows.json), runs tenon_race_constrained on each case (bench/delassus/held.py),
prints a table per question with losses marked, how constrained-aba grows with a chain, and writes the rows as JSON.
"""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "delassus"))
from held import PEER_FLAGS, build_peers, finish, options_of, routine, run_cases, say  # noqa: E402

UNITS = [HERE / f"pinocchio_{unit}.cpp"
         for unit in ("pv", "lcaba", "constraint_dynamics", "damped_inverse", "constraint_derivatives")]
RIGHT = 1e-6  # relative; an answer further off is wrong, not fast. Derivatives are judged by differences.
TITLES = {"dynamics": "v̇ and λ from q, v, τ", "damped": "(1/R + J M⁻¹Jᵀ)⁻¹ from q", "derivatives": "v̇, λ and their derivatives by q, v, τ"}


def question(row):
    return row["task"].split("/")[1]


def goal_of(row, goals):
    return goals["derivatives"] if question(row) == "derivatives" else goals["batch" if row["mode"] == "batch" else row["kind"]]


def refused(row, wanted):
    """An exact algorithm does not take redundant rows, and says so."""
    return row["rows"] in wanted["refuses"]["rows"] and row["algorithm"] in wanted["refuses"]["ways"]


def marks(r, wanted):
    goal = goal_of(r, wanted["goals"])
    if r["ratio"] is None:
        return ""
    if refused(r, wanted):
        return "  refuses redundant rows"
    mark = "  LOSS" if r["ratio"] < 1 else f"  below {goal}" if r["ratio"] < goal and (r["best"] or r["mode"] == "batch") else ""
    return mark + ("  WRONG" if not r["residual"] <= RIGHT else "  PEER WRONG" if not r["peer_residual"] <= RIGHT else "")


def peer_routine(row):
    name = routine(row).replace("computeDamped", "Damped").replace("computeConstraint", "Constraint")
    return name if len(name) < 42 else name[:38] + name[-3:]


def times(count):
    return "–" if count < 0 else f"{count:.0f}"


def print_table(rows, wanted):
    for name, title in TITLES.items():
        chosen = [r for r in rows if question(r) == name]
        if not chosen:
            continue
        print(f"\n{name}: {title}\n{'mechanism':16}{'rows':9}{'nv':>5}{'m':>4}  {'tenon':31}{'µs':>10}{'median':>10}{'error':>8}"
              f"{'it':>4}{'new':>4}{'KB':>8}   {'pinocchio 4.1':42}{'µs':>10}{'median':>10}{'error':>8}{'it':>4}{'ratio':>7}{'least':>7}")
        for r in chosen:
            ours = (f"{r['robot']:16}{r['rows']:9}{r['nv']:5}{r['m']:4}  {r['algorithm']:31}{r['us']:10.3f}{r['us_median']:10.3f}"
                    f"{r['residual']:8.0e}{times(r['iterations']):>4}{r['allocations']:4}{r['bytes'] / 1000:8.1f}   ")
            if r["ratio"] is None:
                print(ours + "no peer: its Data holds tensors of nv³ numbers")
                continue
            print(ours + f"{peer_routine(r):42}{r['peer_us']:10.3f}{r['peer_us_median']:10.3f}{r['peer_residual']:8.0e}"
                  f"{times(r['peer_iterations']):>4}{r['ratio']:7.2f}{r['peer_us'] / r['us']:7.2f}{marks(r, wanted)}")


def print_growth(rows):
    """constrained-aba on chains: time and operations per link."""
    chains = [r for r in rows if r["kind"] == "chain" and question(r) == "dynamics" and r["best"]]
    if len(chains) < 2:
        return
    print("\ngrowth of constrained-aba with a chain welded at its tip (least times; operations of three iterations)")
    for r in chains:
        print(f"{r['nv']:6} links{r['us']:10.2f} µs{1e3 * r['us'] / r['nv']:8.1f} ns per link{r['operations']:10} operations"
              f"{r['operations'] / r['nv']:8.1f} per link")


def main():
    options = options_of(__doc__.splitlines()[0])
    wanted = json.loads((HERE / "rows.json").read_text())
    for case in wanted["cases"]:
        case.setdefault("questions", list(wanted["ways"]))
    cases, rows = run_cases("constrained", wanted["cases"], build_peers(UNITS), options, RIGHT)
    print_table(rows, wanted)
    print_growth(rows)
    print(f"\ntenon: {options.compiler}, one thread; thread processor time, {options.rounds} interleaved rounds, 64 states with "
          "J v = 0; from q to the answer on both sides.\ntolerance 1e-10, at most 3 iterations on both sides; mu: tenon's default by "
          "masses where nothing else is said, Pinocchio's 1e6; its constrainedABA and lcaba may also stop at 1e-7 after up to 10 "
          "iterations, and also run with mu 1e8; pv and constraintDynamics also run with mu = 0.\nratio = "
          f"median of Pinocchio's fastest routine that is right to {RIGHT:.0e} / our median, least = the same of the fastest blocks; "
          f"{PEER_FLAGS}.\nerror: of v̇, the matrix or ∂v̇ against dense matrices (derivatives: differences of them), relative; it: "
          "iterations; new: allocations of a call; KB: memory of the workspace.")
    raced = [r for r in rows if r["ratio"] is not None]
    best = [r for r in raced if r["best"]]
    batch = [r for r in raced if r["algorithm"] == "batch, rows"]
    say(f"default calls: {sum(r['ratio'] >= goal_of(r, wanted['goals']) for r in best)} of {len(best)} at their goal, "
        f"{sum(r['ratio'] < 1 for r in best)} losses; batches of rows: "
        f"{sum(r['ratio'] >= wanted['goals']['batch'] for r in batch)} of {len(batch)} at least {wanted['goals']['batch']}x")
    have = {(r["robot"], r["rows"], question(r), r["algorithm"]) for r in rows}
    absent = [(c["robot"], c["rows"], q, w) for c in cases for q in c["questions"] for w in wanted["ways"][q]
              if (c["robot"], c["rows"], q, w) not in have]
    finish(rows, absent, [r for r in rows if not r["residual"] <= RIGHT and not refused(r, wanted)], options)


if __name__ == "__main__":
    main()
