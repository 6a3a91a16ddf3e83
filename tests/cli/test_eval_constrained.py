import json
import unittest

from support import Cli

EXACT = ["constrained-aba", "constrained-aba-plain", "prox-pv", "prox-pv-plain", "prox-ltls", "prox-ltl", "pv", "pv-early"]
FEET = [{"frame": f"{leg}_foot", "type": "connect"} for leg in ("FL", "FR", "HL", "HR")]
STATE = {"v": {"root_joint": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "FL_thigh": 2}, "tau": {"FL_thigh": 3, "HR_calf": -1}}
ROBOT = "generator:quadruped_standin"


class EvalConstrained(Cli):
    def solve(self, what="constrained_dynamics", constraints=FEET, task=None, **request):
        compute = [dict({"what": what, "algorithm": "all"}, **(task or {}))]
        return self.ask(ROBOT, dict(STATE, constraints=constraints, compute=compute, **request))["results"]

    def test_every_algorithm_agrees_and_reports(self):
        for what in ("constrained_dynamics", "impulse"):
            results = {r["algorithm"]: r for r in self.solve(what, count=True, settings={"tolerance": 1e-12})}
            soft = ["pv-soft"] if what == "constrained_dynamics" else []  # an impact has no soft rows
            self.assertEqual(list(results), [*EXACT, *soft, "dense"])
            for name in EXACT:
                lost = 1e-7 if name == "constrained-aba-plain" else 1e-9  # digits that a large mu costs it
                self.assert_close(results[name]["value"], results["dense"]["value"], lost)
                self.assert_close(results[name]["force"], results["dense"]["force"], 1e-7)  # mu times rounding
                report = results[name]["report"]
                self.assertEqual(report["status"], "converged")
                self.assertLess(report["residual"], 1e-10)
                self.assertGreaterEqual(report["iterations"], 1)
                self.assertEqual(list(report), ["status", "iterations", "residual", "dual_residual"])
                self.assertGreater(results[name]["operations"]["mul"], 100)
            self.assertLess(results["pv-early"]["operations"]["mul"], results["pv"]["operations"]["mul"])

    def test_contradicting_rows_are_a_status_and_not_an_error(self):
        twice = [dict(FEET[0], reference=[0, 0, 1]), dict(FEET[0], reference=[0, 0, 3])]
        for result in self.solve(constraints=twice):
            expected = {"pv": "redundant_rows", "pv-early": "redundant_rows", "pv-soft": "converged"}
            name = result["algorithm"]
            self.assertEqual(result["report"]["status"], expected.get(name, "infeasible"), name)
            if name not in expected:
                self.assertAlmostEqual(result["report"]["residual"], 1, places=6)

    def test_settings_reach_the_solver(self):
        one = {"mu": 100, "tolerance": 1e-6, "max_iterations": 1}
        report = self.solve(task={"algorithm": "prox-ltl"}, settings=one)[0]["report"]
        self.assertEqual((report["status"], report["iterations"]), ("max_iterations", 1))
        cold = self.solve(task={"algorithm": "constrained-aba"}, settings={"mu": [1e5] * 12})[0]
        warm = self.solve(task={"algorithm": "constrained-aba"}, settings={"start": cold["force"]})[0]
        self.assert_close(warm["value"], cold["value"])
        self.assertLessEqual(warm["report"]["iterations"], cold["report"]["iterations"])

    def test_no_constraints_count_as_none(self):
        none, empty = (self.ask(ROBOT, {**more, "count": True, "compute": [
            {"what": what} for what in ("delassus", "damped_inverse", "constrained_dynamics")]})["results"]
            for more in ({}, {"constraints": []}))
        self.assertEqual(none, empty)
        self.assertEqual(none[0]["value"], [])
        self.assertLess(none[1]["operations"]["add"], self.ask(ROBOT, {"constraints": FEET, "stiffness": 1e3, "count": True, "compute": [
            {"what": "damped_inverse"}]})["results"][0]["operations"]["add"])

    def test_automatic_takes_loops_to_joint_space(self):
        loop = [*FEET[:1], {"frame": "FR_foot", "frame_b": "HR_foot", "type": "connect"}]
        self.assertEqual([r["algorithm"] for r in self.solve(constraints=loop)], ["prox-ltl", "dense"])
        self.assertEqual(self.solve(constraints=loop, task={"algorithm": "automatic"})[0]["algorithm"], "prox-ltl")
        self.assertEqual(self.solve(task={"algorithm": "automatic"})[0]["algorithm"], "constrained-aba")

    def test_derivatives_are_those_of_the_motion_and_of_the_forces(self):
        name = "constrained_dynamics_derivatives"
        at, h = 0.5, 1e-6
        solve = lambda tau: self.ask(ROBOT, dict(STATE, constraints=FEET, tau={"FL_thigh": tau}, compute=[
            {"what": "constrained_dynamics", "algorithm": "dense"}, {"what": name}]))["results"]
        below, above, here = solve(at - h)[0], solve(at + h)[0], solve(at)[1]
        self.assertEqual(here["report"]["status"], "converged")
        column = 7  # FL_thigh, after six of the base and FL_hip
        for key, of in (("value", "dtau"), ("force", "force_dtau")):
            differences = [(b - a) / (2 * h) for a, b in zip(below[key], above[key])]
            matrix = here["value"][of]
            for row, expected in zip(matrix, differences):
                self.assertAlmostEqual(row[column], expected, places=4)

    def test_without_constraints_is_forward_dynamics(self):
        request = dict(STATE, compute=[{"what": "aba"}, {"what": "constrained_dynamics"}])
        free, constrained = self.ask(ROBOT, request)["results"]
        self.assert_close(constrained["value"], free["value"])
        self.assertEqual(constrained["force"], [])

    def test_a_bounce_turns_the_rows_around(self):
        jacobians = [{"what": "velocity", "frame": "FL_foot"}]
        before = self.ask(ROBOT, dict(STATE, compute=jacobians))["results"][0]["value"]
        bounced = self.solve("impulse", FEET[:1], {"algorithm": "automatic", "restitution": 0.5})[0]["value"]
        after = self.ask(ROBOT, dict(v=bounced, compute=jacobians))["results"][0]["value"]
        self.assert_close(after[:3], [-0.5 * x for x in before[:3]])

    def test_bad_settings_are_told_by_name(self):
        for settings, words in (
            ({"mu": 0}, "settings.mu: found 0"),
            ({"mu": [1, 2]}, "settings.mu"),
            ({"mu": [1] * 11 + [-1]}, "settings.mu[11]: found -1"),
            ({"tolerance": -1}, "settings.tolerance"),
            ({"max_iterations": 0}, "settings.max_iterations"),
            ({"max_iterations": 1.5}, "settings.max_iterations"),
            ({"start": [1]}, "settings.start"),
            ({"moo": 1}, "moo"),
        ):
            request = {"constraints": FEET, "settings": settings, "compute": [{"what": "constrained_dynamics"}]}
            done = self.run_tenon("eval", ROBOT, "--input", "-", stdin=json.dumps(request))
            self.assertEqual((done.returncode, done.stdout), (2, ""), settings)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
