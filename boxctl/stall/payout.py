"""What a stall pays out on a day of so many goes, given how often the box is shut. Exact.

Goes are independent, and each shuts the box with the same chance: shut boxes are binomial. The pot
is paid up to the last shut box of the day; what is put in behind it is carried to the next day. So
all that a day pays follows from the number of shut boxes and the place of the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, fsum, lgamma, log, log1p
from typing import NamedTuple

from boxctl.stall.events import StallTerms
from boxctl.stall.faults import wrong_terms
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_GOES = 10_000
"""The most goes of a day whose payments are listed."""

WITHIN = 0.95
"""The share of the days whose payments lie within the interval."""

NEVER = 1e-18
"""Days that are rarer are left out."""


class ShutBoxes(NamedTuple):
    """A kind of day: how many goes shut the box, which was the last that did, and how likely.

    ``last`` is counted from 1; 0 if no box was shut.
    """

    shut: int
    last: int
    chance: float


@frozen_dataclass
class DayPayout:
    """What a day comes to on average, in minor units, and how much is paid on most days.

    ``taken`` is what all goes cost. ``paid`` is all that players get: ``prizes``, the ``best`` of
    the day and ``pot_paid``. ``carried`` is what the pot has in the evening; ``kept`` is what the
    stall keeps, without the pot: it can be below 0, with the chance ``loses``. On :data:`WITHIN` of
    the days at least ``least`` and at most ``most`` is paid.
    """

    shut_rate: float
    taken: int
    prizes: float
    best: int
    pot_paid: float
    carried: float
    kept: float
    least: int
    most: int
    loses: float

    @property
    def paid(self) -> float:
        """All that players get on average."""
        return self.prizes + self.best + self.pot_paid

    @property
    def share_paid(self) -> float:
        """The part of the takings that players get on average; with a pot it can exceed 1."""
        return self.paid / self.taken


def payout_of_day(terms: StallTerms, goes: int, shut_rate: float, brought: int = 0) -> DayPayout:
    """Return the payout of a day of so many goes if this share of them, 0 to 1, shuts the box.

    ``brought`` is what the pot has in the morning. Raises :class:`boxctl.stall.faults.StallFault`
    (BX830) for more than :data:`MOST_GOES`.
    """
    if goes > MOST_GOES:
        raise wrong_terms(
            tr("a day of {goes} goes", goes=goes), tr("write at most {most}", most=MOST_GOES)
        )
    best = terms.best if goes else 0
    paid: dict[int, float] = {}
    pot_paid: list[float] = []
    losing: list[float] = []
    pots = bool(terms.pot or brought)
    for day in days(goes, shut_rate, where_last=pots):
        in_prizes = terms.prize * day.shut
        from_pot = brought + terms.pot * day.last if day.shut else 0
        everything = in_prizes + from_pot + best
        paid[everything] = paid.get(everything, 0.0) + day.chance
        pot_paid.append(day.chance * from_pot)
        if in_prizes + best > goes * terms.keeps_of_go:
            losing.append(day.chance)
    least, most = interval(paid)
    mean_prizes, mean_pot = goes * shut_rate * terms.prize, fsum(pot_paid)
    return DayPayout(
        shut_rate=shut_rate,
        taken=goes * terms.go,
        prizes=mean_prizes,
        best=best,
        pot_paid=mean_pot,
        carried=brought + goes * terms.pot - mean_pot,
        kept=goes * terms.keeps_of_go - mean_prizes - best,
        least=least,
        most=most,
        loses=fsum(losing),
    )


def days(goes: int, shut_rate: float, *, where_last: bool) -> Iterator[ShutBoxes]:
    """Yield all kinds of days but those that never happen; their chances add up to 1.

    Without ``where_last`` days with as many shut boxes are one kind, whose ``last`` is that number.
    """
    for shut in range(goes + 1):
        chance = _chance_of(shut, goes, shut_rate)
        if chance < NEVER:
            continue
        if not where_last or not shut:
            yield ShutBoxes(shut, shut, chance)
            continue
        # The last go shuts the box in shut of goes such days; each place before it follows.
        part = chance * shut / goes
        for last in range(goes, shut - 1, -1):
            if part >= NEVER:
                yield ShutBoxes(shut, last, part)
            if last > shut:
                part *= (last - shut) / (last - 1)


def _chance_of(shut: int, goes: int, shut_rate: float) -> float:
    if shut_rate in (0.0, 1.0):
        return float(shut == goes * shut_rate)
    ways = lgamma(goes + 1) - lgamma(shut + 1) - lgamma(goes - shut + 1)
    return exp(ways + shut * log(shut_rate) + (goes - shut) * log1p(-shut_rate))


def interval(paid: Mapping[int, float]) -> tuple[int, int]:
    """Return the least and the most that is paid on :data:`WITHIN` of the days.

    As many of the others pay less as more, as far as that can be.
    """
    outside = (1 - WITHIN) / 2
    below, least = 0.0, None
    most = 0
    for amount, chance in sorted(paid.items()):
        if least is None and below + chance > outside:
            least = amount
        if below < 1 - outside:
            most = amount
        below += chance
    assert least is not None
    return least, most
