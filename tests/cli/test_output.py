import json
import os
import unittest

from support import Cli

REQUEST = json.dumps({"compute": [{"what": "crba"}]})


class Output(Cli):
    def test_an_answer_goes_to_a_file(self):
        printed = self.good("eval", self.pendulum, "--input", "-", stdin=REQUEST)
        silent = self.good("eval", self.pendulum, "--input", "-", "--output", "answer.json", stdin=REQUEST)
        self.assertEqual(silent, "")
        self.assertEqual((self.directory / "answer.json").read_text(), printed)
        self.assertEqual(sorted(os.listdir(self.directory)), ["answer.json", "pendulum.urdf"])

    def test_a_request_comes_from_a_file(self):
        request = self.write("request.json", REQUEST)
        self.assertEqual(
            self.good("eval", self.pendulum, "--input", request),
            self.good("eval", self.pendulum, "--input", "-", stdin=REQUEST),
        )

    def test_a_failed_command_leaves_no_file(self):
        self.bad("eval", self.pendulum, "--input", "-", "--output", "answer.json", stdin='{"compute": [{"what": "?"}]}')
        self.assertEqual(os.listdir(self.directory), ["pendulum.urdf"])

    def test_a_failed_command_leaves_the_old_file_as_it_was(self):
        old = self.write("answer.json", "old")
        self.bad("eval", self.pendulum, "--input", "-", "--output", old, stdin='{"q": [1, 2], "compute": []}')
        self.assertEqual((self.directory / "answer.json").read_text(), "old")

    def test_a_place_that_cannot_be_written_is_a_failed_run(self):
        for output in ("nowhere/answer.json", "."):
            self.bad("eval", self.pendulum, "--input", "-", "--output", output, stdin=REQUEST, code=1)
        self.assertEqual(os.listdir(self.directory), ["pendulum.urdf"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk_is_a_failed_run(self):
        message = self.bad("eval", self.pendulum, "--input", "-", "--output", "/dev/full", stdin=REQUEST, code=1)
        self.assertIn("/dev/full", message)


if __name__ == "__main__":
    unittest.main()
