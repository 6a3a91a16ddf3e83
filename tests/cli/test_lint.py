import json
import unittest

from support import PENDULUM, Cli

ODD = PENDULUM.replace('<link name="base">', '<gazebo reference="base"/>\n  <link name="base">')


class Lint(Cli):
    def test_a_clean_file_has_nothing_to_list(self):
        self.assertIn("nothing was ignored or changed", self.good("lint", self.pendulum))
        self.assertIn("nothing", self.good("lint", self.pendulum, "--strict"))

    def test_what_was_ignored_is_listed_with_file_and_line(self):
        odd = self.write("odd.urdf", ODD)
        self.assertIn("odd.urdf:2: ", self.good("lint", odd))
        self.assertIn("gazebo", self.good("lint", odd))
        listed = json.loads(self.good("lint", odd, "--json"))["diagnostics"]
        self.assertEqual([(d["line"], d["severity"]) for d in listed if "gazebo" in d["element"] + d["message"]][0][0], 2)

    def test_stray_text_is_one_line_at_its_own_line(self):
        stray = PENDULUM.replace('<link name="base">', "\n\n stray\n text \n" + '<link name="base">')
        listed = self.good("lint", self.write("stray.urdf", stray)).splitlines()
        line = 1 + stray[: stray.index("stray")].count("\n")
        self.assertEqual([x for x in listed if "stray text" in x], listed)
        self.assertIn(f'stray.urdf:{line}: warning: robot: text "stray text" is ignored', listed[0])

    def test_strict_makes_it_an_error(self):
        odd = self.write("odd.urdf", ODD)
        done = self.run_tenon("lint", odd, "--strict")
        self.assertEqual(done.returncode, 2)
        self.assertIn("odd.urdf:2", done.stdout)
        self.assertIn("--strict", done.stderr)

    def test_a_file_that_cannot_be_understood_is_an_error(self):
        broken = self.write("broken.urdf", PENDULUM.replace('<mass value="2"/>', '<mass value="-2"/>'))
        message = self.bad("lint", broken)
        self.assertIn("broken.urdf:", message)
        self.assertIn("-2", message)
        self.bad("lint", self.write("cut.urdf", PENDULUM[:300]))


if __name__ == "__main__":
    unittest.main()
