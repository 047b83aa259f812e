"""A day at a stall between two events, and the fold: a day and an event give the next, or a fault.

:func:`awards` says what each go has won. It follows from the scores that stand now, so a corrected
go changes what the pot paid to those after it.

The money of a day is kept twice: what moved in and out of the tin, and to whom it belongs. Both
sums are made from different things, so that they are the same is a check of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from boxctl.referee.recorded_head import RecordedHead
from boxctl.stall.events import (
    Closed,
    Event,
    GoCorrected,
    GoPaid,
    GoPlayed,
    GoSettled,
    Opened,
    StallTerms,
)
from boxctl.stall.faults import no_such_go, not_due, not_now, wrong_terms
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class Go:
    """A go that was paid: ``score`` is None until it is played, and if it is ``void``.

    ``after`` is as in :class:`boxctl.stall.events.GoPaid`. ``settled`` was given to its player.
    """

    number: int
    name: str
    after: int
    score: int | None = None
    match: RecordedHead | None = None
    void: bool = False
    settled: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played."""
        return self.score is None and not self.void

    @property
    def shut(self) -> bool:
        """Whether it has shut the box (R6.4)."""
        return self.score == 0


@frozen_dataclass
class GoCorrection:
    """A go whose score was another one before, and why; a score of None is a go that is void."""

    go: int
    was: int | None
    score: int | None
    reason: str
    by: str | None


class Award(NamedTuple):
    """What a go has won: the ``prize`` for a shut box, the ``pot``, its share of the ``best``."""

    prize: int = 0
    pot: int = 0
    best: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self)


@dataclass(frozen=True)
class Day:
    """A day at a stall; ``counted`` is what was found in the tin, None if nobody has counted.

    ``settled_before`` is what was paid to winners before that.
    """

    opened: Opened
    goes: tuple[Go, ...] = ()
    corrections: tuple[GoCorrection, ...] = ()
    closed: bool = False
    counted: int | None = None
    settled_before: int = 0

    @cached_property
    def terms(self) -> StallTerms:
        """What a go costs and what can be won."""
        told = self.opened
        return StallTerms(told.go, told.prize, told.best, told.pot, told.currency)

    @property
    def played(self) -> Iterator[Go]:
        """The goes that count, in order."""
        return (go for go in self.goes if go.score is not None)

    @property
    def void(self) -> int:
        """How many goes were paid for and given back."""
        return sum(go.void for go in self.goes)

    @property
    def open(self) -> Go | None:
        """The go that is paid for and still to be played."""
        return next((go for go in self.goes if go.is_open), None)

    def go(self, number: int) -> Go:
        """Return a go by its number. Raises :class:`boxctl.stall.faults.StallFault` (BX834)."""
        if not 1 <= number <= len(self.goes):
            raise no_such_go(number)
        return self.goes[number - 1]

    @cached_property
    def lowest(self) -> int | None:
        """The lowest score so far; None if nothing is played."""
        return min((go.score for go in self.played if go.score is not None), default=None)

    @property
    def best(self) -> tuple[Go, ...]:
        """The goes with the lowest score, in order."""
        return tuple(go for go in self.played if go.score == self.lowest)

    @cached_property
    def awards(self) -> dict[int, Award]:
        """What each go that counts has won, by its number."""
        found: dict[int, Award] = {}
        pot = self.opened.brought
        for go in self.played:
            pot += self.terms.pot
            found[go.number] = Award(self.terms.prize, pot) if go.shut else Award()
            pot = 0 if go.shut else pot
        if self.closed and self.best:
            share, odd = divmod(self.terms.best, len(self.best))
            for place, go in enumerate(self.best):
                found[go.number] = found[go.number]._replace(best=share + (place < odd))
        return found

    @cached_property
    def pot(self) -> int:
        """What is in the pot now."""
        since = 0
        for go in self.played:
            since = 0 if go.shut else since + self.terms.pot
        won = any(go.shut for go in self.played)
        return since if won else since + self.opened.brought

    def due(self, go: Go) -> int:
        """Return the amount still due for a go; below 0, the amount to be given back."""
        return self.awards.get(go.number, Award()).total - go.settled


def begin(opened: Opened) -> Day:
    """Begin a day. Raises :class:`boxctl.stall.faults.StallFault` (BX830) if it cannot begin."""
    day = Day(opened)
    day.terms.check()
    if min(opened.go, opened.prize, opened.best, opened.pot, opened.float, opened.brought) < 0:
        raise wrong_terms(tr("an amount below 0"), tr("write it without a minus"))
    return day


def fold(opened: Opened, events: Iterable[Event]) -> Day:
    """Return the day after all these events. Raises :class:`boxctl.stall.faults.StallFault`."""
    day = begin(opened)
    for event in events:
        day = after(day, event)
    return day


