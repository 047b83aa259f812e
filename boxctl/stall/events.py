"""What happens at a stall on a day, an event a class: the keeper's word, or a go that was played.

The journal keeps each of them as an entry (:mod:`boxctl.journal.stall_entries`), so the kinds of
their fields are declared here as those of rulings are. Money is in minor units.
"""

# Without annotations as text: each would have to be compiled when its field is looked up.

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
from groundwork.frozen_dataclass import frozen_dataclass

_Name = Annotated[str | None, or_null(TEXT)]
_WholeOrNull = Annotated[int | None, or_null(FieldKind("whole number", whole))]
_HeadOrNull = Annotated[RecordedHead | None, or_null(HEAD)]


@frozen_dataclass(kw_only=True)
class Opened:
    """A day begins at a stall with the terms of :class:`boxctl.stall.terms.StallTerms`.

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
