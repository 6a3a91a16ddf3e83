"""The files of this checkout that belong to the repository."""
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = {".git", "build", "out", ".cache", "__pycache__", "node_modules"}


def repository_files():
    """Committed and to-be-committed files; without git, everything that is not build output."""
    git = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True, text=True)
    if git.returncode == 0:
        return [ROOT / name for name in sorted(set(git.stdout.split("\0"))) if name and (ROOT / name).is_file()]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in OUTSIDE and not f.startswith(".venv")]
        found += [Path(folder) / name for name in names]
    return sorted(found)


def text_of(path):
    """The text of a file, None for a binary one."""
    data = path.read_bytes()
    if b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def report(problems):
    """Prints one problem per line; the exit code of the check."""
    for problem in problems:
        print(problem)
    return 1 if problems else 0
