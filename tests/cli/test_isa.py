import json
import pathlib

from support import ROOT, Cli

QUADRUPED = str(pathlib.Path(ROOT) / "scenes/robots/quadruped.urdf")
QUESTIONS = [{"what": what} for what in ("rnea", "aba", "crba", "minverse")]


class Isa(Cli):
    """TENON_ISA forces an instruction set; one that is not there is an error, not a crash."""

    def values(self, isa):
        done = self.run_tenon("eval", QUADRUPED, "--input", "-", stdin=json.dumps({"v": [0.1] * 12, "compute": QUESTIONS}),
                              environment={"TENON_ISA": isa})
        self.assertEqual(done.returncode, 0, done.stderr)
        return [r["value"] for r in json.loads(done.stdout)["results"]]

    def test_an_unknown_set_is_named(self):
        done = self.run_tenon("eval", self.pendulum, "--input", "-", stdin='{"compute": [{"what": "rnea"}]}',
                              environment={"TENON_ISA": "sse9"})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('TENON_ISA: found "sse9", expected baseline, avx2 or avx512', done.stderr)

    def test_a_set_that_is_missing_is_an_error(self):
        for isa in ("avx2", "avx512"):
            done = self.run_tenon("eval", self.pendulum, "--input", "-", stdin='{"compute": [{"what": "rnea"}]}',
                                  environment={"TENON_ISA": isa})
            if done.returncode != 0:
                self.assertIn(f"TENON_ISA: this machine or build has no {isa}", done.stderr)

    def test_sets_agree_to_rounding(self):
        def flat(x):
            return [x] if not isinstance(x, list) else [n for e in x for n in flat(e)]

        for ours, baseline in zip(self.values(""), self.values("baseline")):
            largest = max(map(abs, flat(baseline)))
            for x, y in zip(flat(ours), flat(baseline)):
                self.assertLessEqual(abs(x - y), 1e-12 * max(1, largest))
