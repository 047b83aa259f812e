"""What hangs on I2C: each at an address of its own, on a bus that is in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chips.box_toml import problems, with_change

PINS = "pins = [4, 17, 27]"
OLED = '\n[display]\ndriver = "ssd1306"\n'
LCD = '\n[display]\ndriver = "hd44780"\n'


def box(pins: str = PINS, end: str = "") -> str:
    return with_change(PINS, pins) + end


def test_a_display_and_an_expander_at_one_address_are_told(tmp_path: Path) -> None:
    text = box('pins = [4, "1-0027:0", 27]', LCD + "address = 0x27\n")
    (problem,) = problems(tmp_path, text)
    assert (problem.code, problem.line, problem.key) == ("BX323", 21, "display.driver")
    assert problem.sentence == (
        "the display and the chip 1-0027 would both be at address 0x27 of /dev/i2c-1 "
        "(tiles.pins, line 7)"
    )
    assert "A0 to A2" in problem.cure


@pytest.mark.parametrize(
    "text",
    [
        # 0x27 is the usual address of the backpack of an LCD.
        box('pins = [4, "1-0027:0", 27]', LCD),
        box(end=LCD + '[gpio]\nchip = "1-0027"\n'),
        box(end=OLED + '[buzzer]\ndriver = "gpio"\nkind = "active"\npin = "1-003c:0"\n'),
    ],
)
def test_an_address_is_found_wherever_it_comes_from(tmp_path: Path, text: str) -> None:
    assert "BX323" in [problem.code for problem in problems(tmp_path, text)]


@pytest.mark.parametrize(
    "text",
    [
        box('pins = [4, "1-0020:0", 27]', LCD),
        box('pins = [4, "3-0027:0", 27]', LCD),
        box('pins = [4, "mcp23017:0", 27]', LCD),
        box('pins = [4, "1-0027:0", 27]', '\n[display]\ndriver = "max7219-digits"\n'),
    ],
)
def test_what_is_at_another_address_or_on_another_bus_is_right(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (box(end=LCD), "it is needed for the display (display.driver, line 21)"),
        (
            box('pins = [4, "1-0020:0", 27]'),
            "it is needed for the chip 1-0020 (tiles.pins, line 7)",
        ),
    ],
)
def test_a_bus_that_is_said_not_to_be_in_use_has_nothing_on_it(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (problem,) = problems(tmp_path, text + "\n[gpio]\ni2c = false\n")
    assert (problem.code, problem.key) == ("BX308", "gpio.i2c")
    assert sentence in problem.sentence
