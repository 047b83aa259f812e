"""A voice and a buzzer in box.toml: what can be wrong with them, and that they are opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from groundwork.faults import Fault
from hardware.open_box import open_devices
from tests.support.chips.box_toml import GOOD, problems, read
from tests.support.chips.mock_chips import MockChips

BUZZER = GOOD + '[buzzer]\ndriver = "gpio"\npin = 12\n'
VOICE = '[voice]\ndriver = "espeak-ng"\n'


@pytest.mark.parametrize(
    ("pin", "code", "sentence"),
    [
        ("17", "BX307", "pin 17 of tile 2 is also used by the buzzer"),
        ("3", "BX308", "pin 3 of the buzzer is kept by the board for I2C"),
        ("30", "BX306", "pin 30 of the buzzer is not on the header"),
    ],
)
def test_what_can_be_wrong_with_a_buzzer(
    tmp_path: Path, pin: str, code: str, sentence: str
) -> None:
    (found,) = problems(tmp_path, BUZZER.replace("pin = 12", f"pin = {pin}"))
    assert found.code == code
    assert sentence in str(found)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('[voice]\ndriver = "espeak-ng"\nspeed = 20\n', "a whole number from 80 to 450"),
        ('[voice]\ndriver = "espeak"\n', "give espeak-ng or piper"),
        ('[buzzer]\ndriver = "gpio"\npin = 12\nkind = "loud"\n', "passive or active"),
        ('[buzzer]\ndriver = "gpio"\n', "the key is missing"),
    ],
)
def test_what_can_be_wrong_with_voice_and_buzzer(tmp_path: Path, table: str, says: str) -> None:
    (found,) = problems(tmp_path, GOOD + table)
    assert says in str(found)


def test_a_buzzer_and_a_voice_are_opened_with_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\ncat >/dev/null\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    chips = MockChips()
    text = (
        BUZZER.replace("pin = 12", 'pin = 12\nkind = "active"') + '[voice]\ndriver = "espeak-ng"\n'
    )
    box_file = read(tmp_path, text.replace("serial", "pi").replace('port = "/dev/ttyACM0"', ""))
    with open_devices(box_file, lambda: 0, lambda _event: None, chips=chips) as box:
        assert box.voice is not None
        assert box.buzzer is not None
        assert list(box.watched) == [box.buzzer, box.voice]
        box.check(0)


def test_without_the_program_nothing_is_opened(tmp_path: Path) -> None:
    chips = MockChips()
    text = GOOD + '[voice]\ndriver = "espeak-ng"\nprogram = "no-such-program"\n'
    box_file = read(tmp_path, text)
    with pytest.raises(Fault, match="BX431"):
        open_devices(box_file, lambda: 0, lambda _event: None, chips=chips)
    assert not any(pin.held for pin in chips.header.pins)
