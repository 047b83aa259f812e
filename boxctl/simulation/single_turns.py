"""Matches of one turn, played by the million without a referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec

from boxctl.odds.sampling import BLOCK, AliasTables, SampledTurns, alias_tables, play_blocks
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.sampling import (
    MovePreferences,
    play_blocks_of_the_300,
    preferences_of,
)
from boxctl.odds.turn_chain import chain_of_turn
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.simulation.plan import Progress, SimulationPlan
from boxctl.simulation.statistics import Statistics

MOST_TILES_OF_CHAIN = 14
"""With more tiles in play the chain of a turn is too long."""

WORTH_COMPILING = 200_000
"""Fewer games are played in plain Python, before numba is even imported."""

WORTH_COMPILING_OF_THE_300 = 20_000
"""The same for The 300, whose games take longer."""

FIRST_REPORT = 16
"""The first figure comes after this fraction of the blocks of a later one."""

COMPILED_BLOCKS, COMPILED_BLOCKS_OF_THE_300 = 1024, 32
"""Blocks that compiled code plays between two reports of progress."""

TurnProgress = Callable[[SampledTurns], None]
"""Called from time to time with all turns played so far."""


def is_one_turn(rules: RuleSet, players: Sequence[str]) -> bool:
    """Return whether a match is one turn of one player, which needs no referee."""
    alone = len(players) == 1 and rules.match in ("single", "solo")
    small = rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN
    wins = rules.opening_tile is None or rules.opening_lost == "turn"
    return alone and wins and (small or is_turn_of_the_300(rules))


def play_turns(plan: SimulationPlan, workers: int, progress: Progress) -> Statistics:
    """Play matches for which :func:`is_one_turn` holds, on so many threads.

    Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) for a turn that cannot be solved.
    """
    rules, games = plan.rules, plan.matches
    policy = plan.chosen[0].policy(rules)
    sample: Callable[[TurnProgress], SampledTurns]
    left_by: Callable[[int], TileSet]
    if is_turn_of_the_300(rules):
        threads = threads_for(games, workers, WORTH_COMPILING_OF_THE_300)
        sample = partial(_sample_the_300, preferences_of(policy), plan.seed, games, threads)
        left_by = int
    else:
        chain = chain_of_turn(rules, policy)
        threads = threads_for(games, workers)
        sample = partial(sample_turns, alias_tables(chain), plan.seed, games, threads)
        left_by = chain.left
    played = sample(lambda so_far: progress(_counted(plan, so_far, left_by)))
    return _counted(plan, played, left_by)


def _counted(
    plan: SimulationPlan, played: SampledTurns, left_by: Callable[[int], TileSet]
) -> Statistics:
    """Count turns as matches; ``left_by`` returns the tiles that an end has left."""
    statistics = Statistics.of(plan.players)
    statistics.throws = played.throws
    for end, times in sorted(played.ends.items()):
        left = left_by(end)
        made = score(plan.rules.scoring, left)
        statistics.add_turns(made, shut=left == NO_TILES, times=times)
    statistics.add_won_alone(plan.players[0], statistics.turns)
    return statistics


def threads_for(games: int, workers: int, worth_compiling: int = WORTH_COMPILING) -> int:
    """Return ``workers`` if numba is installed and worth importing, else 0 for plain Python."""
    return workers if games >= worth_compiling and find_spec("numba") is not None else 0


def sample_turns(
    tables: AliasTables,
    seed: int,
    games: int,
    threads: int,
    progress: TurnProgress = lambda played: None,
) -> SampledTurns:
    """Play ``games`` turns of a chain: compiled on ``threads`` threads, with 0 in plain Python."""

    def play(first: int, last: int) -> SampledTurns:
        if not threads:
            return play_blocks(tables, seed, first, last, games)
        from boxctl.odds.sampling_numba import play_blocks_numba

        return play_blocks_numba(tables, seed, first, last, games, threads)

    return _in_blocks(games, COMPILED_BLOCKS if threads else 1, play, progress)


def _sample_the_300(
    preferences: MovePreferences, seed: int, games: int, threads: int, progress: TurnProgress
) -> SampledTurns:
    def play(first: int, last: int) -> SampledTurns:
        if not threads:
            return play_blocks_of_the_300(preferences, seed, first, last, games)
        from boxctl.odds.the_300.sampling_numba import play_blocks_of_the_300_numba

        return play_blocks_of_the_300_numba(preferences, seed, first, last, games, threads)

    return _in_blocks(games, COMPILED_BLOCKS_OF_THE_300 if threads else 1, play, progress)


def _in_blocks(
    games: int, at_a_time: int, play: Callable[[int, int], SampledTurns], progress: TurnProgress
) -> SampledTurns:
    """Play all games, a few blocks at first: Ctrl-C loses what is not reported to ``progress``."""
    blocks = -(-games // BLOCK)
    played = SampledTurns()
    first, size = 0, max(1, at_a_time // FIRST_REPORT)
    while first < blocks:
        last = min(first + size, blocks)
        played += play(first, last)
        progress(played)
        first, size = last, min(2 * size, at_a_time)
    return played
