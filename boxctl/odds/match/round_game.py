"""A round as a game in which every player still to come plays to win.

Solved from the last player backwards. Of choices that are equal to the player the one with the
fewest points is made, whatever it does to the others (:mod:`boxctl.odds.aims`).

In a roll-off (R7.8) the tied players each play one more turn, in seat order, until one is lower. A
later player knows the score to beat, which is an advantage: of two players at the classic box the
second wins 50.2 % of roll-offs, by missionary scores 51.2 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import inf

from boxctl.odds.match.match_table import (
    Chances,
    RoundOutcome,
    RoundStanding,
    SeatInRound,
    expected_outcome,
)
from boxctl.odds.prizes.scored_turn import Prize, ScoreChances, ScoredTurn
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass

FEW = 2
"""So many standings, or fewer, are solved in plain Python, before numpy is even imported."""

Tie = Callable[[tuple[SeatInRound, ...]], Chances]
"""Maps the tied players to the worth of the tie to each."""


def lower_wins(first: int, second: int, tie: float) -> float:
    """Return the chance of the first of two whose totals are final: the lower one wins."""
    return tie if first == second else float(first < second)


@frozen_dataclass
class RoundEndings:
    """The ends of a match before its round is over: a shut box (R7.1), a stop number (R5.2).

    ``lost_at`` is the score of a player who has lost the match by the first throw (R5.1): that of
    the whole box, unless a stop number has ended the turn. Such a player is not ranked.
    """

    shut_wins: bool
    stop_ends_it: bool
    lost_at: int | None = None


class RoundGame:
    """A round, solved as far as it is asked about. Not thread-safe.

    ``all_are`` is the number of holders that :attr:`RoundOutcome.all_tie` counts.
    """

    def __init__(self, turn: ScoredTurn, tie: Tie, endings: RoundEndings, all_are: int = 0) -> None:
        self._turn, self._tie, self._endings, self._all_are = turn, tie, endings, all_are
        self._known: dict[RoundStanding, RoundOutcome] = {}
        self._if_lowest: dict[tuple[SeatInRound, ...], dict[int, RoundOutcome]] = {}

    def prize(self, standing: RoundStanding) -> Prize:
        """Return the worth of each score to the next player."""
        self._solve(self._following([standing]))
        return self._prize(standing)

    def known(self, standing: RoundStanding) -> RoundOutcome:
        """Return the outcome of a standing."""
        self._solve([standing])
        return self._known[standing]

    def _solve(self, standings: Iterable[RoundStanding]) -> None:
        """Solve these standings in one call of the turn, after all that can follow them."""
        new = [one for one in dict.fromkeys(standings) if one not in self._known]
        played = [one for one in new if not one.to_come]
        self._known |= {one: self._over(one) for one in played}
        if not (going := _highest_first(one for one in new if one.to_come)):
            return
        self._solve(self._following(going))
        plain = self._all_play_on and not any(one.handicap for one in _players(going[0]))
        if len(going) > FEW and plain and self._turn.solver is not None:
            from boxctl.odds.match.round_numpy import solve_standings

            shut_wins = self._endings.shut_wins
            found = solve_standings(self._turn, going, self._known, shut_wins=shut_wins)
            self._known |= zip(going, found, strict=True)
            return
        answers = self._turn.play([self._turn.shaded(self._prize(one)) for one in going])
        for one, scores in zip(going, answers, strict=True):
            self._known[one] = self._weighed(one, scores)

    @property
    def _all_play_on(self) -> bool:
        """Whether no throw ends the match, or takes a player out of it (R5.1, R5.2)."""
        return not self._endings.stop_ends_it and self._endings.lost_at is None

    def _following(self, standings: Sequence[RoundStanding]) -> Iterator[RoundStanding]:
        """Yield all that can follow these standings."""
        highest: dict[tuple[SeatInRound, ...], float] = {}
        for one in standings:
            best = inf if one.best is None else one.best
            highest[one.to_come] = max(best, highest.get(one.to_come, -1))
        for to_come, best in highest.items():
            player, others = to_come[:1], to_come[1:]
            for made in self._turn.scores:
                if (counted := made + player[0].handicap) < best:
                    yield RoundStanding(counted, player, others)
        for one in standings:
            if one.to_tie is not None:
                yield one.after(one.to_tie)
            if one.best is not None or self._endings.lost_at is not None:
                yield one.without_next()

    def _over(self, standing: RoundStanding) -> RoundOutcome:
        if not standing.holders:
            return RoundOutcome((), 0.0)
        all_tie = len(standing.holders) == self._all_are
        return RoundOutcome(self._tie(standing.holders), float(all_tie))

    def _prize(self, standing: RoundStanding) -> Prize:
        place, to_tie = len(standing.holders), standing.to_tie
        lower = self._lower(standing)
        played = dict.fromkeys(self._turn.scores, 0.0)
        played |= {made: outcome.chances[0] for made, outcome in lower.items()}
        if to_tie is not None and to_tie in played:
            played[to_tie] = self._known[standing.after(to_tie)].chances[place]
        if self._endings.shut_wins:
            played[0] = 1.0
        stopped = dict(played)
        if self._endings.lost_at is not None:
            played[self._endings.lost_at] = 0.0
        if self._endings.stop_ends_it:
            stopped = {
                made: self._if_stopped(standing, made).chances[place] for made in self._turn.scores
            }
        return Prize(played, stopped)

    def _lower(self, standing: RoundStanding) -> dict[int, RoundOutcome]:
        """Return the outcome of each score that is lower than the lowest so far."""
        player, others = standing.to_come[:1], standing.to_come[1:]
        known = self._if_lowest.setdefault(standing.to_come, {})
        found = {}
        for made in self._turn.scores:
            if standing.to_tie is not None and made >= standing.to_tie:
                break
            if made not in known:
                counted = made + player[0].handicap
                known[made] = self._known[RoundStanding(counted, player, others)]
            found[made] = known[made]
        return found

    def _weighed(self, standing: RoundStanding, scores: ScoreChances) -> RoundOutcome:
        if_lowest = self._lower(standing)
        # A lower score leaves nothing to the holders. These are the most: weigh them apart.
        lower: list[tuple[float, RoundOutcome]] = []
        ends: list[tuple[float, RoundOutcome]] = []
        loses = 0.0
        for made, part, stopped in _scores_made(scores):
            lost = made == self._endings.lost_at and not stopped
            if stopped and self._endings.stop_ends_it:
                ends.append((part, self._if_stopped(standing, made)))
            elif made == 0 and self._endings.shut_wins:
                lower.append((part, _won_by_next(standing)))
            elif lost or standing.is_beaten(made):
                loses += part
            elif made in if_lowest:
                lower.append((part, if_lowest[made]))
            else:
                ends.append((part, self._known[standing.after(made)]))
        if loses:
            ends.append((loses, standing.if_next_loses(self._known[standing.without_next()])))
        holders = (0.0,) * len(standing.holders)
        others = expected_outcome(lower, len(standing.to_come))
        ends.insert(0, (1.0, RoundOutcome((*holders, *others.chances), others.all_tie)))
        return expected_outcome(ends, len(holders) + len(standing.to_come))

    def _if_stopped(self, standing: RoundStanding, made: int) -> RoundOutcome:
        return RoundOutcome(self._stopped(standing, made), 0.0)

    def _stopped(self, standing: RoundStanding, made: int) -> Chances:
        """Return the chances if a stop number ends the match (R5.2).

        The lowest score wins if nobody is still to play; else nobody wins.
        """
        after = standing.after(made)
        if after.to_come:
            return (0.0,) * (len(standing.holders) + len(standing.to_come))
        chances = self._tie(after.holders)
        if standing.is_beaten(made):
            chances = (*chances, 0.0)
        elif made != standing.to_tie:
            chances = (*(0.0,) * len(standing.holders), *chances)
        return chances


def _highest_first(standings: Iterable[RoundStanding]) -> list[RoundStanding]:
    """Sort standings by the score to beat, as :func:`solve_standings` needs them."""
    return sorted(standings, key=lambda one: -inf if one.best is None else -one.best)


def _scores_made(scores: ScoreChances) -> Iterator[tuple[int, float, bool]]:
    """Yield each score with its chance, and whether a stop number ends the turn with it."""
    for made, part in scores.played.items():
        yield made, part, False
    for made, part in scores.stopped.items():
        yield made, part, True


def _players(standing: RoundStanding) -> tuple[SeatInRound, ...]:
    return (*standing.holders, *standing.to_come)


def _won_by_next(standing: RoundStanding) -> RoundOutcome:
    """Return the outcome for those still to play if the next of them wins at once."""
    return RoundOutcome((1.0, *(0.0,) * (len(standing.to_come) - 1)), 0.0)


EXACT_ENOUGH = 1e-14
MOST_TRIES = 100

ALL_HAVE_A_TURN = RoundEndings(shut_wins=False, stop_ends_it=False)
"""Neither a shut box nor a stop number ends a roll-off before all have played (R7.1, R5.2)."""


def tie_by(rules: RuleSet, turn: ScoredTurn) -> Tie:
    """Return the function that values a tie by these rules."""
    return RollOffs(turn).tie if rules.ties == "roll_off" else share


def share(tied: Sequence[object]) -> Chances:
    """Return an equal share for each tied player (R7.8)."""
    return (1 / len(tied),) * len(tied)


class RollOffs:
    """Roll-offs, each solved when first needed. Not thread-safe.

    ``chances`` takes the handicaps of the players in seat order, as those of
    :class:`boxctl.odds.match.match_table.SeatInRound`, and returns the chance of each to win.
    """

    def __init__(self, turn: ScoredTurn) -> None:
        self._turn = turn
        self.chances = cache(self._chances)

    def tie(self, tied: tuple[SeatInRound, ...]) -> Chances:
        """Return the chance of each tied player; those in early seats play first."""
        by_seat = sorted(range(len(tied)), key=lambda place: not tied[place].early)
        chances = self.chances(tuple(tied[place].handicap for place in by_seat))
        return tuple(chances[by_seat.index(place)] for place in range(len(tied)))

    def game(self, handicaps: tuple[int, ...]) -> RoundGame:
        """Return the roll-off of these players as a game; if all tie, another one follows."""
        return self._game(len(handicaps), self.chances(handicaps))

    def _chances(self, handicaps: tuple[int, ...]) -> Chances:
        """Return the chance of each player to win, in seat order.

        If all tie, it starts anew, so the chances c satisfy c = settled + all_tie * c. Best play
        depends on c itself: iterate, playing best for the last c, until c stays the same.
        """
        seats, chances = tuple(SeatInRound(False, one) for one in handicaps), share(handicaps)
        if len(seats) == 1:
            return chances
        begun = RoundStanding(None, (), seats)
        for _ in range(MOST_TRIES):
            found, all_tie = self._game(len(seats), chances).known(begun)
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
        def tie(tied: tuple[SeatInRound, ...]) -> Chances:
            if len(tied) == players:
                return if_all_tie
            return self.chances(tuple(one.handicap for one in tied))

        return RoundGame(self._turn, tie, ALL_HAVE_A_TURN, all_are=players)
