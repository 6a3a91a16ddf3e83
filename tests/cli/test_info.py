import json
import unittest

from support import Cli


class Info(Cli):
    def test_json_has_the_contract_s_keys_and_no_others(self):
        info = json.loads(self.good("info", self.pendulum, "--json"))
        self.assertEqual(list(info), ["name", "nq", "nv", "mass", "gravity", "joints", "frames"])
        self.assertEqual((info["name"], info["nq"], info["nv"], info["mass"]), ("pendulum", 1, 1, 2))
        self.assertEqual(info["gravity"], [0, 0, -9.81])
        joint = {"name": "hinge", "type": "revolute", "q_index": 0, "nq": 1, "v_index": 0, "nv": 1, "parent": None}
        self.assertEqual(info["joints"], [joint])

    def test_frames_of_the_file_are_kept_with_their_placements(self):
        info = json.loads(self.good("info", self.pendulum, "--json"))
        frames = {frame["name"]: frame for frame in info["frames"]}
        self.assertEqual(list(frames)[0], "world")
        self.assertLessEqual({"base", "bob", "tip", "joint:hinge", "joint:tip_joint"}, set(frames))
        for frame in frames.values():
            self.assertEqual(list(frame), ["name", "parent_joint", "placement"])
        self.assertEqual(frames["tip"]["parent_joint"], "hinge")
        self.assertIsNone(frames["base"]["parent_joint"])
        self.assert_close(frames["tip"]["placement"], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -0.5], [0, 0, 0, 1]])

    def test_the_schedule_names_every_joint_once(self):
        text = self.good("info", "humanoid", "--floating-base", "--schedule")
        self.assertRegex(text, r"^4 lanes, \d+ groups, 5 limbs, \d+ of \d+ places idle")
        words = [word for line in text.splitlines()[1:] for word in line.split()[1:]]
        carriers = [words[k + 1] for k, word in enumerate(words) if word == "<"]
        self.assertIn("torso_pitch", carriers)
        for joint in json.loads(self.good("info", "humanoid", "--floating-base", "--json"))["joints"]:
            self.assertEqual(words.count(joint["name"]) - carriers.count(joint["name"]), 1, joint["name"])
        self.assertIn("body by body", self.good("info", "arm7", "--schedule"))

    def test_the_schedule_says_what_crba_and_aba_make_of_it(self):
        def last_lines(*robot):
            return self.good("info", *robot, "--schedule").splitlines()[-2:]
        self.assertEqual(last_lines("arm7"), ["crba   in the root's frame, four bodies at a time",
                                                "aba    trunk in wide steps, SIMD inside a body"])
        crba, aba = last_lines("humanoid", "--floating-base")
        self.assertRegex(crba, r"^crba   \d+ groups and \d+ trunk steps$")
        self.assertEqual(aba, "aba    trunk in wide steps, SIMD inside a body")
        self.assertEqual(last_lines("quadruped", "--floating-base")[1], "aba    trunk in scalar steps")
        self.assertEqual(last_lines("quadruped")[1], "aba    no trunk")
        for robot in "generator:atlas_standin:2", "generator:chain:200":
            self.assertEqual(last_lines(robot)[0], "crba   in the root's frame, four bodies at a time")

    def test_a_floating_base_is_a_free_joint_named_root_joint(self):
        info = json.loads(self.good("info", self.pendulum, "--floating-base", "--json"))
        self.assertEqual((info["nq"], info["nv"]), (8, 7))
        root, hinge = info["joints"]
        self.assertEqual((root["name"], root["type"], root["nq"], root["nv"]), ("root_joint", "free", 7, 6))
        self.assertEqual((hinge["parent"], hinge["q_index"], hinge["v_index"]), ("root_joint", 7, 6))

    def test_a_floating_base_without_effect_is_noted(self):
        fixed, hinged = (
            self.write(name, f'<mujoco><worldbody><body name="b">{joint}<geom size="1"/></body></worldbody></mujoco>')
            for name, joint in (("fixed.xml", ""), ("hinged.xml", "<joint/>"))
        )
        for robot, noted in ((fixed, False), (hinged, True), (self.pendulum, False), ("generator:chain:3", True)):
            done = self.run_tenon("info", robot, "--floating-base", "--json")
            self.assertEqual(done.returncode, 0)
            self.assertEqual("a floating base has no effect" in done.stderr, noted, robot)
            root = json.loads(done.stdout)["joints"][0]
            self.assertEqual((root["name"], root["type"]) == ("root_joint", "free"), not noted, robot)

    def test_the_screen_fits_80_columns_and_has_no_escape_codes_in_a_pipe(self):
        text = self.good("info", self.pendulum, "--floating-base")
        self.assertNotIn("\x1b", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        for word in ("pendulum", "hinge", "root_joint", "frames", "gravity", "conventions", "diagnostics"):
            self.assertIn(word, text)

    def test_generated_and_bundled_robots_are_found_by_name(self):
        chain = json.loads(self.good("info", "generator:chain:5", "--json"))
        self.assertEqual(chain["nv"], 5)
        quadruped = json.loads(self.good("info", "generator:quadruped_standin", "--json"))
        self.assertGreaterEqual(quadruped["nv"], 12)

    def test_a_missing_file_is_told_by_name(self):
        self.assertIn("nowhere.urdf", self.bad("info", "nowhere.urdf"))

    def test_a_wrong_generator_names_the_nearest(self):
        self.assertIn("chain", self.bad("info", "generator:chian"))
        self.assertIn("expected", self.bad("info", "generator:chain:five"))
        self.assertIn("expected", self.bad("info", "generator:chain:5:6:7:8"))


if __name__ == "__main__":
    unittest.main()
