import json
import unittest

from support import ABOUT_HINGE, Cli

EVERY = ["pv-osimr", "pv-osimr-plain", "pv-osim", "efpa", "kjr", "ltl-osim", "ltl-osim-plain", "dense"]


class EvalConstraints(Cli):
    def delassus(self, constraints, **task):
        return self.value(self.pendulum, "delassus", {"q": [0.3], "constraints": constraints}, **task)

    def test_a_point_of_a_pendulum_in_closed_form(self):
        point = {"frame": "tip", "type": "connect", "mask": [True, False, False]}
        self.assert_close(self.delassus([point]), [[0.25 / ABOUT_HINGE]])

    def test_every_algorithm_agrees_and_counts(self):
        feet = [{"frame": f"{leg}_foot", "type": "connect"} for leg in ("FL", "FR", "HL", "HR")]
        feet.append({"frame": "base", "type": "weld", "axes": "world_aligned", "kp": 3, "reference": [0, 0, 1, 0, 0, 0]})
        feet.append({"frame": "FL_foot", "type": "weld", "mask": [True, False, False, True, False, False]})
        request = {"constraints": feet, "count": True, "compute": [{"what": "delassus", "algorithm": "all"}]}
        results = self.ask("generator:quadruped_standin", request)["results"]
        self.assertEqual([r["algorithm"] for r in results if r["algorithm"] in EVERY], EVERY)
        counts = {}
        for result in results:
            self.assertEqual(len(result["value"]), 20)
            self.assert_close(result["value"], results[0]["value"])
            counts[result["algorithm"]] = result["operations"]["mul"] + result["operations"]["add"]
        self.assertLess(counts["pv-osimr"], counts["kjr"])
        self.assertLess(counts["ltl-osim"], counts["dense"])

    def test_automatic_names_what_it_took(self):
        request = {"constraints": [{"frame": "tip", "type": "weld"}], "compute": [{"what": "delassus"}]}
        self.assertIn(self.ask(self.pendulum, request)["results"][0]["algorithm"], ("pv-osim", "pv-osimr"))

    def test_all_leaves_out_what_does_not_take_the_rows(self):
        for constraint in (
            {"frame": "FL_foot", "frame_b": "FR_foot", "type": "connect"},
            {"type": "centre_of_mass"},
            {"type": "locked", "joint": "FL_hip"},
            {"type": "coupling", "joint": "FL_hip", "joint_b": "FR_hip", "multiplier": -1},
            {"type": "limit", "joint": "FL_hip", "bound": 0.5},
            {"type": "friction", "joint": "FL_hip"},
        ):
            request = {"constraints": [constraint], "compute": [{"what": "delassus", "algorithm": "all"}]}
            results = self.ask("generator:quadruped_standin", request)["results"]
            found = [r["algorithm"] for r in results if r["algorithm"] in EVERY]
            self.assertEqual(found, ["ltl-osim", "ltl-osim-plain", "dense"])
            self.assert_close(results[0]["value"], results[1]["value"])
            request["compute"][0]["algorithm"] = "pv-osimr"
            done = self.run_tenon("eval", "generator:quadruped_standin", "--input", "-", stdin=json.dumps(request))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("constraint 0", done.stderr)
            self.assertIn("pv-osimr", done.stderr)

    def test_no_constraint_gives_an_empty_matrix(self):
        self.assertEqual(self.delassus([]), [])


class EvalConstraintErrors(Cli):
    def assert_refused(self, constraint, *words):
        request = {"constraints": [{"frame": "tip", "type": "weld"}, constraint], "compute": [{"what": "delassus"}]}
        message = self.refused(self.pendulum, request)
        for word in words:
            self.assertIn(word, message)

    def test_each_names_the_constraint(self):
        weld = {"frame": "tip", "type": "weld"}
        self.assert_refused({**weld, "frame": "tpi"}, "constraint 1", '"tpi"', '"tip"')
        self.assert_refused({**weld, "frame": "base"}, "constraint 1", "fixed to the world")
        self.assert_refused({**weld, "mask": [False] * 6}, "constraint 1", "mask", "no row")
        self.assert_refused({**weld, "mask": [True] * 3}, "constraint 1", "mask", "expected 6")
        self.assert_refused({**weld, "reference": [1, 2]}, "constraint 1", "reference", "expected 6")
        self.assert_refused({"type": "locked", "joint": "hing"}, "constraint 1", '"hinge"')

    def test_each_says_where(self):
        self.assert_refused({"frame": "tip", "type": "glue"}, "constraints[1].type", '"glue"', "weld, connect")
        self.assert_refused({"frame": "tip"}, "constraints[1]", '"type"')
        self.assert_refused({"frame": "tip", "type": "weld", "kp": None}, "constraints[1].kp", "a number")
        self.assert_refused({"frame": "tip", "type": "weld", "axis": "local"}, "constraints[1]", '"axes"')
        self.assert_refused({"frame": "tip", "type": "weld", "axes": "world"}, "constraints[1].axes", "world_aligned")
        self.assert_refused({"type": "locked", "joint": "hinge", "bound": 1}, "constraints[1]", '"bound"')
        self.assert_refused({"frame": "tip", "type": "weld", "target": [[1]]}, "constraints[1].target", "expected 4")
        self.assertIn("finite", self.refused(self.pendulum, '{"constraints": [{"frame": "tip", "type": "weld", "kp": 1e999}], "compute": []}'))


if __name__ == "__main__":
    unittest.main()
