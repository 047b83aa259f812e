"""The numbers of a history: points, and chances in percent."""

from __future__ import annotations

from boxctl.presentation.record.player_history import LuckAndSkill
from groundwork.language import decimal_point, tr_as

_SHOWN_AS_NOTHING = 0.05
"""Luck and skill nearer to 0 than this, in points or in percent, are written as 0."""

MOST_WITH_DECIMALS = 1_000
MOST_WRITTEN_OUT = 1_000_000


def worth_in_words(worth: float, luck: LuckAndSkill) -> str:
    """Return what a throw or a choice was worth, in the unit of this luck and skill."""
    return signed_number(worth, luck.in_points)


def signed_number(value: float, in_points: bool) -> str:
    """Return points with their sign, or a chance in percent."""
    shown = value if in_points else value * 100
    written = (
        "0.0" if abs(shown) < _SHOWN_AS_NOTHING else f"{'+' if shown > 0 else '-'}{_size(shown)}"
    )
    written = written.replace(".", decimal_point())
    return written if in_points else tr_as("percent", "{number}%", number=written)


def decimal(value: float) -> str:
    """Return the size of a number with one decimal."""
    return _size(value).replace(".", decimal_point())


def _size(value: float) -> str:
    """Return the size of a number with one decimal; that of a digital score may be enormous."""
    size = abs(value)
    if size < MOST_WITH_DECIMALS:
        return f"{size:.1f}"
    return f"{size:.0f}" if size < MOST_WRITTEN_OUT else f"{size:.2e}"
