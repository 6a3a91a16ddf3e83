"""The program as a whole: help, version, the other commands."""

import json
import os
import shutil
import subprocess
import unittest

from support import TENON, Cli

COMMANDS = ["info", "lint", "eval", "algorithms", "bench", "demo", "completion"]


class Program(Cli):
    def test_version_and_help(self):
        self.assertRegex(self.good("--version"), r"^tenon \d+\.\d+\.\d+, kernels for (baseline|avx2|avx512)\n$")
        text = self.good("--help")
        for command in COMMANDS:
            self.assertIn(command, text)
            own = self.good(command, "--help")
            self.assertIn("Examples:", own)
            self.assertLessEqual(max(map(len, own.splitlines())), 100)

    def test_wrong_usage_is_bad_input(self):
        for arguments in ([], ["fly"], ["info"], ["info", "--jsn", "x"], ["eval", "x"], ["completion", "csh"]):
            self.bad(*arguments)

    def test_an_unknown_command_is_named(self):
        self.assertIn('unknown command "fly", expected one of: demo', self.bad("fly"))

    def test_not_a_number_is_no_option_s_value(self):
        for command, option in (("demo", "--time-step"), ("demo", "--duration"), ("bench", "--seconds")):
            self.assertIn(option, self.bad(command, option, "nan"))

    def test_algorithms_lists_every_family_and_what_automatic_picks(self):
        rows = json.loads(self.good("algorithms", "--json"))["algorithms"]
        self.assertEqual(len({(row["family"], row["name"]) for row in rows}), len(rows))
        for row in rows:
            for key in ("name", "family", "paper", "complexity", "constraints", "degeneracies"):
                self.assertTrue(row[key], row)
        picked = json.loads(self.good("algorithms", "--robot", self.pendulum, "--json"))["algorithms"]
        for family in {row["family"] for row in picked}:
            self.assertEqual(sum(row["automatic"] for row in picked if row["family"] == family), 1, family)
        text = self.good("algorithms")
        for row in rows:
            self.assertIn(row["name"], text)
        self.assertIn("crba-ltdl", self.good("algorithms", "--family", "aba"))
        self.assertIn("expected one of", self.bad("algorithms", "--family", "nothing"))

    def test_bench_times_what_was_asked(self):
        rows = json.loads(self.good("bench", self.pendulum, "--family", "aba", "--seconds", "0.001", "--json"))["rows"]
        self.assertEqual([row["algorithm"] for row in rows], ["aba", "aba-plain", "crba-ltdl"])
        for row in rows:
            self.assertGreater(row["us"], 0)
            self.assertGreaterEqual(row["us_median"], row["us"])
        table = self.good("bench", self.pendulum, "--algorithm", "rnea", "--seconds", "0.001")
        self.assertIn("rnea", table)
        self.bad("bench", self.pendulum, "--algorithm", "nothing")
        self.bad("bench", self.pendulum, "--states", "0")

    def test_demo_keeps_energy_and_fits_a_screen(self):
        text = self.good("demo")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertLessEqual(len(text.splitlines()), 32)
        self.assertEqual(text.count("kept"), 3)

    def test_demo_says_so_when_steps_are_too_long(self):
        self.assertIn("smaller --time-step", self.good("demo", "--time-step", "0.1"))

    def test_colours_come_only_on_a_terminal(self):
        if not shutil.which("script"):
            self.skipTest("no script(1) to make a terminal")
        command = f"{TENON} info {self.pendulum}"
        environment = {**os.environ, "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        run = lambda env: subprocess.run(
            ["script", "-qec", command, "/dev/null"], capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL
        ).stdout
        self.assertIn("\x1b[", run(environment))
        self.assertNotIn("\x1b[", run({**environment, "NO_COLOR": "1"}))
        self.assertNotIn("\x1b[", run({**environment, "TERM": "dumb"}))


class Completion(Cli):
    def script(self, shell):
        return self.write("completion", self.good("completion", shell))

    def test_scripts_name_every_command_and_option(self):
        for shell in ("bash", "zsh", "fish"):
            text = self.good("completion", shell)
            for word in COMMANDS + ["floating-base", "strict", "generator:chain"]:
                self.assertIn(word, text, shell)

    def test_scripts_parse(self):
        for shell in ("bash", "zsh", "fish"):
            if shutil.which(shell):
                subprocess.run([shell, "-n", self.script(shell)], check=True)

    def complete(self, *words):
        """What bash offers for the last word."""
        command = (
            f"source {self.script('bash')}; COMP_WORDS=({' '.join(repr(w) for w in words)}); "
            f"COMP_CWORD={len(words) - 1}; _tenon; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        )
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=self.directory, check=True)
        return done.stdout.split()

    def test_bash_offers_commands_options_robots_and_files(self):
        self.assertEqual(self.complete("tenon", "al"), ["algorithms"])
        self.assertEqual(self.complete("tenon", "lint", "--st"), ["--strict"])
        self.assertIn("pendulum.urdf", self.complete("tenon", "info", "pend"))
        self.assertIn("generator:chain:10", self.complete("tenon", "info", "gen"))
        self.assertEqual(self.complete("tenon", "eval", "x", "--input", "pe"), ["pendulum.urdf"])
        self.assertEqual(self.complete("tenon", "completion", "z"), ["zsh"])
        self.assertEqual(self.complete("tenon", "bench", "--family", "cri"), [])
        self.assertEqual(self.complete("tenon", "bench", "--family", "crb"), ["crba"])
        self.assertEqual(self.complete("tenon", "bench", "--algorithm", "aba-s"), ["aba-sweeps"])


if __name__ == "__main__":
    unittest.main()
