"""Matches of one round between several players, played by the million without a referee.

A round depends on little: the lowest score so far and who has made it. Matches in which these are
the same form a group, and a turn of all of them is played at once.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.sampling import AliasTables, alias_tables
from boxctl.odds.turn_chain import TurnChain, chain_of_turn
from boxctl.referee.scoresheet import Ending, Scoresheet, new_sheet
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import Progress, SimulationPlan, no_progress
from boxctl.simulation.single_turns import MOST_TILES_OF_CHAIN, sample_turns, threads_for
from boxctl.simulation.statistics import Statistics

WORTH_GROUPING = 20_000
"""Fewer matches are played in batches: every score to beat costs a solved table."""


def is_one_round(rules: RuleSet, players: int, matches: int) -> bool:
    """Return whether matches are single rounds that can be grouped, and enough to be worth it."""
    single = rules.match == "single" and rules.stops == "turn" and rules.first_player == "seat"
    ranked = rules.opening_tile is None or rules.opening_lost == "turn"
    small = rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN
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
            after, _round_over, match_over = sheet.after_turn(made, ending)
            if match_over is None:
                self._add(after, times)
            else:
                self.statistics.add_matches(self._plan.players, match_over, times)

    def _add(self, sheet: Scoresheet, matches: int) -> None:
        same = _distinct(sheet)
        key = same.due, same.rolling_off, tuple(same.round_scores.items())
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
    return replace(sheet, scores={}, totals={}, round_scores=made)
