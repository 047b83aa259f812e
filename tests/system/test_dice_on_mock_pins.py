"""A whole turn with the dice module on the pins: thrown by its button, shown by its LEDs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.presentation.speech_presenter import SpeechPresenter
from boxctl.rules.tiles import numbers
from hardware.devices import Manner
from hardware.die_faces import lit
from tests.support.rulings import of
from tests.support.tables.mock_table import MILLISECOND, MockTable
from tests.support.tables.the_match import THE_MATCH

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


class Table(MockTable):
    """The dice module, and someone who listens."""

    def __init__(self, box_file: Path, **settings: int) -> None:
        changes = ", ".join(f"{name} = {value}" for name, value in settings.items())
        box_file.write_text(BOX_TOML.replace("[tiles]", f"set = {{ {changes} }}\n[tiles]"))
        super().__init__(replace(THE_MATCH, tiles=list(TILES)), box_file)
        self.voice = Voice()
        self.box.voice = self.voice
        rules = self.runtime.referee.play.rules
        self.speaking = SpeechPresenter(self.box, lambda: rules, can_ask=True)
        self.heard = self.noticed = 0
        self.after_step()

    def after_step(self) -> None:
        for ruling in self.rulings[self.heard :]:
            self.speaking.say(ruling)
        for notice in self.notices[self.noticed :]:
            self.speaking.tell(notice)
        self.heard, self.noticed = len(self.rulings), len(self.notices)

    def presses(self, pin: int, milliseconds: int = 100) -> None:
        self.chips.pin(pin).drive_low()
        self.lets_pass(milliseconds * MILLISECOND)
        self.chips.pin(pin).drive_high()
        self.lets_pass(300 * MILLISECOND)

    def shuts(self, *tiles: int) -> None:
        for number in tiles:
            self.lever(number, stands=False)
            self.lets_pass(300 * MILLISECOND)

    @property
    def shown(self) -> list[int]:
        """The faces that the LEDs show; 0 for a die that is dark."""
        return [FACES[tuple(self.chips.pin(pin).high for pin in die)] for die in DICE]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "box.toml")
    with table.box:
        yield table


def test_a_whole_turn_by_the_button(table: Table) -> None:
    assert table.shown == [0, 0]
    throws = 0
    while not any(ruling.verdict == "turn_over" for ruling in table.rulings):
        table.presses(ROLL)
        throws += 1
        thrown = table.rulings[-1]
        if thrown.verdict not in ("throw", "turn_over"):
            thrown = next(r for r in reversed(table.rulings) if r.verdict == "turn_over")
        assert thrown.throw is not None
        assert table.shown == [*thrown.throw, 0][:2]
        if thrown.verdict == "throw":
            assert of(thrown).moves is not None
            table.shuts(*numbers(of(thrown).moves[0].tiles))
            assert "committed" in [ruling.verdict for ruling in table.rulings[-3:]]
    assert throws >= 1
    assert table.shown != [0, 0]
    table.box.close()
    assert not any(table.chips.pin(pin).high for die in DICE for pin in die)


def test_a_long_press_throws_one_die_where_that_is_allowed(tmp_path: Path) -> None:
    # Without a 7, one die is allowed from the beginning.
    table = Table(tmp_path / "box.toml", tiles=6)
    with table.box:
        table.presses(ROLL, 700)
        thrown = table.rulings[-1].throw
        assert thrown is not None
        assert table.shown == [*thrown, 0]


def test_confirm_with_nothing_to_confirm_says_how_it_stands(table: Table) -> None:
    table.presses(20)
    assert table.voice.said == [
        "Ann, your turn: throw two dice. All open.",
        "All open. Ann throws two dice.",
    ]
    assert [ruling.verdict for ruling in table.rulings] == ["ready"]
    table.presses(ROLL)
    before = len(table.voice.said)
    table.presses(20)
    (asked,) = table.voice.said[before:]
    assert asked.startswith("All open. ")
    assert "Shut " in asked
    table.shuts(9)
    if table.rulings[-1].verdict == "refused":
        table.presses(20)
        assert table.voice.said[-1].startswith("Put nine back up. All open.")
