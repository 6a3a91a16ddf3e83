#!/usr/bin/env python3
"""Writes the tables of docs/benchmarks.md and README.md from the races' JSON: medians, and ratios of medians.

usage: benchmark_tables.py tree|batch|delassus|constrained|ops FILE.json [--root FOLDER]

A table stands between `<!-- table: NAME -->` and `<!-- end -->`, with a line above it that says when and on what
machine it was measured; both are written anew. Run it on the machine that has run the race.
"""
import argparse
import datetime
import json
import re
import sys
from pathlib import Path

DOCS, README = "docs/benchmarks.md", "README.md"
NAMES = {"panda_arm": "Panda arm", "solo12": "Solo12", "go2": "Go2", "g1": "G1", "talos_reduced": "Talos", "talos_full": "Talos",
         "atlas_standin:2": "Atlas, two hands (stand-in)", "arm7_standin": "7-axis arm (stand-in)"}
TREE = ["rnea", "crba", "aba", "factorize", "solve", "minverse", "rnea_derivatives", "aba_derivatives"]
TREE_README = {"rnea": "RNEA", "aba": "ABA", "crba": "CRBA", "minverse": "M⁻¹", "rnea_derivatives": "derivatives of RNEA",
               "aba_derivatives": "derivatives of ABA"}
DELASSUS = {"automatic": "`automatic`", "pv-osimr, body by body": "body by body", "ltl-osim": "`ltl-osim`",
            "pv-osimr, rows": "batch, doubles", "pv-osimr, rows, float": "batch, floats"}
DELASSUS_README = {"automatic": "one call", "pv-osimr, rows": "batch, doubles", "pv-osimr, rows, float": "batch, floats"}
DELASSUS_CASES = [("panda_arm", "weld"), ("solo12", "4 points"), ("talos_reduced", "F6²"), ("talos_reduced", "F6²H6²"),
                  ("g1", "8 points"), ("atlas_standin:2", "feet, fingers"), ("chain_100", "tip")]
DYNAMICS = {"automatic": "`automatic`", "automatic, mu 1e6": "μ = 1e6", "automatic, to 1e-7": "to 1e-7",
            "constrained-aba, body by body": "body by body", "prox-pv": "`prox-pv`", "prox-ltl": "`prox-ltl`",
            "batch, rows": "batch, rows"}
DAMPED = {way: f"`{way}`" for way in ("automatic", "pv-osimr-inverse", "caba-osim", "caba-osimf", "pv-osimf", "ltl-osim-inverse")}
DAMPED["batch, rows"] = "batch, rows"
CONSTRAINED_CASES = [("solo12", "F3⁴"), ("g1", "F6²"), ("talos_full", "F6²H6²"), ("talos_full", "(F3⁴)²"),
                     ("atlas_standin:2", "F6²T3¹⁰"), ("chain_100", "tip")]
OPS = {"rnea": "RNEA", "aba": "ABA", "crba": "CRBA", "minverse_apply": "M⁻¹x", "placement": "forward kinematics",
       "ltdl and solve": "LTDL and solve"}
MODES = {("single", "double"): "single: µs (share)", ("default", "double"): "default", ("batch", "double"): "batch",
         ("batch", "float"): "batch of floats"}
ROBOTS = {"arm7_standin": "arm", "quadruped_standin": "quadruped", "humanoid_standin": "humanoid",
          "atlas_standin_2_hands": "Atlas with hands", "chain_100": "chain"}
BATCH = {("rnea", "rows", "double"): "RNEA: rows", ("rnea", "packed", "double"): "packed",
         ("rnea", "rows", "float"): "floats, rows", ("aba", "rows", "double"): "ABA: rows",
         ("aba", "packed", "double"): "packed", ("aba", "rows", "float"): "floats, rows",
         ("crba_solve", "minverse_apply, rows", "double"): "M⁻¹x: rows",
         ("crba_solve", "minverse_apply, rows", "float"): "floats, rows", ("crba", "rows", "double"): "CRBA: rows",
         ("crba", "packed, upper, zeros kept", "double"): "upper, packed",
         ("crba", "packed, upper, zeros kept", "float"): "floats, upper, packed"}


def digits(x):
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}" if x >= 1 else f"{x:.2g}"


def name(row):
    robot = row["robot"]
    for prefix in ("chain_", "chain:", "square_chain:"):
        if robot.startswith(prefix):
            return f"chain ({row['nv']})"
    return f"{NAMES.get(robot, robot)} ({row['nv']})"


def cell(row):
    if not row:
        return "–"
    return f"{digits(row['us_median'])} ({row['ratio']:.1f}×)" if row.get("ratio") else digits(row["us_median"])


def plain_cell(row):
    return f"{digits(row['us_median'])} ({row['ratio']:.1f})"


