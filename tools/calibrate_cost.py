#!/usr/bin/env python3
"""Measures the registry's cost model: nanoseconds per call, per step and per weighted operation of each algorithm.

    python3 tools/calibrate_cost.py build/release/apps/tenon [--write]

Times every algorithm on robots from 3 to 100 degrees of freedom and fits the three numbers `.weights` of its descriptor
(src/dynamics/fast/rnea.hpp, …); --write puts them there. Below that, where `automatic` would not choose the fastest
algorithm, and what that costs. Use a machine with nothing else to do.
"""

import collections
import itertools
import json
import pathlib
import re
import subprocess
import sys

ROBOTS = ["arm7_standin", "quadruped_standin", "humanoid_standin", "shadow_hand_standin", "atlas_standin:2"]
ROBOTS += [f"chain:{n}" for n in (3, 10, 30, 100)] + ["binary_tree:3", "binary_tree:5", "pendulum:12"]
SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src"
# Plain versions are there to be compared with, and LTL is another factorization than LTDL: never `automatic`. The
# Delassus algorithms are chosen by their constraints.
BY_NAME_ONLY = {("rnea", "rnea-plain"), ("crba", "crba-plain"), ("aba", "aba-plain"), ("factorization", "ltl")}


def ask(tenon, *arguments):
    return json.loads(subprocess.run([tenon, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def measure(tenon):
    """{robot: {(family, algorithm): ((1, steps, weighted operations), nanoseconds)}}"""
    measured = {}
    for robot in (f"generator:{r}" for r in ROBOTS):
        rows = ask(tenon, "algorithms", "--robot", robot)["algorithms"]
        rows = [r for r in rows if r["constraints"] == "none"]  # the others' choice depends on the constraints too
        families = sorted({r["family"] for r in rows})
        timed = ask(tenon, "bench", robot, "--seconds", "0.1", *(x for f in families for x in ("--family", f)))["rows"]
        nanoseconds = {(r["family"], r["algorithm"]): 1e3 * r["us"] for r in timed}
        terms = {(r["family"], r["name"]): (1, *r["cost_terms"].values()) for r in rows}
        terms = {key: t for key, t in terms.items() if key not in BY_NAME_ONLY and key[0] != "delassus"}
        measured[robot] = {key: (t, nanoseconds[key]) for key, t in terms.items()}
        print(f"measured {robot}", file=sys.stderr)
    return measured


def solve(A, b):
    """Gaussian elimination; None if a pivot vanishes."""
    n = len(b)
    rows = [list(r) + [x] for r, x in zip(A, b)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-12:
            return None
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def fit(samples):
    """Weights >= 0 for which the weighted terms are nearest to the times, relative to each time."""
    rows = [[t / ns for t in terms] for terms, ns in samples]
    best = None
    for used in (u for size in (1, 2, 3) for u in itertools.combinations(range(3), size)):
        A = [[sum(r[i] * r[j] for r in rows) for j in used] for i in used]
        found = solve(A, [sum(r[i] for r in rows) for i in used])
        if found is None or min(found) < 0:
            continue
        weights = [0.0, 0.0, 0.0]
        for i, w in zip(used, found):
            weights[i] = w
        error = sum((sum(w * x for w, x in zip(weights, r)) - 1) ** 2 for r in rows)
        if best is None or error < best[0]:
            best = (error, weights)
    return best[1]


FACTS = re.compile(r"AlgorithmFacts facts\{(?P<facts>[^;]*?)\};")


def with_weights(text, weights):
    """The text of a file whose descriptors got their weights, those that had none included."""

    def replaced(match):
        facts = match["facts"]
        said = dict(re.findall(r'\.(name|family)\s*=\s*"([^"]+)"', facts))
        w = weights.get((said.get("family"), said.get("name")))
        if w is None:
            return match[0]
        numbers = f".weights = {{{w[0]:.0f}, {w[1]:.1f}, {w[2]:.3f}}}"
        changed, count = re.subn(r"\.weights = \{[^}]*\}", numbers, facts)
        return match[0].replace(facts, changed if count else f"{facts}, {numbers}")

    return FACTS.sub(replaced, text)


def write(weights):
    for path in sorted(SOURCE.rglob("*.hpp")):
        text = path.read_text()
        changed = with_weights(text, weights)
        if changed != text:
            path.write_text(changed)


def main():
    measured = measure(sys.argv[1])
    samples = collections.defaultdict(list)
    for rows in measured.values():
        for key, sample in rows.items():
            samples[key].append(sample)
    weights = {key: fit(values) for key, values in samples.items()}

    def estimate(key, sample):
        return sum(w * t for w, t in zip(weights[key], sample[0]))

    print(f"{'family':18} {'algorithm':24} ns/call ns/step ns/op   estimate over time: median, least, most")
    for key, w in weights.items():
        errors = sorted(estimate(key, s) / s[1] for s in samples[key])
        middle = errors[len(errors) // 2]
        print(
            f"{key[0]:18} {key[1]:24} {w[0]:7.0f} {w[1]:7.1f} {w[2]:.3f}   "
            f"{middle:.2f} {errors[0]:.2f} {errors[-1]:.2f}"
        )
    if "--write" in sys.argv[2:]:
        write(weights)

    print("\nwhere the algorithm of least estimate is not the fastest: its time over the fastest one's")
    for robot, rows in measured.items():
        for family in sorted({f for f, _ in rows}):
            keys = [k for k in rows if k[0] == family]
            chosen = min(keys, key=lambda k: estimate(k, rows[k]))
            fastest = min(keys, key=lambda k: rows[k][1])
            if chosen != fastest:
                print(f"{robot:32} {family:16} {chosen[1]:14} {rows[chosen][1] / rows[fastest][1]:.2f}")


if __name__ == "__main__":
    main()
