import json
import re
import unittest

from support import ROOT, Cli

PAGE = (ROOT / "docs" / "eval.md").read_text()


class EvalPage(Cli):
    """docs/eval.md says what the program does."""

    def test_its_request_gives_its_answer(self):
        request = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL).group(1)
        robot = str(ROOT / "scenes" / "robots" / "quadruped.urdf")
        done = self.run_tenon("eval", robot, "--input", "-", stdin=request)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL).group(1)
        without_values = re.sub(r'"value":\[.*?\]', '"value":[…]', done.stdout)
        root, results = without_values.split(",\n", 2)[1].split("\n")[-1], without_values.split('"results"')[1]
        self.assertIn(root.strip(), shown)
        self.assertEqual(shown.split('"results"')[1], results)

    def test_its_table_has_every_question_and_what_it_reads(self):
        found = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ([^|]*) \|", PAGE.split("| what |")[1].split("###")[0], re.MULTILINE)
        table = {name: reads for names, reads in found for name in re.findall(r"\w+", names)}
        rows = json.loads(self.good("algorithms", "--json"))["algorithms"]
        inputs = {row["family"]: row["inputs"].replace("external_wrenches", "wrenches").split() for row in rows}
        self.assertEqual(sorted(table), sorted(inputs))
        for name, reads in inputs.items():
            said = re.sub(r"`[^`]*`|,", " ", table[name]).split()
            self.assertEqual(sorted(said), sorted(reads), name)

    def test_every_key_of_its_table_is_taken(self):
        keys = re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", PAGE.split("| what |")[0], re.MULTILINE)))
        self.assertIn("external_wrenches", keys)
        for key in set(keys) - {"compute", "floating_base", "gravity", "count", "convention"}:
            self.ask(self.pendulum, {key: [], "compute": []})


if __name__ == "__main__":
    unittest.main()
