#!/usr/bin/env python3
"""Constrained accelerations and forces of the bundled robots, made with Pinocchio, for tests/constrained/pinocchio.cpp.

    .venv-peers/bin/python tools/make_constrained_golden.py > tests/constrained/pinocchio_golden.inc

v is not zero. A weld holds a frame's spatial acceleration in its own axes, a point its classical acceleration in world
axes: what tenon calls `local` and `world_aligned`. Pinocchio solves; the script checks its answer against the equations.
"""
import pathlib

import numpy as np
import pinocchio as pin

ROBOTS = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "robots"
CASES = [
    ("arm7", False, [("weld", None)]),
    ("quadruped", True, [("connect", "FL_foot"), ("connect", "FR_foot"), ("connect", "HL_foot"), ("connect", "HR_foot")]),
    ("humanoid", True, [("weld", "left_sole"), ("weld", "right_sole")]),
]


def numbers(x):
    return ", ".join(repr(float(v)) for v in x)


def constraint(model, data, kind, name):
    """J and what is left of the acceleration at zero joint acceleration."""
    index = model.getFrameId(name, pin.FrameType.BODY)
    if kind == "weld":
        return (pin.getFrameJacobian(model, data, index, pin.LOCAL),
                pin.getFrameAcceleration(model, data, index, pin.LOCAL).vector)
    return (pin.getFrameJacobian(model, data, index, pin.LOCAL_WORLD_ALIGNED)[:3],
            pin.getFrameClassicalAcceleration(model, data, index, pin.LOCAL_WORLD_ALIGNED).linear)


def solve(model, q, v, tau, wanted):
    data = model.createData()
    pin.forwardKinematics(model, data, q, v, np.zeros(model.nv))
    pin.computeJointJacobians(model, data, q)
    pin.updateFramePlacements(model, data)
    rows = [constraint(model, data, kind, name) for kind, name in wanted]
    J, bias = np.vstack([r[0] for r in rows]), np.concatenate([r[1] for r in rows])
    a = pin.forwardDynamics(model, data, q, v, tau, J, bias)
    force = data.lambda_c.copy()
    residual = pin.rnea(model, model.createData(), q, v, a) - tau - J.T @ force
    assert np.max(np.abs(residual)) < 1e-9 and np.max(np.abs(J @ a + bias)) < 1e-9
    return a, force


def main():
    print("// Made by tools/make_constrained_golden.py with Pinocchio", pin.__version__)
    for robot, floating, wanted in CASES:
        file = str(ROBOTS / f"{robot}.urdf")
        model = pin.buildModelFromUrdf(file, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(file)
        random = np.random.default_rng(5)
        q = pin.integrate(model, pin.neutral(model), random.uniform(-0.8, 0.8, model.nv))
        v, tau = random.uniform(-1, 1, model.nv), random.uniform(-10, 10, model.nv)
        last = [f.name for f in model.frames if f.type == pin.FrameType.BODY][-1]
        wanted = [(kind, name or last) for kind, name in wanted]
        a, force = solve(model, q, v, tau, wanted)
        names = ", ".join(f'{{ConstraintKind::{kind}, "{name}"}}' for kind, name in wanted)
        print(f'{{"{robot}", {str(floating).lower()}, {{{names}}},')
        for x in (q, v, tau, a, force):
            print(f" {{{numbers(x)}}},")
        print("},")


if __name__ == "__main__":
    main()
