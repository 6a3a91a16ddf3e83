"""Velocities, accelerations and Jacobians of frames, in three axes conventions."""
import numpy as np
import pinocchio as pin
import pytest
from asking import assert_close

AXES = {"local": pin.LOCAL, "world": pin.WORLD, "world_aligned": pin.LOCAL_WORLD_ALIGNED}


@pytest.fixture(params=AXES)
def axes(request):
    return request.param


def frame_id(case, name):
    return case.model.getFrameId(name, pin.FrameType.BODY)


def test_frame_velocities(case, axes):
    pin.forwardKinematics(case.model, case.data, case.q, case.v)
    names = case.frames()
    for name, ours in zip(names, case.ask(*({"what": "velocity", "frame": n, "axes": axes} for n in names))):
        expected = pin.getFrameVelocity(case.model, case.data, frame_id(case, name), AXES[axes])
        assert_close(ours, expected.vector, name, scale=1)


def test_frame_accelerations_are_the_derivative_of_the_velocity_column(case, axes):
    pin.forwardKinematics(case.model, case.data, case.q, case.v, case.a)
    # In world-aligned axes the derivative of the point's velocity is the classical acceleration.
    theirs = pin.getFrameClassicalAcceleration if axes == "world_aligned" else pin.getFrameAcceleration
    names = case.frames()
    for name, ours in zip(names, case.ask(*({"what": "acceleration", "frame": n, "axes": axes} for n in names))):
        assert_close(ours, theirs(case.model, case.data, frame_id(case, name), AXES[axes]).vector, name, scale=1)


def test_bias_accelerations(case, axes):
    pin.forwardKinematics(case.model, case.data, case.q, case.v, np.zeros(case.model.nv))
    theirs = pin.getFrameClassicalAcceleration if axes == "world_aligned" else pin.getFrameAcceleration
    names = case.frames()
    for name, ours in zip(names, case.ask(*({"what": "bias_acceleration", "frame": n, "axes": axes} for n in names))):
        assert_close(ours, theirs(case.model, case.data, frame_id(case, name), AXES[axes]).vector, name, scale=1)


def test_frame_jacobians(case, axes):
    names = case.frames()
    for name, ours in zip(names, case.ask(*({"what": "jacobian", "frame": n, "axes": axes} for n in names))):
        expected = pin.computeFrameJacobian(case.model, case.data, case.q, frame_id(case, name), AXES[axes])
        assert_close(ours, expected, name, scale=1)


def test_jacobian_time_variation_gives_the_bias_acceleration(case, axes):
    pin.computeJointJacobiansTimeVariation(case.model, case.data, case.q, case.v)
    pin.updateFramePlacements(case.model, case.data)
    names = case.frames()
    for name, ours in zip(names, case.ask(*({"what": "bias_acceleration", "frame": n, "axes": axes} for n in names))):
        J_dot = pin.getFrameJacobianTimeVariation(case.model, case.data, frame_id(case, name), AXES[axes])
        assert_close(ours, J_dot @ case.v, name, scale=1)
