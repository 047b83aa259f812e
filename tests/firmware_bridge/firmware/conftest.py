"""The boards that the firmware's tests run on."""

from __future__ import annotations

from functools import partial

import pytest

from firmware_bridge.build_firmware import Chip
from tests.support.firmware.emulated import Bench, needs_avr, needs_pico

Board = partial[Bench]
"""Makes a Bench of this board; it takes what Bench takes."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(Chip.ATMEGA328P, marks=needs_avr, id="uno"),
        pytest.param(Chip.RP2040, marks=needs_pico, id="pico"),
    ],
)
def board(request: pytest.FixtureRequest) -> Board:
    return partial(Bench, chip=request.param)
