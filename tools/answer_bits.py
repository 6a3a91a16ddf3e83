"""Hashes of the bits of every answer of `tenon eval`, per instruction set, robot, question and algorithm.

    python3 tools/answer_bits.py build/release/apps/tenon --write before.json
    … change the code, build again …
    python3 tools/answer_bits.py build/release/apps/tenon --compare before.json

Numbers are printed by `tenon eval` with all their digits, so equal hashes are equal bits. The states come from
`random` with fixed seeds; constraints are welds, points and masks on the tips, with gains and references, and a set
with a loop and joint rows. Exits 1 where an answer differs, and names it with the largest relative difference.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROBOTS = ["quadruped", "humanoid", "arm7", "generator:chain:30", "generator:atlas_standin:1", "generator:swimmer:6",
          "generator:binary_tree:4", "generator:shadow_hand_standin", "generator:dual_arm_standin",
          "generator:square_chain:3"] + [f"generator:random_tree:{seed}" for seed in range(1, 21)]
TREE = ["rnea", "gravity", "bias", "passive_forces", "crba", "factorization", "multiply_L", "multiply_Lt", "solve_L",
        "solve_Lt", "minverse", "minverse_apply", "aba", "rnea_derivatives", "aba_derivatives", "coriolis", "regressor",
        "energy", "com", "com_velocity", "com_acceleration", "com_jacobian", "momentum", "centroidal_map", "integrate"]
ROWS = ["delassus", "damped_inverse", "damped_solve", "constrained_dynamics", "impulse",
        "constrained_dynamics_derivatives"]
ISAS = ["baseline", "avx2", "avx512"]


def ask(binary, isa, robot, request):
    """The results of one request, or the error's first line."""
    done = subprocess.run([binary, "eval", robot, "--input", "-"], input=json.dumps(request), capture_output=True,
                          text=True, env=dict(os.environ, TENON_ISA=isa))
    return json.loads(done.stdout)["results"] if done.returncode == 0 else done.stderr.strip().split("\n")[0]


def wave(n, phase):
    """n fixed numbers between -1 and 1, far from regular."""
    return [((k * 7919 + phase * 104729) % 2003) / 1001.5 - 1 for k in range(n)]


