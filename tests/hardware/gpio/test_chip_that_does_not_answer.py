"""Contacts on the pin factory, on a chip that does not answer for a while."""

from __future__ import annotations

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from factory_tests.fake_gpiod import FakeChip, FakeKernel  # noqa: E402
from gpiozero_gpiod import GpiodFactory  # noqa: E402
from gpiozero_gpiod.chips import ChipInfo  # noqa: E402
from hardware.gpio.other_factory import GpiozeroInputs, kernels_time  # noqa: E402


def test_contacts_are_read_again_once_their_chip_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    expander = FakeChip(ChipInfo("/dev/gpiochip1", "gpiochip1", "mcp23017", 16, "1-0020"))
    kernel = FakeKernel(expander)
    monkeypatch.setattr("gpiozero_gpiod.factory.chips_present", kernel.present)
    monkeypatch.setattr("gpiozero_gpiod.line_request.gpiod.Chip", kernel.open)

    with GpiodFactory() as factory:

        def contacts() -> GpiozeroInputs:
            pins = {line: f"mcp23017:{line}" for line in range(3)}
            return GpiozeroInputs(factory, pins, pull_up=True, on_edge=print, time_of=kernels_time)

        inputs = contacts()
        expander.answers = False
        with pytest.raises(OSError, match="Remote I/O error"):
            inputs.levels()
        inputs.close()
        expander.answers = True
        expander.drive(1, high=False)
        expander.drive(2, high=True)
        assert contacts().levels() == 0b101
