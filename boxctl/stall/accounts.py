"""The money of a day, kept twice: what moved in and out of the tin, and to whom it belongs.

Both sums are made from different things, so that they are the same is a check of each.
"""

from __future__ import annotations

from boxctl.stall.day import Day
from groundwork.frozen_dataclass import frozen_dataclass


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
