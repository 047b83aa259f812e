"""Money as people write it: an amount with its currency, read into whole minor units (R8.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from groundwork.frozen_dataclass import frozen_dataclass

_WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_WITH_TWO = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD "
    "CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ "
    "GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL "
    "MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR "
    "PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT "
    "TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW"
)
_WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"

_DIGITS: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(_WITHOUT_DECIMALS.split(), 0)
    | dict.fromkeys(_WITH_TWO.split(), 2)
    | dict.fromkeys(_WITH_THREE.split(), 3)
)
"""The currencies of ISO 4217, and how many decimals each has."""

_SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "£": "GBP",
        "£GB": "GBP",
        "€": "EUR",
        "$": "USD",
        "US$": "USD",
        "$US": "USD",
        "C$": "CAD",
        "CA$": "CAD",
        "$CA": "CAD",
        "A$": "AUD",
        "AU$": "AUD",
        "$AU": "AUD",
        "FR": "CHF",
        "FR.": "CHF",
        "SFR": "CHF",
        "SFR.": "CHF",
        "¥": "JPY",
        "DOLLAR": "USD",
        "DOLLARS": "USD",
        "EURO": "EUR",
        "EUROS": "EUR",
        "FRANKEN": "CHF",
        "FRANCS": "CHF",
        "PFUND": "GBP",
        "POUND": "GBP",
        "POUNDS": "GBP",
        "YEN": "JPY",
    }
)
_MINOR: Mapping[str, str] = MappingProxyType(
    {
        "P": "GBP",
        "PENCE": "GBP",
        "PENNY": "GBP",
        "CT": "EUR",
        "CT.": "EUR",
        "¢": "USD",
        "RP": "CHF",
        "RP.": "CHF",
        "RAPPEN": "CHF",
    }
)
"""Signs of minor units that belong to one currency; ``c`` and ``cents`` belong to too many."""

_WHOLE = (
    r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+"
    r"|\d{1,3}(?:\.\d{3})+(?=,\d{1,2}(?!\d))"
    r"|\d{1,3}(?:,\d{3})+(?=\.\d{1,2}(?!\d))"
    r"|\d{1,10}"
)
"""Thousands are set apart by a space or an apostrophe, or by a sign other than the decimals'."""

_WRITTEN = rf"(\D*?)\s*({_WHOLE})(?:[.,](\d{{1,3}}))?\s*(\D*)"
"""Compiled when an amount is first read: a box whose stake is a plain number starts without it."""


@frozen_dataclass
class Money:
    """An amount of ``minor`` units of a currency, a code of ISO 4217; empty for none in particular.

    ``str()`` gives what :func:`read_money` reads: ``0.50 GBP``, or ``50`` without a currency.
    """

    minor: int
    currency: str = ""

    def __str__(self) -> str:
        if not self.currency:
            return str(self.minor)
        sign = "-" if self.minor < 0 else ""
        return f"{sign}{'.'.join(parts(abs(self.minor), self.currency))} {self.currency}"


def decimals(currency: str) -> int:
    """Return how many decimals amounts of this currency have; 0 for a currency not known."""
    return _DIGITS.get(currency, 0)


def parts(minor: int, currency: str) -> tuple[str, ...]:
    """Return the digits before and after the decimal sign; the latter only if there are any."""
    digits = decimals(currency)
    if not digits:
        return (str(minor),)
    whole, part = divmod(minor, 10**digits)
    return str(whole), f"{part:0{digits}d}"


def read_money(text: str) -> Money:
    """Read ``50p``, ``£1.50``, ``1,50 €``, ``$1`` or ``0.50 EUR``; a plain ``50`` is minor units.

    ``$`` is the dollar of the United States. Thousands may be set apart: ``1.000,00 €``. Raises
    ValueError for anything else, also for ``1,000 €``, whose comma might be that of the decimals.
    """
    found = re.fullmatch(_WRITTEN, text.strip(), re.ASCII)
    if found is None:
        raise ValueError(f"{text!r} is no amount of money")
    before, written, part, behind = (found[group] or "" for group in (1, 2, 3, 4))
    whole = "".join(filter(str.isdigit, written))
    sign = (before or behind).upper().strip()
    if before and behind:
        raise ValueError(f"{text!r} has two currencies")
    if not part and (not sign or (behind and sign in _MINOR)):
        return Money(int(whole), _MINOR.get(sign, ""))
    currency = _SYMBOLS.get(sign, sign)
    digits = _DIGITS.get(currency)
    if digits is None or len(part) > digits:
        raise ValueError(f"{text!r} is no amount of a currency")
    return Money(int(whole) * 10**digits + int(part.ljust(digits, "0") or 0), currency)
