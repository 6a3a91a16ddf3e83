"""Asks tenon through its command line, and compares answers."""
import json
import os
import subprocess

import numpy as np

TOLERANCE = 1e-9  # of the largest number: hundreds of rounded operations, and condition numbers up to about 1e6


def tenon(*arguments, text=None):
    done = subprocess.run([os.environ["TENON_BIN"], *map(str, arguments)], input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"tenon {' '.join(map(str, arguments))}\n{text or ''}\n{done.stderr}"
    return json.loads(done.stdout)


def info(robot, floating):
    return tenon("info", robot, *(["--floating-base"] if floating else []), "--json")


def plain(value):
    """numpy -> what json.dumps takes."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def results(robot, compute, **request):
    """The results of `compute` (names, or dictionaries with frame and axes) as they come."""
    compute = [{"what": c} if isinstance(c, str) else c for c in compute]
    return tenon("eval", robot, "--input", "-", text=json.dumps(plain(dict(request, compute=compute))))["results"]


def ask(robot, compute, **request):
    """Their values, as arrays in the same order."""
    values = [r["value"] for r in results(robot, compute, **request)]
    return [{k: np.array(v) for k, v in x.items()} if isinstance(x, dict) else np.array(x) for x in values]


def assert_close(found, expected, what="", scale=0.0):
    """Equal to TOLERANCE of the largest expected number (or of `scale`, where terms cancel)."""
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    assert found.shape == expected.shape, f"{what}: shape {found.shape}, expected {expected.shape}"
    largest = max(float(np.max(np.abs(expected), initial=0.0)), scale, 1e-3)
    error = float(np.max(np.abs(found - expected), initial=0.0))
    assert error <= TOLERANCE * largest, f"{what}: off by {error:.3e}, largest number {largest:.3e}\n{found}\n{expected}"
