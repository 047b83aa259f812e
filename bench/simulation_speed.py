"""Games a second on one worker, beside a plain Python loop of the same game, or the referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from itertools import count
from random import Random

from bench.ratio import beside
from boxctl.odds.sampling import Best
from boxctl.rules.moves import Move, allowed_counts, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, total
from boxctl.rules.variants import variant
from boxctl.simulation.bulk_matches import play_bulk
from boxctl.simulation.plan import SimulationPlan
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import play_refereed, simulate
from groundwork.installation import install_command

Choose = Callable[[TileSet, tuple[Move, ...]], Move]


def report() -> str:
    """Measure rule of thumb and best play; the time includes solving and making the tables."""
    if find_spec("numba") is None:
        return f"simulation: millions a second need the extra: {install_command('odds')}"
    return "\n".join(
        [
            _line("classic", "highest-first", 10_000_000, 10_000),
            _line("classic", "best", 10_000_000, 10_000),
            _line("the-300", "highest-first", 500_000, 1000),
            _beside_the_referee("canadienne", ("best", "human"), 1000, 10),
            _beside_the_referee("long-game", ("best", "human"), 10_000, 100),
        ]
    )


def _beside_the_referee(variant_name: str, names: tuple[str, str], bulk: int, ruled: int) -> str:
    """Matches of two, other ones each time; what all need is solved before the clock starts."""
    rules = variant(variant_name)
    chosen = tuple(NamedPlayer(name) for name in names)
    plan = SimulationPlan(rules, ("Ann", "Bob"), chosen, 1, bulk)
    seeds = count(1)
    play_bulk(plan)
    play_refereed(replace(plan, matches=1))
    times = beside(
        lambda: play_bulk(replace(plan, seed=next(seeds))),
        lambda: play_refereed(replace(plan, seed=next(seeds), matches=ruled)),
        rounds=3,
    )
    per_second, referee = bulk / times.thing, ruled / times.yardstick
    return (
        f"simulation: {','.join(names)}: {per_second:,.0f} matches of {variant_name} a second on "
        f"one worker, {per_second / referee:.0f} times as many as through the referee"
    )


def _line(variant_name: str, name: str, games: int, plain_games: int) -> str:
    rules, chosen = variant(variant_name), NamedPlayer(name)
    choose = _choice(rules, chosen)
    # Compiled, and a table found, before the clock starts.
    simulate(rules, ["Ann"], games // 5, 1, chosen)
    times = beside(
        lambda: simulate(rules, ["Ann"], games, 1, chosen),
        lambda: _plain_loop(rules, choose, plain_games, Random(1)),
    )
    per_second, plain = games / times.thing, plain_games / times.yardstick
    return (
        f"simulation: {name}: {per_second:,.0f} games of {variant_name} a second on one worker, "
        f"{per_second / plain:.0f} times a plain loop of the same game"
    )


def _choice(rules: RuleSet, chosen: NamedPlayer) -> Choose:
    policy = chosen.policy(rules)
    if not isinstance(policy, Best):
        return lambda _left, answers: max(answers, key=lambda move: move.tiles)
    worth_left = policy.odds.worth_left
    return lambda left, answers: max(answers, key=lambda move: worth_left(left & ~move.tiles))


def _plain_loop(rules: RuleSet, choose: Choose, games: int, random: Random) -> int:
    added = 0
    for _ in range(games):
        left = rules.in_play
        while left:
            # The only choice is at the last tile of classic, which two dice never shut.
            count = allowed_counts(rules, left)[0]
            answers = moves(rules, left, [random.randint(1, 6) for _ in range(count)])
            if not answers:
                break
            left &= ~choose(left, answers).tiles
        added += total(left)
    return added
