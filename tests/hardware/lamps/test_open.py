"""Every driver of lamps that box.toml may name is opened."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from hardware.buses import Buses
from hardware.config.box_file import LAMP_DRIVERS
from hardware.lamps.open import open_lamps
from hardware.lamps.retry import LampMachine
from tests.support.chips.box_toml import GOOD, read, with_change
from tests.support.chips.lamp_chips import FakeSpi

WITH_THE_TILES = {"gpio", "usb"}
"""Their lamps share pins or a board with the tiles; hardware/gpio and hardware/usb open them."""

NEEDED: dict[str, str] = {}
"""Lines of box.toml for the keys of a driver that have no default."""


@pytest.mark.parametrize(
    "driver", [driver.name for driver in LAMP_DRIVERS if driver.name not in WITH_THE_TILES]
)
def test_a_driver_in_the_list_opens_its_lamps_and_darkens_them(driver: str, tmp_path: Path) -> None:
    lines = f'driver = "{driver}"\n{NEEDED.get(driver, "")}'
    box = read(tmp_path, with_change('driver = "gpio"\npins = [14, 15, 18]\n', lines))
    spi = FakeSpi()
    with ExitStack() as opening:
        (group,) = open_lamps(box, LampMachine(Buses(spi=spi.open), lambda: 0, print), opening)
        group.show(0b101)
        (sent,) = spi.sent.values()
        dark, *lit = sent
        assert dark and any(part != dark for part in lit)
    assert spi.open_files == []


def test_lamps_with_the_tiles_are_left_to_them(tmp_path: Path) -> None:
    box = read(tmp_path, GOOD)
    with ExitStack() as opening:
        assert (
            open_lamps(box, LampMachine(Buses(spi=FakeSpi().open), lambda: 0, print), opening) == []
        )
