"""A lever of another kind among the usual ones: `[[tiles.except]]`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.config.tables.gpio import TilesTable
from hardware.config.tables.levers import LeverSensor
from hardware.config.tables.roller import UsbTilesTable
from tests.support.chips.box_toml import levers, problems, read, with_change

PINS = "pins = [4, 17, 27]"
USB = """\
[box]
tiles = 9
[rules]
variant = "x"
[tiles]
driver = "usb"
{}
[roller]
driver = "usb"
"""


def on_pins(lines: str, usual: str = "") -> str:
    """The good box.toml, with these lines about its usual sensors and then the others."""
    return with_change(PINS, "\n".join(filter(None, [PINS, usual, lines])))


def test_one_lever_has_a_switch_that_rests_closed(tmp_path: Path) -> None:
    box = read(
        tmp_path,
        on_pins('[[tiles.except]]\ntiles = "2"\nsensor = "switch"\ncontact = "normally_closed"'),
    )
    sensors = levers(box).levers
    assert (
        sensors.of(1) == sensors.of(3) == LeverSensor("reed", "ground", "normally_open", "shut", 5)
    )
    assert sensors.of(2) == LeverSensor("switch", "ground", "normally_closed", "shut", 10)
    assert sensors.of(1).open_when_high and not sensors.of(2).open_when_high


def test_what_an_exception_does_not_name_is_as_usual(tmp_path: Path) -> None:
    box = read(
        tmp_path,
        on_pins(
            "[[tiles.except]]\ntiles = [1]\ndebounce_ms = 20\n"
            '[[tiles.except]]\ntiles = "2-3"\nactuated_by = "shut"',
            usual='sensor = "hall"\nactuated_by = "open"',
        ),
    )
    sensors = levers(box).levers
    assert sensors.of(1) == LeverSensor("hall", "ground", "normally_open", "open", 20)
    assert (
        sensors.of(2) == sensors.of(3) == LeverSensor("hall", "ground", "normally_open", "shut", 2)
    )


def test_a_time_that_is_said_of_all_levers_is_not_that_of_another_kind(tmp_path: Path) -> None:
    box = read(
        tmp_path,
        on_pins('[[tiles.except]]\ntiles = "2"\nsensor = "switch"', usual="debounce_ms = 3"),
    )
    assert [levers(box).levers.of(tile).debounce_ms for tile in (1, 2, 3)] == [3, 10, 3]


def times_on_a_board(directory: Path, lines: str) -> list[int | None]:
    """The time of the first and of the last tile."""
    table = read(directory, USB.format(lines)).tiles
    assert isinstance(table, UsbTilesTable)
    return [table.levers.of(tile).debounce_ms for tile in (1, 9)]


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        ("", [None, None]),
        ('contact = "normally_closed"', [None, None]),
        ('sensor = "switch"', [10, 10]),
        ("debounce_ms = 7", [7, 7]),
        ('[[tiles.except]]\ntiles = "9"\nsensor = "hall"', [None, 2]),
        ('debounce_ms = 7\n[[tiles.except]]\ntiles = "9"\nsensor = "hall"', [7, 2]),
        ('sensor = "switch"\n[[tiles.except]]\ntiles = "9"\ndebounce_ms = 63', [10, 63]),
    ],
)
def test_a_board_keeps_the_time_of_its_pin_table_unless_box_toml_says_otherwise(
    tmp_path: Path, lines: str, times: list[int | None]
) -> None:
    assert times_on_a_board(tmp_path, lines) == times


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('except = 3', "BX305 8 tiles.except"),
        ("except = [3]", "BX305 8 tiles.except"),
        ('[[tiles.except]]\nsensor = "hall"', "BX304 8 tiles.except[1].tiles"),
        ('[[tiles.except]]\ntiles = "1"\n[[tiles.except]]\ntiles = "2"\nsensor = "hal"',
         "BX305 12 tiles.except[2].sensor"),
        ('[[tiles.except]]\ntiles = "1"\nsensr = "hall"', "BX303 10 tiles.except[1].sensr"),
        ('[[tiles.except]]\ntiles = "1"\npins = [3]', "BX303 10 tiles.except[1].pins"),
        ('[[tiles.except]]\ntiles = "4"', "BX318 9 tiles.except[1].tiles"),
        ('[[tiles.except]]\ntiles = "0"', "BX305 9 tiles.except[1].tiles"),
        ('[[tiles.except]]\ntiles = "1,2"\n[[tiles.except]]\ntiles = "2"', "BX305 8 tiles.except"),
        ('except = [{ tiles = "1", sensor = "x" }]', "BX305 8 tiles.except[1].sensor"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_exception_is_told_at_its_line(
    tmp_path: Path, lines: str, problem: str
) -> None:
    (found,) = problems(tmp_path, on_pins(lines))
    assert f"{found.code} {found.line} {found.key}" == problem


def test_an_exception_to_3v3_cannot_be_on_a_pin_that_the_board_pulls_up(tmp_path: Path) -> None:
    text = with_change(
        PINS, 'pins = [4, 17, 3]\n[[tiles.except]]\ntiles = "3"\nconnects_to = "3v3"'
    )
    (found,) = problems(tmp_path, text + "[gpio]\ni2c = false\n")
    assert found.code == "BX310"
    assert "pin 3 of tile 3" in found.sentence


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('sensor = "hall"\nconnects_to = "3v3"', "BX320 9 tiles.connects_to"),
        ('[[tiles.except]]\ntiles = "2"\nsensor = "hall"\nconnects_to = "3v3"',
         "BX320 11 tiles.except[1].connects_to"),
        ('sensor = "hall"\n[[tiles.except]]\ntiles = "2"\nconnects_to = "3v3"',
         "BX320 11 tiles.except[1].connects_to"),
        ('connects_to = "3v3"\n[[tiles.except]]\ntiles = "2"\nsensor = "hall"',
         "BX320 11 tiles.except[1].sensor"),
    ],
)  # fmt: skip
def test_a_hall_switch_connects_to_ground(tmp_path: Path, lines: str, problem: str) -> None:
    (found,) = problems(tmp_path, on_pins(lines))
    assert f"{found.code} {found.line} {found.key}" == problem
    assert 'connects_to = "ground"' in found.cure


@pytest.mark.parametrize(
    "lines",
    [
        'sensor = "hall"',
        'connects_to = "3v3"\n[[tiles.except]]\ntiles = "2"\nsensor = "hall"\n'
        'connects_to = "ground"',
    ],
)
def test_a_hall_switch_to_ground_is_right(tmp_path: Path, lines: str) -> None:
    assert problems(tmp_path, on_pins(lines)) == ()


def test_the_usual_levers_to_3v3_and_the_pulled_up_one_to_ground_is_right(tmp_path: Path) -> None:
    text = with_change(
        PINS,
        'connects_to = "3v3"\npins = [4, 17, 3]\n'
        '[[tiles.except]]\ntiles = "3"\nconnects_to = "ground"',
    )
    box = read(tmp_path, text + "[gpio]\ni2c = false\n")
    assert isinstance(box.tiles, TilesTable)
    assert [box.tiles.levers.of(tile).pull_up for tile in (1, 2, 3)] == [False, False, True]


def test_a_board_cannot_tell_where_a_contact_connects(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, USB.format('connects_to = "3v3"'))
    assert (found.code, found.key) == ("BX303", "tiles.connects_to")


@pytest.mark.parametrize("time", ["0", "64", "7.5"])
def test_a_board_counts_whole_milliseconds_up_to_63(tmp_path: Path, time: str) -> None:
    (found,) = problems(tmp_path, USB.format(f"debounce_ms = {time}"))
    assert (found.code, found.key) == ("BX305", "tiles.debounce_ms")
