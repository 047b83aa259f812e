"""A tournament that ends as a player reaches the target (R7.2), against every run of scores."""

from __future__ import annotations

from functools import cache

import pytest

from boxctl.odds.match.rest_of_totals import RestToTarget
from boxctl.odds.match.turn_sums import PlayerTotal
from boxctl.rules.ruleset import RuleSet
from tests.support.odds.chance_in_rounds import chance_in_rounds

SCORES = {0: 0.2, 1: 0.3, 3: 0.5}
TARGET = 5


def by_every_run(place: int, totals: tuple[int, ...], to_play: int, shut_wins: bool) -> float:
    """The chance of the player in this place, score by score; rounds of zeros are cut off."""

    @cache
    def chance(totals: tuple[int, ...], seat: int, zeros: int) -> float:
        if zeros == 15:
            return 0.0
        return sum(part * after(totals, seat, made, zeros) for made, part in SCORES.items())

    def after(totals: tuple[int, ...], seat: int, made: int, zeros: int) -> float:
        if shut_wins and made == 0:
            return float(seat == place)
        now = (*totals[:seat], totals[seat] + made, *totals[seat + 1 :])
        if now[seat] >= TARGET:
            return (now[place] == min(now)) / now.count(min(now))
        return chance(now, (seat + 1) % len(now), 0 if made else zeros + 1)

    return chance(totals, to_play, 0)


@pytest.mark.parametrize("shut_wins", [False, True])
@pytest.mark.parametrize("totals", [(0, 0), (2, 4), (3, 0, 2), (4, 1, 2), (1, 3, 1, 0)])
@pytest.mark.parametrize("played", [0, 1])
def test_the_chance_of_each_player(totals: tuple[int, ...], played: int, shut_wins: bool) -> None:
    rules = RuleSet(
        match="tournament",
        target=TARGET,
        target_ends="at_once",
        shut_wins="match" if shut_wins else "round",
    )
    rest = RestToTarget(rules, SCORES)
    players = tuple(PlayerTotal(total, seat < played) for seat, total in enumerate(totals))
    # Who has still to play in this round is asked about from the first of them on.
    found = chance_in_rounds(rest, rules, SCORES, played, players)
    assert found == pytest.approx(by_every_run(played, totals, played, shut_wins), abs=1e-9)
