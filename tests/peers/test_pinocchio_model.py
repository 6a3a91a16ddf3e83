"""The model that tenon reads from a URDF is Pinocchio's: sizes, joints and their order, mass, frames."""
import pinocchio as pin
from asking import assert_close, info


def test_sizes_joint_names_and_their_order_are_pinocchios(case):
    ours = info(case.file, case.floating)
    names = list(case.model.names)[1:]
    assert [j["name"] for j in ours["joints"]] == names
    assert ours["nv"] == case.model.nv
    assert [j["v_index"] for j in ours["joints"]] == [j.idx_v for j in case.model.joints][1:]
    # A continuous joint is (cos, sin) there and one angle here.
    continuous = sum(j.nq == 2 and j.nv == 1 for j in case.model.joints[1:] if "RUB" in j.shortname())
    continuous += sum("RevoluteUnbounded" in j.shortname() for j in case.model.joints[1:])
    assert ours["nq"] == case.model.nq - continuous


def test_parents_are_pinocchios(case):
    ours = info(case.file, case.floating)
    names = list(case.model.names)
    parents = [None if p == 0 else names[p] for p in list(case.model.parents)[1:]]
    assert [j["parent"] for j in ours["joints"]] == parents


def test_the_mass_is_that_of_pinocchios_moving_bodies(case):
    moving = sum(i.mass for i in case.model.inertias[1:])  # the first is what hangs fixed from the world
    assert abs(info(case.file, case.floating)["mass"] - moving) <= 1e-9 * max(moving, 1)


def test_every_link_and_joint_of_the_file_is_a_frame(case):
    ours = {f["name"] for f in info(case.file, case.floating)["frames"]}
    for frame in case.model.frames:
        if frame.type == pin.FrameType.BODY and frame.name != "universe":
            assert frame.name in ours
        if frame.type in (pin.FrameType.JOINT, pin.FrameType.FIXED_JOINT) and frame.name not in ("universe", "root_joint"):
            assert "joint:" + frame.name in ours


def test_every_link_is_where_pinocchio_puts_it(case):
    pin.framesForwardKinematics(case.model, case.data, case.q)
    frames = [f for f in case.model.frames if f.type == pin.FrameType.BODY]
    found = case.ask(*({"what": "placement", "frame": f.name} for f in frames))
    for frame, ours in zip(frames, found):
        assert_close(ours, case.data.oMf[case.model.getFrameId(frame.name, pin.FrameType.BODY)].homogeneous, frame.name)
