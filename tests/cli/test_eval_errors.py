import unittest

from support import Cli


class EvalErrors(Cli):
    def assert_refused(self, request, *words):
        message = self.refused(self.pendulum, request)
        for word in words:
            self.assertIn(word, message)

    def test_broken_json_is_told_with_its_line(self):
        self.assert_refused('{"q": [1],\n "v": [,]}', "standard input:2")
        self.assert_refused("", "standard input")
        self.assert_refused("[1, 2]", "expected an object")
        self.assert_refused("[" * 100000, "nested deeper")
        self.assert_refused('{"q": [0], "q": [1], "compute": []}', "twice")

    def test_numbers_must_be_finite(self):
        self.assert_refused('{"q": [NaN], "compute": []}', "finite")
        self.assert_refused('{"q": [1e999], "compute": []}', "finite")
        self.assert_refused('{"q": [null], "compute": []}', "q[0]", "null", "a number")
        self.assert_refused('{"v": ["1"], "compute": []}', "v[0]", "a number")

    def test_sizes_are_told_with_what_was_expected(self):
        self.assert_refused({"q": [0, 0], "compute": []}, "q: found 2 numbers, expected nq = 1")
        self.assertEqual(self.refused(self.pendulum, {"q": [0, 0], "compute": []}).count("q:"), 1)
        self.assert_refused({"v": [0, 0], "compute": []}, "v: found 2 numbers, expected nv = 1")
        self.assert_refused({"gravity": [0, 0], "compute": []}, "gravity", "expected 3")
        wrench = [{"frame": "tip", "wrench": [1]}]
        self.assert_refused({"external_wrenches": wrench, "compute": []}, "external_wrenches[0].wrench", "expected 6")

    def test_unknown_keys_name_the_nearest(self):
        self.assert_refused({"tua": [0], "compute": []}, '"tua"', '"tau"')
        self.assert_refused({"compute": [{"what": "rnea", "algoritm": "x"}]}, "compute[0]", '"algorithm"')
        self.assert_refused({"q": {"hing": 1}, "compute": []}, '"hing"', '"hinge"')
        self.assert_refused({"compute": [{"what": "rnea", "frame": "tip"}]}, "compute[0]", '"frame"')

    def test_unknown_names_list_what_exists(self):
        self.assert_refused({"compute": [{"what": "delasus"}]}, "compute[0].what", '"delasus"', "rnea", "delassus")
        self.assert_refused({"compute": [{"what": "aba", "algorithm": "pv"}]}, "compute[0].algorithm", "crba-ltdl", "all")
        self.assert_refused({"compute": [{"what": "placement", "frame": "tpi"}]}, "compute[0].frame", '"tip"')
        self.assert_refused({"compute": [{"what": "jacobian", "frame": "tip", "axes": "body"}]}, "world_aligned")

    def test_numbers_that_are_not_finite_are_told_with_their_line(self):
        for number, complaint in (("1e999", "1e999"), ("NaN", "finite"), ("-Infinity", "finite")):
            request = '{"compute": [],\n "q": [' + number + "]}"
            done = self.run_tenon("eval", self.pendulum, "--input", "-", stdin=request)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("standard input:2: ", done.stderr)
            self.assertIn(complaint, done.stderr)
            self.assertNotIn("exception", done.stderr)

    def test_what_the_library_refuses_has_its_place_in_the_request(self):
        self.assert_refused(
            {"compute": [{"what": "com"}, {"what": "joint_reaction", "frame": "bob"}]}, "compute[1]: ", "joint:NAME"
        )

    def test_an_output_that_cannot_be_written_is_told_by_its_own_name(self):
        done = self.run_tenon(
            "eval", self.pendulum, "--input", "-", "--output", "/nowhere/x.json", stdin='{"compute": []}'
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/x.json: could not be opened", done.stderr)

    def test_missing_parts_are_named(self):
        self.assert_refused({}, '"compute"')
        self.assert_refused({"compute": [{}]}, "compute[0]", '"what"')
        self.assert_refused({"compute": [{"what": "placement"}]}, "compute[0]", '"frame"')
        self.assert_refused({"compute": {"what": "rnea"}}, "compute", "a list")

    def test_an_unnormalised_quaternion_is_an_error(self):
        q = {"root_joint": [0, 0, 0, 0, 0, 0, 1.1]}
        self.assert_refused({"floating_base": True, "q": q, "compute": []}, "q: ", "root_joint")
        zero = {"root_joint": [0, 0, 0, 0, 0, 0, 0]}
        self.assert_refused({"floating_base": True, "q": zero, "compute": []}, "root_joint")

    def test_input_that_cannot_be_read(self):
        self.assertIn("nowhere.json", self.bad("eval", self.pendulum, "--input", "nowhere.json"))
        self.assertIn("read", self.bad("eval", self.pendulum, "--input", "."))


if __name__ == "__main__":
    unittest.main()
