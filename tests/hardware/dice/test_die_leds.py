"""The LEDs of dice: every face, on four lines or on seven, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from groundwork.faults import Fault
from hardware.config.pins import Pin
from hardware.config.tables.roller import LED_NAMES, PiTable, lit
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost
from hardware.dice.serial_roller import DEVICE, GpioDieLeds, wire_die_leds
from hardware.dice.virtual_roller import PiDice
from hardware.gpio.lines import GpioLines
from hardware.open_box import open_devices
from hardware.worker import RETRY_US
from tests.support.chips.box_toml import GOOD, problems, read
from tests.support.chips.mock_chips import MockChips

FOUR = (5, 6, 12, 13)
SEVEN = (19, 22, 23, 24, 25, 26, 7)

PICTURES = {
    0: "... ... ...",
    1: "... .o. ...",
    2: "o.. ... ..o",
    3: "o.. .o. ..o",
    4: "o.o ... o.o",
    5: "o.o .o. o.o",
    6: "o.o o.o o.o",
}
"""The faces of a die, line by line."""

PLACES = {"a": [4], "b1": [0], "b2": [8], "c1": [2], "c2": [6], "d1": [3], "d2": [5],
          "b": [0, 8], "c": [2, 6], "d": [3, 5]}  # fmt: skip
"""Where the LEDs of each line sit, in the nine places of a picture."""


def picture(lines: int, on: tuple[bool, ...]) -> str:
    """What a person sees on a die with these lines."""
    names = [name for name, is_on in zip(LED_NAMES[lines], on, strict=True) if is_on]
    seen = ["."] * 9
    for name in names:
        for place in PLACES[name]:
            seen[place] = "o"
    return " ".join("".join(seen[at : at + 3]) for at in (0, 3, 6))


def leds(chips: MockChips, *dice: tuple[int, ...], high: bool = True) -> GpioDieLeds:
    table = PiTable(tuple(tuple(map(Pin, die)) for die in dice))
    return GpioDieLeds(wire_die_leds(table, GpioLines(chips, "auto")), high, lambda: 7, print)


def seen(chips: MockChips, die: tuple[int, ...]) -> str:
    return picture(len(die), tuple(levels(chips, die)))


def levels(chips: MockChips, die: tuple[int, ...]) -> list[bool]:
    return [chips.pin(number).high for number in die]


@pytest.mark.parametrize("lines", [4, 7])
@pytest.mark.parametrize("face", range(7))
def test_a_face_looks_as_on_any_die(lines: int, face: int) -> None:
    assert picture(lines, lit(face, lines)) == PICTURES[face]


def test_a_throw_is_shown_and_dice_that_were_not_thrown_are_dark() -> None:
    chips = MockChips()
    shown = leds(chips, FOUR, SEVEN)
    for values in ((3, 6), (1,), (5, 5), (2, 4)):
        shown.show(values)
        assert seen(chips, FOUR) == PICTURES[values[0]]
        assert seen(chips, SEVEN) == PICTURES[values[1] if len(values) > 1 else 0]
    shown.close()
    assert not any(levels(chips, FOUR + SEVEN))


def test_leds_that_are_lit_by_a_low_level() -> None:
    chips = MockChips()
    shown = leds(chips, FOUR, high=False)
    assert all(levels(chips, FOUR))
    shown.show((4,))
    assert levels(chips, FOUR) == [True, False, False, True]
    shown.close()
    assert all(levels(chips, FOUR))


def test_a_throw_counts_even_if_the_leds_fail_which_is_said_once() -> None:
    chips, told, now = MockChips(), list[DeviceEvent](), [0]
    table = PiTable((tuple(map(Pin, FOUR)),))
    wired = wire_die_leds(table, GpioLines(chips, "auto"))
    shown = GpioDieLeds(wired, True, lambda: now[0], told.append)
    dice = PiDice(Random(1), shown)
    chips.header.is_away = True
    values = [dice.roll(1, 6) for _ in range(9)]
    assert [type(event) for event in told] == [DeviceLost]
    chips.header.is_away, now[0] = False, RETRY_US
    values.append(dice.roll(1, 6))
    assert told[1:] == [DeviceBack(RETRY_US, DEVICE, "pinctrl-rp1")]
    assert seen(chips, FOUR) == PICTURES[values[-1][0]]
    plain = PiDice(Random(1))
    assert values == [plain.roll(1, 6) for _ in range(10)]


def test_nothing_stays_open_where_a_line_cannot_be_had() -> None:
    chips = MockChips()
    with pytest.raises(Fault, match="BX404"):
        leds(chips, FOUR, FOUR)
    leds(chips, FOUR).close()


# In box.toml.


PI = GOOD.replace('driver = "serial"\nport = "/dev/ttyACM0"', 'driver = "pi"\nleds = LEDS')


def test_dice_with_leds(tmp_path: Path) -> None:
    chips = MockChips()
    box_file = read(tmp_path, PI.replace("LEDS", "[[5, 6, 12, 13], [19, 22, 23, 24, 25, 26, 7]]"))
    with open_devices(box_file, lambda: 0, lambda _event: None, chips=chips) as box:
        assert box.dice is not None
        values = box.dice.roll(2, 6)
        assert [seen(chips, FOUR), seen(chips, SEVEN)] == [PICTURES[value] for value in values]
    assert not any(levels(chips, FOUR + SEVEN))


def test_dice_without_leds(tmp_path: Path) -> None:
    chips = MockChips()
    box_file = read(tmp_path, PI.replace("leds = LEDS", ""))
    with open_devices(box_file, lambda: 0, lambda _event: None, chips=chips) as box:
        assert isinstance(box.dice, PiDice)


@pytest.mark.parametrize(
    ("given", "code", "sentence"),
    [
        ("5", "BX305", "5 is not possible; give a list of 1 to 4 dice, each a list of 4 or 7 pins"),
        ("[]", "BX305", "[] is not possible; give a list of 1 to 4 dice, each a list of 4 or 7"),
        ("[[5, 6, 12]]", "BX305", "[5, 6, 12] is no die; give each die a list of 4 or 7 pins"),
        ("[5, 6, 12, 13]", "BX305", "5 is no die"),
        ('[[5, 6, 12, "x"]]', "BX306", '"x" is not a pin'),
        ("[[5, 6, 12, 17]]", "BX307", "pin 17 of tile 2 is also used by LED d of die 1"),
        ("[[5, 6, 12, 12]]", "BX307", "pin 12 of LED c of die 1 is also used by LED d of die 1"),
        ("[[5, 6, 12, 2]]", "BX308", "pin 2 of LED d of die 1 is kept by the board"),
        ("[[5, 6, 12, 40]]", "BX306", "pin 40 of LED d of die 1 is not on the header"),
    ],
)
def test_what_can_be_wrong_with_leds(tmp_path: Path, given: str, code: str, sentence: str) -> None:
    found = problems(tmp_path, PI.replace("LEDS", given))
    assert {problem.code for problem in found} == {code}
    assert sentence in str(found[0])