def peer(row):
    if not row.get("peer_us_median"):
        return "–"
    route = row["peer_algorithm"].split(" (")[0].replace("compute", "").replace("Matrix", "")
    return f"{digits(row['peer_us_median'])} {route}"


def tree(rows):
    def own(robot):
        return {(r["task"].split("/")[-1], r["peer"].split()[0]): r for r in rows if r["robot"] == robot and r["best"]}

    table = [["mechanism", "nv"] + TREE]
    for robot in dict.fromkeys(r["robot"] for r in rows):
        found = own(robot)
        table.append([robot, next(iter(found.values()))["nv"]] + [plain_cell(found[t, "pinocchio"]) for t in TREE])
    short = [["robot (degrees of freedom)"] + list(TREE_README.values())]
    for robot in ("panda_arm", "solo12", "g1", "talos_full", "chain_100"):
        found = own(robot)
        if not found:
            continue
        cells = []
        for t in TREE_README:
            ratios = [f"{found[t, p]['ratio']:.1f}×" for p in ("pinocchio", "mujoco") if (t, p) in found]
            cells.append(f"{digits(found[t, 'pinocchio']['us_median'])} ({', '.join(ratios)})")
        short.append([name(found["rnea", "pinocchio"])] + cells)
    return {(DOCS, "tree"): table, (README, "tree"): short}


def batch(rows):
    found = {(r["robot"], r["task"], r["algorithm"], r["scalar"]): r for r in rows if "pinocchio" in r["peer"]}
    table = [["mechanism"] + list(BATCH.values())]
    for robot in dict.fromkeys(r["robot"] for r in rows if not r["task"].startswith("threads")):
        cells = [found.get((robot, "batch/" + t, a, s)) for t, a, s in BATCH]
        if all(cells):
            table.append([robot] + [plain_cell(c) for c in cells])
    for task in ("rnea", "aba"):
        for scalar in ("double", "float"):
            ratios = [r["ratio"] for (_, t, _, s), r in found.items() if t == "batch/" + task and s == scalar]
            if ratios:
                print(task, scalar, f"{min(ratios):.1f} to {max(ratios):.1f}")
    return {(DOCS, "batch"): table}


def cases(rows):
    """(robot, rows held) -> way -> row."""
    found = {}
    for r in rows:
        way = r["algorithm"] + (", float" if r["scalar"] == "float" else "")
        found.setdefault((r["robot"], r["rows"]), {})[way] = r
    return found


def delassus(rows):
    found = cases(rows)
    table = [["mechanism (degrees of freedom), rows", "m", "Pinocchio", *DELASSUS.values(), "KB"]]
    for (_, held), own in found.items():
        a = own["automatic"]
        table.append([f"{name(a)}, {held}", a["m"], peer(a)] + [cell(own[w]) for w in DELASSUS] + [round(a["bytes"] / 1000)])
    short = [["robot (degrees of freedom), constraints", "rows", *DELASSUS_README.values()]]
    for case in DELASSUS_CASES:
        if case in found:
            a = found[case]["automatic"]
            short.append([f"{name(a)}, {case[1]}", a["m"]] + [cell(found[case][w]) for w in DELASSUS_README])
    return {(DOCS, "delassus"): table, (README, "delassus"): short}


def errors(own, ways):
    a = own["automatic"]
    numbers = [own[w]["residual"] for w in ways] + ([a["peer_residual"]] if a.get("peer_us_median") else [])
    return ", ".join(f"{e:.0e}" for e in numbers)


def constrained(rows):
    tasks = {task: cases([r for r in rows if r["task"] == "constrained/" + task]) for task in ("dynamics", "damped", "derivatives")}
    head = ["m", "Pinocchio, µs"]
    dynamics = [["mechanism (degrees of freedom), rows", *head, *DYNAMICS.values(), "error in v̇: tenon, Pinocchio", "KB"]]
    for (_, held), own in tasks["dynamics"].items():
        a = own["automatic"]
        dynamics.append([f"{name(a)}, {held}", a["m"], peer(a)] + [cell(own.get(w)) for w in DYNAMICS] +
                        [errors(own, ["automatic"]), round(a["bytes"] / 1000)])
    damped = [["mechanism, rows", *head, *DAMPED.values(), "error: `automatic`, `caba-osim`, Pinocchio"]]
    for (_, held), own in tasks["damped"].items():
        a = own["automatic"]
        damped.append([f"{name(a)}, {held}", a["m"], peer(a)] + [cell(own.get(w)) for w in DAMPED] +
                      [errors(own, ["automatic", "caba-osim"])])
    derivatives = [["mechanism, rows", "Pinocchio, µs", "tenon"]]
    for (_, held), own in tasks["derivatives"].items():
        a = next(iter(own.values()))
        derivatives.append([f"{name(a)}, {held}", digits(a["peer_us_median"]), cell(a)])
    short = [["robot (degrees of freedom), constraints", "rows", "accelerations and forces", "in a batch", "damped inverse",
              "with derivatives"]]
    for case in CONSTRAINED_CASES:
        if case in tasks["dynamics"]:
            own = tasks["dynamics"][case]
            derived = next(iter(tasks["derivatives"].get(case, {}).values()), None)
            short.append([f"{name(own['automatic'])}, {case[1]}", own["automatic"]["m"], cell(own["automatic"]),
                          cell(own.get("batch, rows")), cell(tasks["damped"].get(case, {}).get("automatic")), cell(derived)])
    return {(DOCS, "dynamics"): dynamics, (DOCS, "damped"): damped, (DOCS, "derivatives"): derivatives,
            (README, "constrained"): short}


