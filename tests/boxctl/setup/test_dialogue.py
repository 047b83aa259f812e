"""The whole dialogue on mock chips and virtual wood: what it asks, names and writes."""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boxctl.cli import main
from boxctl.setup.answer_sources import FiledAnswers, ProposedAnswers
from boxctl.setup.dialogue import BoxSetup, SetupResult
from boxctl.setup.dice_pairing import PairDice
from boxctl.setup.learner import LearnedContact, LearnedWiring, MistakeFound, WiringMistake
from boxctl.setup.learning import to_mend
from boxctl.setup.line_watch import LineWatch
from boxctl.setup.questions import AFTER_LEARNING, BEFORE_LEARNING
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from boxctl.table.check_rules import check_box_file
from groundwork.faults import Fault
from groundwork.language import language, speaking
from hardware.config.pins import Pin
from hardware.config.read import read_box
from hardware.config.tables.bluetooth_dice import BluetoothDiceTable, NamedDie
from hardware.config.tables.roller import HandTable
from hardware.devices import BUTTONS as ALL_BUTTONS
from hardware.devices import Contact
from hardware.virtual import Wood
from tests.support.chips.box_toml import levers
from tests.support.machine.small_disk import small_disk
from tests.support.setup.miswired import (
    DEAD,
    FIVE,
    FLOATING,
    INVERTED,
    SHORTED,
    SWAPPED,
    Miswired,
    right,
    with_mistakes,
)
from tests.support.setup.virtual_maker import BoxOnMockPins

Captured = pytest.CaptureFixture[str]

PINS = [4, 17, 27, 22, 5, 6, 13, 19, 26]
BUTTONS = {"confirm": 23, "new": 24, "roll": 25}

LEARN = 'replace = true\nlearn = true\nvoice = "none"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def proposed(file: Path) -> None:
    """A box.toml as the set-up proposes it, before anything is wired."""
    BoxSetup(file, Survey(), ProposedAnswers(), _ignored, _no_watch).run()


def _ignored(_line: str) -> None:
    pass


def _no_watch(_state: object) -> LineWatch:
    raise AssertionError("nothing is wired yet")


def named(result: SetupResult) -> set[tuple[WiringMistake, frozenset[object]]]:
    assert result.wiring is not None
    return {(each.mistake, frozenset(each.contacts)) for each in result.wiring.mistakes}


def test_what_is_proposed_passes_the_check(file: Path) -> None:
    proposed(file)
    box = read_box(file, check_box_file)
    assert levers(box).pins == tuple(map(Pin, PINS))
    assert main(["run", "--check", "--config", str(file)]) == 0


@pytest.mark.parametrize("tiles", [1, 9, 10, 12, 24])
def test_every_box_can_be_proposed(file: Path, tiles: int, capsys: Captured) -> None:
    answers = file.with_name("answers.toml")
    answers.write_text(f"tiles = {tiles}\n")
    assert main(["setup", "--config", str(file), "--yes", "--answers", str(answers)]) == 0
    assert read_box(file, check_box_file).box.tiles == tiles
    assert main(["wiring", "--config", str(file)]) == 0
    capsys.readouterr()


