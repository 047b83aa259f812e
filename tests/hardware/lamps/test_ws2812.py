"""A WS2812 strip on SPI, read back from the levels on its one line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buses import MOST_SPI_BYTES
from hardware.config.tables.strip import LONGEST, Ws2812Table
from hardware.lamps.strip import ws2812_frames as frames
from tests.support.chips.lamp_chips import ws2812_colours

PLAIN = Ws2812Table(
    tiles=None,
    bus=0,
    chip_select=0,
    first_led=1,
    leds_per_tile=1,
    dark_between=0,
    backwards=False,
    colour=(255, 128, 1),
    brightness=100,
    order="grb",
)


def colours(strip: Ws2812Table, tiles: int, lit: int) -> list[bytes]:
    (sent,) = frames(strip, tiles, lit)
    return ws2812_colours(sent)


def test_the_bytes_of_one_lamp_written_out() -> None:
    one, zero = b"\xf8", b"\xc0"
    green = one + zero * 7  # 128
    red = one * 8  # 255
    blue = zero * 7 + one  # 1
    assert frames(PLAIN, 1, 0b1) == (bytes(250) + green + red + blue + bytes(250),)
    assert frames(PLAIN, 1, 0) == (bytes(250) + zero * 24 + bytes(250),)


def test_the_lamps_of_a_strip() -> None:
    lit, dark = bytes([128, 255, 1]), bytes(3)
    assert colours(PLAIN, 4, 0b1010) == [dark, lit, dark, lit]


def test_a_strip_may_begin_anywhere_and_have_gaps() -> None:
    strip = replace(PLAIN, first_led=3, leds_per_tile=2, dark_between=1)
    lit, dark = bytes([128, 255, 1]), bytes(3)
    assert colours(strip, 2, 0b11) == [dark, dark, lit, lit, dark, lit, lit]
    assert colours(strip, 2, 0b10) == [dark] * 5 + [lit] * 2
    assert colours(replace(strip, backwards=True), 2, 0b10) == [dark, dark, lit, lit] + [dark] * 3


def test_brightness_and_the_order_of_the_colours() -> None:
    strip = replace(PLAIN, brightness=10, order="rgb")
    assert colours(strip, 1, 1) == [bytes([26, 13, 1])]


@pytest.mark.parametrize("between", [(), (0,), (0, 0, 0)])
@pytest.mark.parametrize("hertz", [5.9e6, 6.25e6, 6.4e6, 6.45e6, 6.7e6])
@pytest.mark.parametrize("idle", [0, 1])
def test_what_the_pis_do_to_the_line_does_no_harm(
    between: tuple[int, ...], hertz: float, idle: int
) -> None:
    """A Pi 4 puts a low bit between two bytes, speeds are a little off, the line idles high."""
    (sent,) = frames(PLAIN, 24, 0xA5A5A5)
    assert ws2812_colours(sent, hertz, between, idle) == ws2812_colours(sent)


strips = st.builds(
    replace,
    st.just(PLAIN),
    first_led=st.integers(1, 5),
    leds_per_tile=st.integers(1, 3),
    dark_between=st.integers(0, 2),
    backwards=st.booleans(),
    colour=st.tuples(*[st.integers(0, 255)] * 3).filter(any),
    brightness=st.integers(1, 100),
    order=st.sampled_from(["rgb", "rbg", "grb", "gbr", "brg", "bgr"]),
)


@settings(deadline=None)
@given(strips, st.integers(1, 24), st.integers(0, 2**24 - 1))
def test_a_tile_is_lit_exactly_if_its_leds_are(strip: Ws2812Table, tiles: int, lit: int) -> None:
    shown = colours(strip, tiles, lit)
    step = strip.leds_per_tile + strip.dark_between
    used = shown[strip.first_led - 1 :]
    assert not any(map(any, shown[: strip.first_led - 1]))
    for place in range(tiles):
        tile = tiles - 1 - place if strip.backwards else place
        leds = used[place * step : (place + 1) * step]
        assert [any(led) for led in leds[: strip.leds_per_tile]] == (
            [bool(lit >> tile & 1)] * strip.leds_per_tile
        )
        assert not any(map(any, leds[strip.leds_per_tile :]))


def test_the_longest_strip_is_sent_in_one_go_and_in_five_milliseconds() -> None:
    (sent,) = frames(replace(PLAIN, leds_per_tile=6), 24, 0xFFFFFF)
    assert len(ws2812_colours(sent)) == LONGEST
    assert len(sent) <= MOST_SPI_BYTES
    assert len(sent) * 8 / 6.4e6 < 0.005
