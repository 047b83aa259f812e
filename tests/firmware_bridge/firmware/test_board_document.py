"""The page on making a board says what the pin tables say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge import build_firmware
from firmware_bridge.build_firmware import SOURCES, printed_contacts, tables

PAGE = (Path(build_firmware.__file__).parent / "README.md").read_text()
OF_UNO_AND_NANO = PAGE.partition("## The Raspberry Pi Pico")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in OF_UNO_AND_NANO.splitlines()
    if re.match(r"\| (pin|[DA]\d+) \|", line)
]


@pytest.mark.parametrize("table", tables())
def test_every_pin_of_a_table_is_in_its_column(table: str) -> None:
    header = (SOURCES / "pins" / f"{table}.h").read_text()
    defines = "\n".join(re.findall(r"^#define .*", header, re.MULTILINE))
    column = ROWS[0].index(f"`{table}`")
    wired = {row[0]: row[column] for row in ROWS[1:] if row[column]}
    assert set(wired) == set(re.findall(r"\b[DA]\d+\b", defines))
    for what, words in {"ROLL_BUTTON": "roll button", "CONFIRM_BUTTON": "confirm button",
                        "NEW_BUTTON": "new button", "TILE_LOAD": "165: SH/LD",
                        "TILE_CLOCK": "165: CLK", "TILE_DATA": "165: QH of the first",
                        "LAMP_LATCH": "595: RCLK", "LAMP_CLOCK": "595: SRCLK",
                        "LAMP_DATA": "595: SER of the first"}.items():  # fmt: skip
        for pin in re.findall(rf"#define {what} (\w+)", header):
            assert wired[pin] == words


@pytest.mark.parametrize(("array", "words"), [("TILE_PINS", "tile"), ("LAMP_PINS", "lamp of tile")])
def test_tiles_and_lamps_are_in_their_order(array: str, words: str) -> None:
    header = (SOURCES / "pins" / "small_box.h").read_text()
    column = ROWS[0].index("`small_box`")
    pins = re.findall(r"[DA]\d+", re.findall(rf"{array} (.*)", header)[0])
    wired = {row[0]: row[column] for row in ROWS[1:]}
    assert [wired[pin] for pin in pins] == [f"{words} {number}" for number in range(1, 10)]


def test_every_table_is_told_of_and_its_name_is_short_enough() -> None:
    for table in tables():
        assert f"| `{table}` |" in PAGE
        header = (SOURCES / "pins" / f"{table}.h").read_text()
        (name,) = re.findall(r'#define NAME "(.*)"', header)
        assert 1 <= len(name) <= 32


def test_a_contact_is_called_by_what_is_printed_on_its_board() -> None:
    small = printed_contacts("small box", 9, [])
    assert (small[1], small[7], small[9]) == ("D2", "D8", "D10")
    assert printed_contacts("nano box", 9, ["new", "confirm"])["new"] == "A7"
    assert printed_contacts("small box", 9, ["confirm", "new", "roll"])["confirm"] == "GP26"


@pytest.mark.parametrize(
    ("name", "tiles", "buttons"),
    [
        ("box", 24, ["confirm", "new", "roll"]),  # of an Uno or of a Pico
        ("small box", 12, []),
        ("of mine", 9, []),
        ("../pins/roller", 0, ["roll"]),
        ("", 0, []),
    ],
)
def test_a_board_whose_pins_are_not_known_has_none(
    name: str, tiles: int, buttons: list[str]
) -> None:
    assert printed_contacts(name, tiles, buttons) == {}
