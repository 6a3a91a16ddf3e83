"""MJCF files of gymnasium and of tenon's own scenes: the smooth dynamics against MuJoCo, in MuJoCo's own layout."""
import pathlib

import gymnasium
import mujoco
import numpy as np
import pytest
from asking import ask, assert_close, info

ROOT = pathlib.Path(__file__).resolve().parents[2]
GYMNASIUM = sorted((pathlib.Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets").glob("*.xml"))
OWN = sorted((ROOT / "scenes" / "robots").glob("*.xml"))


class Case:
    """One MJCF file, MuJoCo's model and data at a random state, and how to ask tenon in the same layout."""

    def __init__(self, file):
        self.file = file
        self.model = mujoco.MjModel.from_xml_path(str(file))
        self.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
        self.data = mujoco.MjData(self.model)
        random = np.random.default_rng(7)
        nv = self.model.nv
        self.q = self.model.qpos0.copy()
        mujoco.mj_integratePos(self.model, self.q, random.uniform(-1, 1, nv), 0.5)
        self.v, self.a = random.uniform(-1, 1, nv), random.uniform(-1, 1, nv)
        self.tau = random.uniform(-10, 10, nv)
        self.data.qpos[:], self.data.qvel[:] = self.q, self.v
        mujoco.mj_forward(self.model, self.data)

    def ask(self, *compute, **more):
        request = {"q": self.q, "v": self.v, "a": self.a, "tau": self.tau, "convention": "mujoco"}
        return ask(self.file, compute, **dict(request, **more))

    def inertia(self):
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M

    def moving(self):
        """Indices of the bodies that are not welded to the world."""
        return [i for i in range(1, self.model.nbody) if self.model.body_weldid[i] != 0]

    def bodies(self):
        """Named bodies, the world left out."""
        return [b for b in (self.model.body(i) for i in range(1, self.model.nbody)) if b.name]


@pytest.fixture(params=GYMNASIUM + OWN, ids=lambda f: f.stem)
def case(request):
    return Case(request.param)


def test_sizes_and_joint_names_are_mujocos(case):
    ours = info(case.file, False)
    assert ours["nv"] == case.model.nv
    names = [case.model.joint(i).name for i in range(case.model.njnt)]
    if all(names):
        assert [j["name"] for j in ours["joints"]] == names
    assert [j["v_index"] for j in ours["joints"]] == case.model.jnt_dofadr.tolist()


def test_the_mass_is_that_of_mujocos_moving_bodies(case):
    moving = sum(case.model.body_mass[i] for i in case.moving())
    assert abs(info(case.file, False)["mass"] - moving) <= 1e-9 * moving


def test_bodies_are_where_mujoco_puts_them(case):
    bodies = case.bodies()
    for body, ours in zip(bodies, case.ask(*({"what": "placement", "frame": b.name} for b in bodies))):
        expected = np.eye(4)
        expected[:3, :3] = case.data.xmat[body.id].reshape(3, 3)
        expected[:3, 3] = case.data.xpos[body.id]
        assert_close(ours, expected, body.name)


def test_inertia_matrix_with_armature(case):
    (ours,) = case.ask("crba")
    assert_close(ours, case.inertia())


def test_bias_forces(case):
    # Zero acceleration in MuJoCo's coordinates, which is not tenon's for a free joint.
    (ours,) = case.ask("rnea", a=np.zeros(case.model.nv))
    assert_close(ours, case.data.qfrc_bias)


def test_inverse_dynamics(case):
    (ours,) = case.ask("rnea")
    assert_close(ours, case.inertia() @ case.a + case.data.qfrc_bias)


def test_forward_dynamics(case):
    (ours,) = case.ask("aba")
    assert_close(ours, np.linalg.solve(case.inertia(), case.tau - case.data.qfrc_bias))


def test_springs_and_dampers_are_passive_forces(case):
    if case.model.opt.density or case.model.opt.viscosity or case.model.ntendon:
        pytest.skip("MuJoCo adds the drag of a fluid or the springs of tendons, which tenon reports as ignored")
    if np.any(case.model.dof_frictionloss):
        pytest.skip("dry friction is a constraint in MuJoCo")
    (ours,) = case.ask("passive_forces")
    assert_close(ours, case.data.qfrc_passive, scale=1)


def test_energy(case):
    (ours,) = case.ask("energy")
    mujoco.mj_energyPos(case.model, case.data)
    mujoco.mj_energyVel(case.model, case.data)
    kinetic = 0.5 * case.v @ case.inertia() @ case.v
    assert_close(ours["kinetic"], kinetic)
    if case.model.ntendon == 0:
        assert_close(ours["potential"] + ours["elastic"], case.data.energy[0], scale=10)


def test_jacobians_of_bodies(case):
    bodies = case.bodies()
    tasks = ({"what": "jacobian", "frame": b.name, "axes": "world_aligned"} for b in bodies)
    for body, ours in zip(bodies, case.ask(*tasks)):
        linear, angular = np.zeros((3, case.model.nv)), np.zeros((3, case.model.nv))
        mujoco.mj_jacBody(case.model, case.data, linear, angular, body.id)
        assert_close(ours, np.vstack([linear, angular]), body.name, scale=1)


def test_centre_of_mass_of_what_moves(case):
    (ours,) = case.ask("com")
    moving = case.moving()
    weights = case.model.body_mass[moving]
    assert_close(ours, weights @ case.data.xipos[moving] / weights.sum(), scale=1)


def test_shorter_lists_replace_only_the_numbers_that_they_give(tmp_path):
    """Masses come from sizes: an inherited second or third one shows in M."""
    file = tmp_path / "sizes.xml"
    file.write_text(
        """<mujoco><default><geom type="box" size=".1 .2 .3"/>
        <default class="c"><geom size=".15"/></default><default class="d"><geom type="capsule"/></default></default>
        <worldbody><body><freejoint/><geom size=".4 .1"/>
          <body pos="1 0 0" quat="2 1 0 0"><joint axis="0 2 1"/><geom class="c"/><geom class="d" size=".05"/></body>
        </body></worldbody></mujoco>"""
    )
    case = Case(file)
    (ours,) = case.ask("crba")
    assert_close(ours, case.inertia())
