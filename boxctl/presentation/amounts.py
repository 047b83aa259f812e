"""Amounts of money as people write them. Pure.

Symbols, and where they stand, are those of the Unicode CLDR. An amount without a currency is a
number of minor units.
"""

from __future__ import annotations

from boxctl.rules.money import parts
from groundwork.language import decimal_point, tr_as, with_minus


def amount(minor: int, currency: str | None) -> str:
    """Return ``£1.50``, ``50p``, ``€2.00``, ``CHF 0.50``; without a currency ``50``."""
    if not currency:
        return with_minus(str(minor))
    sign, size = "−" if minor < 0 else "", abs(minor)
    if currency == "GBP" and 0 < size < 100:
        return sign + tr_as("less than a pound", "{count}p", count=size)
    number, symbol = _number(size, currency), _symbol(currency)
    if symbol:
        return sign + tr_as("an amount of money", "{symbol}{number}", symbol=symbol, number=number)
    return sign + tr_as(
        "an amount of money, the currency as its code",
        "{code} {number}",
        code=currency,
        number=number,
    )


def signed(minor: int, currency: str | None) -> str:
    """Return what somebody has won or lost: ``+£1.50``, ``−50p``."""
    return f"{'+' if minor > 0 else ''}{amount(minor, currency)}"


def won_or_lost(minor: int, currency: str | None) -> str:
    """Return what somebody has won or lost as ``+£1.50``; without a currency as ``+150``."""
    if not currency:
        return with_minus(f"{minor:+d}")
    return signed(minor, currency)


def without_symbol(minor: int, currency: str | None) -> str:
    """Return the bare number, with its sign: ``1.50``, ``−0.50``."""
    if not currency:
        return with_minus(str(minor))
    return f"{'−' if minor < 0 else ''}{_number(abs(minor), currency)}"


def _number(size: int, currency: str) -> str:
    whole, *part = parts(size, currency)
    grouped = f"{int(whole):,}".replace(",", tr_as("between thousands", ","))
    return decimal_point().join((grouped, *part))


def _symbol(currency: str) -> str:
    match currency:
        case "AUD":
            return tr_as("Australian dollar", "A$")
        case "CAD":
            return tr_as("Canadian dollar", "CA$")
        case "EUR":
            return "€"
        case "GBP":
            return tr_as("British pound", "£")
        case "JPY":
            return tr_as("Japanese yen", "¥")
        case "USD":
            return tr_as("dollar of the United States", "$")
        case _:
            return ""
