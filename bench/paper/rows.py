"""The CSV files of a paper's program as one list of rows: {"task", "table", and the table's own columns}.

    python3 bench/paper/rows.py KEY FOLDER FILE
"""

import csv
import json
import pathlib
import sys


def value(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def rows(key, folder):
    for table in sorted(pathlib.Path(folder).glob("*.csv")):
        with table.open(newline="") as file:
            for row in csv.DictReader(file):
                columns = {name: value(text) for name, text in row.items() if name}
                yield {"task": f"paper {key}", "table": table.stem, **columns}


def main():
    key, folder, file = sys.argv[1:]
    pathlib.Path(file).write_text(json.dumps(list(rows(key, folder)), indent=1) + "\n")


if __name__ == "__main__":
    main()
