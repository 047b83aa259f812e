"""Amounts of money as people write and say them. Pure.

Symbols, and where they stand, are those of the Unicode CLDR. An amount without a currency is a
number of minor units.
"""

from __future__ import annotations

from boxctl.presentation.phrases import EYE, Style
from boxctl.presentation.sound.spoken_phrases import EAR
from boxctl.rules.money import parts

LEAST_WITHOUT_AND = 10
"""The fewest minor units that are said without their name: ``one pound fifty``."""


def amount(minor: int, currency: str | None, style: Style = EYE) -> str:
    """Return ``£1.50``, ``50p``, ``€2.00``, ``CHF 0.50``; without a currency ``50``."""
    if not currency:
        return str(minor)
    sign, size = "-" if minor < 0 else "", abs(minor)
    if currency == "GBP" and 0 < size < 100:
        return sign + style.tr_as("less than a pound", "{count}p", count=size)
    number, symbol = _number(size, currency, style), _symbol(currency, style)
    if symbol:
        return sign + style.tr_as(
            "an amount of money", "{symbol}{number}", symbol=symbol, number=number
        )
    return sign + style.tr_as(
        "an amount of money, the currency as its code",
        "{code} {number}",
        code=currency,
        number=number,
    )


def signed(minor: int, currency: str | None, style: Style = EYE) -> str:
    """Return what somebody has won or lost: ``+£1.50``, ``-50p``."""
    return f"{'+' if minor > 0 else ''}{amount(minor, currency, style)}"


def without_symbol(minor: int, currency: str | None, style: Style = EYE) -> str:
    """Return the bare number, with its sign: ``1.50``, ``-0.50``."""
    if not currency:
        return str(minor)
    return f"{'-' if minor < 0 else ''}{_number(abs(minor), currency, style)}"


def spoken(minor: int, currency: str | None, style: Style = EAR) -> str:
    """Return an amount, 0 or more, as it is said: ``one pound fifty``, ``fifty pence``."""
    if not currency:
        return style.number(minor)
    whole, part = (*map(int, parts(minor, currency)), 0)[:2]
    major = _major(whole, currency, style)
    if not major:
        return _with_code(minor, currency, style)
    if not part:
        return major
    cents = _minor(part, currency, style)
    if not whole:
        return cents
    if part < LEAST_WITHOUT_AND:
        return style.tr_as("an amount, spoken", "{pounds} and {pence}", pounds=major, pence=cents)
    return style.tr_as(
        "an amount, spoken", "{pounds} {number}", pounds=major, number=style.number(part)
    )


def _number(size: int, currency: str, style: Style) -> str:
    whole, *part = parts(size, currency)
    grouped = f"{int(whole):,}".replace(",", style.tr_as("between thousands", ","))
    return style.point.join((grouped, *part))


def _symbol(currency: str, style: Style) -> str:
    match currency:
        case "AUD":
            return style.tr_as("Australian dollar", "A$")
        case "CAD":
            return style.tr_as("Canadian dollar", "CA$")
        case "EUR":
            return "€"
        case "GBP":
            return style.tr_as("British pound", "£")
        case "JPY":
            return style.tr_as("Japanese yen", "¥")
        case "USD":
            return style.tr_as("dollar of the United States", "$")
        case _:
            return ""


def _major(count: int, currency: str, style: Style) -> str:
    """Return an amount without its minor units; empty for a currency that has only its code."""
    number = style.number(count)
    match currency:
        case "AUD" | "CAD" | "USD":
            return style.tr_n("one dollar", "{count} dollars", count, count=number)
        case "CHF":
            return style.tr_n("one franc", "{count} francs", count, count=number)
        case "EUR":
            return style.tr_n("one euro", "{count} euros", count, count=number)
        case "GBP":
            return style.tr_n("one pound", "{count} pounds", count, count=number)
        case "JPY":
            return style.tr_n("one yen", "{count} yen", count, count=number)
        case _:
            return ""


def _minor(count: int, currency: str, style: Style) -> str:
    number = style.number(count)
    match currency:
        case "CHF":
            return style.tr_n("one rappen", "{count} rappen", count, count=number)
        case "GBP":
            return style.tr_n("one penny", "{count} pence", count, count=number)
        case _:
            return style.tr_n("one cent", "{count} cents", count, count=number)


def _with_code(minor: int, currency: str, style: Style) -> str:
    whole, *decimals = parts(minor, currency)
    each_digit = [" ".join(style.number(int(digit)) for digit in part) for part in decimals]
    number = style.point.join((style.number(int(whole)), *each_digit))
    return f"{number} {' '.join(currency)}"
