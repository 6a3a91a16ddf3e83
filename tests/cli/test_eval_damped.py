import json
import unittest

from support import ABOUT_HINGE, Cli

EVERY = ["pv-osimr-inverse", "caba-osim", "caba-osim-plain", "caba-osimf", "pv-osimf", "pv-osimr-cholesky", "ltl-osim-cholesky", "ltl-osim-inverse", "dense"]
FEET = [{"frame": f"{leg}_foot", "type": "connect"} for leg in ("FL", "FR", "HL", "HR")]
QUADRUPED = "generator:quadruped_standin"


class EvalDamped(Cli):
    def test_a_point_of_a_pendulum_in_closed_form(self):
        point = {"frame": "tip", "type": "connect", "mask": [True, False, False]}
        request = {"q": [0.3], "constraints": [point], "stiffness": 5, "x": [-2]}
        expected = 1 / (1 / 5 + 0.25 / ABOUT_HINGE)
        self.assert_close(self.value(self.pendulum, "damped_inverse", request), [[expected]])
        self.assert_close(self.value(self.pendulum, "damped_solve", request), [-2 * expected])

    def test_every_algorithm_agrees_and_counts(self):
        stiffness = [1 + 0.5 * i for i in range(12)]
        x = [(-1) ** i / (i + 1) for i in range(12)]
        compute = [{"what": what, "algorithm": "all"} for what in ("damped_inverse", "damped_solve")]
        request = {"constraints": FEET, "stiffness": stiffness, "x": x, "count": True, "compute": compute}
        results = self.ask(QUADRUPED, request)["results"]
        self.assertEqual([r["algorithm"] for r in results], 2 * EVERY)
        matrix = results[8]["value"]
        product = [sum(a * b for a, b in zip(row, x)) for row in matrix]
        for result in results:
            self.assert_close(result["value"], matrix if result["what"] == "damped_inverse" else product)
        counts = [r["operations"]["mul"] + r["operations"]["add"] for r in results]
        self.assertLess(counts[2], counts[5])  # no factorization
        self.assertLess(counts[12], counts[11])  # caba-osimf forms no matrix

    def test_automatic_names_what_it_took(self):
        for stiffness, taken in ((1, "caba-osim"), (1e8, "pv-osimr-inverse")):
            request = {"constraints": FEET, "stiffness": stiffness, "compute": [{"what": "damped_inverse"}, {"what": "damped_solve"}]}
            self.assertEqual({r["algorithm"] for r in self.ask(QUADRUPED, request)["results"]}, {taken})

    def test_stiffness_may_come_with_the_constraints(self):
        own = [{**foot, "stiffness": 3} for foot in FEET]
        request = {"constraints": own}
        expected = self.value(QUADRUPED, "damped_inverse", {"constraints": FEET, "stiffness": 3})
        self.assertEqual(self.value(QUADRUPED, "damped_inverse", request), expected)

    def test_rows_and_joints_may_both_have_an_x_of_their_length(self):
        constraints = [*FEET, {"frame": "base", "type": "weld"}]  # 18 rows, nv = 18
        compute = [{"what": "damped_solve"}, {"what": "minverse_apply"}]
        request = {"constraints": constraints, "stiffness": 1, "x": [1] * 18, "compute": compute}
        self.assertEqual([len(r["value"]) for r in self.ask(QUADRUPED, request)["results"]], [18, 18])
        message = self.refused(QUADRUPED, {**request, "constraints": FEET})
        self.assertIn("x: found 18 numbers, expected one per row = 12", message)

    def test_other_rows_go_to_joint_space(self):
        for constraint in ({"type": "centre_of_mass"}, {"type": "locked", "joint": "FL_hip"}):
            request = {"constraints": [constraint], "stiffness": 2, "compute": [{"what": "damped_inverse", "algorithm": "all"}]}
            results = self.ask(QUADRUPED, request)["results"]
            self.assertEqual([r["algorithm"] for r in results], EVERY[6:])
            request["compute"][0]["algorithm"] = "caba-osim"
            done = self.run_tenon("eval", QUADRUPED, "--input", "-", stdin=json.dumps(request))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("constraint 0", done.stderr)
            self.assertIn("caba-osim", done.stderr)

    def test_no_constraint_gives_an_empty_answer(self):
        for what in ("damped_inverse", "damped_solve"):
            self.assertEqual(self.value(QUADRUPED, what, {"constraints": [], "stiffness": 1}), [])

    def test_bad_stiffness_is_refused_by_name(self):
        request = {"constraints": FEET, "compute": [{"what": "damped_inverse"}]}
        for stiffness, words in (
            (0, "stiffness is 0, expected a positive finite number"),
            ([1] * 11 + [-1], "stiffness[11] is -1, expected a positive finite number"),
            ([1, 2], "stiffness: found 2 numbers, expected one, or one per row = 12"),
            ("soft", "stiffness"),
        ):
            self.assertIn(words, self.refused(QUADRUPED, {**request, "stiffness": stiffness}))
        self.assertIn('constraint 0 (connect of "FL_foot"): stiffness is inf', self.refused(QUADRUPED, request))


if __name__ == "__main__":
    unittest.main()
