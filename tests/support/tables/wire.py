"""The wires inside the virtual Pi: the lines of its chips, seen from outside."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.support.tables.match import Pin

CHIPS = Path("/run/gpio-sim")
HEADER = "pinctrl-bcm2711"


class Wire:
    """What is connected to a pin. Its file stays open: it can be driven fast."""

    def __init__(self, pin: Pin) -> None:
        chip, _, line = pin.rpartition(":") if isinstance(pin, str) else (HEADER, ":", str(pin))
        directory = CHIPS / chip / f"sim_gpio{line}"
        self._pull = os.open(directory / "pull", os.O_WRONLY)
        self._value = directory / "value"

    def drive(self, *, high: bool) -> None:
        """Pull the line up or down."""
        os.pwrite(self._pull, b"pull-up" if high else b"pull-down", 0)

    def bounce(self, times: int, *, high: bool, apart_s: float = 0.0) -> None:
        """Pull it up or down with a contact that bounces: as fast as it can be, or slower."""
        for bounced in range(2 * times):
            self.drive(high=high == (bounced % 2 == 0))
            if apart_s:
                time.sleep(apart_s)
        self.drive(high=high)

    @property
    def high(self) -> bool:
        """The level of the line."""
        return self._value.read_text().strip() == "1"
