"""Games of classic a second on one worker, beside a plain Python loop of the same game."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random

from bench.ratio import beside
from boxctl.named_players import NamedPlayer
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import variant
from boxctl.simulation import simulate

GAMES = 10_000_000
PLAIN_GAMES = 10_000


def report() -> str:
    """By rule of thumb and by best play; solving and making the tables are in the time."""
    if find_spec("numba") is None:
        return "simulation: millions a second need the extra: pip install 'boxctl[odds]'"
    return "\n".join(_line(name) for name in ("highest-first", "best"))


def _line(name: str) -> str:
    rules, chosen = variant("classic"), NamedPlayer(name)
    simulate(rules, ["Ann"], 1_000_000, 1, chosen)
    times = beside(
        lambda: simulate(rules, ["Ann"], GAMES, 1, chosen), lambda: _plain_loop(rules, Random(1))
    )
    per_second, plain = GAMES / times.thing, PLAIN_GAMES / times.yardstick
    return (
        f"simulation: {name}: {per_second:,.0f} games of classic a second on one worker, "
        f"{per_second / plain:.0f} times a plain loop that plays highest first"
    )


def _plain_loop(rules: RuleSet, random: Random) -> int:
    added = 0
    for _ in range(PLAIN_GAMES):
        left = rules.in_play
        while left:
            throw = (
                (random.randint(1, 6),)
                if left == 1
                else (random.randint(1, 6), random.randint(1, 6))
            )
            answers = moves(rules, left, throw)
            if not answers:
                break
            left &= ~max(move.tiles for move in answers)
        added += sum(numbers(left))
    return added
