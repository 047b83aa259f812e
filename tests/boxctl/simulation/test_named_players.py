"""Players by name, at every kind of table, and games played by themselves."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.duel import solve_duel
from boxctl.odds.turn import solve
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_range
from boxctl.rules.variants import variant
from boxctl.simulation import plan as simulation_plan
from boxctl.simulation import players as named_players
from boxctl.simulation.plan import plan_matches
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import BLOCK, play_refereed, simulate
from boxctl.simulation.statistics import Statistics
from tests.support.every_variant import parameter
from tests.support.odds.solved_variants import SOLVED


def small(name: str) -> RuleSet:
    """As the variant, but on fewer tiles and to a lower target: quicker to be solved."""
    rules = variant(name)
    few = 5 if rules.match == "duel" else 7
    rules = replace(rules, tiles=min(few, rules.tiles), down=rules.down_tiles & tile_range(few))
    return replace(rules, target=30) if rules.match in ("tournament", "knockout") else rules


@pytest.mark.parametrize("name", [parameter(name, quick=name != "human") for name in WAYS_TO_PLAY])
def test_each_plays_every_variant_through_the_referee(name: str) -> None:
    for rules_name in SOLVED:
        found = play_refereed(
            plan_matches(small(rules_name), ["Ann", "Bob"], 2, 3, NamedPlayer(name))
        )
        assert found.matches == 2


@pytest.mark.full
def test_the_300_is_played_by_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from boxctl.odds.the_300.solver import solve_the_300

    asked: list[str] = []
    solved = solve_the_300()

    def table(name: str, notice: object) -> memoryview:
        asked.append(name)
        return solved

    monkeypatch.setattr(named_players, "whole_table", table)
    rules = variant("the-300")
    alone = simulate(rules, ["Ann"], 50, 1, NamedPlayer("best"))
    assert alone.matches == sum(alone.scores.values()) == 50
    assert simulate(rules, ["Ann", "Bob"], 2, 1, NamedPlayer("human")).matches == 2
    assert set(asked) == {"golf"}


def test_a_duel_of_the_best_is_won_as_often_as_was_solved() -> None:
    rules = small("long-game")
    best = play_refereed(plan_matches(rules, ["Ann", "Bob"], 300, 1, NamedPlayer("best")))
    chance = solve_duel(rules)["shuts"].before_throw(rules.in_play)
    margin = 4 * (chance * (1 - chance) / 300) ** 0.5
    assert abs(best.wins["Ann"] / 300 - chance) < margin


def test_turns_and_the_referee_agree() -> None:
    rules = variant("pub")
    turns = simulate(rules, ["Ann"], 20_000, 1, NamedPlayer("best"))
    ruled = play_refereed(plan_matches(rules, ["Ann"], 400, 1, NamedPlayer("best")))
    exact = solve(rules, aim("golf")).before_throw(rules.in_play)
    for found in (turns, ruled):
        low, high = found.mean_score_interval
        assert low - (high - low) / 2 < exact < high + (high - low) / 2
        assert found.turns == found.matches == found.wins["Ann"]
    assert abs(turns.throws / turns.turns - ruled.throws / ruled.turns) < 0.5


def test_the_interval_of_the_shut_rate() -> None:
    rules = replace(variant("lucky-seven"), match="solo")
    found = simulate(rules, ["Ann"], 10_000, 1, NamedPlayer("best"))
    low, high = found.shut_rate_interval
    assert low < 1 / 6 < high
    assert high - low == pytest.approx(2 * 1.96 * (5 / 36 / 10_000) ** 0.5, rel=0.05)


def test_many_games_are_the_same_on_any_number_of_workers() -> None:
    pytest.importorskip("numba")
    rules = variant("classic")
    told: list[Statistics] = []
    one, two = (
        simulate(rules, ["Ann"], 300_000, 9, NamedPlayer("human"), workers=n, progress=told.append)
        for n in (1, 2)
    )
    assert one == two == told[0] == told[1]
    assert one.matches == 300_000


def test_refereed_matches_are_the_same_on_any_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation_plan, "WORTH_A_PROCESS", 1)
    rules, players = small("long-game"), ["Ann", "Bob"]
    matches, chosen = 4 * BLOCK + 1, NamedPlayer("human", 0.5)
    plan = plan_matches(rules, players, matches, 9, chosen)
    told_by_one, told_by_two = list[Statistics](), list[Statistics]()
    one = play_refereed(plan, 1, told_by_one.append)
    two = play_refereed(plan, 2, told_by_two.append)
    assert one == two == told_by_one[-1] == told_by_two[-1]
    assert list(one.wins) == players
    assert one.matches == matches
    # Other processes tell only after a whole block, but then the same.
    after = {counted.matches: counted for counted in told_by_one}
    assert [after[counted.matches] for counted in told_by_two] == told_by_two


def test_a_fault_comes_whole_from_another_process() -> None:
    fault = RuleFault("BX208", "it does not end", "change one of the rules")
    told = pickle.loads(pickle.dumps(fault))
    assert (type(told), told.code, told.sentence) == (RuleFault, fault.code, fault.sentence)
    assert told.cure == fault.cure
    assert str(told) == str(fault)
