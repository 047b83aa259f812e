"""The characters that pictures are drawn with: box drawing, or plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Glyphs:
    """One set of characters. ``corners`` go clockwise from the top left."""

    corners: tuple[str, str, str, str]
    across: str
    down: str
    rail: str
    flat: str
    lit: str
    dark: str
    pip: str
    up: str
    lay: str
    turn: str
    bar: str


LINES = Glyphs(("┌", "┐", "┘", "└"), "─", "│", "━", "▁", "●", "·", "●", "▲", "▼", "▶", "█")
ASCII = Glyphs(("+", "+", "+", "+"), "-", "|", "=", "_", "*", ".", "o", "^", "v", ">", "#")


def glyphs_for(environment: Mapping[str, str], encoding: str) -> Glyphs:
    """Choose a set that the terminal can show: the Linux console's font has few characters."""
    utf_8 = encoding.lower().replace("-", "") == "utf8"
    console = environment.get("TERM", "") in ("linux", "dumb", "vt100", "vt220", "")
    return LINES if utf_8 and not console else ASCII
