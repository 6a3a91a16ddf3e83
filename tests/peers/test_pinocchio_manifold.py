"""The configuration manifold: integrate, difference and interpolate are Pinocchio's."""
import numpy as np
import pinocchio as pin
from asking import assert_close


def same_configuration(model, found, expected):
    """Equal as rotations: a quaternion and its negative are one configuration."""
    assert np.max(np.abs(pin.difference(model, expected, found)), initial=0.0) <= 1e-9


def test_integrate(case):
    (ours,) = case.ask("integrate")
    same_configuration(case.model, ours, pin.integrate(case.model, case.q, case.v))


def test_difference(case):
    other = pin.integrate(case.model, case.q, 0.7 * case.state.random.uniform(-1, 1, case.model.nv))
    (ours,) = case.ask({"what": "difference", "to": other})
    assert_close(ours, pin.difference(case.model, case.q, other), scale=1)


def test_interpolate(case):
    other = pin.integrate(case.model, case.q, 0.7 * case.state.random.uniform(-1, 1, case.model.nv))
    (ours,) = case.ask({"what": "interpolate", "to": other, "fraction": 0.3})
    same_configuration(case.model, ours, pin.interpolate(case.model, case.q, other, 0.3))
