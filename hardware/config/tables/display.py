"""What the drivers of displays share: settings, libraries, and the size of letters."""

from __future__ import annotations

from groundwork.language import message
from hardware.config.declare import Setting
from hardware.config.kinds import whole_number, yes_or_no

LETTER_WIDTH = 6
LETTER_HEIGHT = 8
"""Dots of a letter of 5 by 7 with the gaps to its neighbours."""

LUMA = ("luma.core", "luma.oled", "luma.led_matrix", "luma.lcd", "PIL", "smbus2")
"""The modules of luma, which drives the displays, and those that it needs."""

UPSIDE_DOWN = Setting(
    "upside_down", yes_or_no(), message("whether it is built in upside down"), default=False
)


def contrast(usual: int) -> Setting:
    """Return the setting of how bright a display is, usually so."""
    return Setting("contrast", whole_number(0, 255), message("how bright it is"), default=usual)


def numbers_of(size: str) -> tuple[int, int]:
    """Return width and height of a size such as ``128x64``."""
    width, height = size.split("x")
    return int(width), int(height)
