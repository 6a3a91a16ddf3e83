import json
import math
import unittest

from support import ABOUT_HINGE, GRAVITY, LENGTH, MASS, Cli

ANGLE = 0.7


class EvalPendulum(Cli):
    """Closed forms: I q̈ + m g l sin q = tau."""

    def test_the_answer_has_the_contract_s_shape(self):
        answer = self.ask(self.pendulum, {"compute": [{"what": "rnea"}, {"what": "crba", "algorithm": "crba"}]})
        self.assertEqual(list(answer), ["version", "joints", "results"])
        self.assertEqual(answer["version"], 1)
        info = json.loads(self.good("info", self.pendulum, "--json"))
        self.assertEqual(answer["joints"], info["joints"])
        self.assertEqual([list(r) for r in answer["results"]], [["what", "algorithm", "value"]] * 2)
        self.assertEqual([r["what"] for r in answer["results"]], ["rnea", "crba"])
        self.assertEqual([r["algorithm"] for r in answer["results"]], ["rnea", "crba"])

    def test_rnea_crba_and_aba(self):
        weight = MASS * GRAVITY * LENGTH * math.sin(ANGLE)
        tau = ABOUT_HINGE * 3.0 + weight
        self.assert_close(self.value(self.pendulum, "rnea", {"q": [ANGLE], "v": [2], "a": [3]}), [tau])
        self.assert_close(self.value(self.pendulum, "crba"), [[ABOUT_HINGE]])
        for algorithm in ("aba", "crba-ltdl"):
            found = self.value(self.pendulum, "aba", {"q": [ANGLE], "v": [2], "tau": [tau]}, algorithm=algorithm)
            self.assert_close(found, [3.0])

    def test_gravity_of_the_request_replaces_the_robot_s(self):
        request = {"q": [ANGLE], "gravity": [0, 0, -1]}
        self.assert_close(self.value(self.pendulum, "rnea", request), [MASS * LENGTH * math.sin(ANGLE)])

    def test_external_wrenches_act_in_their_frame(self):
        # A unit force along x at the tip, half a metre below the hinge, turns the bob by -0.5 N m.
        request = {"external_wrenches": [{"frame": "tip", "wrench": [1, 0, 0, 0, 0, 0]}]}
        self.assert_close(self.value(self.pendulum, "rnea", request), [0.5])

    def test_placement_and_jacobian_in_three_axes(self):
        request = {"q": [ANGLE]}
        s, c, reach = math.sin(ANGLE), math.cos(ANGLE), 0.5
        placement = self.value(self.pendulum, "placement", request, frame="tip")
        self.assert_close(placement, [[c, 0, s, -reach * s], [0, 1, 0, 0], [-s, 0, c, 1 - reach * c], [0, 0, 0, 1]])
        columns = {
            "local": [-reach, 0, 0, 0, 1, 0],
            "world_aligned": [-reach * c, 0, reach * s, 0, 1, 0],
            "world": [-1, 0, 0, 0, 1, 0],
        }
        for axes, column in columns.items():
            found = self.value(self.pendulum, "jacobian", request, frame="tip", axes=axes)
            self.assert_close(found, [[x] for x in column])
        default = self.value(self.pendulum, "jacobian", request, frame="tip")
        self.assert_close(default, [[x] for x in columns["local"]])

    def test_velocities_and_accelerations_of_a_frame(self):
        request = {"q": [ANGLE], "v": [2], "a": [3]}
        reach = 0.5
        self.assert_close(self.value(self.pendulum, "velocity", request, frame="tip"), [-2 * reach, 0, 0, 0, 2, 0])
        self.assert_close(self.value(self.pendulum, "acceleration", request, frame="tip"), [-3 * reach, 0, 0, 0, 3, 0])
        bias = self.value(self.pendulum, "bias_acceleration", request, frame="tip", axes="world_aligned")
        self.assert_close(bias, [4 * reach * math.sin(ANGLE), 0, 4 * reach * math.cos(ANGLE), 0, 0, 0])

    def test_vectors_by_joint_name_equal_lists(self):
        by_name = {"q": {"hinge": ANGLE}, "v": {"hinge": [2]}, "a": {"hinge": 3}}
        by_list = {"q": [ANGLE], "v": [2], "a": [3]}
        self.assertEqual(self.value(self.pendulum, "rnea", by_name), self.value(self.pendulum, "rnea", by_list))

    def test_joint_names_find_their_numbers_behind_a_free_joint(self):
        # A free joint has seven numbers in q and six in v: the hinge stands at 7 and at 6.
        by_name = {"floating_base": True, "q": {"hinge": ANGLE}, "v": {"hinge": 2}, "tau": {"hinge": 3}}
        by_list = {"floating_base": True, "q": [0, 0, 0, 0, 0, 0, 1, ANGLE], "v": [0] * 6 + [2], "tau": [0] * 6 + [3]}
        self.assertEqual(self.value(self.pendulum, "aba", by_name), self.value(self.pendulum, "aba", by_list))

    def test_absent_and_empty_vectors_are_neutral_or_zero(self):
        self.assertEqual(
            self.value(self.pendulum, "rnea", {"q": [], "v": [], "a": []}), self.value(self.pendulum, "rnea")
        )

    def test_all_gives_one_result_per_algorithm_and_they_agree(self):
        for what, names in (
            ("rnea", ["rnea", "rnea-plain"]),
            ("crba", ["crba", "crba-plain", "rnea-columns"]),
            ("aba", ["aba", "aba-plain", "crba-ltdl"]),
        ):
            answer = self.ask(self.pendulum, {"q": [ANGLE], "compute": [{"what": what, "algorithm": "all"}]})
            self.assertEqual([r["algorithm"] for r in answer["results"]], names)
            for result in answer["results"]:
                self.assert_close(result["value"], answer["results"][0]["value"])

    def test_operations_come_only_when_asked_for(self):
        task = {"compute": [{"what": "aba"}]}
        self.assertNotIn("operations", self.ask(self.pendulum, task)["results"][0])
        operations = self.ask(self.pendulum, {**task, "count": True})["results"][0]["operations"]
        self.assertEqual(list(operations), ["add", "mul", "div", "sqrt", "trig"])
        self.assertEqual((operations["sqrt"], operations["trig"]), (0, 1))
        self.assertGreater(operations["mul"], 0)

    def test_floating_base_by_request_or_by_flag(self):
        request = {"compute": [{"what": "crba"}]}
        by_request = self.ask(self.pendulum, {**request, "floating_base": True})
        by_flag = self.ask(self.pendulum, request, "--floating-base")
        self.assertEqual(by_request, by_flag)
        self.assertEqual(len(by_flag["results"][0]["value"]), 7)
        self.assert_close(by_flag["results"][0]["value"][0][0], MASS + 1)

    def test_a_nearly_normal_quaternion_is_normalised(self):
        near = {"floating_base": True, "q": {"root_joint": [0, 0, 0, 0, 0, 0, 1 + 5e-7]}}
        exact = {"floating_base": True}
        self.assertEqual(self.value(self.pendulum, "crba", near), self.value(self.pendulum, "crba", exact))

    def test_what_nothing_reads_is_noted_on_stderr(self):
        request = {"tau": [1], "compute": [{"what": "crba"}]}
        done = self.run_tenon("eval", self.pendulum, "--input", "-", stdin=json.dumps(request))
        self.assertEqual(done.returncode, 0)
        self.assertIn('"tau" is read by nothing', done.stderr)