def test_the_commands_to_go_on_with_can_be_run_as_they_are_shown(
    tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "the pub's béx"
    folder.mkdir()
    file = folder / "box.toml"
    assert main(["setup", "--config", str(file), "--yes"]) == 0
    shown = [line.partition(": boxctl ")[2] for line in capsys.readouterr().out.splitlines()]
    commands = [shlex.split(command) for command in shown if command]
    assert [words[0] for words in commands] == ["wiring", "setup", "doctor", "run"]
    assert all(words[1:3] == ["--config", str(file)] for words in commands)


def test_levers_that_are_wired_anyhow_are_learned_with_the_buttons(file: Path) -> None:
    pins: list[int | str] = [21, 20, "mcp23017:3", 12, 25, 24, 23, 5, 6]
    buttons: dict[str, int | str] = {"confirm": 13, "new": 19, "roll": "mcp23017:15"}
    box = BoxOnMockPins(right(9), pins, buttons)
    result = box.set_up(file, LEARN + "lamps = 'none'\n")
    assert result.is_whole
    written = tomllib.loads(file.read_text())
    assert written["tiles"]["pins"] == pins
    assert written["buttons"] == {"driver": "gpio", "connects_to": "ground", **buttons}
    assert main(["run", "--check", "--config", str(file)]) == 0


def test_the_five_mistakes_are_named_on_the_spot_and_again_at_the_end(file: Path) -> None:
    proposed(file)
    wood = Miswired(
        9,
        {**right(9).line_of, 1: 3, 3: 1},
        inverted={4},
        dead={6},
        shorts={(7, 8)},
        floating={9},
    )
    box = BoxOnMockPins(wood, PINS, BUTTONS)
    result = box.set_up(file, LEARN)
    assert named(result) == {
        (SWAPPED, frozenset({1, 3})),
        (INVERTED, frozenset({4})),
        (DEAD, frozenset({6})),
        (SHORTED, frozenset({7, 8})),
        (FLOATING, frozenset({9})),
    }
    assert result.not_learned == (6, 7, 8, 9)
    for code in ("BX441", "BX442", "BX443", "BX444", "BX445"):
        assert any(code in line for line in box.maker.heard), code
    assert "  pin 26 changes by itself" in box.maker.heard
    on_the_spot = {
        1: "  BX444: tile 1 and tile 3: swapped, the first is on pin 27",
        4: "  BX445: tile 4: inverted, the other way round than most",
        6: "  BX441: tile 6 (pin 6): dead, nothing moves with it",
        7: "  BX443: tile 7: shorted, pin 13 and pin 19 move together",
        8: "  BX443: tile 8: shorted, pin 13 and pin 19 move together",
        9: "  BX442: tile 9: floating, pin 26 changes by itself",
    }
    for tile, says in on_the_spot.items():
        answer = box.maker.heard[box.maker.heard.index(f"Push down tile {tile}.") + 1]
        assert answer.startswith(says)


def test_a_box_that_is_all_the_other_way_round_hears_of_no_inverted_lever(file: Path) -> None:
    proposed(file)
    box = BoxOnMockPins(replace(right(9), inverted=set(range(1, 10))), PINS, BUTTONS)
    box.set_up(file, LEARN)
    assert not [line for line in box.maker.heard if "BX445" in line]


@pytest.mark.parametrize("comes_back", [True, False])
def test_lines_that_cannot_be_read_any_more_are_named_and_no_lever_is_called_dead(
    file: Path, monkeypatch: pytest.MonkeyPatch, comes_back: bool
) -> None:
    pins: list[int | str] = [*PINS[:2], "mcp23017:3", *PINS[3:]]
    box = BoxOnMockPins(right(9), pins, BUTTONS)
    obey = box.maker.hear

    def hear(line: str) -> None:
        if line == "Push down tile 3.":
            box.chips.expander.is_away = True
        elif line.startswith("  BX407: "):
            box.chips.expander.is_away = not comes_back
        obey(line)

    monkeypatch.setattr(box.maker, "hear", hear)
    result = box.set_up(file, LEARN + "lamps = 'none'\n")
    assert not [line for line in box.maker.heard if "BX441" in line]
    if comes_back:
        assert "  All lines can be read again." in box.maker.heard
        assert result.is_whole
    else:
        assert result.left_out == ("the levers could not be tried (BX407)",)


def test_what_was_not_learned_is_said_in_the_file_and_the_rest_is_right(file: Path) -> None:
    proposed(file)
    box = BoxOnMockPins(replace(right(9), dead={6}, inverted={2}), PINS, BUTTONS)
    result = box.set_up(file, LEARN)
    assert not result.is_whole
    text = file.read_text()
    assert "# Not learned, and only planned: the pin of tile 6." in text
    table = levers(read_box(file, check_box_file))
    assert table.pins == tuple(map(Pin, PINS))
    assert [table.levers.of(tile).open_when_high for tile in (1, 2, 3)] == [True, False, True]


@pytest.mark.parametrize(("connects_to", "inverted"), [("ground", 1), ("3v3", 2)])
def test_of_two_levers_that_differ_the_one_is_inverted_that_is_not_as_was_answered(
    file: Path, connects_to: str, inverted: int
) -> None:
    """Tile 1 is low while it is open, and tile 2 high."""
    box = BoxOnMockPins(replace(right(2), inverted={1}), PINS[:2])
    two = f'tiles = 2\nconnects_to = "{connects_to}"\nbuttons = "none"\nlamps = "none"\n'
    result = box.set_up(file, LEARN + two)
    assert named(result) == {(INVERTED, frozenset({inverted}))}
    table = levers(read_box(file, check_box_file))
    assert [table.levers.of(tile).open_when_high for tile in (1, 2)] == [False, True]


def test_a_button_that_is_the_other_way_round_than_the_others_has_to_be_mended() -> None:
    state = SetupState(Survey(), answers={"tiles": 1, "buttons": ALL_BUTTONS})
    contacts: dict[Contact, LearnedContact] = {
        1: LearnedContact(Pin(4), True),
        **{name: LearnedContact(Pin(25), True) for name in ALL_BUTTONS},
    }
    roll = MistakeFound(INVERTED, ("roll",))
    assert to_mend(state, LearnedWiring(contacts, (roll,))) == ["roll"]
    assert to_mend(state, LearnedWiring(contacts, (MistakeFound(INVERTED, (1,)),))) == []


def test_a_box_whose_levers_are_all_the_other_way_round(file: Path) -> None:
    box = BoxOnMockPins(replace(right(9), inverted=set(range(1, 9))), PINS)
    box.set_up(file, LEARN + "buttons = 'none'\nroller = 'hand'\n")
    written = tomllib.loads(file.read_text())["tiles"]
    assert written["actuated_by"] == "open"
    assert written["except"] == [{"tiles": [9], "actuated_by": "shut"}]


@pytest.mark.parametrize("seed", range(6))
def test_wirings_at_random_are_never_written_wrongly(file: Path, seed: int) -> None:
    proposed(file)
    random = Random(seed)
    wood = with_mistakes(9, FIVE, random)
    result = BoxOnMockPins(wood, PINS, BUTTONS, seed).set_up(file, LEARN)
    assert named(result) == {(kind, frozenset(tiles)) for kind, tiles in wood.named}
    table = levers(read_box(file, check_box_file))
    for _ in range(30):
        shut = {tile for tile in range(1, 10) if random.random() < 0.5}
        levels = wood.levels(shut, random)
        for tile in set(range(1, 10)) - {*result.not_learned}:
            line = PINS.index(table.pins[tile - 1].line) + 1
            is_open = levels[line] == table.levers.of(tile).open_when_high
            assert is_open == (tile not in shut)


def test_bad_wood_is_learned_all_the_same(file: Path) -> None:
    proposed(file)
    wood = Wood(bounces=6, bounce=4_000, slowness=90_000)
    result = BoxOnMockPins(right(9), PINS, BUTTONS, seed=3, wood=wood).set_up(file, LEARN)
    assert result.is_whole
    assert named(result) == set()


def test_an_old_file_stays_unless_it_may_be_replaced(file: Path, capsys: Captured) -> None:
    file.write_text("mine")
    assert main(["setup", "--config", str(file), "--yes"]) == 1
    assert file.read_text() == "mine"
    assert f"{file} stays as it is." in capsys.readouterr().out


def test_a_file_that_is_replaced_is_kept_beside_the_new_one(file: Path) -> None:
    file.write_text("mine")
    answers = file.with_name("answers.toml")
    answers.write_text("replace = true\nlearn = false\n")
    assert main(["setup", "--config", str(file), "--yes", "--answers", str(answers)]) == 0
    assert file.with_name("box.toml.old").read_text() == "mine"
    read_box(file, check_box_file)


def test_a_full_disk_leaves_the_old_file_in_its_place(file: Path, capsys: Captured) -> None:
    file.write_text("mine")
    answers = file.with_name("answers.toml")
    answers.write_text("replace = true\nlearn = false\n")
    with small_disk():
        assert main(["setup", "--config", str(file), "--yes", "--answers", str(answers)]) == 1
    assert "BX707" in capsys.readouterr().err
    assert file.read_text() == "mine"
    left = {each.name for each in file.parent.iterdir()}
    assert left == {"answers.toml", "box.toml", "box.toml.old"}


def test_what_nobody_is_asked_about_is_kept_from_the_old_file(file: Path) -> None:
    proposed(file)
    changed = file.read_text().replace(
        "# May also be given:\n#   language", 'language = "fr"\n#   language'
    )
    file.write_text(changed + '\n[journal]\nfile = "/var/lib/boxctl/j.db"\n')
    before = tomllib.loads(file.read_text())
    BoxOnMockPins(right(9), PINS, BUTTONS).set_up(file, LEARN.replace("voice", "#"))
    after = tomllib.loads(file.read_text())
    assert after == before


def test_without_pins_the_levers_are_left_out_and_that_is_said(
    file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpiozero_gpiod.chips.chips_present.__defaults__",
                        (file.parent,))  # fmt: skip
    answers = file.with_name("answers.toml")
    answers.write_text("learn = true\n")
    assert main(["setup", "--config", str(file), "--yes", "--answers", str(answers)]) == 1
    printed = capsys.readouterr().out
    assert "Left out: the levers could not be tried (BX402)" in printed
    read_box(file, check_box_file)


PINS_ARE_SAID = {
    "en": "# the pin of each tile, tile 1 first",
    "de": "# der Pin jeder Klappe, Klappe 1 zuerst",
    "fr": "# la broche de chaque clapet, le clapet 1 d’abord",
}


@pytest.mark.parametrize("code", sorted(PINS_ARE_SAID))
def test_the_comments_and_the_box_speak_as_the_set_up_does(file: Path, code: str) -> None:
    with speaking(language(code)):
        proposed(file)
    text = file.read_text()
    assert [said for said in PINS_ARE_SAID if PINS_ARE_SAID[said] in text] == [code]
    assert "\\x" not in text
    assert read_box(file).box.language == code


def test_a_box_keeps_its_language_when_somebody_who_speaks_another_sets_it_up_again(
    file: Path,
) -> None:
    with speaking(language("de")):
        proposed(file)
    assert main(["setup", "--config", str(file), "--yes", "--answers", _replacing(file)]) == 0
    assert read_box(file).box.language == "de"


def _replacing(file: Path) -> str:
    answers = file.with_name("answers.toml")
    answers.write_text("replace = true\nlearn = false\n")
    return str(answers)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_every_choice_is_explained_in_the_language_of_people(code: str) -> None:
    for question in (*BEFORE_LEARNING, *AFTER_LEARNING):
        for meaning in (question.kind.choices or dict)().values():
            assert language(code).tr(meaning) != meaning


@pytest.mark.parametrize("kind", ["fifo", "device"])
def test_what_never_ends_in_the_place_of_the_old_file_is_not_waited_for(
    file: Path, kind: str, capsys: Captured
) -> None:
    if kind == "fifo":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero")
    answers = file.with_name("answers.toml")
    answers.write_text("replace = true\nlearn = false\n")
    assert main(["setup", "--config", str(file), "--answers", str(answers), "--yes"]) == 1
    assert "BX707" in capsys.readouterr().err


def test_dice_that_are_shaken_are_named_in_the_file(file: Path, tmp_path: Path) -> None:
    dice = (NamedDie("red", "F0:00:00:00:00:0A"), NamedDie("green", "F0:00:00:00:00:0B"))

    def pair(
        driver: str, colours: Sequence[str], say: Callable[[str], None], patience: float
    ) -> tuple[NamedDie, ...]:
        assert (driver, list(colours)) == ("pixels", ["red", "green"])
        return dice

    result = _setup_with_dice(file, tmp_path, "dice_shaken = true\n", pair)
    assert result.is_whole
    table = read_box(file, check_box_file).roller
    assert isinstance(table, BluetoothDiceTable)
    assert table.dice == dice


def test_without_dice_the_box_is_played_by_hand(file: Path, tmp_path: Path) -> None:
    def pair(*_asked: object) -> tuple[NamedDie, ...]:
        raise Fault("BX440", "no die was shaken")

    result = _setup_with_dice(file, tmp_path, "dice_shaken = true\n", pair)
    assert result.left_out == ("the dice were not found (BX440)",)
    assert isinstance(read_box(file, check_box_file).roller, HandTable)
    result = _setup_with_dice(
        file, tmp_path, "replace = true\nlearn = false\ndice_shaken = false\n", pair
    )
    assert result.left_out == ("the dice are not found yet: what they show is entered by hand",)


def _setup_with_dice(file: Path, folder: Path, answers: str, pair: PairDice) -> SetupResult:
    given = folder / "answers.toml"
    given.write_text(f'roller = "pixels"\n{answers}')
    source = FiledAnswers(given, ProposedAnswers())
    return BoxSetup(file, Survey(), source, _ignored, _no_watch, pair=pair).run()
