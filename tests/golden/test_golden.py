"""The bundled robots give the numbers that Pinocchio and MuJoCo gave, in their layouts."""
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TENON = os.environ.get("TENON_BIN", str(ROOT / "build/release/apps/tenon"))
FILES = sorted(pathlib.Path(__file__).parent.glob("*.json"))
TOLERANCE = 1e-13  # of the largest number: rounding of some hundred operations on both sides


def flat(value):
    return [x for row in value for x in flat(row)] if isinstance(value, list) else [float(value)]


def error(found, expected):
    """Largest difference over the largest expected number (at least 1)."""
    found, expected = flat(found), flat(expected)
    assert len(found) == len(expected)
    return max(abs(a - b) for a, b in zip(found, expected)) / max([1.0, *map(abs, expected)])


def ask(golden, compute):
    request = {key: golden[key] for key in ("q", "v", "a", "tau", "convention", "floating_base")}
    run = subprocess.run([TENON, "eval", str(ROOT / "scenes/robots" / golden["robot"]), "--input", "-"],
                         input=json.dumps(dict(request, compute=compute)), capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return [result["value"] for result in json.loads(run.stdout)["results"]]


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def golden(request):
    return json.loads(request.param.read_text())


def test_every_bundled_robot_has_golden_numbers():
    named = {json.loads(file.read_text())["robot"] for file in FILES}
    assert named == {file.name for file in (ROOT / "scenes/robots").iterdir() if file.suffix in (".urdf", ".xml")}


def test_dynamics_are_the_peers(golden):
    names = list(golden["expected"])
    for name, found in zip(names, ask(golden, [{"what": name} for name in names])):
        assert error(found, golden["expected"][name]) <= TOLERANCE, f"{name}, {golden['peer']}"


def test_links_are_where_the_peers_put_them(golden):
    names = list(golden["placements"])
    found = ask(golden, [{"what": "placement", "frame": name} for name in names])
    for name, placement in zip(names, found):
        assert error(placement, golden["placements"][name]) <= TOLERANCE, f"{name}, {golden['peer']}"
