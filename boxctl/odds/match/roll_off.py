"""What a tie is worth (R7.8): a share of the win, or the chance to win the roll-off.

In a roll-off the tied players each play one more turn, in the order of their seats, until one is
lower. Whoever plays later knows what there is to beat, and that is an advantage: of two at the
classic box the second wins 50.2 % of roll-offs, not a half, by missionary scores 51.2 %.
"""

from __future__ import annotations

from functools import cache

from boxctl.odds.match.round_game import Chances, RoundEndings, RoundGame, RoundStanding, Tie
from boxctl.odds.scored_turn import ScoredTurn
from boxctl.rules.ruleset import RuleSet

EXACT_ENOUGH = 1e-14
MOST_TRIES = 100

ALL_HAVE_A_TURN = RoundEndings(shut_wins=False, stop_ends_it=False)
"""Nothing that happens in a roll-off ends it before all have played (R7.1, R5.2)."""


def tie_by(rules: RuleSet, turn: ScoredTurn) -> Tie:
    """What a tie is worth by these rules."""
    return RollOffs(turn).tie if rules.ties == "roll_off" else share


def share(tied: tuple[bool, ...]) -> Chances:
    """Each has won as much of the match as any other (R7.8)."""
    return (1 / len(tied),) * len(tied)


class RollOffs:
    """Roll-offs of any number of players, each solved when it is first asked about."""

    def __init__(self, turn: ScoredTurn) -> None:
        self._turn = turn
        self.chances = cache(self._chances)

    def tie(self, tied: tuple[bool, ...]) -> Chances:
        """The chance of each of the tied players; those of early seats play first."""
        by_seat = sorted(range(len(tied)), key=lambda place: not tied[place])
        chances = self.chances(len(tied))
        return tuple(chances[by_seat.index(place)] for place in range(len(tied)))

    def game(self, players: int) -> RoundGame:
        """The roll-off of so many players as a game, another one following where all tie."""
        return self._game(players, self.chances(players))

    def _chances(self, players: int) -> Chances:
        """The chance of each player to win, in the order of their seats.

        Where all tie it begins anew, so the chances c hold c = settled + all_tie * c. Best play
        depends on c: it is found by playing best for the last c until that changes nothing.
        """
        chances = share((False,) * players)
        if players == 1:
            return chances
        for _ in range(MOST_TRIES):
            begun = RoundStanding(None, (), (False,) * players)
            found, all_tie = self._game(players, chances).known(begun)
            # Dice that can only ever tie: a roll-off that never ends is nobody's.
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
