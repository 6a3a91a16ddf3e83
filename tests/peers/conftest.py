import pytest
import robots


@pytest.fixture(params=robots.CASES, ids=robots.CASE_IDS)
def case(request):
    """Every real robot, on a fixed and on a floating base."""
    return robots.Case(*request.param)
