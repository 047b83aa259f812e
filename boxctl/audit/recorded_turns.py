"""Part the rulings of a recorded match into turns."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.journal.entry_kinds import RecordedRuling, RulingMade
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.referee.verdict import Verdict
from groundwork.frozen_dataclass import frozen_dataclass

RuledEntry = tuple[int, RecordedRuling]
"""A ruling with the number of its entry."""

_OF_THE_TURN_BEFORE = (Verdict.ROUND_OVER, Verdict.MATCH_OVER)
"""Verdicts that belong to the turn that has ended before them."""

_OF_NO_PLAYER_S_TURN = (Verdict.FIRST_THROW, *_OF_THE_TURN_BEFORE)

_ON_A_THROW = (Verdict.THROW, Verdict.AGAIN)


@frozen_dataclass
class RulingsOfTurn:
    """The rulings of a turn, in order; the last turn of a match may not have ended.

    ``begins`` is the first entry after the end of the turn before it. Among the rulings are those
    on the throws for the start before the first turn, and that the turn has ended a round and the
    match. What is ruled after the match is a turn of nobody.
    """

    begins: int
    rulings: tuple[RuledEntry, ...]

    @property
    def by_throw(self) -> list[list[RuledEntry]]:
        """The rulings on what the player did: those before the first throw, then by throw."""
        found: list[list[RuledEntry]] = [[]]
        for entry, ruling in self.rulings:
            if ruling.verdict in _OF_NO_PLAYER_S_TURN:
                continue
            if _is_on_a_throw(ruling):
                found.append([])
            found[-1].append((entry, ruling))
        return found

    @property
    def player(self) -> str:
        """Whose turn it is."""
        _entry, ruling = self._last
        return ruling.player

    @property
    def end(self) -> int:
        """The entry of its end, or of its newest ruling while it goes on."""
        entry, _ruling = self._last
        return entry

    def up_to(self, entry: int) -> list[RecordedRuling]:
        """Return the rulings up to this entry, in order."""
        return [ruling for at, ruling in self.rulings if at <= entry]

    @property
    def _last(self) -> RuledEntry:
        return next(rulings[-1] for rulings in reversed(self.by_throw) if rulings)


def turns_of(match: RecordedMatch) -> Iterator[RulingsOfTurn]:
    """Yield the turns that somebody has begun, in order."""
    for turn in _parted(match):
        if any(turn.by_throw):
            yield turn
        if any(ruling.verdict is Verdict.MATCH_OVER for _entry, ruling in turn.rulings):
            return


def turn_with(match: RecordedMatch, entry: int) -> RulingsOfTurn:
    """Return the turn with the ruling of this entry; that of a void throw may be nobody's."""
    return next(
        turn for turn in _parted(match) if any(entry == number for number, _ in turn.rulings)
    )


def _parted(match: RecordedMatch) -> Iterator[RulingsOfTurn]:
    """Part all rulings: a turn goes from the end of the one before it to its own."""
    begins, rulings, ended = 1, list[RuledEntry](), 0
    for entry, made in match.read(RulingMade):
        verdict = made.ruling.verdict
        if ended and verdict not in _OF_THE_TURN_BEFORE:
            yield RulingsOfTurn(begins, tuple(rulings))
            begins, rulings, ended = ended + 1, [], 0
        rulings.append((entry, made.ruling))
        if verdict is Verdict.TURN_OVER:
            ended = entry
    if rulings:
        yield RulingsOfTurn(begins, tuple(rulings))


def _is_on_a_throw(ruling: RecordedRuling) -> bool:
    ends_with_it = ruling.verdict is Verdict.TURN_OVER and ruling.throw is not None
    return ends_with_it or ruling.verdict in _ON_A_THROW
