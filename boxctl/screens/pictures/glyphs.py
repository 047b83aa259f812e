"""The characters that pictures are drawn with: blocks and signs, or plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Glyphs:
    """One set of characters. ``blocks``: wood and dice are drawn with block characters.

    ``lit`` and ``dark`` are lamps. ``up`` and ``lay`` mark a tile that has to move, ``moved`` one
    that was moved in this turn. ``flat`` is beside the number of a tile that lies, where there is
    no room to draw it. ``turn`` is before the player whose turn it is, ``star`` in a banner.
    """

    blocks: bool
    across: str
    down: str
    flat: str
    lit: str
    dark: str
    pip: str
    up: str
    lay: str
    moved: str
    turn: str
    star: str
    bar: str


LINES = Glyphs(True, "─", "│", "▁", "●", "○", "●", "▲", "▼", "◆", "▶", "★", "█")
ASCII = Glyphs(False, "-", "|", "_", "*", ".", "o", "^", "v", "+", ">", "*", "#")


def glyphs_for(environment: Mapping[str, str], encoding: str) -> Glyphs:
    """Choose a set that the terminal can show: the Linux console's font has few characters."""
    utf_8 = encoding.lower().replace("-", "") == "utf8"
    console = environment.get("TERM", "") in ("linux", "dumb", "vt100", "vt220", "")
    return LINES if utf_8 and not console else ASCII
