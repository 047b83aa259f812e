"""A match as an environment: PettingZoo's own tests, what may be done, and what it comes to."""

from __future__ import annotations

import copy
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo does not run on this Python")

with warnings.catch_warnings():
    # It imports one of its own environments in a way that it calls old.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

from boxctl.environment import ShutTheBox, env, raw_env
from boxctl.referee.payloads import MatchOver, Verdict
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import names, variant
from tests.support.every_variant import EVERY_VARIANT, UNLIKE_EACH_OTHER, parameter

# What PettingZoo says of each environment whose observation is a dictionary with an action mask,
# but for those of its own classics.
OF_A_MASK = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)

NOT_ALLOWED = {Verdict.REFUSED, Verdict.DISTURBED, Verdict.VOID}


def can_play(rules: str, players: int) -> bool:
    try:
        check(variant(rules), players)
    except RuleFault:
        return False
    return True


TABLES = [
    parameter(name, players, quick=name in UNLIKE_EACH_OTHER)
    for name in names()
    for players in (2, 3, 4)
    if can_play(name, players)
]


@OF_A_MASK
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_variant_passes_the_test_of_pettingzoo(rules: str, players: int) -> None:
    api_test(env(rules, players), num_cycles=40)


@pytest.mark.parametrize("rules", EVERY_VARIANT)
def test_the_same_seed_and_the_same_actions_give_the_same_match(rules: str) -> None:
    seed_test(lambda: env(rules, 2), num_cycles=40)


def a_match(table: ShutTheBox, seed: int) -> Iterator[list[int]]:
    """Play a match in which everybody does anything that is allowed; yield it before each step."""
    table.reset(seed=seed)
    for agent in table.possible_agents:
        table.action_space(agent).seed(seed)
    while not any(table.terminations.values()):
        agent = table.agent_selection
        mask = table.observe(agent)["action_mask"]
        yield [action for action, allowed in enumerate(mask) if allowed]
        table.step(table.action_space(agent).sample(mask))


def verdicts(table: ShutTheBox, action: int) -> set[Verdict]:
    """What the referee says to an action of whose turn it is, without taking it."""
    tried = copy.deepcopy(table)
    tried.step(action)
    return {ruling.verdict for ruling in tried.rulings}


@pytest.mark.parametrize(
    "rules", ["classic", "canoga", "thai", "relay", "long-game", "lucky-seven"]
)
def test_the_mask_allows_what_the_referee_allows_and_no_other_lever(rules: str) -> None:
    table = raw_env(rules)
    looked_at = 0
    for allowed in a_match(table, seed=1):
        assert allowed
        for action in range(table.rules.tiles):
            said = verdicts(table, action)
            if action in allowed:
                assert said
                assert not said & NOT_ALLOWED
            else:
                # A tile of the move in hand may be put back; here nobody does.
                assert said & {*NOT_ALLOWED, Verdict.TAKEN_BACK}
        for action in range(table.rules.tiles, table.action_space("player_0").n):
            if action in allowed:
                assert not verdicts(table, action) & NOT_ALLOWED
        looked_at += 1
    assert looked_at >= 2


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_rewards_are_what_the_referee_pays_out(rules: str, players: int) -> None:
    table = raw_env(rules, players)
    for _allowed in a_match(table, seed=2):
        assert not any(table.rewards.values())
    (over,) = (one.payload for one in table.rulings if isinstance(one.payload, MatchOver))
    assert sum(table.rewards.values()) == pytest.approx(0)
    won = {agent for agent, reward in table.rewards.items() if reward > 0}
    assert won == (set(over.winners) if len(over.winners) < players else set())
    assert all(reward >= -2 for reward in table.rewards.values())


def test_a_match_of_two_is_won_by_what_the_other_loses() -> None:
    table = raw_env("classic")
    rewards = set[float]()
    for seed in range(20):
        for _allowed in a_match(table, seed):
            pass
        rewards |= set(table.rewards.values())
    assert {-1.0, 1.0} <= rewards <= {-1.0, 0.0, 1.0}


def test_what_a_player_sees() -> None:
    table = raw_env("classic")
    table.reset(seed=3)
    before = table.observe("player_0")
    seen = dict(zip(table.fields, before["observation"].tolist(), strict=True))
    assert [seen[f"open {tile}"] for tile in range(1, 10)] == [1.0] * 9
    assert (seen["die 1"], seen["my turn"], seen["due of seat 1"]) == (0.0, 1.0, 1.0)
    assert before["action_mask"].tolist() == [0] * 9 + [0, 0, 1]
    other = table.observe("player_1")
    assert not other["action_mask"].any()
    assert dict(zip(table.fields, other["observation"], strict=True))["my turn"] == 0.0

    table.step(11)  # all dice
    seen = dict(zip(table.fields, table.observe("player_0")["observation"].tolist(), strict=True))
    assert round(seen["die 1"] * 6, 4) in range(1, 7)
    assert table.observe("player_1")["observation"][18] == pytest.approx(seen["die 1"])


def test_a_score_is_seen_as_a_share_of_that_of_a_turn_that_moves_nothing() -> None:
    table = raw_env("canadienne")
    for _allowed in a_match(table, seed=5):
        seen = dict(zip(table.fields, table.observe("player_0")["observation"], strict=True))
        if (score := seen["round score of seat 1"]) > 0:
            assert round(float(score) * 45, 3).is_integer()
            assert seen["total of seat 1"] >= score
            return
    raise AssertionError("nobody has scored")


def test_an_action_that_is_not_allowed_ends_the_match(recwarn: pytest.WarningsRecorder) -> None:
    table = env("classic")
    table.reset(seed=4)
    table.step(0)  # a lever before the throw
    assert table.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(table.terminations.values())
    assert len(recwarn) == 0


def test_a_match_that_takes_too_many_turns_is_truncated() -> None:
    table = raw_env("tournament", most_turns=3)
    turns = 0
    table.reset(seed=6)
    while not any(table.truncations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(mask.argmax()))
        turns += sum(ruling.verdict is Verdict.TURN_OVER for ruling in table.rulings)
    assert turns == 3
    assert not any(table.rewards.values())


def test_the_sentences_of_the_referee_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env(render_mode="ansi")
    table.reset(seed=7)
    assert table.render() == "player_0, your turn: throw two dice."
    table.step(11)
    assert str(table.render()).startswith("You threw ")
    table = raw_env(render_mode="human")
    table.reset(seed=7)
    table.step(11)
    assert capsys.readouterr().out.startswith("You threw ")


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"players": 5}, "2, 3 or 4 can play"),
        ({"players": 1}, "2, 3 or 4 can play"),
        ({"render_mode": "rgb_array"}, "known are ansi and human"),
        ({"rules": "nonesuch"}, "BX201"),
        ({"rules": "relay", "players": 3}, "BX204"),
        ({"settings": {"tiles": "99"}}, "BX203"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], refusal: str) -> None:
    with pytest.raises((ValueError, RuleFault), match=refusal):
        raw_env(**arguments)


def test_without_pettingzoo_the_sentence_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from boxctl.environment import env"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "boxctl.environment needs PettingZoo, which is not installed: " in ended.stderr
    assert "pip install" in ended.stderr
    assert "[env]" in ended.stderr
