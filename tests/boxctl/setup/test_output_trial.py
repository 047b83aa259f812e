"""Lamps, dice, display and sounds are tried while a box is set up, on mock chips."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boxctl.setup.answer_sources import AnswerFault, FiledAnswers, ProposedAnswers
from boxctl.setup.dialogue import BoxSetup, SetupResult, as_document
from boxctl.setup.line_watch import LineWatch
from boxctl.setup.survey import Survey
from boxctl.table.check_rules import check_box_file
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from hardware.config.box_file import BoxFile
from hardware.config.read import read_box
from hardware.devices import Box, Contact, Manner, NoLamps, Tune
from hardware.virtual import VirtualLamps
from tests.boxctl.setup.test_dialogue import BUTTONS, LEARN, PINS
from tests.support.setup.miswired import right
from tests.support.setup.miswired_lamps import (
    LookingMaker,
    MiswiredLamps,
    lamps_right,
    lamps_with_mistakes,
)
from tests.support.setup.virtual_maker import BoxOnMockPins

LAMP_PINS: list[int | str] = [14, 15, 18, 7, 8, 9, 10, 11, 12]
TRY = LEARN + f'try_out = true\nlamps = "gpio"\nlamp_pins = {LAMP_PINS}\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


def tried(file: Path, lamps: MiswiredLamps, answers: str = TRY) -> tuple[SetupResult, list[str]]:
    box = BoxOnMockPins(right(9), PINS, BUTTONS)
    result = box.set_up(file, answers, lamps=(lamps, LAMP_PINS))
    return result, box.maker.heard


def light(file: Path, lamps: MiswiredLamps) -> dict[int, set[int]]:
    """Where there is light when the box of this file lights the lamp of each tile."""
    table = tomllib.loads(file.read_text())["lamps"]
    wires = [LAMP_PINS.index(pin) + 1 for pin in table["pins"]]
    every = {*range(1, lamps.tiles + 1)}
    low = table.get("active") == "low"
    return {tile: lamps.lit(every - {wire} if low else {wire})
            for tile, wire in enumerate(wires, start=1)}  # fmt: skip


def test_lamps_that_are_right_are_written_as_they_were(file: Path) -> None:
    result, _heard = tried(file, lamps_right(9))
    assert result.is_whole
    assert tomllib.loads(file.read_text())["lamps"] == {"driver": "gpio", "pins": LAMP_PINS}


def test_swapped_lamps_are_named_and_written_as_they_are(file: Path) -> None:
    lamps = MiswiredLamps(9, {**lamps_right(9).tile_of, 2: 5, 5: 7, 7: 2})
    result, heard = tried(file, lamps)
    assert result.is_whole
    assert sum("BX449" in line for line in heard) == 3
    assert light(file, lamps) == {tile: {tile} for tile in range(1, 10)}
    read_box(file, check_box_file)


def test_lamps_that_are_lit_by_the_low_level_are_written_so(file: Path) -> None:
    lamps = replace(MiswiredLamps(9, {**lamps_right(9).tile_of, 1: 9, 9: 1}), inverted=True)
    result, heard = tried(file, lamps)
    assert result.is_whole
    assert any("BX450" in line for line in heard)
    assert light(file, lamps) == {tile: {tile} for tile in range(1, 10)}


@pytest.mark.parametrize("seed", range(8))
def test_lamps_with_mistakes_at_random_are_never_taken_for_right(file: Path, seed: int) -> None:
    lamps = lamps_with_mistakes(9, Random(seed))
    result, heard = tried(file, lamps)
    assert result.lamps is not None
    assert {(each.mistake, frozenset(each.tiles)) for each in result.lamps.mistakes} == {
        (kind, frozenset(tiles)) for kind, tiles in lamps.named
    }
    to_mend = [kind for kind, _tiles in lamps.named if kind.name != "SWAPPED"]
    assert len(result.left_out) == len(to_mend)
    assert result.is_whole == (not to_mend)
    wrong = {tile for kind, tiles in lamps.named if kind.name != "SWAPPED" for tile in tiles}
    lit = light(file, lamps)
    assert all(lit[tile] - lamps.lit(()) == {tile} for tile in {*range(1, 10)} - wrong)
    document = as_document(file, result)
    assert document["lamps_tried"]
    assert {each["mistake"] for each in document["lamp_mistakes"]} == {
        kind.name.lower() for kind, _tiles in lamps.named
    }
    assert heard


def test_a_lamp_that_nobody_has_seen_is_left_out(file: Path) -> None:
    box = BoxOnMockPins(right(9), PINS, BUTTONS)
    result = box.set_up(file, TRY + "".join(f"lamp_{tile} = {tile}\n" for tile in range(1, 9)))
    assert result.left_out == (
        "BX447: the lamp of tile 9: dark; look at its wires and its resistor, and which way round "
        "the LED is",
    )
    assert "# Left out: BX447: the lamp of tile 9" in file.read_text()


def test_light_at_a_tile_that_the_box_does_not_have_is_no_answer(file: Path) -> None:
    box = BoxOnMockPins(right(9), PINS, BUTTONS)
    with pytest.raises(AnswerFault, match=r"lamp_1: The box has tiles 1 to 9\."):
        box.set_up(file, TRY + "lamp_1 = 10\n")


def test_the_lamps_of_a_strip_get_the_tiles_that_they_light(file: Path) -> None:
    lamps = MiswiredLamps(9, {**lamps_right(9).tile_of, 1: 2, 2: 1})
    devices = AllDevices()
    set_up(file, 'lamps = "ws2812"\n', devices, lamps)
    assert tomllib.loads(file.read_text())["lamps"]["tiles"] == [2, 1, 3, 4, 5, 6, 7, 8, 9]


def test_on_a_usb_board_swapped_lamps_have_to_be_mended(file: Path) -> None:
    lamps = MiswiredLamps(9, {**lamps_right(9).tile_of, 1: 2, 2: 1})
    answers = 'board = "usb"\nport = "/dev/nowhere"\nlamps = "usb"\nroller = "hand"\n'
    result = set_up(file, answers, AllDevices(), lamps)
    assert [each[:5] for each in result.left_out] == ["BX449"]
    assert "exchange their wires" in result.left_out[0]


class AllDevices:
    """Devices in memory, each of which says what it was told to do."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.lamps = VirtualLamps()

    def open(self, box_file: BoxFile) -> Box:
        box = Box(_Nothing(), _Nothing(), self.lamps, 0, 0)
        box.buzzer = self if box_file.buzzer is not None else None
        box.voice = self if box_file.voice is not None else None
        return box

    def play(self, _tune: Tune, _manner: Manner) -> None:
        self.told.append("a tune")

    def say(self, words: str, _manner: Manner) -> None:
        self.told.append(words)


