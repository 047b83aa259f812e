"""Matches of one round between several players, played by the million without a referee.

What happens in a round hangs on few things: the lowest score so far and who has made it. Matches
in which these are the same are played on together, as many turns at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.sampling import AliasTables, alias_tables
from boxctl.odds.turn_chain import TurnChain, chain_of_turn
from boxctl.referee.scoresheet import MatchOver, Scoresheet, new_sheet
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.single_turns import MOST_TILES_OF_CHAIN, Progress, fast_workers, play_walk

WORTH_GROUPING = 20_000
"""Fewer matches go through the referee: there is a table to be solved for every score to beat."""


@dataclass(slots=True)
class Rounds:
    """What came of the matches; money is in minor units, by seat."""

    turns: int = 0
    throws: int = 0
    boxes_shut: int = 0
    scores: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    paid: Counter[int] = field(default_factory=Counter)


def is_one_round(rules: RuleSet, players: int, matches: int) -> bool:
    """Whether matches are single rounds that can be played together, and are worth it."""
    single = rules.match == "single" and rules.stops == "turn" and rules.first_player == "seat"
    small = rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN
    return single and small and players > 1 and matches >= WORTH_GROUPING


def play_rounds(
    rules: RuleSet,
    chosen: Sequence[NamedPlayer],
    matches: int,
    seed: int,
    workers: int,
    progress: Progress,
) -> Rounds:
    """Play so many matches, ``chosen`` being who sits at each seat.

    The same for the same seed, with any number of workers. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) for a turn that cannot be solved.
    """
    playing = _Playing(rules, chosen, seed, fast_workers(matches, workers))
    playing.add(new_sheet(rules, len(chosen)), matches)
    while playing.groups:
        playing.play_on()
        progress(playing.over)
    return playing.rounds


class _Playing:
    def __init__(
        self, rules: RuleSet, chosen: Sequence[NamedPlayer], seed: int, workers: int
    ) -> None:
        self.rounds = Rounds()
        self.groups: dict[object, tuple[Scoresheet, int]] = {}
        self.over = 0
        self._rules, self._chosen, self._workers = rules, chosen, workers
        self._seeds = Random(seed)
        self._policies = [one.policy_at(rules) for one in chosen]
        self._turns: dict[tuple[NamedPlayer, MatchTable | None], tuple[TurnChain, AliasTables]] = {}

    def add(self, sheet: Scoresheet, matches: int) -> None:
        """So many matches stand like this."""
        same = _told_apart(sheet)
        key = _key(same)
        self.groups[key] = same, matches + self.groups.get(key, (same, 0))[1]

    def play_on(self) -> None:
        """One turn in each match of the group that has been there longest."""
        sheet, matches = self.groups.pop(next(iter(self.groups)))
        chain, walk = self._turn(sheet.seat, table_of(sheet))
        played = play_walk(walk, self._seeds.getrandbits(64), matches, self._workers)
        self.rounds.turns += matches
        self.rounds.throws += played.throws
        for number, times in sorted(played.ends.items()):
            left = chain.box.positions[number]
            made = score(self._rules.scoring, left)
            self.rounds.scores[made] += times
            if left == NO_TILES:
                self.rounds.boxes_shut += times
            after, _round_over, match_over = sheet.after_turn(made, "played" if left else "shut")
            if match_over is None:
                self.add(after, times)
            else:
                self._end(match_over, times)

    def _end(self, match: MatchOver, times: int) -> None:
        self.over += times
        self.rounds.wins.update(dict.fromkeys(match.winners, times))
        self.rounds.paid.update({seat: sum_ * times for seat, sum_ in enumerate(match.payout)})

    def _turn(self, seat: int, table: MatchTable) -> tuple[TurnChain, AliasTables]:
        player = self._chosen[seat]
        key = player, table if player.minds_the_table(self._rules) else None
        if key not in self._turns:
            chain = chain_of_turn(self._rules, self._policies[seat](table))
            self._turns[key] = chain, alias_tables(chain)
        return self._turns[key]


def _told_apart(sheet: Scoresheet) -> Scoresheet:
    """The sheet without what no longer matters: who has more than the lowest score has lost."""
    lowest = min(sheet.round_scores.values(), default=0)
    made = {seat: min(made, lowest + 1) for seat, made in sheet.round_scores.items()}
    return replace(sheet, scores={}, totals={}, round_scores=made)


def _key(sheet: Scoresheet) -> object:
    return sheet.due, sheet.rolling_off, tuple(sheet.round_scores.items())
