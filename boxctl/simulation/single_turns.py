"""Matches of one turn, played by the million without a referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from boxctl.odds.sampling import BLOCK, AliasTables, SampledTurns, alias_tables, play_blocks
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.sampling import MovePreferences, play_blocks_of_the_300, preferences_of
from boxctl.odds.turn_chain import chain_of_turn
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.simulation.named_players import NamedPlayer

Progress = Callable[[int], None]

MOST_TILES_OF_CHAIN = 14
"""More tiles in play have too long a chain."""

WORTH_COMPILING = 200_000
"""Fewer games are played in plain Python before numba is even imported."""

WORTH_COMPILING_OF_THE_300 = 20_000
"""A game of The 300 takes longer."""


@dataclass(frozen=True, slots=True)
class Turns:
    """How often each set of tiles was left, and how many throws it all took."""

    ends: dict[TileSet, int]
    throws: int


def is_one_turn(rules: RuleSet, players: Sequence[str]) -> bool:
    """Whether a match is one turn of one player, which can be played without a referee."""
    alone = len(players) == 1 and rules.match in ("single", "solo")
    return alone and (rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN or is_turn_of_the_300(rules))


def play_turns(
    rules: RuleSet, chosen: NamedPlayer, games: int, seed: int, workers: int, progress: Progress
) -> Turns:
    """Play so many turns: the same for the same seed, with any number of workers.

    Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) for a turn that cannot be solved.
    """
    policy = chosen.policy(rules)
    if is_turn_of_the_300(rules):
        many = fast_workers(games, workers, WORTH_COMPILING_OF_THE_300)
        played = _play_the_300(preferences_of(policy), seed, games, many, progress)
        return Turns(dict(sorted(played.ends.items())), played.throws)
    chain = chain_of_turn(rules, policy)
    played = play_walk(alias_tables(chain), seed, games, fast_workers(games, workers), progress)
    ends = {chain.box.positions[number]: times for number, times in sorted(played.ends.items())}
    return Turns(ends, played.throws)


def fast_workers(games: int, workers: int, worth_compiling: int = WORTH_COMPILING) -> int:
    """As many, where so many games are worth numba and it is there; else 0, for plain Python."""
    return workers if games >= worth_compiling and find_spec("numba") is not None else 0


def play_walk(
    walk: AliasTables, seed: int, games: int, workers: int, progress: Progress = lambda done: None
) -> SampledTurns:
    """AliasTables so many times, with numba on so many workers, or with none in plain Python."""

    def play(first: int, last: int) -> SampledTurns:
        if not workers:
            return play_blocks(walk, seed, first, last, games)
        from boxctl.odds.sampling_numba import play_blocks_numba

        return play_blocks_numba(walk, seed, first, last, games, workers)

    return _in_blocks(games, 1024 if workers else 1, play, progress)


def _play_the_300(
    preferences: MovePreferences, seed: int, games: int, workers: int, progress: Progress
) -> SampledTurns:
    def play(first: int, last: int) -> SampledTurns:
        if not workers:
            return play_blocks_of_the_300(preferences, seed, first, last, games)
        from boxctl.odds.the_300.sampling_numba import play_blocks_of_the_300_numba

        return play_blocks_of_the_300_numba(preferences, seed, first, last, games, workers)

    return _in_blocks(games, 64 if workers else 1, play, progress)


def _in_blocks(
    games: int, at_a_time: int, play: Callable[[int, int], SampledTurns], progress: Progress
) -> SampledTurns:
    blocks = -(-games // BLOCK)
    played = SampledTurns()
    for first in range(0, blocks, at_a_time):
        last = min(first + at_a_time, blocks)
        played += play(first, last)
        progress(min(last * BLOCK, games))
    return played
