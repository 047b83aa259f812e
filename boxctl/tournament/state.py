"""A tournament as it stands: its players, its pairings, their order, and what was corrected.

The order of play says which pairing is next at each box, and what keeps the others waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from boxctl.tournament.events import Begun, DecidedBy, System
from boxctl.tournament.faults import no_such_pairing, nobody_called
from groundwork.frozen_dataclass import frozen_dataclass

WIN, DRAW = 2, 1
"""What a match is worth, in half points: so no table has rounded anything."""


@frozen_dataclass
class Entrant:
    """Somebody who plays: here now or not, withdrawn or not; ``joined`` counts rounds from 0."""

    name: str
    handicap: int = 0
    joined: int = 0
    here: bool = True
    withdrawn: bool = False


@frozen_dataclass
class PairingResult:
    """How a pairing ended; ``winner`` is None for a draw, or if nobody came."""

    winner: str | None
    decided_by: DecidedBy


@frozen_dataclass
class RoundPairing:
    """Two who meet in a round, ``one`` first; ``other`` is None for a bye.

    ``number`` counts the pairings of a tournament from 1, byes too. Its match has a number above
    ``started`` in the journal; None before it is played.
    """

    number: int
    round: int
    box: str
    one: str
    other: str | None
    result: PairingResult | None = None
    started: int | None = None

    @property
    def is_bye(self) -> bool:
        """Whether nobody is met."""
        return self.other is None

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played."""
        return self.other is not None and self.result is None

    @property
    def was_played(self) -> bool:
        """Whether a match decided it."""
        return self.result is not None and self.result.decided_by is not DecidedBy.WALKOVER

    @property
    def names(self) -> tuple[str, ...]:
        """Those who are in it."""
        return (self.one,) if self.other is None else (self.one, self.other)

    @property
    def winner(self) -> str | None:
        """The winner, also of a bye; None if there is none, or not yet."""
        if self.other is None:
            return self.one
        return None if self.result is None else self.result.winner

    def opponent(self, name: str) -> str | None:
        """Return whom somebody meets in it; None in a bye."""
        return self.other if name == self.one else self.one


@frozen_dataclass
class Correction:
    """A result that was another one before, and why."""

    pairing: int
    was: str | None
    winner: str | None
    reason: str
    by: str | None


@dataclass(frozen=True)
class Tournament:
    """A tournament between two events.

    The ``entrants`` stand in the order of their numbers: that of the lots, or of strength, and
    behind them those who came late. ``round`` is how many rounds are drawn.
    """

    begun: Begun
    entrants: tuple[Entrant, ...]
    pairings: tuple[RoundPairing, ...] = ()
    round: int = 0
    corrections: tuple[Correction, ...] = ()

    @property
    def system(self) -> System:
        """Who meets whom."""
        return self.begun.system

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The numbers of the entrants by their names, from 0."""
        return {entrant.name: number for number, entrant in enumerate(self.entrants)}

    def entrant(self, name: str) -> Entrant:
        """Return who is called this. Raises :class:`TournamentFault` (BX811)."""
        if name not in self.number_of:
            raise nobody_called(name)
        return self.entrants[self.number_of[name]]

    def pairing(self, number: int) -> RoundPairing:
        """Return a pairing by its number. Raises :class:`TournamentFault` (BX811)."""
        if not 1 <= number <= len(self.pairings):
            raise no_such_pairing(number)
        return self.pairings[number - 1]

    def of_round(self, number: int) -> Iterator[RoundPairing]:
        """Yield the pairings of a round, in the order in which they are played."""
        return (pairing for pairing in self.pairings if pairing.round == number)

    def of(self, name: str) -> Iterator[RoundPairing]:
        """Yield the pairings of somebody, in order."""
        return (pairing for pairing in self.pairings if name in pairing.names)

    @property
    def open(self) -> tuple[RoundPairing, ...]:
        """The pairings that are still to be played, in order."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    def can_play(self, pairing: RoundPairing) -> bool:
        """Return whether a pairing is open, and both are here."""
        return pairing.is_open and all(self.entrant(name).here for name in pairing.names)

    @cached_property
    def points(self) -> dict[str, int]:
        """The half points of each by name: of matches, walkovers and byes."""
        found = dict.fromkeys(self.number_of, 0)
        for pairing in self.pairings:
            if pairing.winner is not None:
                found[pairing.winner] += WIN
            elif pairing.was_played:
                for name in pairing.names:
                    found[name] += DRAW
        return found


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
    """Return the next pairing at a box, or at any, first one that was begun there; None for none.

    Without a ``box`` that is the first of all boxes.
    """
    planned = [each for each in order_of_play(cup) if box in (None, each.pairing.box)]
    for turn in (PlayOrder.BEING_PLAYED, PlayOrder.NEXT):
        found = next((each.pairing for each in planned if each.turn is turn), None)
        if found is not None:
            return found
    return None
