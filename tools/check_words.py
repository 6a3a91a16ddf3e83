"""Wording: no committed text says that it is unfinished, and none names a path of the machine it was written on."""
import re
import sys

from files import ROOT, report, repository_files, text_of

UNFINISHED = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK", "W" + "IP"]
PHRASES = ["for " + "now", "not " + "implemented", "not yet " + "implemented", "un" + "implemented", "place" + "holder"]
MACHINE = [r"/wor" + r"k/", r"/tm" + r"p/", r"/roo" + r"t/", r"/hom" + r"e/\w+", r"/Use" + r"rs/\w+"]
INDEX = [r"--(?:extra-)?index" + r"-url", r"--find" + r"-links"]
PATTERN = re.compile("|".join(
    [rf"\b(?:{'|'.join(UNFINISHED)})\b", rf"(?i:\b(?:{'|'.join(PHRASES)})\b)"]
    + [rf"(?<![\w.}}/-]){path}" for path in MACHINE] + INDEX))


def main():
    problems = []
    for path in repository_files():
        text = text_of(path)
        where = path.relative_to(ROOT)
        if text is None:
            if path.suffix not in (".png", ".svg", ".npz", ".gif", ".jpg") and "corpus" not in where.parts:
                problems.append(f"{where}: binary file")
            continue
        if where.name == "LICENSE" or "corpus" in where.parts:
            continue
        problems += [f"{where}:{text.count(chr(10), 0, m.start()) + 1}: \"{m.group(0)}\" in committed text"
                     for m in PATTERN.finditer(text)]
    return report(problems)


if __name__ == "__main__":
    sys.exit(main())
