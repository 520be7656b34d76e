"""What all tests share."""

import pytest


@pytest.fixture
def anyio_backend():
    """Everything async of ours runs on asyncio: Jupyter's own loop."""
    return "asyncio"
