"""The order of play: which pairing is next at each box, and what keeps the others waiting."""

from __future__ import annotations

from enum import StrEnum

from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.frozen_dataclass import frozen_dataclass


class PlayOrder(StrEnum):
    """Where an open pairing stands in the order of play; the value is part of the document."""

    BEING_PLAYED = "being_played"
    """Its match was begun, and is not decided."""
    NEXT = "next"
    """It is the next one at its box, and nothing is in its way."""
    LATER = "later"
    """The box, or somebody who plays, is busy before."""
    SOMEBODY_AWAY = "somebody_away"
    """Somebody who plays is away."""


@frozen_dataclass
class PlannedPairing:
    """An open pairing, and where it stands in the order of play."""

    pairing: RoundPairing
    turn: PlayOrder


def order_of_play(cup: Tournament) -> tuple[PlannedPairing, ...]:
    """Return the open pairings in the order in which they are played."""
    started = [pairing for pairing in cup.open if pairing.started is not None]
    busy = {pairing.box for pairing in started}
    playing = {name for pairing in started for name in pairing.names}
    found = []
    for pairing in cup.open:
        if pairing.started is not None:
            turn = PlayOrder.BEING_PLAYED
        elif not cup.can_play(pairing):
            turn = PlayOrder.SOMEBODY_AWAY
        elif pairing.box in busy or not playing.isdisjoint(pairing.names):
            turn = PlayOrder.LATER
        else:
            turn = PlayOrder.NEXT
            busy.add(pairing.box)
            playing |= set(pairing.names)
        found.append(PlannedPairing(pairing, turn))
    return tuple(found)


def next_at(cup: Tournament, box: str | None = None) -> RoundPairing | None:
    """Return what is played next at a box, or at any: first what was begun there; None for nothing.

    Without a ``box`` that is the first of all boxes.
    """
    planned = [each for each in order_of_play(cup) if box in (None, each.pairing.box)]
    for turn in (PlayOrder.BEING_PLAYED, PlayOrder.NEXT):
        found = next((each.pairing for each in planned if each.turn is turn), None)
        if found is not None:
            return found
    return None
