"""A tournament in a test: named players, and the events of an evening in a few words."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.tournament.draw import draw, is_over, may_draw
from boxctl.tournament.events import (
    Begun,
    DecidedBy,
    Event,
    Joined,
    PairingDecided,
    PairingStarted,
    Presence,
    PresenceChanged,
    ResultCorrected,
    RoundDrawn,
    System,
)
from boxctl.tournament.fold import after, begin
from boxctl.tournament.state import RoundPairing, Tournament

Choose = Callable[[RoundPairing], str | None]
"""Says who wins a pairing; None for a draw."""


def first_wins(pairing: RoundPairing) -> str:
    """Let the one who comes first in the alphabet win."""
    return min(pairing.names)


class Evening:
    """A tournament and all of its events, which it keeps in ``told``."""

    def __init__(
        self,
        system: System | str,
        names: str | int | tuple[str, ...],
        *,
        rounds: int = 0,
        seed: int | None = None,
        boxes: tuple[str, ...] = ("pub",),
    ) -> None:
        several = tuple(f"P{n:02}" for n in range(names)) if isinstance(names, int) else names
        self.begun = Begun(
            system=System(system),
            names=several if isinstance(several, tuple) else tuple(several.split()),
            boxes=boxes,
            rounds=rounds,
            seed=seed,
            variant="classic",
            settings={},
            handicap={},
        )
        self.cup: Tournament = begin(self.begun)
        self.told: list[Event] = []

    def tell(self, event: Event) -> None:
        """Something happens."""
        self.cup = after(self.cup, event)
        self.told.append(event)

    def draws(self) -> list[tuple[str, ...]]:
        """Draw the next round; return who meets whom."""
        self.tell(RoundDrawn(round=self.cup.round + 1, pairings=draw(self.cup)))
        return [pairing.names for pairing in self.cup.of_round(self.cup.round)]

    def plays(self, choose: Choose = first_wins) -> None:
        """Play what is open."""
        for pairing in self.cup.open:
            if self.cup.can_play(pairing):
                self.decides(pairing.number, choose(pairing))

    def decides(self, pairing: int, winner: str | None, by: DecidedBy = DecidedBy.MATCH) -> None:
        """Decide a pairing."""
        self.tell(PairingDecided(pairing=pairing, winner=winner, decided_by=by))

    def starts(self, pairing: int) -> None:
        """Begin the match of a pairing."""
        self.tell(PairingStarted(pairing=pairing, after=0))

    def corrects(self, pairing: int, winner: str | None) -> None:
        """Give a pairing another result."""
        self.tell(ResultCorrected(pairing=pairing, winner=winner, reason="misread", by=None))

    def joins(self, name: str) -> None:
        """Come late."""
        self.tell(Joined(name=name, handicap=0))

    def goes(self, name: str, presence: Presence = Presence.AWAY) -> None:
        """Go away, or whatever ``presence`` says."""
        self.tell(PresenceChanged(name=name, presence=presence))

    def rounds(self, choose: Choose = first_wins, most: int = 99) -> Evening:
        """Draw and play rounds while any can be drawn, at most so many."""
        while most and may_draw(self.cup):
            self.draws()
            self.plays(choose)
            most -= 1
        return self

    @property
    def is_over(self) -> bool:
        """Whether everything is played."""
        return is_over(self.cup)
