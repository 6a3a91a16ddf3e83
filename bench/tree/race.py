"""./run bench tree: tenon, Pinocchio and MuJoCo on the unconstrained tree, both sides in one process per mechanism.

Builds the peers (tools/build_peer.py, cached), writes the mechanisms (models.py), runs tenon_race_tree on each, checks
that every row of rows.json is there, prints the table with losses marked, and writes the rows as JSON.
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
import build_peer  # noqa: E402
import models  # noqa: E402

FLAGS = ["-O3", "-DNDEBUG", "-march=native"]
BUILDS = [FLAGS + ["-fno-slp-vectorize"], FLAGS]  # the faster one counts, row by row
GROUPS = ["rnea", "crba", "aba", "minverse", "rnea_derivatives", "aba_derivatives"]
RIGHT = 1e-8  # an answer further off than this is wrong, not fast (chain_300: condition number about 1e9)


def say(text):
    print(text, file=sys.stderr, flush=True)


def build_peers(groups=tuple(GROUPS)):
    """Every contestant's library -> the words that name its build."""
    start = time.monotonic()
    libraries = {}
    for flags in BUILDS:
        for group in groups:
            library = build_peer.build(HERE / f"pinocchio_{group}.cpp", "pinocchio", flags)
            libraries[str(library)] = f"clang 19 {' '.join(flags)}"
    libraries[str(build_peer.build(HERE / "mujoco.cpp", "mujoco", ["-O2"]))] = "the wheel's library"
    say(f"peers ready after {time.monotonic() - start:.0f} s")
    return libraries


def race(program, name, folder, libraries, options):
    """One mechanism: the runner's rows."""
    command = [program, "--tree", str(folder / f"{name}.tree"), "--rounds", str(options.rounds)]
    if name in models.ROBOTS and not models.ROBOTS[name][2]:  # a locked joint is not in the robot's own file
        file, floating, _ = models.ROBOTS[name]
        command += ["--robot", str(models.robots_folder() / file)] + (["--floating"] if floating else [])
    if options.only:
        command += ["--only", options.only]
    done = subprocess.run(command + list(libraries), stdout=subprocess.PIPE, text=True, cwd=folder)
    if done.returncode != 0:
        raise SystemExit(f"{name}: the race failed")
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows_of(name, entries, libraries, compiler, task="tree"):
    """Rows: each of our ways against each peer's fastest routine and build for the question."""
    rows = []
    for ours in (e for e in entries if e["library"] == "tenon"):
        rivals = [e for e in entries if e["library"] != "tenon" and e["question"] == ours["question"]]
        for peer in sorted({e["library"] for e in rivals}, reverse=True):
            fastest = min((e for e in rivals if e["library"] == peer), key=lambda e: e["us_median"])
            rows.append({
                "task": f"{task}/" + ours["question"], "robot": name, "nv": ours["nv"], "m": 0,
                "algorithm": ours["algorithm"], "mode": ours["mode"], "scalar": ours["scalar"], "isa": ours["isa"],
                "threads": 1, "compiler": compiler, "us": ours["us"], "us_median": ours["us_median"],
                "residual": ours["residual"], "bytes": ours["bytes"], "peer": peer,
                "peer_algorithm": f"{fastest['algorithm']} ({libraries[fastest['file']]})",
                "peer_us": fastest["us"], "peer_us_median": fastest["us_median"],
                "peer_residual": fastest["residual"], "ratio": fastest["us_median"] / ours["us_median"],
                "best": ours["best"]})
    return rows


def right(scalar):
    """The largest residual of an answer that is right."""
    return RIGHT if scalar == "double" else 1e-3


