"""The options that say what a go costs and what can be won."""

from __future__ import annotations

import argparse
import re

from boxctl.cli.options import Options
from boxctl.rules.money import Money, read_money
from boxctl.stall.events import StallTerms
from boxctl.stall.faults import wrong_terms
from groundwork.language import all_of, tr

NOTHING = Money(0)
NO_TERMS = StallTerms(0, 0, 0, 0, "")


def add_terms(options: Options) -> None:
    """Add ``--go``, ``--prize``, ``--best`` and ``--pot``."""
    options.add_argument("--go", metavar="AMOUNT", type=money, help=tr("what a go costs: 50p, 1 €"))
    options.add_argument("--prize", metavar="AMOUNT", type=money, help=tr("for each shut box"))
    options.add_argument(
        "--best",
        metavar="AMOUNT",
        type=money,
        help=tr("for the lowest score of the day; who share it share the prize"),
    )
    options.add_argument(
        "--pot",
        metavar="AMOUNT",
        type=money,
        help=tr("the part of each go that is put into the pot, which a shut box wins"),
    )


def terms_told(
    given: argparse.Namespace, usual: StallTerms = NO_TERMS, *others: Money
) -> StallTerms:
    """Return the terms that these options tell, those that are left out as usual.

    The ``others`` have to be in the same currency. Raises
    :class:`boxctl.stall.faults.StallFault` (BX830) for such as contradict.
    """
    told = {"go": given.go, "prize": given.prize, "best": given.best, "pot": given.pot}
    amounts = {
        name: Money(getattr(usual, name), usual.currency) if amount is None else amount
        for name, amount in told.items()
    }
    currency = one_currency(*amounts.values(), *others)
    go, prize, best, pot = (amount.minor for amount in amounts.values())
    terms = StallTerms(go, prize, best, pot, currency)
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
