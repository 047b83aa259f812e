"""Matches of one turn, played by the million without a referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from boxctl.named_players import NamedPlayer
from boxctl.odds.chain import chain_of_turn
from boxctl.odds.sampling import BLOCK, Played, Walk, play_blocks, walk_of
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet

Progress = Callable[[int], None]

MOST_TILES = 14
"""More tiles in play have too long a chain."""

WORTH_COMPILING = 200_000
"""Fewer games are played in plain Python before numba is even imported."""


@dataclass(frozen=True, slots=True)
class Turns:
    """How often each set of tiles was left, and how many throws it all took."""

    ends: dict[TileSet, int]
    throws: int


def is_one_turn(rules: RuleSet, players: Sequence[str]) -> bool:
    """Whether a match is one turn of one player, on a box whose positions can all be kept."""
    alone = len(players) == 1 and rules.match in ("single", "solo")
    return alone and rules.in_play.bit_count() <= MOST_TILES


def play_turns(
    rules: RuleSet, chosen: NamedPlayer, games: int, seed: int, workers: int, progress: Progress
) -> Turns:
    """Play so many turns: the same for the same seed, with any number of workers.

    Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) for a turn that cannot be solved.
    """
    chain = chain_of_turn(rules, chosen.policy(rules))
    played = play_walk(walk_of(chain), seed, games, fast_workers(games, workers), progress)
    ends = {chain.box.positions[number]: times for number, times in sorted(played.ends.items())}
    return Turns(ends, played.throws)


def fast_workers(games: int, workers: int) -> int:
    """As many, where so many games are worth numba and it is there; else 0, for plain Python."""
    return workers if games >= WORTH_COMPILING and find_spec("numba") is not None else 0


def play_walk(
    walk: Walk, seed: int, games: int, workers: int, progress: Progress = lambda done: None
) -> Played:
    """Walk so many times, with numba on so many workers, or with none in plain Python."""
    blocks, at_a_time = -(-games // BLOCK), 1024 if workers else 1
    played = Played()
    for first in range(0, blocks, at_a_time):
        last = min(first + at_a_time, blocks)
        played += _play(walk, seed, first, last, games, workers)
        progress(min(last * BLOCK, games))
    return played


def _play(walk: Walk, seed: int, first: int, last: int, games: int, workers: int) -> Played:
    if not workers:
        return play_blocks(walk, seed, first, last, games)
    from boxctl.odds.sampling_fast import play_blocks_fast

    return play_blocks_fast(walk, seed, first, last, games, workers)