class EvalConfigurations(Cli):
    def test_interpolation_goes_from_q_to_the_other_configuration(self):
        ends = {"q": [ANGLE]}
        for fraction, angle in ((0, ANGLE), (0.25, 0.75 * ANGLE + 0.25 * 2), (1, 2), (1.5, 2 + 0.5 * (2 - ANGLE))):
            found = self.value(self.pendulum, "interpolate", ends, to=[2], fraction=fraction)
            self.assert_close(found, [angle])
        half_turn = {"floating_base": True}
        s = math.sqrt(0.5)
        to = {"root_joint": [1, 2, 3, 0, 0, s, s]}
        found = self.value("generator:quadruped_standin", "interpolate", half_turn, to=to, fraction=1)
        self.assert_close(found[:7], [1, 2, 3, 0, 0, s, s])

    def test_random_configurations_follow_the_seed_and_are_valid(self):
        robot = "generator:humanoid_standin"
        first, again = (self.value(robot, "random", seed=7) for _ in range(2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, self.value(robot, "random", seed=8))
        self.assertEqual(self.value(robot, "random"), self.value(robot, "random", seed=0))
        self.ask(robot, {"q": first, "compute": [{"what": "crba"}]})

    def test_wrong_fractions_and_seeds_are_refused(self):
        for task, complaint in (
            ({"what": "interpolate", "to": [0]}, "fraction"),
            ({"what": "interpolate", "to": [0], "fraction": "half"}, "compute[0].fraction"),
            ({"what": "interpolate", "fraction": 0.5}, '"to"'),
            ({"what": "random", "seed": -1}, "compute[0].seed"),
            ({"what": "random", "seed": 1.5}, "compute[0].seed"),
            ({"what": "integrate", "seed": 1}, "seed"),
        ):
            done = self.run_tenon("eval", self.pendulum, "--input", "-", stdin=json.dumps({"compute": [task]}))
            self.assertEqual((done.returncode, done.stdout), (2, ""), task)
            self.assertIn(complaint, done.stderr)


class EvalFactors(Cli):
    def test_products_with_the_factor_are_those_of_the_matrix_it_gives(self):
        robot = "generator:quadruped_standin"
        n = json.loads(self.good("info", robot, "--json"))["nv"]
        x = [0.1 * (i % 7) - 0.2 for i in range(n)]
        state = {"q": self.value(robot, "random", seed=3), "x": x}
        L = self.value(robot, "factorization", state, algorithm="ltdl")["L"]
        rows = [sum(L[i][j] * x[j] for j in range(n)) for i in range(n)]
        columns = [sum(L[i][j] * x[i] for i in range(n)) for j in range(n)]
        self.assert_close(self.value(robot, "multiply_L", state), rows, 1e-12)
        self.assert_close(self.value(robot, "multiply_Lt", state), columns, 1e-12)
        self.assert_close(self.value(robot, "solve_L", {**state, "x": rows}), x, 1e-12)
        self.assert_close(self.value(robot, "solve_Lt", {**state, "x": columns}), x, 1e-12)


class EvalEveryFamily(Cli):
    def test_every_family_answers_on_every_robot_and_its_algorithms_agree(self):
        rows = json.loads(self.good("algorithms", "--json"))["algorithms"]
        families = {row["family"]: row["inputs"].split() for row in rows}
        for robot, frame in (("generator:quadruped_standin", None), ("generator:chain:6", None), (self.pendulum, "tip")):
            info = json.loads(self.good("info", robot, "--json"))
            frame = frame or info["frames"][-1]["name"]
            joint_frame = [f["name"] for f in info["frames"] if f["name"].startswith("joint:")][-1]
            state = {key: [0.1 * (i % 7) - 0.2 for i in range(info["nv"])] for key in ("v", "a", "tau", "x")}
            tasks, of_rows = [], []
            for name, inputs in families.items():
                task = {"what": name, "algorithm": "all"}
                if "frame" in inputs:
                    task["frame"] = joint_frame if name == "joint_reaction" else frame
                if "to" in inputs:
                    task["to"] = []
                if "fraction" in inputs:
                    task["fraction"] = 0.3
                # x has one number per row there, and there are no rows.
                (of_rows if {"x", "constraints"} <= set(inputs) else tasks).append(task)
            results = self.ask(robot, {**state, "compute": tasks})["results"]
            results += self.ask(robot, {"compute": of_rows})["results"]
            self.assertEqual(len(results), len(rows))
            first = {}
            for result in results:
                if result["what"] == "factorization":
                    continue  # two different factorizations
                if result["what"] in first:
                    self.assert_close(result["value"], first[result["what"]], 1e-8)
                first.setdefault(result["what"], result["value"])


if __name__ == "__main__":
    unittest.main()
