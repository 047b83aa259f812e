"""Amounts of money as people write and say them. Pure.

Symbols, and where they stand, are those of the Unicode CLDR. An amount without a currency is a
number of minor units.
"""

from __future__ import annotations

from boxctl.presentation.sound.spoken_phrases import SPOKEN, in_words
from boxctl.rules.money import parts
from groundwork.language import decimal_point, tr_as, tr_n, with_minus

LEAST_WITHOUT_AND = 10
"""The fewest minor units that are said without their name: ``one pound fifty``."""


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


def without_symbol(minor: int, currency: str | None) -> str:
    """Return the bare number, with its sign: ``1.50``, ``−0.50``."""
    if not currency:
        return with_minus(str(minor))
    return f"{'−' if minor < 0 else ''}{_number(abs(minor), currency)}"


def spoken(minor: int, currency: str | None) -> str:
    """Return an amount, 0 or more, as it is said: ``one pound fifty``, ``fifty pence``."""
    if not currency:
        return in_words(minor)
    whole, part = (*map(int, parts(minor, currency)), 0)[:2]
    major = _major(whole, currency)
    if not major:
        return _with_code(minor, currency)
    if not part:
        return major
    cents = _minor(part, currency)
    if not whole:
        return cents
    if part < LEAST_WITHOUT_AND:
        return tr_as("an amount, spoken", "{pounds} and {pence}", pounds=major, pence=cents)
    return tr_as("an amount, spoken", "{pounds} {number}", pounds=major, number=in_words(part))


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


def _major(count: int, currency: str) -> str:
    """Return an amount without its minor units; empty for a currency that has only its code."""
    number = in_words(count)
    match currency:
        case "AUD" | "CAD" | "USD":
            return tr_n("one dollar", "{count} dollars", count, count=number)
        case "CHF":
            return tr_n("one franc", "{count} francs", count, count=number)
        case "EUR":
            return tr_n("one euro", "{count} euros", count, count=number)
        case "GBP":
            return tr_n("one pound", "{count} pounds", count, count=number)
        case "JPY":
            return tr_n("one yen", "{count} yen", count, count=number)
        case _:
            return ""


def _minor(count: int, currency: str) -> str:
    number = in_words(count)
    match currency:
        case "CHF":
            return tr_n("one rappen", "{count} rappen", count, count=number)
        case "GBP":
            return tr_n("one penny", "{count} pence", count, count=number)
        case _:
            return tr_n("one cent", "{count} cents", count, count=number)


def _with_code(minor: int, currency: str) -> str:
    whole, *decimals = parts(minor, currency)
    each_digit = [" ".join(in_words(int(digit)) for digit in part) for part in decimals]
    number = SPOKEN.point().join((in_words(int(whole)), *each_digit))
    return f"{number} {' '.join(currency)}"
