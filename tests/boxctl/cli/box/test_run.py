"""`boxctl run` where it cannot begin: what is said, how it ends. What is done once it plays."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

from boxctl.cli import main
from boxctl.cli.box.run import AFTER_US, SWITCH_S, AfterStart
from tests.support.tables.the_match import THE_MATCH

Captured = pytest.CaptureFixture[str]

GOOD = THE_MATCH.box_toml("/dev/nowhere").replace("new = 21", "")


def run(tmp_path: Path, capsys: Captured, text: str) -> tuple[int, list[str]]:
    """The exit status and the lines on standard error for this box.toml."""
    file = tmp_path / "box.toml"
    file.write_text(text)
    status = main(["run", "--config", str(file)])
    captured = capsys.readouterr()
    assert captured.out == ""
    return status, captured.err.splitlines()


def test_every_problem_of_the_file_has_a_line_of_its_own(tmp_path: Path, capsys: Captured) -> None:
    wrong = GOOD.replace('variant = "classic"', 'variant = "full-house"')
    wrong = wrong.replace("confirm = 20", "confirm = 17\nconfrm = 3")
    status, lines = run(tmp_path, capsys, wrong)
    assert status == 2
    assert [line[:5] for line in lines] == ["BX312", "BX307", "BX303"]
    assert "played with 12 tiles, but 9 are wired" in lines[0]
    assert "pin 17 of tile 2 is also used by the button confirm" in lines[1]
    assert "did you mean confirm?" in lines[2]


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('variant = "classic"', 'variant = "clasic"', "did you mean classic?"),
        ("stake = 50", "stakes = 50", "did you mean stake?"),
        ("stake = 50", "stake = -1", "a whole number from 0"),
        ("stake = 50", 'match = "solo"', "this game is for one player (match = solo)"),
        ("stake = 50", "target = 100", "target = 100 goes only with"),
        ('["Ann", "Bob"]', '["Ann", "Ann"]', "Ann"),
        ("stake = 50", 'match = "duel", opening_tile = 2', "match = duel knows no opening tile"),
    ],
)
def test_rules_that_cannot_be_are_a_problem_of_the_file(
    tmp_path: Path, capsys: Captured, was: str, becomes: str, said: str
) -> None:
    status, lines = run(tmp_path, capsys, GOOD.replace(was, becomes))
    assert status == 2
    assert len(lines) == 1
    assert said in lines[0]
    assert "box.toml:" in lines[0]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('dice = "1d20"', "LEDs show a die with 6 sides, but classic is played with one of 20"),
        ('dice = "3d6"', "classic is played with 3 dice, but 2 have LEDs; wire 1 more"),
    ],
)
def test_die_leds_that_cannot_show_the_dice_are_a_problem_of_the_file(
    tmp_path: Path, capsys: Captured, setting: str, said: str
) -> None:
    leds = 'driver = "pi"\nleds = [["1:0", "1:1", "1:2", "1:3"], ["1:4", "1:5", "1:6", "1:7"]]'
    text = GOOD.replace('driver = "serial"\nport = "/dev/nowhere"', leds)
    text = text.replace("confirm = 20", "confirm = 20\nroll = 16")
    status, lines = run(tmp_path, capsys, text.replace("stake = 50", setting))
    assert status == 2
    assert len(lines) == 1
    assert "roller.leds: " in lines[0]
    assert said in lines[0]


@pytest.mark.parametrize(
    ("dice", "variant", "key", "said"),
    [
        ("", "twenty-twelve", "roller",
         "twenty-twelve is played with 1 die with 20 sides, but the roller's have 6 sides; write "
         "sides = 20, or choose another variant"),
        ("sides = 8\n", "classic", "roller.sides",
         "classic is played with 2 dice with 6 sides, but the roller's have 8 sides; write sides = "
         "6, or choose another variant"),
        ("dice = 1\n", "classic", "roller.dice",
         "classic is played with 2 dice with 6 sides, but the roller has 1; write dice = 2, or "
         "choose another variant"),
    ],
)  # fmt: skip
def test_an_emulated_roller_with_other_dice_is_a_problem_of_the_file(
    tmp_path: Path, capsys: Captured, dice: str, variant: str, key: str, said: str
) -> None:
    text = GOOD.replace('driver = "serial"\nport = "/dev/nowhere"', f'driver = "emulated"\n{dice}')
    text = text.replace("confirm = 20", "confirm = 20\nroll = 16")
    text = text.replace("tiles = 9", "tiles = 12").replace(
        'variant = "classic"', f'variant = "{variant}"'
    )
    text = text.replace("pins = [4, 17,", "pins = [0, 1, 7, 4, 17,")
    status, lines = run(tmp_path, capsys, text)
    assert status == 2
    (line,) = [line for line in lines if ": roller" in line]
    assert line.startswith("BX312: ")
    assert f": {key}" in line
    assert said in line


def test_a_file_that_is_not_there(capsys: Captured) -> None:
    assert main(["run", "--config", "/nowhere/box.toml"]) == 2
    assert capsys.readouterr().err.startswith("BX301: /nowhere/box.toml")


def test_a_box_with_no_chip_is_at_fault(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.gpio.gpiod_chips.chips_present", list)
    text = GOOD.replace("[tiles]", '[gpio]\nchip = "no-such-chip"\n[tiles]')
    status, lines = run(tmp_path, capsys, text)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith(("BX401", "BX402"))


START = 7_000_000
AT_THE_START = 100_000
"""The threshold that the command sets before it imports anything."""


class Forgotten:
    """Something that keeps itself, as the first form of a class with slots does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def python_as_before() -> Iterator[None]:
    before, switch = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(AT_THE_START)
    yield
    # Unfrozen, all modules and tests would be looked through in whatever is tested later.
    gc.freeze()
    gc.set_threshold(*before)
    sys.setswitchinterval(switch)


@pytest.mark.usefixtures("python_as_before")
def test_garbage_is_collected_when_the_start_is_over_and_then_as_it_is_made() -> None:
    after_start = AfterStart(START)
    forgotten = ref(Forgotten())
    after_start.advance(START)
    assert forgotten() is not None
    after_start.advance(START + AFTER_US)
    assert forgotten() is None
    assert gc.get_threshold()[0] <= AT_THE_START / 100


@pytest.mark.usefixtures("python_as_before")
def test_garbage_is_collected_once_and_what_is_in_use_is_never_looked_at_again() -> None:
    after_start = AfterStart(START)
    assert after_start.due == START + AFTER_US
    after_start.advance(START + AFTER_US)
    assert len(gc.get_objects(generation=2)) < gc.get_freeze_count() / 10
    gc.set_threshold(AT_THE_START)
    due: int | None = after_start.due
    assert due is None
    after_start.advance(START + 2 * AFTER_US)
    assert gc.get_threshold()[0] == AT_THE_START


@pytest.mark.usefixtures("python_as_before")
def test_threads_take_short_turns_when_the_start_is_over() -> None:
    after_start = AfterStart(START)
    before = sys.getswitchinterval()
    after_start.advance(START)
    assert sys.getswitchinterval() == before
    after_start.advance(START + AFTER_US)
    assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
