"""What happens to a tournament, an event a class: the organiser's word, or a match that was played.

The journal keeps each of them as an entry (:mod:`boxctl.journal.tournament_record`), so the kinds
of their fields are declared here as those of rulings are.
"""

from enum import StrEnum
from typing import Annotated, Any

from boxctl.referee.fields import (
    TEXT,
    ByPlayer,
    Count,
    FieldKind,
    Text,
    Texts,
    Whole,
    list_of,
    members,
    one_of,
    or_null,
    text,
    whole,
)
from boxctl.referee.recorded_head import HeadField
from groundwork.frozen_dataclass import frozen_dataclass

# Without annotations as text: each would have to be compiled when its field is looked up.

FEWEST, MOST = 3, 32
"""The fewest and the most names of a tournament."""


class System(StrEnum):
    """Who meets whom; the value is recorded in the journal."""

    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    SWISS = "swiss"


class Presence(StrEnum):
    """Whether somebody plays; the value is recorded in the journal."""

    AWAY = "away"
    BACK = "back"
    WITHDRAWN = "withdrawn"


class DecidedBy(StrEnum):
    """How the result of a pairing is known; the value is recorded in the journal."""

    MATCH = "match"
    """A recorded match says so."""
    ORGANISER = "organiser"
    """It was played without a record, and the organiser says so."""
    WALKOVER = "walkover"
    """It was not played: the other one did not come."""


@frozen_dataclass
class DrawnPairing:
    """Two who are to meet, in this order and at this ``box``; ``other`` is None for a bye."""

    one: str
    other: str | None
    box: str


def _pairing(value: Any) -> DrawnPairing:
    found = members(value)
    other = found.get("other")
    return DrawnPairing(
        text(found["one"]), None if other is None else text(other), text(found["box"])
    )


def _pairing_as_json(drawn: DrawnPairing) -> dict[str, Any]:
    return {"one": drawn.one, "other": drawn.other, "box": drawn.box}


_Name = Annotated[str | None, or_null(TEXT)]
_Seed = Annotated[int | None, or_null(FieldKind("whole number", whole))]
_Pairings = Annotated[
    tuple[DrawnPairing, ...],
    FieldKind(
        "pairings",
        list_of("pairings", _pairing).read,
        lambda drawn: [_pairing_as_json(each) for each in drawn],
    ),
]


@frozen_dataclass(kw_only=True)
class Begun:
    """A tournament begins.

    ``seed`` draws the lots that put the ``names`` in order; None takes them in the order in which
    they stand, the strongest first. ``rounds`` is how many a Swiss tournament has, 0 for another
    system. ``variant`` with the changed ``settings`` is what is played, and ``handicap`` has those
    who have one (R7.16).
    """

    system: Annotated[System, one_of(*System)]
    names: Texts
    boxes: Texts
    rounds: Count
    seed: _Seed
    variant: Text
    settings: Annotated[dict[str, str], FieldKind("text by setting", dict)]
    handicap: ByPlayer


@frozen_dataclass(kw_only=True)
class Joined:
    """Somebody comes late, and plays from the next round on."""

    name: Text
    handicap: Whole


@frozen_dataclass(kw_only=True)
class PresenceChanged:
    """Somebody goes away, comes back, or will play no more."""

    name: Text
    presence: Annotated[Presence, one_of(*Presence)]


@frozen_dataclass(kw_only=True)
class RoundDrawn:
    """The next round is drawn."""

    round: Count
    pairings: _Pairings


@frozen_dataclass(kw_only=True)
class DrawTakenBack:
    """The last round, of which nothing is played, is to be drawn anew."""

    round: Count
    reason: Text


@frozen_dataclass(kw_only=True)
class PairingStarted:
    """Its match is played next, recorded with a number above ``after``."""

    pairing: Count
    after: Count


@frozen_dataclass(kw_only=True)
class PairingDecided:
    """A pairing is decided; ``winner`` is None for a draw.

    ``match`` is the record that says so, if one does. If that is one of another box, ``signed`` is
    its head with the signature of that box, as ``boxctl head`` prints it.
    """

    pairing: Count
    winner: _Name
    decided_by: Annotated[DecidedBy, one_of(*DecidedBy)]
    match: HeadField | None = None
    signed: Text | None = None


@frozen_dataclass(kw_only=True)
class ResultCorrected:
    """The organiser gives a pairing another result, and says why."""

    pairing: Count
    winner: _Name
    reason: Text
    by: _Name


Event = (
    Begun
    | Joined
    | PresenceChanged
    | RoundDrawn
    | DrawTakenBack
    | PairingStarted
    | PairingDecided
    | ResultCorrected
)
