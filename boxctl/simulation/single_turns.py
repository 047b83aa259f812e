"""Matches of one turn or of one round, played by the million without a referee.

A round depends on little: the lowest score so far and who has made it. Matches in which these are
the same form a group, and a turn of all of them is played at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from random import Random

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.sampling import (
    BLOCK,
    AliasTables,
    Policy,
    SampledTurns,
    TurnChain,
    alias_tables,
    chain_of_turn,
    play_blocks,
)
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.referee.scoresheet import Ending, Scoresheet, new_sheet
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.simulation.plan import Progress, SimulationPlan, no_progress
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.statistics import Statistics
from boxctl.simulation.turns.turn_policies import play_blocks_of_the_300

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
        sample = partial(_sample_the_300, policy, plan.seed, games, threads)
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
        from boxctl.simulation.turns.compiled_turns import play_blocks_numba

        return play_blocks_numba(tables, seed, first, last, games, threads)

    return _in_blocks(games, COMPILED_BLOCKS if threads else 1, play, progress)


def _sample_the_300(
    policy: Policy, seed: int, games: int, threads: int, progress: TurnProgress
) -> SampledTurns:
    def play(first: int, last: int) -> SampledTurns:
        if not threads:
            return play_blocks_of_the_300(policy, seed, first, last, games)
        from boxctl.simulation.turns.compiled_turns import play_blocks_of_the_300_numba

        return play_blocks_of_the_300_numba(policy, seed, first, last, games, threads)

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


WORTH_GROUPING = 20_000
"""Fewer matches are played in batches: every score to beat costs a solved table."""


def is_one_round(rules: RuleSet, players: int, matches: int) -> bool:
    """Return whether matches are single rounds that can be grouped, and enough to be worth it."""
    single = rules.match == "single" and rules.stops == "turn" and rules.first_player == "seat"
    ranked = rules.opening_tile is None or rules.opening_lost == "turn"
    small = rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN and not rules.handicaps
    return single and ranked and small and players > 1 and matches >= WORTH_GROUPING


def play_rounds(plan: SimulationPlan, workers: int, progress: Progress = no_progress) -> Statistics:
    """Play matches for which :func:`is_one_round` holds, on so many threads.

    Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) for a turn that cannot be solved.
    """
    groups = _Groups(plan, threads_for(plan.matches, workers))
    while groups:
        groups.play_on()
        progress(deepcopy(groups.statistics))
    return groups.statistics


class _Groups:
    """The matches that are not over, grouped by the scores that still matter."""

    def __init__(self, plan: SimulationPlan, threads: int) -> None:
        self.statistics = Statistics.of(plan.players)
        self._plan, self._threads = plan, threads
        self._seeds = Random(plan.seed)
        self._policies = [one.policy_at(plan.rules) for one in plan.chosen]
        self._turns: dict[tuple[NamedPlayer, MatchTable | None], tuple[TurnChain, AliasTables]] = {}
        self._groups: dict[object, tuple[Scoresheet, int]] = {}
        self._add(new_sheet(plan.rules, len(plan.players)), plan.matches)

    def __bool__(self) -> bool:
        return bool(self._groups)

    def play_on(self) -> None:
        """Play one turn in each match of the oldest group."""
        sheet, matches = self._groups.pop(next(iter(self._groups)))
        chain, tables = self._turn(sheet.seat, table_of(sheet))
        played = sample_turns(tables, self._seeds.getrandbits(64), matches, self._threads)
        self.statistics.throws += played.throws
        for number, times in sorted(played.ends.items()):
            left = chain.left(number)
            made = score(self._plan.rules.scoring, left)
            self.statistics.add_turns(made, shut=left == NO_TILES, times=times)
            ending = Ending.PLAYED if left else Ending.SHUT
            after, _round_over, match_over = sheet.after_turn(made, ending, left)
            if match_over is None:
                self._add(after, times)
            else:
                self.statistics.add_matches(self._plan.players, match_over, times)

    def _add(self, sheet: Scoresheet, matches: int) -> None:
        same = _distinct(sheet)
        key = same.due, same.rolling_off, tuple(same.ranks.items())
        self._groups[key] = same, matches + self._groups.get(key, (same, 0))[1]

    def _turn(self, seat: int, table: MatchTable) -> tuple[TurnChain, AliasTables]:
        player, rules = self._plan.chosen[seat], self._plan.rules
        key = player, table if player.minds_the_table(rules) else None
        if key not in self._turns:
            chain = chain_of_turn(rules, self._policies[seat](table))
            self._turns[key] = chain, alias_tables(chain)
        return self._turns[key]


def _distinct(sheet: Scoresheet) -> Scoresheet:
    """Drop what no longer matters: a score above the lowest has lost, however high it is."""
    lowest = min(sheet.round_scores.values(), default=0)
    made = {seat: min(made, lowest + 1) for seat, made in sheet.round_scores.items()}
    left = {seat: sheet.left[seat] if one == lowest else NO_TILES for seat, one in made.items()}
    return replace(sheet, scores={}, totals={}, round_scores=made, left=left)
