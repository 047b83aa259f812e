"""Write what somebody has won or lost in a match. Pure."""

from __future__ import annotations

from groundwork.language import with_minus


def won_or_lost(minor: int, currency: str | None) -> str:
    """Return what somebody has won or lost as ``+£1.50``; without a currency as ``+150``."""
    if not currency:
        return with_minus(f"{minor:+d}")
    from boxctl.presentation.money.amounts import signed  # few tables play for money

    return signed(minor, currency)
