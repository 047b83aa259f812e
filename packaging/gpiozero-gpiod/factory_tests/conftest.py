"""The pin factory for gpiozero, on a kernel in memory."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Queue

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from pytest_mock import MockerFixture  # noqa: E402

from factory_tests.fake_gpiod import FakeChip, FakeKernel  # noqa: E402
from gpiozero_gpiod import GpiodFactory  # noqa: E402
from gpiozero_gpiod.chips import ChipInfo  # noqa: E402

PATIENCE_S = 90.0
"""How long an edge is awaited; an upper bound only."""

PI_4B = 0xC03112


@pytest.fixture
def header() -> FakeChip:
    """The chip of a Raspberry Pi's header."""
    return FakeChip(ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 54, "fe200000.gpio"))


@pytest.fixture
def expander() -> FakeChip:
    """An expander on I2C."""
    return FakeChip(ChipInfo("/dev/gpiochip1", "gpiochip1", "mcp23017", 16, "1-0020"))


@pytest.fixture
def kernel(header: FakeChip, expander: FakeChip, mocker: MockerFixture) -> FakeKernel:
    """A Raspberry Pi 4B with an expander."""
    kernel = FakeKernel(header, expander)
    mocker.patch("gpiozero_gpiod.factory.chips_present", kernel.present)
    mocker.patch("gpiozero_gpiod.line_request.gpiod.Chip", kernel.open)
    mocker.patch("gpiozero.pins.local.get_pi_revision", return_value=PI_4B)
    return kernel


@pytest.fixture
def factory(kernel: FakeKernel) -> Iterator[GpiodFactory]:
    """A factory on that Pi."""
    with GpiodFactory() as factory:
        yield factory


class Heard:
    """What a pin tells of its edges."""

    def __init__(self) -> None:
        self._edges: Queue[tuple[float, int]] = Queue()

    def __call__(self, ticks: float, state: int) -> None:
        self._edges.put((ticks, state))

    def next(self) -> tuple[float, int]:
        """The next edge, awaited."""
        return self._edges.get(timeout=PATIENCE_S)
