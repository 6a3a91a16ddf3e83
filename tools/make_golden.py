"""Golden numbers of the bundled robots, computed by the pinned peers: tests/golden/NAME.json.

    .venv-peers/bin/python tools/make_golden.py

URDF files by Pinocchio (on a fixed and, where the robot floats, on a floating base), MJCF files by MuJoCo, each in its
own layout of q and v. tests/golden/test_golden.py compares them with tenon without any peer installed.
"""
import json
import pathlib

import mujoco
import numpy as np
import pinocchio as pin

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROBOTS = ROOT / "scenes" / "robots"
OUT = ROOT / "tests" / "golden"
FLOATING = {"arm7": [False], "humanoid": [False, True], "quadruped": [False, True]}
SEED = 20


def listed(value):
    """17 significant digits, which is exact."""
    return np.asarray(value, dtype=float).tolist()


def symmetric(upper):
    return np.triu(upper) + np.triu(upper, 1).T


def random_motion(nv):
    random = np.random.default_rng(SEED)
    return random.uniform(-1, 1, nv), random.uniform(-1, 1, nv), random.uniform(-1, 1, nv), random.uniform(-10, 10, nv)


def homogeneous(rotation, translation):
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = rotation, translation
    return X


def by_pinocchio(file, floating):
    model = pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(str(file))
    data = model.createData()
    turn, v, a, tau = random_motion(model.nv)
    q = pin.integrate(model, pin.neutral(model), turn)
    links = [f.name for f in model.frames if f.type == pin.FrameType.BODY and f.name != "universe"]
    pin.framesForwardKinematics(model, data, q)
    placements = {n: listed(data.oMf[model.getFrameId(n, pin.FrameType.BODY)].homogeneous) for n in links}
    expected = {
        "rnea": listed(pin.rnea(model, data, q, v, a)),
        "bias": listed(pin.nonLinearEffects(model, data, q, v)),
        "crba": listed(symmetric(pin.crba(model, data, q))),
        "aba": listed(pin.aba(model, data, q, v, tau)),
        "com": listed(pin.centerOfMass(model, data, q)),
    }
    return {"peer": f"pinocchio {pin.__version__}", "convention": "pinocchio", "floating_base": floating, "q": listed(q),
            "v": listed(v), "a": listed(a), "tau": listed(tau), "expected": expected, "placements": placements}


def by_mujoco(file):
    model = mujoco.MjModel.from_xml_path(str(file))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
    data = mujoco.MjData(model)
    turn, v, a, tau = random_motion(model.nv)
    mujoco.mj_integratePos(model, data.qpos, turn, 1)
    data.qvel[:] = v
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    bodies = [model.body(i) for i in range(1, model.nbody)]
    expected = {
        "rnea": listed(M @ a + data.qfrc_bias),
        "crba": listed(M),
        "aba": listed(np.linalg.solve(M, tau - data.qfrc_bias)),
        "com": listed(data.subtree_com[0]),
        "passive_forces": listed(data.qfrc_passive),
    }
    placements = {b.name: listed(homogeneous(data.xmat[b.id].reshape(3, 3), data.xpos[b.id])) for b in bodies}
    return {"peer": f"mujoco {mujoco.__version__}", "convention": "mujoco", "floating_base": False, "q": listed(data.qpos),
            "v": listed(v), "a": listed(a), "tau": listed(tau), "expected": expected, "placements": placements}


def write(name, robot, numbers):
    # One entry per line: a changed number is a changed line.
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in dict(robot=robot, **numbers).items()]
    (OUT / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"tests/golden/{name}.json: {numbers['peer']}, nv = {len(numbers['v'])}")


def main():
    for file in sorted(ROBOTS.glob("*.urdf")):
        for floating in FLOATING[file.stem]:
            write(f"{file.stem}-{'floating' if floating else 'fixed'}", file.name, by_pinocchio(file, floating))
    for file in sorted(ROBOTS.glob("*.xml")):
        write(f"{file.stem}-mjcf", file.name, by_mujoco(file))


if __name__ == "__main__":
    main()
