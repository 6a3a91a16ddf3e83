"""Answers in other libraries' layouts, turned by hand; targets of constraints as they are read."""

import json
import unittest

from support import Cli

ROBOT = "generator:quadruped_standin"
FEET = [{"frame": f"{leg}_foot", "type": "connect"} for leg in ("FL", "HR")]
# Base turned by a general rotation; quaternion x y z w of length 1.
QUATERNION = [0.1, -0.3, 0.5, (1 - 0.01 - 0.09 - 0.25) ** 0.5]
POSITION = [0.2, -0.1, 0.6]
JOINTS = [0.1 * k - 0.5 for k in range(12)]
V = [0.3, -0.2, 0.5, 0.7, -0.4, 0.6] + [0.2 * (k % 3) - 0.3 for k in range(12)]
TAU = [0.5 * (k % 4) - 0.4 for k in range(18)]


def rotation(x, y, z, w):
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]


R = rotation(*QUATERNION)


def turned(v):
    return [sum(R[i][k] * v[k] for k in range(3)) for i in range(3)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def to_mujoco(v):
    return turned(v[:3]) + v[3:]


def acceleration_to_mujoco(a, v):
    """MuJoCo's is the classical acceleration of the base's origin."""
    spin = cross(v[3:6], v[:3])
    return turned([a[k] + spin[k] for k in range(3)]) + a[3:]


class EvalLayouts(Cli):
    def ask_both(self, what, **task):
        """The answer in tenon's layout and in MuJoCo's, to the same question."""
        compute = [dict({"what": what}, **task)]
        ours = {"q": POSITION + QUATERNION + JOINTS, "v": V, "tau": TAU, "constraints": FEET, "compute": compute}
        x, y, z, w = QUATERNION
        theirs = dict(ours, q=POSITION + [w, x, y, z] + JOINTS, v=to_mujoco(V), tau=to_mujoco(TAU), convention="mujoco")
        return [self.ask(ROBOT, request)["results"][0] for request in (ours, theirs)]

    def test_an_impulse_answers_a_velocity(self):
        for restitution in (0, 0.5):
            ours, theirs = self.ask_both("impulse", algorithm="constrained-aba", restitution=restitution)
            self.assert_close(theirs["value"], to_mujoco(ours["value"]))
            self.assert_close(theirs["force"], ours["force"], 1e-7)

    def test_constrained_dynamics_and_aba_answer_an_acceleration(self):
        for what in ("constrained_dynamics", "aba"):
            ours, theirs = self.ask_both(what)
            self.assert_close(theirs["value"], acceleration_to_mujoco(ours["value"], V), 1e-8)

    def test_accelerations_of_a_request_are_theirs_too(self):
        a = [0.1 * k - 0.7 for k in range(18)]
        x, y, z, w = QUATERNION
        compute = [{"what": "rnea"}]
        ours = {"q": POSITION + QUATERNION + JOINTS, "v": V, "a": a, "compute": compute}
        theirs = dict(ours, q=POSITION + [w, x, y, z] + JOINTS, v=to_mujoco(V), a=acceleration_to_mujoco(a, V), convention="mujoco")
        ours, theirs = (self.ask(ROBOT, request)["results"][0]["value"] for request in (ours, theirs))
        self.assert_close(theirs, to_mujoco(ours))

    def test_gravity_answers_a_force(self):
        ours, theirs = self.ask_both("gravity")
        self.assert_close(theirs["value"], to_mujoco(ours["value"]))

    def test_an_inertia_matrix_is_turned_on_both_sides(self):
        ours, theirs = (answer["value"] for answer in self.ask_both("crba"))
        columns = [to_mujoco(list(column)) for column in zip(*ours)]
        expected = [to_mujoco(list(row)) for row in zip(*columns)]
        self.assert_close(theirs, [list(column) for column in zip(*expected)])

    def test_a_jacobian_takes_their_velocity(self):
        ours, theirs = (answer["value"] for answer in self.ask_both("jacobian", frame="FL_foot", axes="world_aligned"))
        velocity = lambda J, v: [sum(a * b for a, b in zip(row, v)) for row in J]
        self.assert_close(velocity(theirs, to_mujoco(V)), velocity(ours, V))

    def test_what_a_body_does_is_the_same_in_every_layout(self):
        for what, task in (("energy", {}), ("com_velocity", {}), ("delassus", {}), ("velocity", {"frame": "HR_foot", "axes": "local"})):
            ours, theirs = self.ask_both(what, **task)
            ours, theirs = (a["value"]["total"] if what == "energy" else a["value"] for a in (ours, theirs))
            self.assert_close(theirs, ours)


class EvalTargets(Cli):
    STATE = {"q": POSITION + QUATERNION + JOINTS, "v": V, "tau": TAU}

    def solve(self, constraint):
        request = dict(self.STATE, constraints=[constraint], compute=[{"what": "constrained_dynamics"}])
        return self.ask(ROBOT, request)["results"][0]["value"]

    def placement(self, **state):
        return self.value(ROBOT, "placement", dict(self.STATE, **state), frame="FL_foot")

    def test_a_target_is_read_as_placement_answers_it(self):
        for axes in ("local", "world_aligned"):
            weld = {"frame": "FL_foot", "type": "weld", "axes": axes}
            here = dict(weld, kp=100, target=self.placement())
            self.assert_close(self.solve(here), self.solve(weld), 1e-7)

    def test_a_target_beside_the_frame_pulls_it_there(self):
        beside = self.placement()
        for row, distance in zip(beside, (0.1, -0.2, 0.3)):
            row[3] += distance
        pulled = {"frame": "FL_foot", "type": "connect", "axes": "world_aligned", "kp": 50, "target": beside}
        asked = {"frame": "FL_foot", "type": "connect", "axes": "world_aligned", "reference": [5, -10, 15]}
        self.assert_close(self.solve(pulled), self.solve(asked), 1e-7)

    def test_a_point_is_the_target_of_the_centre_of_mass(self):
        at = self.value(ROBOT, "com", self.STATE)
        target = [at[0] + 0.1, at[1] - 0.2, at[2] + 0.3]
        pulled = {"type": "centre_of_mass", "kp": 50, "target": target}
        asked = {"type": "centre_of_mass", "reference": [5, -10, 15]}
        self.assert_close(self.solve(pulled), self.solve(asked), 1e-7)

    def test_joint_rows_have_their_bound_offset_and_multiplier(self):
        hip, thigh = JOINTS[0], JOINTS[1]
        names = [j["name"] for j in json.loads(self.good("info", ROBOT, "--json"))["joints"]][1:3]
        bound = {"type": "limit", "joint": names[0], "kp": 10, "bound": 0.25}
        asked = {"type": "limit", "joint": names[0], "bound": 0, "reference": [-10 * (hip - 0.25)]}
        self.assert_close(self.solve(bound), self.solve(asked), 1e-7)
        coupled = {"type": "coupling", "joint": names[0], "joint_b": names[1], "multiplier": -2, "offset": 0.125}
        error = hip - (-2 * thigh + 0.125)
        self.assert_close(self.solve(dict(coupled, kp=10)), self.solve(dict(coupled, reference=[-10 * error])), 1e-7)
        plain = {"type": "coupling", "joint": names[0], "joint_b": names[1]}
        self.assert_close(self.solve(plain), self.solve(dict(plain, multiplier=1, offset=0)), 1e-12)
        asked = dict(plain, reference=[-10 * (hip - thigh)])
        self.assert_close(self.solve(dict(plain, kp=10)), self.solve(asked), 1e-7)

    def test_damping_pulls_against_the_velocity(self):
        foot = {"frame": "FL_foot", "type": "connect", "axes": "world_aligned"}
        velocity = self.value(ROBOT, "velocity", self.STATE, frame="FL_foot", axes="world_aligned")[:3]
        damped, asked = dict(foot, kd=10), dict(foot, reference=[-10 * x for x in velocity])
        self.assert_close(self.solve(damped), self.solve(asked), 1e-7)

    def test_a_mu_per_row_is_a_stiffness_per_row_in_the_first_iteration(self):
        numbers = [100.0 * (k + 1) for k in range(6)]
        request = dict(self.STATE, constraints=FEET)
        once = {"mu": numbers, "max_iterations": 1}
        by_mu = dict(request, settings=once, compute=[{"what": "constrained_dynamics", "algorithm": "prox-ltls"}])
        soft = dict(request, stiffness=numbers, compute=[{"what": "constrained_dynamics", "algorithm": "pv-soft"}])
        by_mu, soft = (self.ask(ROBOT, r)["results"][0] for r in (by_mu, soft))
        self.assert_close(by_mu["value"], soft["value"], 1e-7)
        self.assert_close(by_mu["force"], soft["force"], 1e-7)


if __name__ == "__main__":
    unittest.main()
