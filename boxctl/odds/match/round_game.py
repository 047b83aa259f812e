"""A round as a game: every player still to throw plays to win, each for themselves.

Solved from the last player backwards. Where a choice makes no difference to the one who has it,
the first is taken (:meth:`boxctl.odds.scored_turn.ScoredTurn.play`), whatever it does to others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from boxctl.odds.scored_turn import Prize, ScoreChances, ScoredTurn

Chances = tuple[float, ...]
"""The chance to win of each of some players, in the order of play."""

Tie = Callable[[tuple[bool, ...]], Chances]
"""What a tie is worth to each who has part in it; of each it is told whether the seat is early."""


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """How a round stands between two turns.

    ``best`` is the lowest score made so far, None where there is none, ``holders`` those who have
    made it and ``to_come`` those who are still to play, in the order of play: of each whether it
    is an early seat, one before that of the first player (R7.9). Only a roll-off asks for that: it
    goes by seats.
    """

    best: int | None
    holders: tuple[bool, ...]
    to_come: tuple[bool, ...]

    def after(self, made: int) -> RoundStanding:
        """How it stands when the next player has made this score."""
        player, others = self.to_come[0], self.to_come[1:]
        if self.best is None or made < self.best:
            return RoundStanding(made, (player,), others)
        holders = (*self.holders, player) if made == self.best else self.holders
        return RoundStanding(self.best, holders, others)


class RoundOutcome(NamedTuple):
    """What comes of a standing under best play.

    ``chances`` are those of the holders and then of those to come. ``all_tie`` is the chance that
    it ends with as many holders as the game was told to look for.
    """

    chances: Chances
    all_tie: float


@dataclass(frozen=True, slots=True)
class RoundEndings:
    """What may end the match before the round is over: a shut box (R7.1), a stop number (R5.2)."""

    shut_wins: bool
    stop_ends_it: bool


class RoundGame:
    """A round, solved as far as it is asked about.

    ``all_are`` is the number of holders that :attr:`RoundOutcome.all_tie` looks for.
    """

    def __init__(self, turn: ScoredTurn, tie: Tie, endings: RoundEndings, all_are: int = 0) -> None:
        self._turn, self._tie, self._endings, self._all_are = turn, tie, endings, all_are
        self._known: dict[RoundStanding, RoundOutcome] = {}

    def prize(self, standing: RoundStanding) -> Prize:
        """What each score is worth to the next player."""
        self._solve([standing.after(made) for made in self._turn.scores])
        return self._prize(standing)

    def known(self, standing: RoundStanding) -> RoundOutcome:
        """What comes of a standing."""
        self._solve([standing])
        return self._known[standing]

    def _solve(self, standings: Iterable[RoundStanding]) -> None:
        """All of them together, after all that they can become."""
        new = [one for one in dict.fromkeys(standings) if one not in self._known]
        played = [one for one in new if not one.to_come]
        self._known |= {one: self._over(one) for one in played}
        if not (going := [one for one in new if one.to_come]):
            return
        self._solve(one.after(made) for one in going for made in self._turn.scores)
        answers = self._turn.play([self._prize(one) for one in going])
        for one, scores in zip(going, answers, strict=True):
            self._known[one] = self._weighed(one, scores)

    def _over(self, standing: RoundStanding) -> RoundOutcome:
        all_tie = len(standing.holders) == self._all_are
        return RoundOutcome(self._tie(standing.holders), float(all_tie))

    def _prize(self, standing: RoundStanding) -> Prize:
        place = len(standing.holders)
        played = {made: self._played(standing, made).chances[place] for made in self._turn.scores}
        if not self._endings.stop_ends_it:
            return Prize(played, played)
        stopped = {made: _stopped(standing, made)[place] for made in self._turn.scores}
        return Prize(played, stopped)

    def _weighed(self, standing: RoundStanding, scores: ScoreChances) -> RoundOutcome:
        chances = [0.0] * (len(standing.holders) + len(standing.to_come))
        all_tie = 0.0
        ends = [(part, *self._played(standing, made)) for made, part in scores.played.items()]
        ends += [(part, *self._if_stopped(standing, made)) for made, part in scores.stopped.items()]
        for part, worths, tied in ends:
            chances = [chance + part * worth for chance, worth in zip(chances, worths, strict=True)]
            all_tie += part * tied
        return RoundOutcome(tuple(chances), all_tie)

    def _if_stopped(self, standing: RoundStanding, made: int) -> RoundOutcome:
        if self._endings.stop_ends_it:
            return RoundOutcome(_stopped(standing, made), 0.0)
        return self._played(standing, made)

    def _played(self, standing: RoundStanding, made: int) -> RoundOutcome:
        """What comes of a score, for the holders before it, its player and those to come."""
        holders, others = len(standing.holders), len(standing.to_come) - 1
        if made == 0 and self._endings.shut_wins:
            return RoundOutcome((*(0.0,) * holders, 1.0, *(0.0,) * others), 0.0)
        chances, all_tie = self._known[standing.after(made)]
        if standing.best is None or made < standing.best:
            chances = (*(0.0,) * holders, *chances)
        elif made > standing.best:
            chances = (*chances[:holders], 0.0, *chances[holders:])
        return RoundOutcome(chances, all_tie)


def _stopped(standing: RoundStanding, made: int) -> Chances:
    """A stop number has ended the match: the lowest score so far wins, a tie is shared (R5.2)."""
    after = standing.after(made)
    share = 1 / len(after.holders)
    better = standing.best is None or made < standing.best
    wins = made == standing.best or better
    before = (0.0 if better else share,) * len(standing.holders)
    return (*before, share if wins else 0.0, *(0.0,) * len(after.to_come))
