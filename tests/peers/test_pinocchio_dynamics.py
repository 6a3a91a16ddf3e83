"""Inverse and forward dynamics, the inertia matrix and what follows from them."""
import numpy as np
import pinocchio as pin
from asking import assert_close


def symmetric(upper):
    return np.triu(upper) + np.triu(upper, 1).T


def wrenches_on(case):
    """Random wrenches on some links: tenon's request, and Pinocchio's forces per joint."""
    forces = [pin.Force.Zero() for _ in range(case.model.njoints)]
    request = []
    for name in case.frames(4):
        wrench = case.state.random.uniform(-5, 5, 6)
        frame = case.model.frames[case.model.getFrameId(name, pin.FrameType.BODY)]
        forces[frame.parentJoint] += frame.placement.act(pin.Force(wrench))
        request.append({"frame": name, "wrench": wrench})
    return request, forces


def test_rnea(case):
    (ours,) = case.ask("rnea")
    assert_close(ours, pin.rnea(case.model, case.data, case.q, case.v, case.a))


def test_rnea_with_external_wrenches(case):
    request, forces = wrenches_on(case)
    (ours,) = case.ask("rnea", external_wrenches=request)
    assert_close(ours, pin.rnea(case.model, case.data, case.q, case.v, case.a, forces))


def test_gravity_and_bias_forces(case):
    gravity, bias = case.ask("gravity", "bias")
    assert_close(gravity, pin.computeGeneralizedGravity(case.model, case.data, case.q))
    assert_close(bias, pin.nonLinearEffects(case.model, case.data, case.q, case.v))


def test_another_gravity(case):
    other = case.model.copy()
    other.gravity.linear = np.array([1.0, -2.0, 3.0])
    (ours,) = case.ask("rnea", gravity=[1.0, -2.0, 3.0])
    assert_close(ours, pin.rnea(other, other.createData(), case.q, case.v, case.a))


def test_inertia_matrix(case):
    (ours,) = case.ask("crba")
    assert_close(ours, symmetric(pin.crba(case.model, case.data, case.q)))


def forward_error(case, acceleration, tau, forces=None):
    """How far accelerations are from tau, in joint forces: what stays meaningful where M is badly conditioned."""
    zero = [pin.Force.Zero()] * case.model.njoints
    found = pin.rnea(case.model, case.data, case.q, case.v, acceleration, forces or zero)
    M = symmetric(pin.crba(case.model, case.data, case.q))
    return np.max(np.abs(found - tau)) / (np.linalg.norm(M, np.inf) * np.max(np.abs(acceleration)) + np.max(np.abs(tau)))


def condition(case):
    return np.linalg.cond(symmetric(pin.crba(case.model, case.data, case.q)))


def test_forward_dynamics(case):
    (ours,) = case.ask("aba")
    assert forward_error(case, ours, case.tau) <= 1e-12
    expected = pin.aba(case.model, case.data, case.q, case.v, case.tau)
    # Both answers carry rounding times the condition number; the forward error above has none of it.
    assert np.max(np.abs(ours - expected)) <= max(1e-9, 1e-15 * condition(case)) * max(np.max(np.abs(expected)), 1)


def test_forward_dynamics_with_external_wrenches(case):
    request, forces = wrenches_on(case)
    (ours,) = case.ask("aba", external_wrenches=request)
    assert forward_error(case, ours, case.tau, forces) <= 1e-12


def test_inverse_of_the_inertia_matrix(case):
    (ours,) = case.ask("minverse")
    M = symmetric(pin.crba(case.model, case.data, case.q))
    scale = np.linalg.norm(M, np.inf) * np.linalg.norm(ours, np.inf)
    assert np.max(np.abs(M @ ours - np.eye(case.model.nv))) <= 1e-13 * scale
    assert_close(ours, ours.T)


def test_coriolis_matrix(case):
    (ours,) = case.ask("coriolis")
    # C is not unique; C v and the skew symmetry of dM/dt - 2C are, and Pinocchio's has both.
    expected = pin.computeCoriolisMatrix(case.model, case.data, case.q, case.v)
    assert_close(ours @ case.v, expected @ case.v)


def test_energy(case):
    (ours,) = case.ask("energy")
    assert_close(ours["kinetic"], pin.computeKineticEnergy(case.model, case.data, case.q, case.v))
    theirs = pin.computePotentialEnergy(case.model, case.data, case.q)
    assert_close(ours["potential"], theirs, scale=100)


def test_centre_of_mass(case):
    position, velocity, acceleration, jacobian = case.ask("com", "com_velocity", "com_acceleration", "com_jacobian")
    pin.centerOfMass(case.model, case.data, case.q, case.v, case.a)
    assert_close(position, case.data.com[0])
    assert_close(velocity, case.data.vcom[0])
    assert_close(acceleration, case.data.acom[0], scale=1)
    assert_close(jacobian, pin.jacobianCenterOfMass(case.model, case.data, case.q))


def test_centroidal_momentum_and_its_map(case):
    momentum, centroidal_map = case.ask("momentum", "centroidal_map")
    pin.computeCentroidalMomentum(case.model, case.data, case.q, case.v)
    assert_close(momentum, case.data.hg.vector)
    assert_close(centroidal_map, pin.computeCentroidalMap(case.model, case.data, case.q))


def test_joint_reactions(case):
    request, forces = wrenches_on(case)
    pin.rnea(case.model, case.data, case.q, case.v, case.a, forces)
    names = list(case.model.names)[1:]
    names = [n for n in names if n != "root_joint"][:: max(1, len(names) // 6)]
    tasks = ({"what": "joint_reaction", "frame": "joint:" + n} for n in names)
    for name, ours in zip(names, case.ask(*tasks, external_wrenches=request)):
        assert_close(ours, case.data.f[case.model.getJointId(name)].vector, name, scale=1)
