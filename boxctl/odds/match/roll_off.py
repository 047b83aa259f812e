"""The worth of a tie (R7.8): a share of the win, or the chance to win the roll-off.

In a roll-off the tied players each play one more turn, in seat order, until one is lower. A later
player knows the score to beat, which is an advantage: of two players at the classic box the second
wins 50.2 % of roll-offs, by missionary scores 51.2 %.
"""

from __future__ import annotations

from functools import cache

from boxctl.odds.match.round_game import RoundEndings, RoundGame, Tie
from boxctl.odds.match.round_standing import Chances, RoundStanding
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.rules.ruleset import RuleSet

EXACT_ENOUGH = 1e-14
MOST_TRIES = 100

ALL_HAVE_A_TURN = RoundEndings(shut_wins=False, stop_ends_it=False)
"""Neither a shut box nor a stop number ends a roll-off before all have played (R7.1, R5.2)."""


def tie_by(rules: RuleSet, turn: ScoredTurn) -> Tie:
    """Return what values a tie by these rules."""
    return RollOffs(turn).tie if rules.ties == "roll_off" else share


def share(tied: tuple[bool, ...]) -> Chances:
    """Return an equal share for each tied player (R7.8)."""
    return (1 / len(tied),) * len(tied)


class RollOffs:
    """Roll-offs of any number of players, each solved when first needed. Not thread-safe."""

    def __init__(self, turn: ScoredTurn) -> None:
        self._turn = turn
        self.chances = cache(self._chances)

    def tie(self, tied: tuple[bool, ...]) -> Chances:
        """Return the chance of each tied player; those in early seats play first."""
        by_seat = sorted(range(len(tied)), key=lambda place: not tied[place])
        chances = self.chances(len(tied))
        return tuple(chances[by_seat.index(place)] for place in range(len(tied)))

    def game(self, players: int) -> RoundGame:
        """Return the roll-off of so many players as a game; if all tie, another one follows."""
        return self._game(players, self.chances(players))

    def _chances(self, players: int) -> Chances:
        """Return the chance of each player to win, in seat order.

        If all tie, it starts anew, so the chances c satisfy c = settled + all_tie * c. Best play
        depends on c itself: iterate, playing best for the last c, until c stays the same.
        """
        chances = share((False,) * players)
        if players == 1:
            return chances
        for _ in range(MOST_TRIES):
            begun = RoundStanding(None, (), (False,) * players)
            found, all_tie = self._game(players, chances).known(begun)
            # Dice that always tie: a roll-off that never ends counts as shared.
            if all_tie > 1 - EXACT_ENOUGH:
                return chances
            before = chances
            chances = tuple(
                (chance - all_tie * guess) / (1 - all_tie)
                for chance, guess in zip(found, before, strict=True)
            )
            if all(abs(a - b) < EXACT_ENOUGH for a, b in zip(chances, before, strict=True)):
                break
        return chances

    def _game(self, players: int, if_all_tie: Chances) -> RoundGame:
        def tie(tied: tuple[bool, ...]) -> Chances:
            return if_all_tie if len(tied) == players else self.chances(len(tied))

        return RoundGame(self._turn, tie, ALL_HAVE_A_TURN, all_are=players)
