"""Lamps on chained MAX7219, read back from the registers of the chips."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hardware.config.tables.max7219 import SEGMENTS, Max7219Table
from hardware.lamps.max7219 import frames
from tests.support.chips.lamp_chips import Max7219Chain

PLAIN = Max7219Table(
    tiles=None,
    bus=0,
    chip_select=0,
    chips=1,
    chip=1,
    digit=0,
    segment="DP",
    along="segments",
    leds_per_tile=1,
    brightness=50,
)


def chain(table: Max7219Table, tiles: int, lit: int) -> Max7219Chain:
    chips = Max7219Chain(table.chips)
    for part in frames(table, tiles, lit):
        chips.receive(part)
    return chips


def test_the_bytes_of_nine_lamps_on_one_chip_written_out() -> None:
    assert [part.hex() for part in frames(PLAIN, 9, 0b1_0000_0011)] == [
        "0f00",  # no display test
        "0900",  # no decoding
        "0b07",  # all digits
        "0a07",  # half as bright
        "01c0",  # DIG0: DP and A
        "0280",  # DIG1: DP
        "0300",
        "0400",
        "0500",
        "0600",
        "0700",
        "0800",
        "0c01",  # no shutdown
    ]


def test_the_word_of_the_last_chip_is_sent_first() -> None:
    sent = frames(replace(PLAIN, chips=3), 24, 1)
    assert sent[4].hex() == "010001000180"


def test_tiles_along_the_segments_and_along_the_digits() -> None:
    table = replace(PLAIN, digit=6, segment="F", chips=2)
    assert chain(table, 4, 0b1111).lit() == {(1, 6, "F"), (1, 6, "G"), (1, 7, "DP"), (1, 7, "A")}
    table = replace(table, along="digits", segment="G")
    assert chain(table, 4, 0b1111).lit() == {(1, 6, "G"), (1, 7, "G"), (2, 0, "DP"), (2, 1, "DP")}


def test_a_tile_that_is_a_column_of_a_matrix() -> None:
    table = replace(PLAIN, chips=3, along="digits", leds_per_tile=8)
    assert chain(table, 24, 1 << 8).lit() == {(2, digit, "DP") for digit in range(8)}


@pytest.mark.parametrize(("percent", "step"), [(1, 0), (6, 0), (50, 7), (99, 14), (100, 15)])
def test_brightness(percent: int, step: int) -> None:
    assert chain(replace(PLAIN, chips=2, brightness=percent), 2, 0).intensities == [step, step]


tables = st.builds(
    replace,
    st.just(PLAIN),
    chips=st.integers(1, 4),
    chip=st.integers(1, 4),
    digit=st.integers(0, 7),
    segment=st.sampled_from(SEGMENTS),
    along=st.sampled_from(["segments", "digits"]),
    leds_per_tile=st.integers(1, 3),
)


@settings(deadline=None)
@given(tables, st.integers(1, 24), st.integers(0, 2**24 - 1))
def test_each_tile_has_leds_of_its_own(table: Max7219Table, tiles: int, lit: int) -> None:
    assume(table.leds(tiles) <= table.chips * 64)
    alone = [chain(table, tiles, 1 << tile).lit() for tile in range(tiles)]
    assert all(len(leds) == table.leds_per_tile for leds in alone)
    assert len(set().union(*alone)) == tiles * table.leds_per_tile
    wanted = set().union(*(leds for tile, leds in enumerate(alone) if lit >> tile & 1))
    assert chain(table, tiles, lit).lit() == wanted


@settings(deadline=None)
@given(st.binary(max_size=40), st.integers(0, 2**24 - 1))
def test_a_chain_that_has_forgotten_everything_shows_it_again(noise: bytes, lit: int) -> None:
    table = replace(PLAIN, chips=2)
    chips = chain(table, 24, 0)
    chips.receive(noise)
    for part in frames(table, 24, lit):
        chips.receive(part)
    assert chips.lit() == chain(table, 24, lit).lit()
