#!/usr/bin/env python3
"""Measures the registry's cost model: nanoseconds per degree of freedom and per weighted operation of each algorithm.

    python3 tools/calibrate_cost.py build/release/apps/tenon

Times every counted algorithm on robots from 3 to 100 degrees of freedom and fits both numbers: the last two of a row in
src/registry/algorithms.cpp. Below that, where `automatic` would not choose the fastest algorithm, and what that costs.
Use a machine with nothing else to do.
"""

import collections
import json
import subprocess
import sys

ROBOTS = ["arm7_standin", "quadruped_standin", "humanoid_standin", "shadow_hand_standin", "atlas_standin:2"]
ROBOTS += [f"chain:{n}" for n in (3, 10, 30, 100)] + ["binary_tree:3", "binary_tree:5", "pendulum:12"]
# As in src/registry/cost.cpp.
PRICES = {"add": 1, "mul": 1, "div": 5, "sqrt": 6, "trig": 12}


def ask(tenon, *arguments):
    return json.loads(subprocess.run([tenon, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def measure(tenon):
    """{robot: {(family, algorithm): (degrees of freedom, weighted operations, nanoseconds)}}"""
    measured = {}
    for robot in (f"generator:{r}" for r in ROBOTS):
        rows = [r for r in ask(tenon, "algorithms", "--robot", robot)["algorithms"] if r["counted"]]
        priced = {(r["family"], r["name"]): sum(PRICES[k] * n for k, n in r["operations"].items()) for r in rows}
        families = sorted({family for family, _ in priced})
        timed = ask(tenon, "bench", robot, *(x for f in families for x in ("--family", f)))["rows"]
        nanoseconds = {(r["family"], r["algorithm"]): 1e3 * r["us"] for r in timed}
        dof = timed[0]["nv"]
        measured[robot] = {key: (dof, operations, nanoseconds[key]) for key, operations in priced.items()}
        print(f"measured {robot}", file=sys.stderr)
    return measured


def fit(samples):
    """The a, b >= 0 for which a * dof + b * operations is nearest to the times, relative to each time."""

    def solve(columns):
        rows = [([c(dof, ops) / ns for c in columns], 1.0) for dof, ops, ns in samples]
        if len(columns) == 1:
            return [sum(x[0] for x, _ in rows) / sum(x[0] ** 2 for x, _ in rows)]
        aa, ab, bb = (sum(x[i] * x[j] for x, _ in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
        ra, rb = (sum(x[i] for x, _ in rows) for i in (0, 1))
        det = aa * bb - ab * ab
        return [(ra * bb - rb * ab) / det, (rb * aa - ra * ab) / det]

    by_dof, by_operations = (lambda dof, ops: dof), (lambda dof, ops: ops)
    a, b = solve([by_dof, by_operations])
    if a < 0:
        return 0.0, solve([by_operations])[0]
    if b < 0:
        return solve([by_dof])[0], 0.0
    return a, b


def main():
    measured = measure(sys.argv[1])
    samples = collections.defaultdict(list)
    for rows in measured.values():
        for key, sample in rows.items():
            samples[key].append(sample)
    weights = {key: fit(values) for key, values in samples.items()}

    def estimate(key, sample):
        a, b = weights[key]
        return a * sample[0] + b * sample[1]

    print(f"{'family':18} {'algorithm':20} ns/dof ns/op   estimate over time")
    for key, (a, b) in weights.items():
        errors = sorted(estimate(key, s) / s[2] for s in samples[key])
        print(f"{key[0]:18} {key[1]:20} {a:6.1f} {b:.3f}   {errors[0]:.2f} to {errors[-1]:.2f}")

    print("\nwhere the algorithm of least estimate is not the fastest: its time over the fastest one's")
    for robot, rows in measured.items():
        for family in sorted({f for f, _ in rows}):
            keys = [k for k in rows if k[0] == family]
            chosen = min(keys, key=lambda k: estimate(k, rows[k]))
            fastest = min(keys, key=lambda k: rows[k][2])
            if chosen != fastest:
                print(f"{robot:32} {family:16} {chosen[1]:14} {rows[chosen][2] / rows[fastest][2]:.2f}")


if __name__ == "__main__":
    main()
