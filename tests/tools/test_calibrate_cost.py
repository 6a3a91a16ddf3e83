"""The weights of the cost model are written into the descriptors, and nowhere else."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import calibrate_cost as calibrate  # noqa: E402

TEXT = '''struct Rnea {
  static constexpr AlgorithmFacts facts{.name = "rnea", .family = "rnea", .weights = {35, 21.0, 0.064}};
};
struct Plain {
  static constexpr AlgorithmFacts facts{.name = "rnea-plain",
                                        .family = "rnea",
                                        .complexity = "O(n)"};
};
'''


def test_weights_replace_those_of_their_algorithm():
    changed = calibrate.with_weights(TEXT, {("rnea", "rnea"): (1.4, 2.26, 0.0041)})
    assert changed == TEXT.replace("{35, 21.0, 0.064}", "{1, 2.3, 0.004}")


def test_a_descriptor_without_weights_gets_some():
    changed = calibrate.with_weights(TEXT, {("rnea", "rnea-plain"): (1, 2, 3)})
    assert '.complexity = "O(n)", .weights = {1, 2.0, 3.000}};' in changed


def test_an_unknown_algorithm_changes_nothing():
    assert calibrate.with_weights(TEXT, {("aba", "rnea"): (1, 2, 3)}) == TEXT


def test_the_descriptors_of_the_library_are_found():
    found = set()
    for path in calibrate.SOURCE.rglob("*.hpp"):
        for match in calibrate.FACTS.finditer(path.read_text()):
            if ".weights" in match["facts"]:
                found.add(re.search(r'\.name = "([^"]+)"', match["facts"])[1])
    assert {"rnea", "crba", "aba", "ltdl-solve", "forward-kinematics", "uniform"} <= found
