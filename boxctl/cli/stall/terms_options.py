"""The options that say what a go costs and what can be won."""

from __future__ import annotations

import argparse
import re

from boxctl.cli.options import Options
from boxctl.rules.money import Money, read_money
from boxctl.stall.faults import wrong_terms
from boxctl.stall.terms import StallTerms
from groundwork.language import all_of, tr

NOTHING = Money(0)


def add_terms(options: Options) -> None:
    """Add ``--go``, ``--prize``, ``--best`` and ``--pot``."""
    options.add_argument(
        "--go", metavar="AMOUNT", type=money, required=True, help=tr("what a go costs: 50p, 1 €")
    )
    options.add_argument(
        "--prize", metavar="AMOUNT", type=money, default=NOTHING, help=tr("for each shut box")
    )
    options.add_argument(
        "--best",
        metavar="AMOUNT",
        type=money,
        default=NOTHING,
        help=tr("for the lowest score of the day; who share it share the prize"),
    )
    options.add_argument(
        "--pot",
        metavar="AMOUNT",
        type=money,
        default=NOTHING,
        help=tr("the part of each go that is put into the pot, which a shut box wins"),
    )


def terms_told(given: argparse.Namespace) -> StallTerms:
    """Return the terms that these options tell.

    Raises :class:`boxctl.stall.faults.StallFault` (BX830) for such as contradict.
    """
    amounts = (given.go, given.prize, given.best, given.pot)
    go, prize, best, pot = (each.minor for each in amounts)
    terms = StallTerms(go, prize, best, pot, one_currency(*amounts))
    terms.check()
    return terms


def one_currency(*amounts: Money) -> str:
    """Return the currency of all these amounts that are not 0.

    Raises :class:`boxctl.stall.faults.StallFault` (BX830) if there are two.
    """
    found = list(dict.fromkeys(each.currency for each in amounts if each.minor))
    if len(found) > 1:
        raise wrong_terms(
            tr("amounts of different currencies: {amounts}",
               amounts=all_of(str(each) for each in amounts if each.minor)),
            tr("write all of them in one, such as --go 50p --prize £2.50"),
        )  # fmt: skip
    return found[0] if found else ""


def money(text: str) -> Money:
    """Read an amount as people write it, for ``argparse``."""
    try:
        return read_money(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{text} is no amount: write it like 50p, £2.50 or 1,50 €", text=repr(text))
        ) from None


def rate(text: str) -> float:
    """Read a rate in percent as people write it, such as ``7.4%``, for ``argparse``."""
    found = re.fullmatch(r"(\d{1,3}(?:[.,]\d{1,9})?)\s*%", text.strip(), re.ASCII)
    if found is None or (share := float(found[1].replace(",", ".") + "e-2")) > 1:
        raise argparse.ArgumentTypeError(
            tr("{text} is no rate: write it in percent, such as 7.4%", text=repr(text))
        )
    return share
