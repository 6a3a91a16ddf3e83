"""Derivatives of inverse and forward dynamics in the tangent space, by q, v and a or tau."""
import numpy as np
import pinocchio as pin
from asking import assert_close
from test_pinocchio_dynamics import condition, symmetric


def test_rnea_derivatives(case):
    (ours,) = case.ask("rnea_derivatives")
    pin.computeRNEADerivatives(case.model, case.data, case.q, case.v, case.a)
    assert_close(ours["dq"], case.data.dtau_dq, "by q")
    assert_close(ours["dv"], case.data.dtau_dv, "by v")
    assert_close(ours["da"], symmetric(case.data.M), "by a")


def test_aba_derivatives(case):
    (ours,) = case.ask("aba_derivatives")
    pin.computeABADerivatives(case.model, case.data, case.q, case.v, case.tau)
    tolerance = max(1e-9, 1e-14 * condition(case))  # both sides solve with M
    for key, expected in (("dq", case.data.ddq_dq), ("dv", case.data.ddq_dv), ("dtau", symmetric(case.data.Minv))):
        assert np.max(np.abs(ours[key] - expected)) <= tolerance * np.max(np.abs(expected)), f"by {key}"