def ops(rows):
    timed = [["robot", "algorithm", "operations (per degree of freedom)", *MODES.values()]]
    for robot, title in ROBOTS.items():
        for family, algorithm in OPS.items():
            own = {(r["mode"], r["scalar"]): r for r in rows if r["task"] == "ops" and r["robot"] == robot and r["family"] == family}
            if not own:
                continue
            one = own["single", "double"]
            timed.append([f"{title}, {one['nv']}", algorithm, f"{one['operations']} ({one['operations'] / one['nv']:.0f})"] +
                         [f"{own[m]['us']:.2f} ({100 * own[m]['per_cycle'] / own[m]['peak']:.0f} %)" for m in MODES])
    counted = [r for r in rows if r["task"] == "count"]
    robots = list(dict.fromkeys(r["robot"] for r in counted))
    found = {(r["family"], r["algorithm"], r["robot"]): r for r in counted}
    nv = {r["robot"]: r["nv"] for r in counted}
    counts = [["question", "algorithm"] + [f"{ROBOTS.get(robot, robot.split('_')[0])}, {nv[robot]}" for robot in robots]]
    for family, algorithm in dict.fromkeys((r["family"], r["algorithm"]) for r in counted):
        counts.append([family, f"`{algorithm}`"] +
                      [f"{found[family, algorithm, robot]['operations'] / nv[robot]:.0f}" for robot in robots])
    return {(DOCS, "ops"): timed, (DOCS, "counts"): counts}


TABLES = {"tree": tree, "batch": batch, "delassus": delassus, "constrained": constrained, "ops": ops}
UNTIMED = ("counts",)  # the same on any machine


def cells_of(line):
    return len(re.sub(r"\\\||`[^`]*`", "", line).strip().strip("|").split("|"))


def crooked_rows(text):
    """Lines of Markdown tables that have more or fewer cells than their header, with their numbers."""
    found, header = [], None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = cells_of(line)
        elif cells_of(line) != header:
            found.append((number, line))
    return found


def markdown(table):
    lines = ["| " + " | ".join(str(c) for c in row) + " |" for row in table]
    lines.insert(1, "|" + "---|" * len(table[0]))
    for _, line in crooked_rows("\n".join(lines)):
        sys.exit(f"error: a row with {cells_of(line)} cells, expected {len(table[0])}: {line}")
    return "\n".join(lines)


def processor(cpuinfo):
    found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return found.group(1).strip() if found else "unknown processor"


def measured(rows, date, cpu):
    sets = dict.fromkeys(r["isa"] for r in rows if r.get("isa"))
    compilers = dict.fromkeys(r["compiler"] for r in rows if r.get("compiler"))
    return "Measured " + ", ".join([date, cpu, *sets, *compilers]) + "."


def replaced(text, table, content):
    """The text with what stands between the markers of a table exchanged; None where it has no such markers."""
    pattern = re.compile(rf"(<!-- table: {re.escape(table)} -->\n).*?(<!-- end -->)", re.DOTALL)
    new, count = pattern.subn(lambda m: m.group(1) + content + "\n" + m.group(2), text)
    return new if count == 1 else None


def write_tables(race, rows, root, line):
    for (file, table), content in TABLES[race](rows).items():
        if len(content) == 1:
            print(f"{file}: table {table}: no rows, left as it is")
            continue
        path = root / file
        above = "" if table in UNTIMED else line + "\n\n"
        text = replaced(path.read_text(encoding="utf-8"), table, above + markdown(content))
        if text is None:
            sys.exit(f"error: {path}: found no single <!-- table: {table} --> … <!-- end -->")
        path.write_text(text, encoding="utf-8")
        print(f"{file}: table {table}: {len(content) - 1} rows")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("race", choices=TABLES)
    parser.add_argument("json", type=Path)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    arguments = parser.parse_args()
    rows = json.loads(arguments.json.read_text(encoding="utf-8"))
    date = datetime.date.fromtimestamp(arguments.json.stat().st_mtime).isoformat()
    cpuinfo = Path("/proc/cpuinfo")
    line = measured(rows, date, processor(cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""))
    write_tables(arguments.race, rows, arguments.root, line)


if __name__ == "__main__":
    main()
