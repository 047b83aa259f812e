"""The terms of a stall, and what happens there on a day, an event a class.

The terms are what a go costs, and what can be won. An event is the keeper's word, or a go that was
played. The journal keeps each of them as an entry (:mod:`boxctl.journal.stall_record`), so the
kinds of their fields are declared here as those of rulings are. Money is in minor units.
"""

from typing import Annotated

from boxctl.referee.fields import (
    TEXT,
    Count,
    FieldKind,
    Text,
    Whole,
    or_null,
    whole,
)
from boxctl.referee.recorded_head import HEAD, HeadField, RecordedHead
from boxctl.rules.ruleset import RuleSet
from boxctl.stall.faults import not_one_turn, wrong_terms
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

# Without annotations as text: each would have to be compiled when its field is looked up.


_Name = Annotated[str | None, or_null(TEXT)]
_WholeOrNull = Annotated[int | None, or_null(FieldKind("whole number", whole))]
_HeadOrNull = Annotated[RecordedHead | None, or_null(HEAD)]


@frozen_dataclass(kw_only=True)
class Opened:
    """A day begins at a stall with the terms of :class:`boxctl.stall.events.StallTerms`.

    ``float`` is the change in the tin, ``brought`` what the pot has from the day before:
    ``yesterday`` is the head of that day's record, None if the keeper has said it. ``variant`` with
    all its settings in ``rules`` is what is played.
    """

    go: Count
    prize: Count
    best: Count
    pot: Count
    currency: Text
    float: Count
    brought: Count
    yesterday: _HeadOrNull
    variant: Text
    rules: Annotated[dict[str, str], FieldKind("text by setting", dict)]


@frozen_dataclass(kw_only=True)
class GoPaid:
    """Somebody pays for a go; its match is recorded with a number above ``after``."""

    go: Count
    name: Text
    after: Count


@frozen_dataclass(kw_only=True)
class GoPlayed:
    """A go is played. ``match`` is the record that says so, None if the keeper says it."""

    go: Count
    score: Count
    match: HeadField | None = None


@frozen_dataclass(kw_only=True)
class GoCorrected:
    """The keeper gives a go another ``score``, or the money back (None), and says why."""

    go: Count
    score: _WholeOrNull
    reason: Text
    by: _Name


@frozen_dataclass(kw_only=True)
class GoSettled:
    """What is due to whoever played a go is paid; below 0, what was paid too much is given back."""

    go: Count
    amount: Whole


@frozen_dataclass(kw_only=True)
class Closed:
    """The day ends. ``counted`` is what was found in the tin, None if nobody has counted."""

    counted: _WholeOrNull


Event = Opened | GoPaid | GoPlayed | GoCorrected | GoSettled | Closed


# Without annotations as text: each would have to be compiled when its field is looked up.


PLAYED_ALONE = ("single", "solo")
"""The values of ``match`` with which one player alone plays one turn."""


@frozen_dataclass
class StallTerms:
    """What a go costs and what can be won, in minor units of a ``currency``, which may be empty.

    Each go costs ``go``. Whoever shuts the box gets ``prize`` and all that is in the pot, into
    which ``pot`` of each go is put; what nobody has won goes on to the next day. ``best`` is for
    the lowest score of the day. What is not offered is 0.
    """

    go: int
    prize: int
    best: int
    pot: int
    currency: str

    def check(self) -> None:
        """Raise :class:`boxctl.stall.faults.StallFault` (BX830) for terms that contradict."""
        if not self.go:
            raise wrong_terms(tr("a go costs nothing"), tr("say what it costs, such as --go 50p"))
        if not (self.prize or self.best or self.pot):
            raise wrong_terms(tr("there is nothing to win"), tr("add --prize, --best or --pot"))
        if self.pot > self.go:
            raise wrong_terms(
                tr("more goes into the pot than a go costs"),
                tr("put a part of the price into the pot, such as --pot 10p of --go 50p"),
            )

    @property
    def keeps_of_go(self) -> int:
        """What a go brings that does not go into the pot."""
        return self.go - self.pot

    def even_rate(self, goes: int) -> float | None:
        """Return the share of shut boxes at which a day of so many goes earns nothing on average.

        It is above 1 if the stall always earns, 0 or less if it never does. None without a prize,
        where shut boxes do not count.
        """
        if not self.prize or not goes:
            return None
        return (self.keeps_of_go - self.best / goes) / self.prize


def check_game(rules: RuleSet) -> None:
    """Raise :class:`boxctl.stall.faults.StallFault` (BX831) for a game not of one turn."""
    if rules.match not in PLAYED_ALONE:
        raise not_one_turn(rules.match)
