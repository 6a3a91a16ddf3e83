"""What races of mechanisms held to the world share: rows for both sides, runs, each of our ways against the peer's fastest.

The peers are built by tools/build_peer.py (cached); mechanisms come from bench/tree/models.py or are exported by tenon.
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
from race import BUILDS, FLAGS, say  # noqa: E402

PEER_FLAGS = (f"header-only, the faster of \"clang 19 {' '.join(FLAGS)}\" and the same with -fno-slp-vectorize (*)")

# Where no peer can run.
NOBODY = dict.fromkeys(("library", "us", "us_median", "residual", "iterations", "allocations"))


def build_peers(sources):
    """Every contestant's library -> the words that name its build."""
    return {str(build_peer.build(source, "pinocchio", flags)): f"clang 19 {' '.join(flags)}"
            for flags in BUILDS for source in sources}


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


def options_of(summary):
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("--json", type=pathlib.Path, help="write the rows here")
    parser.add_argument("--rounds", type=int, default=60, help="interleaved blocks of a millisecond per contestant")
    parser.add_argument("--robot", action="append", help="only this mechanism (may be repeated)")
    parser.add_argument("--only", help="only this question, where there are several")
    parser.add_argument("--peers-only", action="store_true", help="build the peers and stop")
    parser.add_argument("--program", help="the built program of the race")
    parser.add_argument("--compiler", default="", help="tenon's compiler and flags, for the record")
    return parser.parse_args()


def race(case, folder, known, libraries, options):
    """One case: the runner's lines. A case may have fewer peers: `builds`, the first ones only (0: none)."""
    few = [" ".join(flags) for flags in BUILDS[:case.get("builds", len(BUILDS))]]
    libraries = [file for file, words in libraries.items() if any(words == f"clang 19 {flags}" for flags in few)]
    tree = folder / f"{case['robot'].replace(':', '_')}.tree"
    if case["robot"] not in known:
        subprocess.run([options.program, "--export", case["robot"], str(tree)], check=True)
    rows = folder / "held.rows"
    write_rows(case, tree, rows)
    command = [options.program, "--tree", str(tree), "--rows", str(rows), "--rounds", str(options.rounds)]
    if "questions" in case:
        command += ["--only", ",".join(case["questions"])]
    done = subprocess.run(command + libraries, stdout=subprocess.PIPE, text=True, cwd=folder)
    if done.returncode != 0:
        raise SystemExit(f"{case['robot']}, {case['rows']}: the race failed")
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows_of(task, case, entries, libraries, compiler, right):
    """Each of our ways against the peer's fastest routine and build that answers rightly."""
    def name(entry):
        return f"{entry['algorithm']} ({libraries[entry['file']]})"

    rows = []
    for e in (e for e in entries if e["library"] == "tenon"):
        rivals = [r for r in entries if r["library"] != "tenon" and r["question"] == e["question"]]
        fastest = min([r for r in rivals if r["residual"] <= right] or rivals or [NOBODY], key=lambda r: r["us_median"])
        rows.append({
            "task": task if e["question"] == task else f"{task}/{e['question']}", "robot": case["robot"],
            "rows": case["rows"], "kind": case["kind"], "nv": e["nv"], "m": e["m"], "algorithm": e["algorithm"],
            "mode": e["mode"], "scalar": e["scalar"], "isa": e["isa"], "threads": 1, "compiler": compiler, "us": e["us"],
            "us_median": e["us_median"], "operations": e["operations"], "residual": e["residual"], "iterations": e["iterations"],
            "allocations": e["allocations"], "bytes": e["bytes"], "peer": fastest["library"],
            "peer_algorithm": name(fastest) if rivals else "", "peer_us": fastest["us"], "peer_us_median": fastest["us_median"],
            "peer_residual": fastest["residual"], "peer_iterations": fastest["iterations"],
            "peer_allocations": fastest["allocations"],
            "peer_routes": {name(r): {k: r[k] for k in ("us", "us_median", "residual", "iterations")} for r in rivals},
            "ratio": fastest["us_median"] / e["us_median"] if rivals else None, "best": e["best"]})
    return rows


def run_cases(task, cases, libraries, options, right):
    """All cases in turn: their rows."""
    if options.peers_only:
        sys.exit(0)
    folder = ROOT / "build" / "bench" / "models"
    known = models.write_all(folder)
    cases = [dict(c) for c in cases if not options.robot or c["robot"] in options.robot]
    if options.only:
        for case in cases:
            case["questions"] = [q for q in case.get("questions", []) if q == options.only]
        cases = [c for c in cases if c["questions"]]
    rows = []
    start = time.monotonic()
    for i, case in enumerate(cases):
        say(f"[{i + 1}/{len(cases)}] {case['robot']}, {case['rows']} ({time.monotonic() - start:.0f} s so far)")
        rows += rows_of(task, case, race(case, folder, known, libraries, options), libraries, options.compiler, right)
    return cases, rows


def routine(row):
    """The peer's routine, with a star where its second build was the faster one."""
    return row["peer_algorithm"].split(" (")[0] + (" *" if "-fno-slp" in row["peer_algorithm"] else "")


def finish(rows, absent, wrong, options):
    """Rows as JSON; words about what is missing or wrong; the exit code."""
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    for row in absent:
        say(f"missing row: {', '.join(row)}")
    for r in wrong:
        say(f"wrong answer: {r['algorithm']} on {r['robot']}, {r['rows']}: residual {r['residual']:.1e}")
    sys.exit(1 if absent or wrong else 0)