def print_table(rows, goal=2):
    print(f"{'question':17}{'mechanism':15}{'nv':>4}  {'tenon':24}{'µs':>9}{'median':>9}{'residual':>9}   "
          f"{'peer':17}{'routine':34}{'µs':>9}{'median':>9}{'residual':>9}{'ratio':>7}")
    for r in rows:
        mark = "" if r["ratio"] >= goal else f"  below {goal}" if r["ratio"] >= 1 else "  LOSS"
        wrong = "  WRONG" if not r["residual"] <= right(r["scalar"]) else "  PEER WRONG" if not r["peer_residual"] <= RIGHT else ""
        routine = r["peer_algorithm"].split(" (")[0] + (" *" if "-fno-slp" in r["peer_algorithm"] else "")
        print(f"{r['task'].split('/')[1]:17}{r['robot']:15}{r['nv']:4}  {r['algorithm']:24}{r['us']:9.3f}{r['us_median']:9.3f}"
              f"{r['residual']:9.0e}   {r['peer']:17}{routine[:33]:34}{r['peer_us']:9.3f}{r['peer_us_median']:9.3f}"
              f"{r['peer_residual']:9.0e}{r['ratio']:7.2f}{mark}{wrong}")


def missing(rows, wanted, options):
    """The committed rows that this run did not give."""
    have = {(r["robot"], r["task"].split("/")[1], r["peer"].split()[0]) for r in rows}
    return [(robot, question, peer) for robot in wanted["robots"] for question, peers in wanted["questions"].items()
            for peer in peers if (robot, question, peer) not in have
            and (not options.robot or robot in options.robot) and (not options.only or question == options.only)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here")
    parser.add_argument("--rounds", type=int, default=100, help="interleaved blocks of a millisecond per contestant")
    parser.add_argument("--robot", action="append", help="only this mechanism (may be repeated)")
    parser.add_argument("--only", help="only this question")
    parser.add_argument("--peers-only", action="store_true", help="build the peers and stop")
    parser.add_argument("--program", help="the built tenon_race_tree")
    parser.add_argument("--compiler", default="", help="tenon's compiler and flags, for the record")
    options = parser.parse_args()

    libraries = build_peers()
    if options.peers_only:
        return
    wanted = json.loads((HERE / "rows.json").read_text())
    folder = ROOT / "build" / "bench" / "models"
    models.write_all(folder)
    rows = []
    names = [n for n in wanted["robots"] if not options.robot or n in options.robot]
    start = time.monotonic()
    for i, name in enumerate(names):
        say(f"[{i + 1}/{len(names)}] {name} ({time.monotonic() - start:.0f} s so far)")
        rows += rows_of(name, race(options.program, name, folder, libraries, options), libraries, options.compiler)
    order = list(wanted["questions"])
    rows.sort(key=lambda r: order.index(r["task"][5:]))
    print_table(rows)
    print(f"\ntenon: {options.compiler}, one thread, double; thread processor time, {options.rounds} interleaved rounds, "
          "64 states; ratio = peer's median / our median.\nPinocchio: header-only, the faster of "
          f"\"clang 19 {' '.join(FLAGS)}\" and the same with -fno-slp-vectorize (*), and of its conventions; "
          "MuJoCo: the wheel's library.")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    absent = missing(rows, wanted, options)
    for question, peer in sorted({(q, p) for _, q, p in absent}):
        say(f"missing rows: {question} against {peer} on {', '.join(r for r, q, p in absent if (q, p) == (question, peer))}")
    wrong = [r for r in rows if not r["residual"] <= RIGHT]
    for r in wrong:
        say(f"wrong answer: {r['algorithm']} on {r['robot']}: residual {r['residual']:.1e}")
    best = [r for r in rows if r["best"] and r["peer"].startswith("pinocchio")]
    behind = [r for r in best if r["ratio"] < 2]
    say(f"{len(rows)} rows; default calls against Pinocchio: {len(best) - len(behind)} of {len(best)} at least 2x, "
        f"{sum(r['ratio'] < 1 for r in best)} losses")
    sys.exit(1 if absent or wrong else 0)


if __name__ == "__main__":
    main()
