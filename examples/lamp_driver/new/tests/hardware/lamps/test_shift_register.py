"""Lamps on 74HC595, read back as the chips do."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from hardware.devices import DeviceEvent
from hardware.lamps.open_spi import open_spi_lamps
from hardware.lamps.spi import SpiBus
from tests.support.chips.box_toml import GOOD, problems, read
from tests.support.chips.lamp_chips import FakeSpi, bits_of

BOX = GOOD.replace(
    '[lamps]\ndriver = "gpio"\npins = [14, 15, 18]\n', '[lamps]\ndriver = "74hc595"\n'
)


def outputs(sent: bytes) -> list[int]:
    """The levels at QA to QH of the first chip, then of the next, after this has been sent."""
    chain = [0] * (8 * len(sent))
    for bit in bits_of(sent):
        chain = [bit, *chain[:-1]]
    return chain


def sent_for(tmp_path: Path, text: str, *lit: int) -> list[bytes]:
    """What a box with this box.toml sends when these lamps are lit, one set after the other."""
    spi, told = FakeSpi(), list[DeviceEvent]()
    with ExitStack() as opening:
        bus = SpiBus(spi.open, lambda: 0, told.append)
        (lamps,) = open_spi_lamps(read(tmp_path, text), bus, opening)
        for tiles in lit:
            lamps.show(tiles)
    assert told == []
    return spi.sent["/dev/spidev0.0"]


def test_the_lamp_of_each_tile_is_on_the_next_output(tmp_path: Path) -> None:
    text = BOX.replace("tiles = 3", "tiles = 9").replace("27]", "27, 5, 6, 12, 13, 19, 26]")
    dark, first, last, closed = sent_for(tmp_path, text, 0b1, 0b1_0000_0000)
    assert outputs(dark) == outputs(closed) == [0] * 16
    assert outputs(first) == [1] + [0] * 15
    assert outputs(last) == [0] * 8 + [1] + [0] * 7


def test_lamps_that_light_at_a_low_level(tmp_path: Path) -> None:
    text = BOX.replace('"74hc595"\n', '"74hc595"\nactive = "low"\n')
    dark, lit, _closed = sent_for(tmp_path, text, 0b101)
    assert outputs(dark)[:3] == [1, 1, 1]
    assert outputs(lit)[:3] == [0, 1, 0]


def test_a_wrong_setting_is_told_with_its_line(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, BOX.replace('"74hc595"\n', '"74hc595"\nactive = "loud"\n'))
    assert (problem.code, problem.key) == ("BX305", "lamps.active")
