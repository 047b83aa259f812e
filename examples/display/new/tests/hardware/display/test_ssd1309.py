"""An OLED with an SSD1309, from box.toml to its dots."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

pytest.importorskip("luma.oled", reason="the libraries of displays are not installed")

from hardware.devices import Face, TextLine
from hardware.display.oled import picture
from hardware.display.open import opening
from tests.support.chips.box_toml import GOOD, read
from tests.support.chips.display_chips import Bus, Ssd1306

HELLO = [TextLine("Hello", 2)]


def test_what_is_shown_is_on_its_dots(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch("luma.core.interface.serial.sleep")
    box = read(tmp_path, GOOD + '[display]\ndriver = "ssd1309"\naddress = 0x3d\n')
    assert box.display is not None
    assert box.display.face == Face(21, 8, largest=4)
    chip = Ssd1306()  # an SSD1309 takes the commands of an SSD1306
    with ExitStack() as closing:
        show = opening(box.display, Bus(chip, 0x3D).buses)(closing)
        show(HELLO)
        assert chip.on
        assert chip.picture().tobytes() == picture(HELLO, 128, 64).tobytes()
    assert not chip.on
