"""Constrained accelerations, forces and impulses: the equations from Pinocchio's parts, and its own solvers."""
import numpy as np
import pinocchio as pin
from asking import assert_close
from test_pinocchio_delassus import AXES, inverse_of_inertia, jacobian, moving_frames

TIGHT = {"tolerance": 1e-12}  # rows are met to what rounding allows
PROXIMAL = ["constrained-aba", "constrained-aba-plain", "prox-pv", "prox-pv-plain", "prox-ltls", "prox-ltl"]
KINDS = {"weld": pin.ContactType.CONTACT_6D, "connect": pin.ContactType.CONTACT_3D}


class Held:
    """Welds in their own axes and points in world axes, in turn: what both libraries define alike when v is not zero
    (a weld's spatial, a point's classical acceleration)."""

    def __init__(self, case, frames):
        self.frames = frames
        self.types = ["weld" if i % 2 == 0 else "connect" for i in range(len(self.frames))]
        self.axes = ["local" if t == "weld" else "world_aligned" for t in self.types]
        self.rows = [6 if t == "weld" else 3 for t in self.types]
        self.constraints = [{"frame": f.name, "type": t, "axes": a}
                            for f, t, a in zip(self.frames, self.types, self.axes)]
        self.J = np.vstack([jacobian(case, f, a)[:r] for f, a, r in zip(self.frames, self.axes, self.rows)])
        self.bias = np.concatenate([self.bias_of(case, f, a, r)
                                    for f, a, r in zip(self.frames, self.axes, self.rows)])
        self.Minv = inverse_of_inertia(case)
        self.delassus = self.J @ self.Minv @ self.J.T

    @staticmethod
    def bias_of(case, frame, axes, rows):
        pin.forwardKinematics(case.model, case.data, case.q, case.v, np.zeros(case.model.nv))
        index = case.model.getFrameId(frame.name, pin.FrameType.BODY)
        read = pin.getFrameAcceleration if axes == "local" else pin.getFrameClassicalAcceleration
        return read(case.model, case.data, index, AXES[axes]).vector[:rows]

    def eigenvalues(self):
        """Of the Delassus matrix; those that are rounding are left out."""
        found = np.linalg.eigvalsh(self.delassus)
        return found[found > 1e-11 * found[-1]]

    def full_rank(self):
        return len(self.eigenvalues()) == len(self.J) and self.eigenvalues()[0] > 1e-7 * self.eigenvalues()[-1]

    def models(self, case):
        reference = {"weld": pin.LOCAL, "connect": pin.LOCAL_WORLD_ALIGNED}
        models = [pin.RigidConstraintModel(KINDS[t], case.model, f.parentJoint, f.placement, reference[t])
                  for f, t in zip(self.frames, self.types)]
        return models, [m.createData() for m in models]

    def solve(self, free):
        """v and forces that meet J x = target as well as it can be met, the forces of smallest norm."""
        values, vectors = np.linalg.eigh(self.delassus)
        kept = values > 1e-11 * values[-1]
        inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
        return lambda target: self.answer(free, inverse @ (target - self.J @ free))

    def answer(self, free, force):
        return free + self.Minv @ self.J.T @ force, force


def far_frames(case):
    """One, or two where there is room for their nine rows."""
    frames = moving_frames(case, 3)
    return frames[-1:] if case.model.nv < 9 else frames[:0:-1]


def well_posed(held):
    """mu times the smallest eigenvalue is at least 100, and the rank is no matter of rounding."""
    values = np.linalg.eigvalsh(held.delassus)
    gray = (values > 1e-13 * values[-1]) & (values < 1e-9 * values[-1])
    return len(held.J) > 0 and held.eigenvalues()[0] > 1e-4 and not gray.any()


def compare(results, x, force, what):
    """Forces are mu = 1e6 times the rounding of a row, and those of contradicting rows what is left of mu times their
    residual; constrained-aba as printed loses digits to mu."""
    for result in results:
        name = result["algorithm"]
        if name in PROXIMAL or result["report"]["status"] in ("converged", "stalled") and name != "pv-soft":
            digits = 1e3 if name == "constrained-aba-plain" else 1
            assert_close(result["value"], x, f"{what} {name}", scale=digits * np.max(np.abs(x)))
            assert_close(result["force"], force, f"{what} {name} force", scale=1e3 * (1 + np.max(np.abs(force))))


def test_the_equations_of_motion(case):
    held = Held(case, moving_frames(case, 3))
    if not well_posed(held):
        return
    nonlinear = pin.nonLinearEffects(case.model, case.data, case.q, case.v)
    free = held.Minv @ (case.tau - nonlinear)
    a, force = held.solve(free)(-held.bias)
    results = case.results({"what": "constrained_dynamics", "algorithm": "all"}, constraints=held.constraints, settings=TIGHT)
    assert len(results) == 10
    compare(results, a, force, "v̇")


def test_pinocchios_constraint_dynamics(case):
    held = Held(case, far_frames(case))
    if not held.full_rank() or not well_posed(held):
        return
    models, datas = held.models(case)
    pin.initConstraintDynamics(case.model, case.data, models, datas)
    settings = pin.ProximalSettings(1e-14, 1e-10, 30)
    a = pin.constraintDynamics(case.model, case.data, case.q, case.v, case.tau, models, datas, settings)
    force = np.concatenate([d.contact_force.vector[:r] for d, r in zip(datas, held.rows)])
    results = case.results({"what": "constrained_dynamics", "algorithm": "all"}, constraints=held.constraints, settings=TIGHT)
    assert all(r["report"]["residual"] < 1e-8 for r in results if r["algorithm"] != "pv-soft")
    compare(results, a, force, "constraintDynamics")


def test_pinocchios_impulse_dynamics(case):
    held = Held(case, far_frames(case))
    if not held.full_rank() or not well_posed(held):
        return
    pin.computeAllTerms(case.model, case.data, case.q, case.v)
    after = pin.impulseDynamics(case.model, case.data, case.q, case.v, held.J, 0.3, 0.0)
    results = case.results({"what": "impulse", "algorithm": "all", "restitution": 0.3}, constraints=held.constraints, settings=TIGHT)
    compare(results, after, case.data.impulse_c.copy(), "impulseDynamics")
