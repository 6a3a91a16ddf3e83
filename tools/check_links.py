"""Links: relative links in *.md lead somewhere, and every [Key] in a source comment is in docs/references.bib."""
import re
import sys
from urllib.parse import unquote

from files import ROOT, report, repository_files, text_of

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
# A citation: [Fea05], [Jain, eq. 3]. Keys start with an upper-case letter and are not followed by ( or [ or ].
CITATION = re.compile(r"(?<![\w\])])\[([A-Z][A-Za-z]+[0-9]*)(?:,[^\]\n]*)?\](?![(\[:])")
COMMENT = {".cpp": "//", ".hpp": "//", ".py": "#"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def anchor(heading):
    """GitHub's name for a heading."""
    plain = re.sub(r"[`*]", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def link_problem(path, target):
    if re.match(r"[a-z]+:", target):
        return None
    name, _, fragment = unquote(target).partition("#")
    file = path if not name else (ROOT / name[1:] if name.startswith("/") else path.parent / name)
    if not file.exists():
        return f"broken link: {target}"
    if fragment and file.suffix == ".md" and anchor(fragment) not in map(anchor, HEADING.findall(file.read_text())):
        return f"no such heading: {target}"
    return None


def comments(text, mark):
    """The text with everything but its comments blanked out, line by line."""
    return "\n".join(line[line.index(mark):] if mark in line else "" for line in text.split("\n"))


def main():
    bib = ROOT / "docs" / "references.bib"
    keys = set(re.findall(r"^@\w+\{([^,\s]+)", bib.read_text(), re.MULTILINE)) if bib.exists() else set()
    problems = [] if keys else ["docs/references.bib: missing or empty"]
    for path in repository_files():
        is_markdown = path.suffix == ".md"
        if not is_markdown and path.suffix not in COMMENT:
            continue
        text = text_of(path) or ""
        where = path.relative_to(ROOT)
        prose = CODE.sub(blank, FENCE.sub(blank, text)) if is_markdown else comments(text, COMMENT[path.suffix])
        found = [(m, link_problem(path, m.group(1))) for m in LINK.finditer(prose)] if is_markdown else []
        found += [(m, f"[{m.group(1)}] is not in docs/references.bib") for m in CITATION.finditer(prose)
                  if m.group(1) not in keys]
        problems += [f"{where}:{prose.count(chr(10), 0, m.start()) + 1}: {why}" for m, why in found if why]
    return report(problems)


if __name__ == "__main__":
    sys.exit(main())
