"""Of every setting, with all its samples: the odds, best play and the simulation are the referee's.

A setting that the referee knows and the solver does not would be played wrong by `best` and told
wrong by `odds`, and nothing else would show it.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.match.match_table import table_of
from boxctl.odds.sampling import Best, chain_of_turn
from boxctl.odds.table_odds import TableOdds
from boxctl.odds.turn import solve
from boxctl.referee.scoresheet import new_sheet
from boxctl.rules.ruleset import Dice, RuleSet, score
from boxctl.rules.setting_kinds import OF_THE_ODDS
from boxctl.rules.settings import SETTINGS, deciding, with_settings
from boxctl.simulation.players import NamedPlayer, PolicyPlayer, SeatedPlayers
from boxctl.simulation.simulate import simulate
from tests.support.odds.refereed_odds import RefereedOdds, score_of_turn, share_of
from tests.support.setting_samples import changed

SMALL = RuleSet(tiles=3, dice=Dice(2, 3))
"""A box that one throw can shut, with few states and throws: all of them are looked at."""

TINY = RuleSet(tiles=2, dice=Dice(2, 2))
"""For settings that say how long a match is: every total is looked at."""

LENGTHS = {"target", "target_ends", "rounds", "wins"}
SHORT = {"tournament": ("rounds", "1"), "knockout": ("target", "2"), "rounds_won": ("wins", "1")}
"""What makes a match of several rounds short, where the sample does not say how long it is."""

SLOW = {("tiles", "6")}
BEST = NamedPlayer("best")
GAMES = 1000
UNLIKELY = 5
"""Standard errors by which simulated games miss what is true once in a million times."""


def rules_with(name: str, value: str) -> RuleSet:
    """The small box with this setting, in a match that is soon over."""
    rules = changed(TINY if name in LENGTHS else SMALL, name, value, has_effect=True)
    assert rules is not None, f"{name} = {value} does not go with what it needs (settings.py)"
    if rules.match in SHORT and name not in LENGTHS:
        rules = with_settings(rules, [("target", "none"), SHORT[rules.match]])
    if name == "target_ends":
        rules = with_settings(rules, [("target", "4")])
    return rules


def small_samples(name: str) -> list[str]:
    """The samples that change something, but for those that take many seconds."""
    return [value for value in SETTINGS[name].samples.small[1:] if (name, value) not in SLOW]


def players_of(rules: RuleSet) -> list[str]:
    return ["Ann"] if rules.match == "solo" else ["Ann", "Bob"]


@cache
def turn_by_the_referee(rules: RuleSet) -> float:
    """The least expected score of the first turn."""
    return RefereedOdds(rules, players_of(rules), score_of_turn).value(min)


@cache
def match_by_the_referee(rules: RuleSet) -> RefereedOdds:
    """The match, as robots play it that play best."""
    players = players_of(rules)
    robots = SeatedPlayers([BEST.player(rules, Random(1)) for _ in players])
    return RefereedOdds(rules, players, share_of("Ann"), robots)


def agree(name: str, value: str, ruled: float, margin: float = 1e-9, **told: float) -> None:
    """What the modules say is what comes of it through the referee."""
    others = {module.replace("__", "/"): worth for module, worth in told.items()}
    wrong = {module: worth for module, worth in others.items() if abs(worth - ruled) > margin}
    assert not wrong, (
        f"with {name} = {value} the referee's games come to {ruled:.6f}, but "
        + " and ".join(f"boxctl/{module}.py says {worth:.6f}" for module, worth in wrong.items())
        + f": does it know {name}, which decides {' and '.join(SETTINGS[name].decides)}?"
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_a_turn_comes_to_what_the_odds_say(name: str) -> None:
    usual = turn_by_the_referee(rules_with(name, SETTINGS[name].usual))
    changes = False
    for value in small_samples(name):
        rules = rules_with(name, value)
        ruled = turn_by_the_referee(rules)
        changes |= ruled != pytest.approx(usual)
        solved = solve(rules, aim(rules.scoring))
        robot = PolicyPlayer(Random(1), Best(solved))
        agree(
            name,
            value,
            ruled,
            odds__turn=solved.before_throw(rules.in_play),
            odds__turn_chain=score_of_chain(rules, Best(solved)),
            odds__policies=RefereedOdds(rules, players_of(rules), score_of_turn, robot).value(),
        )
        if rules.match in ("single", "solo"):
            games = simulate(rules, ["Ann"], GAMES, 1, BEST)
            margin = UNLIKELY * max(games.standard_error, 1 / GAMES)
            agree(name, value, ruled, margin, simulation__single_turns=games.mean_score)
    says = name in deciding("turn")
    assert says or not changes, f"{name} decides what a turn comes to: say so in its `decides`"
    assert changes or not says, f"{name} decides a turn, but no sample changes one: see `beside`"


@pytest.mark.parametrize("name", SETTINGS)
def test_a_match_comes_to_what_the_odds_say(name: str) -> None:
    usual = rules_with(name, SETTINGS[name].usual)
    for value in small_samples(name):
        rules = rules_with(name, value)
        players = players_of(rules)
        if len(players) == 1:
            continue
        ruled = match_by_the_referee(rules)
        odds = TableOdds(rules, len(players))
        table = odds.key(table_of(new_sheet(rules, len(players))))
        odds.solve(table)
        first = odds.known(table)
        assert first is not None
        told = first.before_throw(rules.in_play)
        agree(name, value, ruled.first_turn(), odds__table_odds=told)
        games = simulate(rules, players, GAMES, 1, BEST)
        share = (games.wins["Ann"] + games.wins_alone["Ann"]) / 2 / GAMES
        margin = UNLIKELY * sqrt(max(ruled.value() * (1 - ruled.value()), 1 / GAMES) / GAMES)
        agree(name, value, ruled.value(), margin, simulation__bulk_matches=share)
        if name not in deciding(*OF_THE_ODDS):
            assert ruled.value() == pytest.approx(match_by_the_referee(usual).value()), (
                f"{name} = {value} changes who wins: say so in what it decides (settings.py)"
            )


def score_of_chain(rules: RuleSet, best: Best) -> float:
    """The score that a turn comes to on average by the steps of its chain."""
    chain = chain_of_turn(rules, best)
    reached, expected = {chain.start: 1.0}, 0.0
    for state, steps in chain.steps.items():
        stays = steps.get((state, False), 0.0)
        for (to, ends), chance in steps.items():
            part = reached.get(state, 0.0) * chance / (1 - stays)
            if ends:
                expected += part * score(rules.scoring, chain.left(to))
            elif to != state:
                reached[to] = reached.get(to, 0.0) + part
    return expected
