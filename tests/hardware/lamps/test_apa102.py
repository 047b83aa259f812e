"""An APA102 strip on SPI, read back as its LEDs do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buses import MOST_SPI_BYTES
from hardware.config.tables.strip import LONGEST, Apa102Table
from hardware.lamps.strip import apa102_frames as frames
from tests.support.chips.lamp_chips import apa102_colours

PLAIN = Apa102Table(
    tiles=None,
    bus=0,
    chip_select=0,
    first_led=1,
    leds_per_tile=1,
    dark_between=0,
    backwards=False,
    colour=(1, 2, 3),
    brightness=100,
    order="bgr",
)


def test_the_bytes_of_two_lamps_written_out() -> None:
    start, first, second = "00000000", "ff030201", "ff000000"
    assert frames(PLAIN, 2, 0b01) == (bytes.fromhex(start + first + second + "00000000" + "00"),)


@pytest.mark.parametrize("waits", [False, True])
@settings(deadline=None)
@given(st.integers(1, LONGEST), st.data())
def test_every_led_of_a_strip_of_any_length_shows_its_part(
    waits: bool, leds: int, data: st.DataObject
) -> None:
    lit = data.draw(st.integers(0, 2**leds - 1))
    (sent,) = frames(PLAIN, leds, lit)
    shown = apa102_colours(sent, leds + 3, waits_for_zeros=waits)
    wanted = [bytes([3, 2, 1]) if lit >> led & 1 else bytes(3) for led in range(leds)]
    assert shown == wanted + [bytes(3)] * 3


def test_with_fewer_clocks_the_last_led_would_not_show_its_part() -> None:
    """The reading that the tests above rest on can fail."""
    (sent,) = frames(PLAIN, 40, 1 << 39)
    assert any(apa102_colours(sent[:-4], 40)[39])
    assert not any(apa102_colours(sent[:-5], 40)[39])
    assert not any(apa102_colours(sent[:-1], 40, waits_for_zeros=True)[39])


def test_colours_and_places_are_those_of_any_strip() -> None:
    strip = replace(PLAIN, first_led=2, leds_per_tile=2, order="rgb", brightness=50)
    (sent,) = frames(strip, 2, 0b10)
    assert apa102_colours(sent, 5) == [bytes(3)] * 3 + [bytes([1, 1, 2])] * 2


def test_the_longest_strip_is_sent_in_one_go() -> None:
    (sent,) = frames(replace(PLAIN, leds_per_tile=6), 24, 0)
    assert len(sent) <= MOST_SPI_BYTES