def questions(binary, isa, robot):
    floating = robot in ("quadruped", "humanoid")
    info = json.loads(subprocess.run([binary, "info", robot, "--json"] + ["--floating-base"] * floating,
                                     capture_output=True, text=True, check=True).stdout)
    nv, joints = info["nv"], [j for j in info["joints"] if j["nv"] == 1]
    parents = {j["parent"] for j in info["joints"]}
    tips = list({f["parent_joint"]: f["name"] for f in info["frames"] if f["parent_joint"] not in parents and
                 f["parent_joint"] and not f["name"].startswith("joint:")}.values())[:4]
    if nv == 0:
        return
    q = ask(binary, isa, robot, {"floating_base": floating, "compute": [{"what": "random", "seed": 3}]})[0]["value"]
    state = {"floating_base": floating, "q": q, "v": wave(nv, 1), "a": wave(nv, 2), "tau": wave(nv, 3), "x": wave(nv, 4)}
    frame = info["frames"][-1]["name"]
    if tips:
        state["external_wrenches"] = [{"frame": tips[0], "wrench": wave(6, 5)}]
    asked = [{"what": w, "algorithm": "all"} for w in TREE]
    asked += [{"what": w, "frame": frame, "axes": axes} for w in ("velocity", "acceleration", "bias_acceleration",
                                                                   "jacobian") for axes in ("local", "world_aligned")]
    yield "tree", dict(state, compute=asked)
    held = [{"frame": t, "type": "weld" if k % 2 else "connect", "kp": 3 * k, "kd": 2.0,
             "target": [[1, 0, 0, 0.1 * k], [0, 1, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]} for k, t in enumerate(tips)]
    if len(held) > 2:
        held[2]["axes"] = "world_aligned"
        held[2]["mask"] = [True, False, True]
    rows = sum(len(c["mask"]) - 1 if "mask" in c else 6 if c["type"] == "weld" else 3 for c in held)
    del state["x"]
    for what in ROWS:
        more = {"x": wave(rows, 6)} if what == "damped_solve" else {}
        yield f"held {what}", dict(state, **more, constraints=held, stiffness=1e3,
                                   compute=[{"what": what, "algorithm": "all"}])
    yield "plain", dict(state, constraints=[{"frame": t, "type": "connect"} for t in tips],
                        compute=[{"what": w} for w in ("delassus", "constrained_dynamics", "impulse")])
    mixed = [{"frame": a, "frame_b": b, "type": "connect"} for a, b in zip(tips, tips[1:])][:1]
    if len(joints) > 1:
        mixed += [{"joint": joints[0]["name"], "joint_b": joints[-1]["name"], "type": "coupling", "multiplier": 0.5}]
    mixed += [{"joint": joints[0]["name"], "type": "limit", "bound": 0.2, "kp": 5, "kd": 1}] if joints else []
    mixed += [{"type": "centre_of_mass"}]
    for what in ("delassus", "damped_inverse", "constrained_dynamics", "impulse"):
        yield "mixed " + what, dict(state, constraints=mixed, stiffness=1e3, compute=[{"what": what, "algorithm": "all"}])


def hashes_of(binary, isa, robot):
    out = {}
    for name, request in questions(binary, isa, robot) or ():
        results = ask(binary, isa, robot, request)
        if isinstance(results, str):
            out[f"{isa} {robot} {name}"] = [hashlib.sha256(results.encode()).hexdigest()[:16], results]
            continue
        for number, r in enumerate(results):
            key = f"{isa} {robot} {name} {number} {r['what']} {r.get('algorithm', '')}"
            answer = {k: r.get(k) for k in ("value", "force", "report")}
            out[key] = [hashlib.sha256(json.dumps(answer).encode()).hexdigest()[:16], answer]
    return out


def numbers(x):
    if isinstance(x, bool) or x is None or isinstance(x, str):
        return []
    if isinstance(x, (int, float)):
        return [float(x)]
    return [n for y in (x.values() if isinstance(x, dict) else x) for n in numbers(y)]


def difference(a, b):
    """The largest difference of two answers against the largest number of each part."""
    worst = {}
    for part in ("value", "force"):
        x, y = numbers((a or {}).get(part)), numbers((b or {}).get(part))
        if len(x) != len(y):
            worst[part] = float("inf")
        elif x != y:
            worst[part] = max(abs(p - q) for p, q in zip(x, y)) / max(1e-300, max(map(abs, x)))
    if isinstance(a, dict) and isinstance(b, dict) and a.get("report") != b.get("report"):
        worst["report"] = f"{a.get('report')} -> {b.get('report')}"
    return worst


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("binary")
    arguments.add_argument("--write", metavar="FILE")
    arguments.add_argument("--compare", metavar="FILE")
    arguments.add_argument("--isa", nargs="*", default=ISAS)
    options = arguments.parse_args()
    available = [isa for isa in options.isa if subprocess.run(
        [options.binary, "--version"], capture_output=True, env=dict(os.environ, TENON_ISA=isa)).returncode == 0]
    found = {}
    with ThreadPoolExecutor(2) as pool:
        for part in pool.map(lambda job: hashes_of(options.binary, *job), [(i, r) for i in available for r in ROBOTS]):
            found.update(part)
    print(f"{len(found)} answers on {', '.join(available)}")
    if options.write:
        with open(options.write, "w") as file:
            json.dump(found, file)
    if not options.compare:
        return 0
    with open(options.compare) as file:
        before = json.load(file)
    changed = [k for k in found if k in before and found[k][0] != before[k][0]]
    missing = [k for k in before if k not in found and k.split()[0] in available]
    for key in changed:
        a, b = before[key][1], found[key][1]
        print(f"differs: {key}: {difference(a, b) if isinstance(a, dict) and isinstance(b, dict) else (str(a)[:100], str(b)[:100])}")
    for key in missing:
        print(f"missing: {key}")
    for key in found.keys() - before.keys():
        print(f"new: {key}")
    print(f"{len(changed)} differ, {len(missing)} missing, of {len(before)}")
    return 1 if changed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
