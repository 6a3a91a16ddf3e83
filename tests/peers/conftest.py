import os

import pytest
import robots


def pytest_addoption(parser):
    parser.addoption("--compile", action="store_true", help="compile what is asked of Pinocchio in C++ (a minute or two, once)")


@pytest.fixture(autouse=True, scope="session")
def in_a_folder_of_its_own(tmp_path_factory):
    """MuJoCo writes its warnings into a file where it runs."""
    os.environ["TENON_BIN"] = os.path.abspath(os.environ["TENON_BIN"])
    os.chdir(tmp_path_factory.mktemp("run"))


@pytest.fixture(params=robots.CASES, ids=robots.CASE_IDS)
def case(request):
    """Every real robot, on a fixed and on a floating base."""
    return robots.Case(*request.param)
