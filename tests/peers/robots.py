"""The real robots, as Pinocchio loads them, and random states from fixed seeds."""
import functools
import pathlib

import numpy as np
import pinocchio as pin

URDFS = {
    "panda": "panda_description/urdf/panda.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "go2": "go2_description/urdf/go2.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "talos_reduced": "talos_data/robots/talos_reduced.urdf",
    "talos_full": "talos_data/robots/talos_full_v2.urdf",
    "anymal": "anymal_c_simple_description/urdf/anymal.urdf",
    "icub": "icub_description/robots/icub.urdf",
    "romeo": "romeo_description/urdf/romeo_small.urdf",
    "tiago_pro": "tiago_pro_description/robots/tiago_pro.urdf",
    "pr2": "pr2_description/urdf/pr2.urdf",
    "baxter": "baxter_description/urdf/baxter.urdf",
    "kinova": "kinova_description/robots/kinova.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "allegro": "allegro_hand_description/urdf/allegro_right_hand.urdf",
    "double_pendulum_continuous": "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "simple_humanoid": "simple_humanoid_description/urdf/simple_humanoid.urdf",
    "hyq": "hyq_description/robots/hyq_no_sensors.urdf",
    "centauro": "centauro_description/urdf/centauro.urdf",
    "alex": "alex_description/urdf/alex_psyonic_hands.urdf",
}
CASES = [(name, floating) for name in URDFS for floating in (False, True)]
CASE_IDS = [f"{name}-{'floating' if floating else 'fixed'}" for name, floating in CASES]


def folder():
    return pathlib.Path(pin.__file__).resolve().parents[4] / "share" / "example-robot-data" / "robots"


def urdf(name):
    return folder() / URDFS[name]


@functools.lru_cache(maxsize=None)
def model(name, floating):
    path = str(urdf(name))
    return pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(path)


class State:
    """A random state of a model in Pinocchio's layout; q stays within a turn whatever limits the file gives."""

    def __init__(self, robot, seed=1):
        random = np.random.default_rng(seed)
        self.q = pin.integrate(robot, pin.neutral(robot), random.uniform(-1, 1, robot.nv))
        self.v = random.uniform(-1, 1, robot.nv)
        self.a = random.uniform(-1, 1, robot.nv)
        self.tau = random.uniform(-10, 10, robot.nv)
        self.random = random

    def request(self):
        return {"q": self.q, "v": self.v, "a": self.a, "tau": self.tau}


class Case:
    """One robot on one base: Pinocchio's model and data, a state, and how to ask tenon."""

    def __init__(self, name, floating, seed=1):
        self.file, self.floating = urdf(name), floating
        self.model = model(name, floating)
        self.data = self.model.createData()
        self.state = State(self.model, seed)
        self.q, self.v, self.a, self.tau = self.state.q, self.state.v, self.state.a, self.state.tau

    def request(self, **more):
        return dict(self.state.request(), floating_base=self.floating, convention="pinocchio", **more)

    def ask(self, *compute, **more):
        from asking import ask
        return ask(self.file, compute, **self.request(**more))

    def results(self, *compute, **more):
        from asking import results
        return results(self.file, compute, **self.request(**more))

    def frames(self, count=6):
        """Some link frames, spread over the robot (names that occur once)."""
        names = [f.name for f in self.model.frames if f.type == pin.FrameType.BODY]
        names = [n for n in names if names.count(n) == 1]
        return [names[i] for i in sorted(set(np.linspace(0, len(names) - 1, count).astype(int)))]
