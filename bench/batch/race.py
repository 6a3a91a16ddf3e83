"""./run bench batch: throughput of tenon's batches beside the peers' fastest single calls, both in one process.

The runner, the peers, the mechanisms and the rows are those of bench/tree. Prints per question and mechanism one line
with batches of doubles (packed, row-major) and of floats, then how two threads scale by wall time; writes all rows as
JSON.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "tree"))
import models  # noqa: E402
import race as tree  # noqa: E402

GROUPS = ("rnea", "crba", "aba")
GOALS = {"double": 11, "float": 22}  # times Pinocchio's fastest single call
ROWS_LOSS = 0.10  # what row-major arrays may cost against packed ones


def model_arguments(name, folder):
    arguments = ["--tree", str(folder / f"{name}.tree")]
    if name in models.ROBOTS and not models.ROBOTS[name][2]:
        file, floating, _ = models.ROBOTS[name]
        arguments += ["--robot", str(models.robots_folder() / file)] + (["--floating"] if floating else [])
    return arguments


def print_question(question, rows):
    """One line per mechanism: ours in four ways, Pinocchio's best and MuJoCo's, ratios to Pinocchio."""
    mine = [r for r in rows if r["task"] == f"batch/{question}"]
    ways = []
    for r in mine:
        if (r["scalar"], r["algorithm"]) not in ways:
            ways.append((r["scalar"], r["algorithm"]))
    print(f"\n{question}: µs per evaluation (Pinocchio's median / ours)")
    print(f"{'mechanism':15}{'nv':>4}  {'pinocchio':>10}{'mujoco':>9}" +
          "".join(f"{scalar + ' ' + way.replace('minverse_apply, ', '').replace(' kept', ''):>25}" for scalar, way in ways))
    for robot in dict.fromkeys(r["robot"] for r in mine):
        here = {(r["scalar"], r["algorithm"], r["peer"].split()[0]): r for r in mine if r["robot"] == robot}
        first = {peer: here.get((*ways[0], peer)) for peer in ("pinocchio", "mujoco")}
        cells = ""
        for way in ways:
            r = here[(*way, "pinocchio")]
            wrong = " WRONG" if not r["residual"] <= tree.right(r["scalar"]) else ""
            cells += f"{r['us_median']:15.3f} {'(' + format(r['ratio'], '.1f') + ')':>9}{wrong}"
        print(f"{robot:15}{first['pinocchio']['nv']:4}  {first['pinocchio']['peer_us_median']:10.3f}"
              f"{first['mujoco']['peer_us_median'] if first['mujoco'] else float('nan'):9.3f}" + cells)


def loss_of_rows(rows):
    """Row-major over packed, per question, mechanism and scalar."""
    time_of = {(r["task"], r["robot"], r["scalar"], r["algorithm"]): r["us_median"] for r in rows
               if r["peer"].startswith("pinocchio")}
    return {key: time_of[key] / time_of[(*key[:3], key[3].replace("rows", "packed"))] - 1 for key in time_of
            if "rows" in key[3]}


def threads(program, name, folder, options, compiler):
    done = subprocess.run([program, *model_arguments(name, folder), "--rounds", str(options.rounds)],
                          stdout=subprocess.PIPE, text=True, cwd=folder, check=True)
    rows = []
    for line in done.stdout.splitlines():
        r = json.loads(line)
        scaling = r["us_one_median"] / r["us_median"] / r["threads"]
        rows.append({"task": "batch/threads/" + r["question"], "robot": name, "nv": r["nv"], "m": 0,
                     "algorithm": r["question"] + ", rows", "mode": "batch", "scalar": "double", "isa": r["isa"],
                     "threads": r["threads"], "compiler": compiler, "us": r["us"], "us_median": r["us_median"],
                     "residual": 0, "bytes": 0, "peer": "tenon, one thread", "peer_algorithm": r["question"] + ", rows",
                     "peer_us": r["us_one"], "peer_us_median": r["us_one_median"], "peer_residual": 0,
                     "ratio": r["us_one_median"] / r["us_median"], "best": False})
        print(f"{r['question']:6}{name:15}{r['threads']} threads, {r['samples']} samples: one thread "
              f"{r['us_one_median']:.3f}, {r['threads']} threads {r['us_median']:.3f} µs per evaluation: "
              f"{scaling:.2f} of linear (fastest calls: {r['us_one'] / r['us'] / r['threads']:.2f})")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here")
    parser.add_argument("--rounds", type=int, default=60, help="interleaved blocks of a millisecond per contestant")
    parser.add_argument("--robot", action="append", help="only this mechanism (may be repeated)")
    parser.add_argument("--only", help="only this question")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where the two programs are")
    parser.add_argument("--compiler", default="", help="tenon's compiler and flags, for the record")
    options = parser.parse_args()

    libraries = tree.build_peers(GROUPS)
    wanted = json.loads((HERE / "rows.json").read_text())
    folder = ROOT / "build" / "bench" / "models"
    models.write_all(folder)
    names = [n for n in wanted["robots"] if not options.robot or n in options.robot]
    rows = []
    start = time.monotonic()
    for i, name in enumerate(names):
        tree.say(f"[{i + 1}/{len(names)}] {name} ({time.monotonic() - start:.0f} s so far)")
        entries = tree.race(str(options.folder / "tenon_race_batch"), name, folder, libraries, options)
        rows += tree.rows_of(name, entries, libraries, options.compiler, "batch")
    for question in wanted["questions"]:
        if not options.only or options.only == question:
            print_question(question, rows)
    wide = {"baseline": (2, 4), "avx2": (4, 8), "avx512": (8, 16)}[rows[0]["isa"]]
    print(f"\ntenon: {options.compiler}, {rows[0]['isa']}: {wide[0]} doubles or {wide[1]} floats per block, one thread, 64 "
          "samples per call, checks and transposition included.\nThread processor time, median of "
          f"{options.rounds} interleaved rounds. The peers answer in double, one call per state, also beside floats.\n"
          "\"upper, zeros\": one triangle, zeros between branches kept, as Pinocchio's crba does.")
    loss = loss_of_rows(rows)
    for key, value in loss.items():
        if value > ROWS_LOSS:
            print(f"row-major loses {100 * value:.0f} %: {key[0]} {key[1]} {key[2]} {key[3]}")
    print("\nthreads, wall time:")
    for name in names:
        if name in ("solo12", "talos_reduced"):
            rows += threads(str(options.folder / "tenon_batch_threads"), name, folder, options, options.compiler)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    absent = tree.missing(rows, wanted, options)
    for robot, question, peer in absent:
        tree.say(f"missing row: {question} on {robot} against {peer}")
    raced = [r for r in rows if not r["task"].startswith("batch/threads")]
    wrong = [r for r in raced if not r["residual"] <= tree.right(r["scalar"])]
    for r in wrong:
        tree.say(f"wrong answer: {r['task']} {r['scalar']} {r['algorithm']} on {r['robot']}: {r['residual']:.1e}")
    pin = [r for r in raced if r["peer"].startswith("pinocchio")]
    for scalar, goal in GOALS.items():
        of = [r for r in pin if r["scalar"] == scalar]
        tree.say(f"{scalar}: {sum(r['ratio'] >= goal for r in of)} of {len(of)} rows at least {goal}x Pinocchio's fastest "
                 f"single call, {sum(r['ratio'] < 1 for r in of)} losses")
    sys.exit(1 if absent or wrong else 0)


if __name__ == "__main__":
    main()
