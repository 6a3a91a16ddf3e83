"""Prints "N passed, M failed" for the JUnit files of a folder; exit code 1 if anything failed or nothing ran."""
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def totals(file):
    """(passed, failed, skipped) of one file, whose root is a testsuite or a list of them."""
    root = ElementTree.parse(file).getroot()
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
    tests, failed, skipped = (
        sum(int(suite.get(key) or 0) for suite in suites for key in keys)
        for keys in (("tests",), ("failures", "errors"), ("skipped", "disabled"))
    )
    return tests - failed - skipped, failed, skipped


def main():
    files = sorted(Path(sys.argv[1]).glob("*.xml"))
    passed, failed, skipped = (sum(column) for column in zip(*(totals(f) for f in files))) if files else (0, 0, 0)
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
