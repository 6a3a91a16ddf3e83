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
        self.assert_refused('{"q": [NaN], "compute": []}', "JSON")
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
