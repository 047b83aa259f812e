"""The boards that the firmware's tests run on."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.firmware.emulated import BOTH_CHIPS, Bench

Board = partial[Bench]
"""Makes a Bench of this board; it takes what Bench takes."""


@pytest.fixture(scope="module", params=BOTH_CHIPS)
def board(request: pytest.FixtureRequest) -> Board:
    return partial(Bench, chip=request.param)
