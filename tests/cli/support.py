"""Runs the program under test; small robots with known answers."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TENON = os.environ.get("TENON_BIN", str(ROOT / "build/release/apps/tenon"))

# A bob of 2 kg, 0.5 m below a hinge about y, with 0.1 kg m² about its centre of mass. The base weighs 1 kg, so that the
# robot can float too.
PENDULUM = """<robot name="pendulum">
  <link name="base">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="bob">
    <inertial>
      <origin xyz="0 0 -0.5"/>
      <mass value="2"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="base"/>
    <child link="bob"/>
    <origin xyz="0 0 1"/>
    <axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="10" velocity="5"/>
    <dynamics damping="0.3"/>
  </joint>
  <link name="tip"/>
  <joint name="tip_joint" type="fixed">
    <parent link="bob"/>
    <child link="tip"/>
    <origin xyz="0 0 -0.5"/>
  </joint>
</robot>
"""
MASS, LENGTH, INERTIA, GRAVITY = 2.0, 0.5, 0.1, 9.81
ABOUT_HINGE = INERTIA + MASS * LENGTH**2


class Cli(unittest.TestCase):
    """A test with a directory of its own that holds pendulum.urdf."""

    def setUp(self):
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.directory = pathlib.Path(self._directory.name)
        self.pendulum = self.write("pendulum.urdf", PENDULUM)

    def write(self, name, text):
        path = self.directory / name
        path.write_text(text)
        return str(path)

    def run_tenon(self, *arguments, stdin="", environment=None):
        return subprocess.run(
            [TENON, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
            cwd=self.directory,
            env={**os.environ, **(environment or {})},
        )

    def good(self, *arguments, stdin=""):
        done = self.run_tenon(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def bad(self, *arguments, stdin="", code=2):
        """The complaint: on stderr, with nothing on stdout."""
        done = self.run_tenon(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotEqual(done.stderr, "")
        return done.stderr

    def ask(self, robot, request, *arguments):
        return json.loads(self.good("eval", robot, "--input", "-", *arguments, stdin=json.dumps(request)))

    def value(self, robot, what, request=None, **task):
        answer = self.ask(robot, {**(request or {}), "compute": [{"what": what, **task}]})
        return answer["results"][0]["value"]

    def refused(self, robot, request):
        text = request if isinstance(request, str) else json.dumps(request)
        return self.bad("eval", robot, "--input", "-", stdin=text)

    def assert_close(self, found, expected, tolerance=1e-9):
        if isinstance(expected, (list, tuple)):
            self.assertEqual(len(found), len(expected))
            for a, b in zip(found, expected):
                self.assert_close(a, b, tolerance)
        else:
            self.assertLessEqual(abs(found - expected), tolerance * max(1.0, abs(expected)))
