#!/usr/bin/env python3
"""Markdown tables of docs/benchmarks.md and README.md from the races' JSON, medians and ratios of medians.

usage: benchmark_tables.py tree|batch|delassus|constrained|ops FILE.json
"""
import json
import sys

NAMES = {"panda_arm": "Panda arm", "solo12": "Solo12", "go2": "Go2", "g1": "G1", "talos_reduced": "Talos", "talos_full": "Talos",
         "atlas_standin:2": "Atlas, two hands (stand-in)", "arm7_standin": "7-axis arm (stand-in)"}
TREE = ["rnea", "crba", "aba", "factorize", "solve", "minverse", "rnea_derivatives", "aba_derivatives"]
DELASSUS = ["automatic", "pv-osimr, body by body", "ltl-osim", "pv-osimr, rows", "pv-osimr, rows, float"]
DYNAMICS = ["automatic", "automatic, mu 1e6", "automatic, to 1e-7", "constrained-aba, body by body", "prox-pv", "prox-ltl"]
DAMPED = ["automatic", "pv-osimr-inverse", "caba-osim", "caba-osimf", "pv-osimf", "ltl-osim-inverse"]
OPS = {"rnea": "RNEA", "aba": "ABA", "crba": "CRBA", "minverse_apply": "M⁻¹x", "placement": "forward kinematics",
       "ltdl and solve": "LTDL and solve"}
ROBOTS = {"arm7_standin": "arm", "quadruped_standin": "quadruped", "humanoid_standin": "humanoid",
          "atlas_standin_2_hands": "Atlas with hands", "chain_100": "chain"}
BATCH = [("rnea", "rows", "double"), ("rnea", "packed", "double"), ("rnea", "rows", "float"), ("aba", "rows", "double"),
         ("aba", "packed", "double"), ("aba", "rows", "float"), ("crba_solve", "minverse_apply, rows", "double"),
         ("crba_solve", "minverse_apply, rows", "float"), ("crba", "rows", "double"),
         ("crba", "packed, upper, zeros kept", "double"), ("crba", "packed, upper, zeros kept", "float")]


def digits(x):
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}" if x >= 1 else f"{x:.2g}"


def name(row):
    robot = row["robot"]
    for prefix in ("chain_", "chain:", "square_chain:"):
        if robot.startswith(prefix):
            return f"chain ({row['nv']})"
    return f"{NAMES.get(robot, robot)} ({row['nv']})"


def cell(row):
    return f"{digits(row['us_median'])} ({row['ratio']:.1f}×)" if row.get("ratio") else digits(row["us_median"])


def line(cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def tree(rows):
    for robot in dict.fromkeys(r["robot"] for r in rows):
        own = {(r["task"].split("/")[-1], r["peer"].split()[0]): r for r in rows if r["robot"] == robot and r["best"]}
        nv = next(iter(own.values()))["nv"]
        line([robot, nv] + [f"{digits(own[t, 'pinocchio']['us_median'])} ({own[t, 'pinocchio']['ratio']:.1f})" for t in TREE])
    print("\nREADME")
    for robot in ("panda_arm", "solo12", "g1", "talos_full", "chain_100"):
        own = {(r["task"].split("/")[-1], r["peer"].split()[0]): r for r in rows if r["robot"] == robot and r["best"]}
        cells = []
        for t in ("rnea", "aba", "crba", "minverse", "rnea_derivatives", "aba_derivatives"):
            ratios = [f"{own[t, p]['ratio']:.1f}×" for p in ("pinocchio", "mujoco") if (t, p) in own]
            cells.append(f"{digits(own[t, 'pinocchio']['us_median'])} ({', '.join(ratios)})")
        line([name(own["rnea", "pinocchio"])] + cells)


def batch(rows):
    found = {(r["robot"], r["task"], r["algorithm"], r["scalar"]): r for r in rows if "pinocchio" in r["peer"]}
    for robot in dict.fromkeys(r["robot"] for r in rows if not r["task"].startswith("threads")):
        cells = [found.get((robot, "batch/" + t, a, s)) for t, a, s in BATCH]
        if all(cells):
            line([robot] + [f"{digits(c['us_median'])} ({c['ratio']:.1f})" for c in cells])
    for task in ("rnea", "aba"):
        for scalar in ("double", "float"):
            ratios = [r["ratio"] for (_, t, _, s), r in found.items() if t == "batch/" + task and s == scalar]
            print(task, scalar, f"{min(ratios):.1f} to {max(ratios):.1f}")


def cases(rows):
    for key in dict.fromkeys((r["robot"], r["rows"]) for r in rows):
        yield key, {r["algorithm"] + (", float" if r["scalar"] == "float" else ""): r
                    for r in rows if (r["robot"], r["rows"]) == key}


def route(row):
    return row["peer_algorithm"].split(" (")[0].replace("compute", "").replace("Matrix", "") if row.get("peer_us_median") else ""


def delassus(rows):
    for (_, held), own in cases(rows):
        a = own["automatic"]
        line([f"{name(a)}, {held}", a["m"], f"{digits(a['peer_us_median'])} {route(a)}"] + [cell(own[w]) for w in DELASSUS] +
             [round(a["bytes"] / 1000)])


def constrained(rows):
    for task, ways in (("dynamics", DYNAMICS), ("damped", DAMPED)):
        print(f"\n{task}")
        for (_, held), own in cases([r for r in rows if r["task"] == "constrained/" + task]):
            a = own["automatic"]
            lanes = [cell(own["batch, rows"])] if "batch, rows" in own else []
            peer = f"{digits(a['peer_us_median'])} {route(a)}" if a.get("peer_us_median") else "–"
            errors = [f"{own[w]['residual']:.0e}" for w in ("automatic", "caba-osim") if w in own and (task == "damped" or w == "automatic")]
            if a.get("peer_us_median"):
                errors.append(f"{a['peer_residual']:.0e}")
            line([f"{name(a)}, {held}", a["m"], peer] + [cell(own[w]) for w in ways] + lanes + [", ".join(errors)] +
                 ([round(a["bytes"] / 1000)] if task == "dynamics" else []))
    print("\nderivatives")
    for (_, held), own in cases([r for r in rows if r["task"] == "constrained/derivatives"]):
        for a in list(own.values())[:1]:
            line([f"{name(a)}, {held}", digits(a["peer_us_median"]), cell(a)])


def ops(rows):
    for robot, title in ROBOTS.items():
        for family, algorithm in OPS.items():
            own = {(r["mode"], r["scalar"]): r for r in rows if r["task"] == "ops" and r["robot"] == robot and r["family"] == family}
            one = own["single", "double"]
            modes = [own[m] for m in (("single", "double"), ("default", "double"), ("batch", "double"), ("batch", "float"))]
            line([f"{title}, {one['nv']}", algorithm, f"{one['operations']} ({one['operations'] / one['nv']:.0f})"] +
                 [f"{r['us']:.2f} ({100 * r['per_cycle'] / r['peak']:.0f} %)" for r in modes])


if __name__ == "__main__":
    TABLES = {"tree": tree, "batch": batch, "delassus": delassus, "constrained": constrained, "ops": ops}
    if len(sys.argv) != 3 or sys.argv[1] not in TABLES:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as file:
        TABLES[sys.argv[1]](json.load(file))