class _Nothing:
    def read(self) -> Mapping[Contact, bool]:
        return {}


def set_up(file: Path, answers: str, devices: AllDevices, lamps: MiswiredLamps) -> SetupResult:
    """Set up a box that has all devices, without its levers."""
    answered = file.with_name("answers.toml")
    answered.write_text(answers + "try_out = true\n")

    def look() -> set[int]:
        return lamps.lit([tile for tile in range(1, 10) if devices.lamps.lit >> (tile - 1) & 1])

    source = LookingMaker(look, FiledAnswers(answered, ProposedAnswers()))
    return BoxSetup(file, Survey(), source, lambda _line: None, _not_opened,
                    ask_board=_no_board, open_outputs=devices.open,
                    pause=lambda _seconds: None).run()  # fmt: skip


def _not_opened(_state: object) -> LineWatch:
    raise AssertionError("the levers are not wired yet")


def _no_board(_port: str) -> Hello:
    raise Fault("BX501", "there is no board")


def test_what_is_not_heard_is_left_out_and_what_is_heard_is_not(file: Path) -> None:
    devices = AllDevices()
    answers = 'buzzer = "passive"\nvoice = "espeak-ng"\nvoice_heard = true\n'
    result = set_up(file, answers, devices, lamps_right(9))
    assert devices.told == ["a tune", "This is the voice of the box."]
    assert result.left_out == ("BX451: the buzzer is not heard",)


def test_a_device_that_cannot_be_opened_keeps_no_other_from_being_tried(file: Path) -> None:
    devices = AllDevices()

    class WithoutVoice(AllDevices):
        def open(self, box_file: BoxFile) -> Box:
            if box_file.voice is not None:
                raise Fault("BX431", "there is no espeak-ng")
            return devices.open(box_file)

    broken = WithoutVoice()
    broken.lamps = devices.lamps
    answers = 'voice = "espeak-ng"\nlamps = "ws2812"\n'
    result = set_up(file, answers, broken, lamps_right(9))
    assert result.left_out == ("[voice] could not be tried (BX431)",)
    assert result.lamps is not None and not result.lamps.mistakes


def test_the_leds_of_dice_are_asked_for_with_their_pins_and_each_die_is_shown(file: Path) -> None:
    shown: list[tuple[int, ...]] = []

    class Dice(AllDevices):
        def open(self, box_file: BoxFile) -> Box:
            return replace(super().open(box_file), lamps=NoLamps(), die_faces=_Faces())

    class _Faces:
        def show(self, values: Sequence[int]) -> None:
            shown.append(tuple(values))

    answers = 'tiles = 9\nlamps = "none"\nroller = "pi"\ndice_leds = 2\ndie_1 = true\n'
    result = set_up(file, answers, Dice(), lamps_right(9))
    leds = tomllib.loads(file.read_text())["roller"]["leds"]
    assert [len(die) for die in leds] == [4, 4]
    assert shown == [
        *((face, 0) for face in range(1, 7)),
        *((0, face) for face in range(1, 7)),
        (),
    ]
    assert "BX451: die 2 does not show 1 to 6" in result.left_out
