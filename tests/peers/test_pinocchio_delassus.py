"""The Delassus matrix and its damped inverse: Pinocchio's own routines for welds and points, and the product of its J and M
for every other row."""
import numpy as np
import pinocchio as pin
from asking import TOLERANCE, assert_close

AXES = {"local": pin.LOCAL, "world_aligned": pin.LOCAL_WORLD_ALIGNED}


def symmetric(upper):
    return np.triu(upper) + np.triu(upper, 1).T


def moving_frames(case, count):
    """Link frames of moving joints, spread over the robot."""
    frames = {f.name: f for f in case.model.frames if f.type == pin.FrameType.BODY}
    names = [n for n in case.frames(4 * count) if frames[n].parentJoint > 0]
    picked = sorted(set(np.linspace(0, len(names) - 1, count).astype(int)))
    return [frames[names[i]] for i in picked]


def inverse_of_inertia(case):
    return np.linalg.inv(symmetric(pin.crba(case.model, case.data, case.q)))


def jacobian(case, frame, axes):
    pin.computeJointJacobians(case.model, case.data, case.q)
    pin.updateFramePlacements(case.model, case.data)
    index = case.model.getFrameId(frame.name, pin.FrameType.BODY)
    return pin.getFrameJacobian(case.model, case.data, index, AXES[axes])


def answers(case, constraints):
    """What every algorithm that takes them gives."""
    found = case.ask({"what": "delassus", "algorithm": "all"}, {"what": "delassus"}, constraints=constraints)
    assert len(found) >= 3
    return found


def own_matrix(case):
    """Welds and points by turns on four frames, and Pinocchio's Delassus matrix of them."""
    frames = moving_frames(case, 4)
    kinds = [("weld", pin.ContactType.CONTACT_6D), ("connect", pin.ContactType.CONTACT_3D)]
    constraints, models = [], []
    for i, frame in enumerate(frames):
        name, kind = kinds[i % 2]
        constraints.append({"frame": frame.name, "type": name})
        models.append(pin.RigidConstraintModel(kind, case.model, frame.parentJoint, frame.placement, pin.LOCAL))
    datas = [m.createData() for m in models]
    return constraints, pin.computeDelassusMatrix(case.model, case.data, case.q, models, datas)


def test_pinocchios_own_delassus_matrix(case):
    constraints, expected = own_matrix(case)
    for ours in answers(case, constraints):
        assert_close(ours, expected)


def test_damped_inverse_of_pinocchios_own_delassus_matrix(case):
    """Its Python computeDampedDelassusMatrixInverse answers 1/mu times the identity: initPvDelassus is not bound (4.1)."""
    constraints, matrix = own_matrix(case)
    for mu in (1.0, 1e-2):  # theirs is damping, ours stiffness
        expected = np.linalg.inv(matrix + mu * np.eye(len(matrix)))
        # caba-osim subtracts numbers of the size of R = 1/mu.
        loss = 200 * np.finfo(float).eps * (1 + np.linalg.norm(matrix) / mu) * np.max(np.abs(expected))
        x = case.state.random.uniform(-1, 1, len(matrix))
        whats = ("damped_inverse", "damped_solve")
        compute = [{"what": what, "algorithm": name} for what in whats for name in ("all", "automatic")]
        found = case.ask(*compute, constraints=constraints, stiffness=1 / mu, x=x)
        assert len(found) == 20
        for ours in found[:10]:
            assert_close(ours, expected, scale=loss / TOLERANCE)
        for ours in found[10:]:
            assert_close(ours, expected @ x, "solve", scale=len(x) * loss / TOLERANCE)


def test_damped_inverse_with_a_stiffness_per_row(case):
    Minv = inverse_of_inertia(case)
    frames = moving_frames(case, 3)
    J = np.vstack([jacobian(case, frame, "world_aligned") for frame in frames])
    R = case.state.random.uniform(0.5, 20, len(J))
    matrix = J @ Minv @ J.T
    expected = np.linalg.inv(matrix + np.diag(1 / R))
    loss = 200 * np.finfo(float).eps * (1 + np.linalg.norm(matrix) * max(R)) * np.max(np.abs(expected))
    constraints = [{"frame": f.name, "type": "weld", "axes": "world_aligned"} for f in frames]
    for ours in case.ask({"what": "damped_inverse", "algorithm": "all"}, constraints=constraints, stiffness=R):
        assert_close(ours, expected, scale=loss / TOLERANCE)


def test_whole_frames_in_both_axes(case):
    Minv = inverse_of_inertia(case)
    for axes in AXES:
        frames = moving_frames(case, 4)
        J = np.vstack([jacobian(case, frame, axes) for frame in frames])
        for ours in answers(case, [{"frame": f.name, "type": "weld", "axes": axes} for f in frames]):
            assert_close(ours, J @ Minv @ J.T)


def test_masks_and_several_constraints_on_one_body(case):
    Minv = inverse_of_inertia(case)
    rng = case.state.random
    constraints, rows = [], []
    for frame in moving_frames(case, 3):
        for axes in AXES:
            mask = rng.integers(0, 2, 6).astype(bool)
            mask[rng.integers(0, 6)] = True
            constraints.append({"frame": frame.name, "type": "weld", "axes": axes, "mask": mask})
            rows.append(jacobian(case, frame, axes)[mask])
    J = np.vstack(rows)
    for ours in answers(case, constraints):
        assert_close(ours, J @ Minv @ J.T)


def test_rows_that_only_joint_space_algorithms_take(case):
    Minv = inverse_of_inertia(case)
    frames = moving_frames(case, 2)
    joints = [i for i in range(1, case.model.njoints) if case.model.joints[i].nv == 1 and case.model.joints[i].nq == 1]
    constraints, rows = [{"type": "centre_of_mass"}], [pin.jacobianCenterOfMass(case.model, case.data, case.q)]
    if len(frames) == 2 and frames[0].parentJoint != frames[1].parentJoint:
        # E = R_A for both frames: B's rows in world axes at its own origin, turned into A's axes.
        A, B = (jacobian(case, f, "world_aligned") for f in frames)
        index = case.model.getFrameId(frames[0].name, pin.FrameType.BODY)
        R = case.data.oMf[index].rotation
        constraints.append({"frame": frames[0].name, "frame_b": frames[1].name, "type": "weld"})
        rows.append(np.kron(np.eye(2), R.T) @ (A - B))
    if len(joints) >= 2:
        row = np.zeros((1, case.model.nv))
        row[0, case.model.joints[joints[0]].idx_v] = 1
        row[0, case.model.joints[joints[-1]].idx_v] = -0.5
        names = [case.model.names[joints[0]], case.model.names[joints[-1]]]
        constraints.append({"type": "coupling", "joint": names[0], "joint_b": names[1], "multiplier": 0.5})
        rows.append(row)
    J = np.vstack(rows)
    ours = case.ask({"what": "delassus", "algorithm": "all"}, constraints=constraints)
    assert len(ours) == 3  # ltl-osim, its listing, and dense
    for found in ours:
        assert_close(found, J @ Minv @ J.T)
