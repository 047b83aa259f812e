"""Two players' totals solved all at once: what the rounds to come are worth by their own method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from boxctl.odds.match.game_in_rounds import TwoPlayerRounds
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable, SeatInRound
from boxctl.odds.match.rest_of_totals import RestOfMatch
from boxctl.odds.match.round_game import tie_by
from boxctl.odds.match.turn_sums import OtherPlayers, PlayerTotal
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant

IN_SEAT_ORDER = (SeatInRound(), SeatInRound())
OTHER_WAY_ROUND = (SeatInRound(), SeatInRound(early=True))

MATCHES = [
    RuleSet(tiles=5, match="tournament", target=25),
    RuleSet(tiles=5, match="tournament", target=25, shut_wins="match"),
    RuleSet(tiles=6, match="tournament", target=8, scoring="missionary", ties="roll_off"),
    RuleSet(tiles=5, match="knockout", target=25),
    RuleSet(tiles=5, match="knockout", target=25, shut_wins="match", ties="roll_off"),
    replace(variant("canadienne"), tiles=5, target=20),
]


class Solved:
    """A match solved both ways."""

    def __init__(self, rules: RuleSet) -> None:
        self.turn = ScoredTurn(rules)
        low = {made: -float(made) for made in self.turn.scores}
        (scores,) = self.turn.play([Prize(low, low)])
        chances = {
            made: scores.played.get(made, 0.0) + scores.stopped.get(made, 0.0)
            for made in self.turn.scores
        }
        self.rules, self.tie = rules, tie_by(rules, self.turn)
        self.two = TwoPlayerRounds(rules, self.turn, self.tie, chances)
        self.rest = RestOfMatch(rules, chances)

    def over(self, early: tuple[SeatInRound, ...], first: int, second: int) -> float:
        """What the end of a round with these totals is worth to the second player."""
        target = self.rules.target_in_force
        assert target is not None
        out = [total >= target for total in (first, second)]
        if all(out) if self.rules.match == "knockout" else any(out):
            if first == second:
                return self.tie(early)[1]
            return float(second < first)
        if any(out):
            return float(out[0])
        return self.against(first)(second)

    @cache  # noqa: B019
    def against(self, first: int) -> Callable[[int], float]:
        """What each total of the second player is worth at a round's end, against this one."""
        (worth,) = self.rest.worths([OtherPlayers((PlayerTotal(first, True),), ())])
        return worth


@pytest.mark.parametrize("rules", MATCHES)
@pytest.mark.parametrize("early", [IN_SEAT_ORDER, OTHER_WAY_ROUND])
def test_every_score_of_the_second_player(rules: RuleSet, early: tuple[SeatInRound, ...]) -> None:
    solved = Solved(rules)
    target = rules.target_in_force
    assert target is not None
    for first in range(0, target + max(solved.turn.scores), 4):
        for second in range(0, target, 3):
            worths = solved.two.to_second((early, first, second))
            for made, worth in zip(solved.turn.scores, worths, strict=True):
                wins = made == 0 and rules.shut_wins == "match"
                expected = 1.0 if wins else solved.over(early, first, second + made)
                assert worth == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rules", MATCHES)
def test_the_first_player_knows_how_the_second_replies(rules: RuleSet) -> None:
    solved = Solved(rules)
    for totals in [(0, 0), (5, 2), (1, 7)]:
        worths = solved.two.to_first((IN_SEAT_ORDER, *totals))
        for made, worth in zip(solved.turn.scores, worths, strict=True):
            prize = dict(
                zip(
                    solved.turn.scores,
                    solved.two.to_second((IN_SEAT_ORDER, totals[0] + made, totals[1])),
                    strict=True,
                )
            )
            (reply,) = solved.turn.play([Prize(prize, prize)])
            won = sum(
                chance * prize[score]
                for part in (reply.played, reply.stopped)
                for score, chance in part.items()
            )
            wins = made == 0 and rules.shut_wins == "match"
            assert worth == pytest.approx(1.0 if wins else 1 - won, abs=1e-12)


def test_many_tables_are_solved_as_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = MATCHES[1]
    tables = [
        MatchTable((first, 24 - first), made, (False, False))
        for first in range(0, 25, 5)
        for made in ((), (3,))
    ]
    together = MatchAims(rules).prizes(tables)
    assert together == [MatchAims(rules).prizes([table])[0] for table in tables]
    # Plain Python, where numpy is not installed.
    monkeypatch.setattr("boxctl.odds.prizes.scored_turn.find_spec", lambda name: None)
    assert together == MatchAims(rules).prizes(tables)
