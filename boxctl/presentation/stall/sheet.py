"""The cash sheet of a day at a stall: as lines of at most 80 columns, and as a document.

The document is what ``--json`` of its commands answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import amount, shown_player
from boxctl.presentation.stall.payout_lines import terms_as_json, terms_in_words
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.stall.day import Accounts, Award, Day, Go, GoCorrection, accounts_of
from boxctl.stall.events import GoSettled
from groundwork.cell_width import cut, in_columns
from groundwork.language import all_of, tr, tr_n, whole

NAME_COLUMNS = 30
"""The most columns of a name: one that is longer is cut."""


LISTED_COLUMNS = 16
"""The same where several names stand in a line."""

MOST_NAMES = 2
"""More names than these are counted."""


def rules_of(day: Day) -> RuleSet:
    """Return the rules that are played. Raises :class:`RuleFault` for such as are no more."""
    return with_settings(RuleSet(act_ms=0), day.opened.rules.items())


def game_of_day(day: Day) -> str:
    """Name the game that is played, with what is changed in it."""
    try:
        return name_of_game(day.opened.variant, rules_of(day))
    except RuleFault:
        return day.opened.variant


def sheet_lines(number: int, day: Day) -> Iterator[str]:
    """Yield the cash sheet: what moved, to whom it belongs, and what is still to be done."""
    yield _heading(number, day)
    yield from terms_in_words(day.terms)
    accounts = accounts_of(day)
    yield ""
    rows = [*_moved(day, accounts), ("", ""), *_belongs(day, accounts)]
    yield from (line.rstrip() for line in in_columns(rows, left=1, gap="  "))
    yield ""
    yield from _counted(day, accounts)
    yield from _best(day)
    yield from due_lines(day, day.goes)
    yield from map(_corrected, day.corrections)


def state_line(day: Day) -> str:
    """Say in a line how the day stands."""
    currency, accounts = day.terms.currency, accounts_of(day)
    said = [
        _goes(day),
        tr("in the tin {amount}", amount=amount(accounts.in_tin, currency)),
    ]
    if day.terms.pot or accounts.pot:
        said.append(tr("in the pot {amount}", amount=amount(accounts.pot, currency)))
    if day.terms.best and day.best and not day.closed:
        said.append(
            tr("the best so far: {score} ({names})", score=day.lowest, names=_names(day.best))
        )
    return "; ".join(said) + "."


def due_lines(day: Day, goes: Iterable[Go]) -> Iterator[str]:
    """Yield the payments still due for these goes, and the refunds."""
    currency = day.terms.currency
    for go in goes:
        due = day.due(go)
        if due > 0:
            yield tr(
                "Go {number}: pay {name} {amount}.",
                number=go.number,
                name=_name(go),
                amount=amount(due, currency),
            )
        elif due < 0:
            yield tr(
                "Go {number}: {name} gives back {amount}.",
                number=go.number,
                name=_name(go),
                amount=amount(-due, currency),
            )


def settled_in_words(day: Day, settled: GoSettled) -> str:
    """Say what was paid, or given back."""
    name, money = _name(day.go(settled.go)), amount(abs(settled.amount), day.terms.currency)
    if settled.amount > 0:
        return tr("Go {number}: paid {name} {amount}.", number=settled.go, name=name, amount=money)
    return tr("Go {number}: {name} gave back {amount}.", number=settled.go, name=name, amount=money)


def go_lines(day: Day) -> Iterator[str]:
    """Yield a line for each go: who, the score, and what it has won."""
    for go in day.goes:
        won = day.awards[go.number].total if go.number in day.awards else 0
        yield " ".join(
            filter(None, (f"{go.number:>4}", _name(go), score_in_words(go), _won(day, won)))
        )


def score_in_words(go: Go) -> str:
    """Say what a go has come to."""
    if go.void:
        return tr("given back")
    if go.is_open:
        return tr("to be played")
    return tr("shut the box") if go.shut else str(go.score)


def _won(day: Day, won: int) -> str:
    return tr("wins {amount}", amount=amount(won, day.terms.currency)) if won else ""


def _heading(number: int, day: Day) -> str:
    game = game_of_day(day)
    if day.closed:
        return tr("Stall {number}: {game}, closed", number=number, game=game)
    return tr("Stall {number}: {game}, open", number=number, game=game)


def _goes(day: Day) -> str:
    return tr_n("{count} go", "{count} goes", len(day.goes), count=whole(len(day.goes)))


def _moved(day: Day, accounts: Accounts) -> Iterator[tuple[str, str]]:
    currency = day.terms.currency

    def row(what: str, minor: int) -> tuple[str, str]:
        return what, amount(minor, currency)

    yield row(tr("float"), accounts.float)
    if accounts.brought:
        brought = tr("pot from yesterday")
        if day.opened.yesterday is None:
            brought = tr("pot from yesterday, as told")
        yield row(brought, accounts.brought)
    yield row(_goes(day), accounts.taken)
    if day.void:
        yield row(
            tr_n("{count} go given back", "{count} goes given back", day.void, count=day.void),
            -accounts.refunded,
        )
    yield row(tr("paid out"), -accounts.settled)
    yield row(tr("in the tin"), accounts.in_tin)


def _belongs(day: Day, accounts: Accounts) -> Iterator[tuple[str, str]]:
    currency = day.terms.currency
    yield tr("of this, the float"), amount(accounts.float, currency)
    if day.terms.pot or accounts.pot:
        yield tr("the pot, for tomorrow"), amount(accounts.pot, currency)
    dues = [day.due(go) for go in day.goes]
    if to_pay := sum(due for due in dues if due > 0):
        yield tr("still to be paid"), amount(to_pay, currency)
    if to_get := sum(due for due in dues if due < 0):
        yield tr("to be given back by players"), amount(to_get, currency)
    if accounts.unplayed:
        yield tr("for a go that is not played"), amount(accounts.unplayed, currency)
    yield tr("earned"), amount(accounts.earned, currency)


def _counted(day: Day, accounts: Accounts) -> Iterator[str]:
    if day.counted is None:
        return
    # What was paid after the day was closed had still been in the tin.
    difference = day.counted - accounts.in_tin - accounts.settled + day.settled_before
    counted = amount(day.counted, day.terms.currency)
    much = amount(abs(difference), day.terms.currency)
    if difference > 0:
        yield tr("Counted: {amount}, {difference} too much.", amount=counted, difference=much)
    elif difference < 0:
        yield tr("Counted: {amount}, {difference} too little.", amount=counted, difference=much)
    else:
        yield tr("Counted: {amount}. It balances.", amount=counted)


def _best(day: Day) -> Iterator[str]:
    if not day.best:
        return
    names, score = _names(day.best), day.lowest
    if not day.closed:
        yield tr("The best so far: {score} ({names}).", score=score, names=names)
        return
    yield tr("The best of the day: {score} ({names}).", score=score, names=names)
    if day.terms.best and len(day.best) > 1:
        yield tr("They share the prize; odd pennies go to those who played first.")


def _names(goes: tuple[Go, ...]) -> str:
    names = list(dict.fromkeys(cut(_name(go), LISTED_COLUMNS) for go in goes))
    if len(names) <= MOST_NAMES:
        return all_of(names)
    more = len(names) - MOST_NAMES
    return tr_n(
        "{names} and one more",
        "{names} and {count} more",
        more,
        names=", ".join(names[:MOST_NAMES]),
        count=more,
    )


def _name(go: Go) -> str:
    return cut(shown_player(go.name), NAME_COLUMNS)


def _corrected(told: GoCorrection) -> str:
    return tr(
        "Corrected, go {number}: {now}; before: {before}. {reason}",
        number=told.go,
        now=_score(told.score),
        before=_score(told.was),
        reason=told.reason if told.by is None else f"{told.reason} ({told.by})",
    )


def _score(score: int | None) -> str:
    if score is None:
        return tr("given back")
    return str(score) if score else tr("shut the box")


def sheet_as_json(number: int, day: Day) -> dict[str, Any]:
    """Return the whole day; money in minor units."""
    accounts = accounts_of(day)
    return {
        "stall": number,
        "rules": day.opened.variant,
        "title": game_of_day(day),
        **terms_as_json(day.terms),
        "closed": day.closed,
        "float": accounts.float,
        "brought": accounts.brought,
        "taken": accounts.taken,
        "refunded": accounts.refunded,
        "settled": accounts.settled,
        "in_tin": accounts.in_tin,
        "pot_now": accounts.pot,
        "due": accounts.due,
        "unplayed": accounts.unplayed,
        "earned": accounts.earned,
        "counted": day.counted,
        "balances": accounts.balances,
        "lowest": day.lowest,
        "goes": [_go(day, go) for go in day.goes],
        "corrections": [
            {
                "go": told.go,
                "was": told.was,
                "score": told.score,
                "reason": told.reason,
                "by": told.by,
            }
            for told in day.corrections
        ],
    }


def _go(day: Day, go: Go) -> dict[str, Any]:
    award = day.awards.get(go.number, Award())
    return {
        "go": go.number,
        "name": go.name,
        "score": go.score,
        "void": go.void,
        "match": None if go.match is None else go.match.match,
        "prize": award.prize,
        "pot": award.pot,
        "best": award.best,
        "settled": go.settled,
        "due": day.due(go),
    }
