"""A whole turn with the dice module on the pins: thrown by its button, shown by its LEDs."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.rules.tiles import numbers
from hardware.config.tables.roller import lit
from hardware.devices import Manner
from tests.support.rulings import of
from tests.support.tables.mock_pins import MockPins
from tests.support.tables.virtual_table import BuildTable, VirtualTable

TILES = (4, 17, 27, 22, 5, 6, 13, 19, 26)
DICE = ((14, 15, 18, 23), (24, 25, 8, 7))
ROLL = 16

BOX_TOML = f"""
[box]
tiles = 9
[rules]
variant = "pub"
players = ["Ann", "Bob"]
[tiles]
driver = "gpio"
pins = {list(TILES)}
[buttons]
driver = "gpio"
confirm = 20
roll = {ROLL}
[roller]
driver = "pi"
leds = {[list(die) for die in DICE]}
"""

FACES = {lit(face, 4): face for face in range(7)}


class Voice:
    """Keeps what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, words: str, _manner: Manner) -> None:
        self.said.append(words)


class DicePins(MockPins):
    """The pins of the dice module."""

    @property
    def faces(self) -> list[int]:
        """The faces that the LEDs show; 0 for a die that is dark."""
        return [FACES[tuple(self.pin(pin).high for pin in die)] for die in DICE]


@pytest.fixture
def pins(tmp_path: Path) -> DicePins:
    (tmp_path / "box.toml").write_text(BOX_TOML)
    return DicePins(tmp_path / "box.toml")


@pytest.fixture
def voice() -> Voice:
    return Voice()


@pytest.fixture
def table(a_table: BuildTable, pins: DicePins, voice: Voice) -> VirtualTable:
    return a_table(wiring=pins, voice=voice)


def test_a_whole_turn_by_the_button(table: VirtualTable, pins: DicePins) -> None:
    assert pins.faces == [0, 0]
    throws = 0
    while not any(ruling.verdict == "turn_over" for ruling in table.rulings):
        table.presses("roll")
        throws += 1
        thrown = table.rulings[-1]
        if thrown.verdict not in ("throw", "turn_over"):
            thrown = next(r for r in reversed(table.rulings) if r.verdict == "turn_over")
        assert thrown.throw is not None
        assert pins.faces == [*thrown.throw, 0][:2]
        if thrown.verdict == "throw":
            assert of(thrown).moves is not None
            table.shuts(*numbers(of(thrown).moves[0].tiles))
            assert "committed R3.1" in table.ruled
    assert throws >= 1
    assert pins.faces != [0, 0]
    table.close()
    assert not any(pins.pin(pin).high for die in DICE for pin in die)


def test_a_long_press_throws_one_die_where_that_is_allowed(
    a_table: BuildTable, tmp_path: Path
) -> None:
    # Without a 7, one die is allowed from the beginning.
    box_file = tmp_path / "box.toml"
    box_file.write_text(BOX_TOML.replace("[tiles]", "set = { tiles = 6 }\n[tiles]"))
    pins = DicePins(box_file)
    table = a_table(wiring=pins)
    table.presses("roll", 700)
    thrown = table.rulings[-1].throw
    assert thrown is not None
    assert pins.faces == [*thrown, 0]


def test_confirm_with_nothing_to_confirm_says_how_it_stands(
    table: VirtualTable, voice: Voice
) -> None:
    table.presses("confirm")
    assert voice.said == [
        "Ann, your turn: throw two dice. All open.",
        "All open. Ann throws two dice.",
    ]
    assert [ruling.verdict for ruling in table.rulings] == ["ready"]
    table.presses("roll")
    before = len(voice.said)
    table.presses("confirm")
    (asked,) = voice.said[before:]
    assert asked.startswith("All open. ")
    assert "Shut " in asked
    table.shuts(9)
    if table.rulings[-1].verdict == "refused":
        table.presses("confirm")
        assert voice.said[-1].startswith("Put nine back up. All open.")
