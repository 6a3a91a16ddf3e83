"""The damped inverse by Pinocchio's own routine, called from C++ (pinocchio_damped.cpp): compiling that takes a minute or
two, so it is done on `./run peers --compile` only; once compiled it is compared always."""
import ctypes
import pathlib
import sys

import numpy as np
import pinocchio as pin
import pytest
from asking import TOLERANCE, assert_close
from test_pinocchio_delassus import moving_frames

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools"), str(ROOT / "bench" / "tree")]
import build_peer  # noqa: E402
import models as neutral  # noqa: E402

FLAGS = ["-O0", "-DNDEBUG"]
SOURCE = ROOT / "tests" / "peers" / "pinocchio_damped.cpp"


@pytest.fixture(scope="session")
def library(pytestconfig):
    if not pytestconfig.getoption("--compile") and not build_peer.cached(SOURCE, "pinocchio", FLAGS):
        pytest.skip("not compiled: ./run peers --compile")
    loaded = ctypes.CDLL(str(build_peer.build(SOURCE, "pinocchio", FLAGS)))
    pointer, number = ctypes.c_void_p, ctypes.c_int
    loaded.damped_inverse.argtypes = [ctypes.c_char_p, pointer, number, pointer, ctypes.c_double, number, pointer]
    return loaded


def test_pinocchios_own_damped_inverse(case, library, tmp_path):
    try:
        neutral.write_tree("robot", neutral.joints_of(case.model), tmp_path / "robot")
    except ValueError as unknown:  # joints that the neutral file has no word for
        pytest.skip(str(unknown))
    constraints, numbers = [], []
    for i, frame in enumerate(moving_frames(case, 4)):
        constraints.append({"frame": frame.name, "type": "weld" if i % 2 == 0 else "connect"})
        place = frame.placement
        numbers += [frame.parentJoint, 6 if i % 2 == 0 else 3, *place.rotation.ravel(), *place.translation]
    rows = sum(6 if c["type"] == "weld" else 3 for c in constraints)
    numbers, q = np.array(numbers, dtype=float), np.ascontiguousarray(case.q)
    for mu in (1.0, 1e-2):  # theirs is damping, ours stiffness
        matrix = case.ask("delassus", constraints=constraints)[0]
        ours = case.ask({"what": "damped_inverse", "algorithm": "all"}, constraints=constraints, stiffness=1 / mu)
        assert len(ours) == 9
        for pv in (1, 0):  # PV-OSIMr or EFPA inside
            theirs = np.zeros((rows, rows))
            arguments = [q.ctypes.data, len(constraints), numbers.ctypes.data, mu, pv, theirs.ctypes.data]
            assert library.damped_inverse(str(tmp_path / "robot").encode(), *arguments) == rows
            # Both subtract numbers of the size of 1/mu.
            loss = 200 * np.finfo(float).eps * (1 + np.linalg.norm(matrix) / mu) * np.max(np.abs(theirs))
            for found in ours:
                assert_close(found, theirs, f"mu {mu}", scale=loss / TOLERANCE)