def after(day: Day, event: Event) -> Day:
    """Return the day after this event.

    Raises :class:`boxctl.stall.faults.StallFault` if it cannot be.
    """
    match event:
        case GoPaid():
            return _pay(day, event)
        case GoPlayed():
            return _play(day, event)
        case GoCorrected():
            return _correct(day, event)
        case GoSettled():
            return _settle(day, event)
        case Closed():
            return _close(day, event)
        case Opened():
            raise not_now(tr("a day begins twice"), tr("begin another one"))


def check_open(day: Day) -> None:
    """Raise :class:`boxctl.stall.faults.StallFault` (BX833) for a day that is over."""
    if day.closed:
        raise not_now(
            tr("the day is closed"), tr("boxctl stall begin begins the next, with its pot")
        )


def _pay(day: Day, paid: GoPaid) -> Day:
    check_open(day)
    _check_played(day)
    if paid.go != len(day.goes) + 1:
        raise no_such_go(paid.go)
    return replace(day, goes=(*day.goes, Go(paid.go, paid.name, paid.after)))


def _check_played(day: Day) -> None:
    if day.open is not None:
        raise not_now(
            tr("go {number}, {name}, is paid and not played", number=day.open.number,
               name=day.open.name),
            tr("play it with boxctl stall go, or give the money back with boxctl stall correct"
               " {number} --void", number=day.open.number),
        )  # fmt: skip


def _with(day: Day, go: Go) -> Day:
    place = go.number - 1
    return replace(day, goes=(*day.goes[:place], go, *day.goes[place + 1 :]))


def _play(day: Day, played: GoPlayed) -> Day:
    check_open(day)
    go = day.go(played.go)
    if not go.is_open:
        raise not_now(
            tr("go {number} is played already", number=go.number),
            tr("boxctl stall correct gives it another score, with a reason"),
        )
    return _with(day, replace(go, score=played.score, match=played.match))


def _correct(day: Day, corrected: GoCorrected) -> Day:
    check_open(day)
    go = day.go(corrected.go)
    void = corrected.score is None
    if go.is_open and not void:
        raise not_now(
            tr("go {number} is not played yet", number=go.number),
            tr("boxctl stall go plays it, or takes its score"),
        )
    if go.score == corrected.score and go.void == void:
        raise not_now(
            tr("go {number} has this score already", number=go.number),
            tr("boxctl stall sheet shows how it stands"),
        )
    told = GoCorrection(go.number, go.score, corrected.score, corrected.reason, corrected.by)
    corrections = day.corrections if go.is_open else (*day.corrections, told)
    now = replace(go, score=corrected.score, void=void)
    return replace(_with(day, now), corrections=corrections)


def _settle(day: Day, settled: GoSettled) -> Day:
    go = day.go(settled.go)
    if not settled.amount or settled.amount != day.due(go):
        raise not_due(go.number)
    return _with(day, replace(go, settled=go.settled + settled.amount))


def _close(day: Day, closed: Closed) -> Day:
    check_open(day)
    _check_played(day)
    settled = sum(go.settled for go in day.goes)
    return replace(day, closed=True, counted=closed.counted, settled_before=settled)


@frozen_dataclass
class Accounts:
    """The money of a day in minor units.

    What has moved: ``float`` and ``brought`` were in the tin in the morning, ``taken`` is what all
    goes have paid, ``refunded`` was given back for void ones, ``settled`` was paid to winners.

    To whom it belongs: the ``float``, the ``pot``, what is ``due`` to winners (below 0: to be given
    back by them), what is ``unplayed``, and what the stall has ``earned``, below 0 if it lost.
    ``prizes``, ``best`` and ``pot_won`` are what was won, paid or not.
    """

    float: int
    brought: int
    taken: int
    refunded: int
    settled: int
    pot: int
    due: int
    unplayed: int
    earned: int
    prizes: int
    best: int
    pot_won: int

    @property
    def in_tin(self) -> int:
        """What has to be in the tin."""
        return self.float + self.brought + self.taken - self.refunded - self.settled

    @property
    def belongs(self) -> int:
        """The sum of what belongs to somebody; it is :attr:`in_tin`."""
        return self.float + self.pot + self.due + self.unplayed + self.earned

    @property
    def balances(self) -> bool:
        """Whether both sums are the same, to the penny."""
        return self.in_tin == self.belongs


def accounts_of(day: Day) -> Accounts:
    """Return the accounts of a day as it stands."""
    terms, awards = day.terms, day.awards
    prizes = sum(award.prize for award in awards.values())
    best = sum(award.best for award in awards.values())
    return Accounts(
        float=day.opened.float,
        brought=day.opened.brought,
        taken=len(day.goes) * terms.go,
        refunded=day.void * terms.go,
        settled=sum(go.settled for go in day.goes),
        pot=day.pot,
        due=sum(day.due(go) for go in day.goes),
        unplayed=sum(go.is_open for go in day.goes) * terms.go,
        earned=len(awards) * terms.keeps_of_go - prizes - best,
        prizes=prizes,
        best=best,
        pot_won=sum(award.pot for award in awards.values()),
    )
