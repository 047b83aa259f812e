"""Figures as the language of this program writes them: 1,234 or 1 234, 7.5% or 7,5 %."""

from __future__ import annotations

from groundwork.language import tr, tr_as


def whole(count: int) -> str:
    """Return a count, its thousands apart."""
    return f"{count:,}".replace(",", tr_as("between thousands", ","))


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimals."""
    return f"{value:.{places}f}".replace(".", tr_as("decimal point", "."))


def percent(chance: float, places: int = 2) -> str:
    """Return a chance from 0 to 1 in percent."""
    return tr("{number}%", number=decimal(chance * 100, places))
