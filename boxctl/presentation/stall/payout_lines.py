"""What a stall pays out on average, as lines of a table and as a document."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import amount
from boxctl.rules.ruleset import RuleSet
from boxctl.stall.events import StallTerms
from boxctl.stall.payout import WITHIN, DayPayout
from groundwork.cell_width import in_columns
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import percent, tr, tr_as, whole

SELDOM = 0.001
"""Losses on a smaller share of the days are not told."""


class PlayedAs(StrEnum):
    """Whose shut boxes are counted; the value is that of the JSON document."""

    BEST = "best"
    HUMAN = "human"
    TOLD = "told"


@frozen_dataclass
class StallDay:
    """A day of so many goes at a stall, and what it comes to, by who plays.

    ``variant`` with the changes in ``rules`` is played; ``brought`` is in the pot in the morning.
    """

    variant: str
    rules: RuleSet
    terms: StallTerms
    goes: int
    brought: int
    payouts: tuple[tuple[PlayedAs, DayPayout], ...]


def terms_in_words(terms: StallTerms) -> Iterator[str]:
    """Say what a go costs and what can be won, a sentence each."""
    currency = terms.currency
    yield tr("A go costs {amount}.", amount=amount(terms.go, currency))
    if terms.prize:
        yield tr("A shut box wins {amount}.", amount=amount(terms.prize, currency))
    if terms.pot:
        yield tr(
            "A shut box wins the pot, which gets {amount} of each go and goes on to tomorrow.",
            amount=amount(terms.pot, currency),
        )
    if terms.best:
        yield tr("The best of the day wins {amount}.", amount=amount(terms.best, currency))


def payout_lines(day: StallDay) -> Iterator[str]:
    """Yield the terms, a row for each way to play, and what to beware of."""
    terms = day.terms
    yield name_of_game(day.variant, day.rules)
    yield from terms_in_words(terms)
    yield tr(
        "{goes} goes take {amount}.",
        goes=whole(day.goes),
        amount=amount(day.goes * terms.go, terms.currency),
    )
    rows = [_titles(day), *(_row(day, played, found) for played, found in day.payouts)]
    yield from (line.rstrip() for line in in_columns(rows, left=1, gap="  "))
    yield from _even(day)
    yield from _losses(day)


def _has_pot(day: StallDay) -> bool:
    return bool(day.terms.pot or day.brought)


def _titles(day: StallDay) -> tuple[str, ...]:
    return (
        "",
        tr_as("table of a stall", "shut"),
        tr_as("table of a stall", "paid out"),
        "",
        tr_as("table of a stall", "on {number} of 100 days", number=round(WITHIN * 100)),
        tr_as("table of a stall", "kept"),
        *([tr_as("table of a stall", "for tomorrow")] if _has_pot(day) else []),
    )


def _row(day: StallDay, played: PlayedAs, found: DayPayout) -> tuple[str, ...]:
    currency = day.terms.currency

    def about(minor: float) -> str:
        return amount(round(minor), currency)

    return (
        in_words(played),
        percent(found.shut_rate),
        about(found.paid),
        percent(found.share_paid, 1),
        tr("{least} to {most}", least=about(found.least), most=about(found.most)),
        about(found.kept),
        *([about(found.carried)] if _has_pot(day) else []),
    )


def in_words(played: PlayedAs) -> str:
    """Say who plays like this."""
    match played:
        case PlayedAs.BEST:
            return tr("best play")
        case PlayedAs.HUMAN:
            return tr("with mistakes")
        case PlayedAs.TOLD:
            return tr("as you say")


def _even(day: StallDay) -> Iterator[str]:
    even = day.terms.even_rate(day.goes)
    if even is None or even <= 0:
        return
    if even >= 1:
        yield tr("However many boxes are shut, the stall takes more than it pays out.")
        return
    yield tr(
        "It earns on average as long as fewer than {rate} of the goes shut the box.",
        rate=percent(even, 1),
    )


def _losses(day: StallDay) -> Iterator[str]:
    played, worst = min(day.payouts, key=lambda each: each[1].kept)
    if round(worst.kept) < 0:
        yield tr(
            "The stall pays out more than it takes ({who}): it loses {amount} a day on average.",
            who=in_words(played),
            amount=amount(-round(worst.kept), day.terms.currency),
        )
        yield tr("Ask more for a go, or give less for a shut box.")
    elif worst.loses >= SELDOM:
        yield tr(
            "{share} of the days end with a loss ({who}).",
            share=percent(worst.loses, 1),
            who=in_words(played),
        )


def payout_as_json(day: StallDay) -> dict[str, Any]:
    """Return the day as a document; money in minor units, chances from 0 to 1."""
    terms = day.terms
    return {
        "rules": day.variant,
        "title": name_of_game(day.variant, day.rules),
        **terms_as_json(terms),
        "brought": day.brought,
        "goes": day.goes,
        "taken": day.goes * terms.go,
        "even_rate": terms.even_rate(day.goes),
        "payouts": [
            {
                "played": played.value,
                "shut_rate": found.shut_rate,
                "paid": found.paid,
                "share_paid": found.share_paid,
                "prizes": found.prizes,
                "best": found.best,
                "pot_paid": found.pot_paid,
                "carried": found.carried,
                "kept": found.kept,
                "least": found.least,
                "most": found.most,
                "loses": found.loses,
            }
            for played, found in day.payouts
        ],
    }


def terms_as_json(terms: StallTerms) -> dict[str, Any]:
    """Return the terms as fields of a document."""
    return {
        "currency": terms.currency or None,
        "go": terms.go,
        "prize": terms.prize,
        "best": terms.best,
        "pot": terms.pot,
    }
