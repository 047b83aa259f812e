"""Matches played in batches without a referee: turns in bulk, with the referee's own score sheet.

No turn needs a referee here, as no simulated player errs with a lever. The referee's score sheet
decides what a score means to the match (R7, R8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.util import find_spec

from boxctl.odds.match.match_table import table_of
from boxctl.odds.sampling import HALF_BITS
from boxctl.referee.players import FirstThrows
from boxctl.referee.scoresheet import Ending, MatchResult, Scoresheet, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.plan import (
    Block,
    BlockRunner,
    Progress,
    SimulationPlan,
    no_progress,
    play_in_blocks,
)
from boxctl.simulation.players import LONGEST_MATCH, NamedPlayer, endless_match, is_stuck
from boxctl.simulation.statistics import Statistics
from boxctl.simulation.turns.turn_policies import (
    MatchBatch,
    PlayedTurn,
    SeatedPolicies,
    can_be_listed,
)

WrittenTurn = tuple[int, int, Ending, int]
"""A sheet, by its identity, and a turn: score, end, and the position that it leaves."""

FIRST_BLOCK = 4
"""Matches in the first block, which is to end soon."""

BLOCK, BLOCK_OF_TABLES = 4096, 1024
"""Matches in the largest block; fewer if players mind the table, which takes longer."""


def can_play(plan: SimulationPlan) -> bool:
    """Return whether the matches of this plan can be played without a referee."""
    # Whether to play a double or throw it again (R5.7) is no choice between moves.
    if not can_be_listed(plan.rules) or plan.rules.may_throw_doubles_again:
        return False
    try:
        _seated(plan)
    except RuleFault as fault:
        if fault.code != "BX702" or any(one.is_solved for one in plan.chosen):
            raise
        return False
    return True


def play_bulk(
    plan: SimulationPlan, workers: int = 1, progress: Progress = no_progress
) -> Statistics:
    """Play matches for which :func:`can_play` holds, on so many processes.

    Raises :class:`RuleFault`: BX208 for a match that does not end, BX701 and BX702 for a player
    who cannot play by the rules.
    """
    minded = None in _seated(plan).always
    runner = BlockRunner(FIRST_BLOCK, BLOCK_OF_TABLES if minded else BLOCK, _seated, _play_block)
    return play_in_blocks(runner, plan, workers, progress)


def _seated(plan: SimulationPlan) -> SeatedPolicies:
    return _solved(plan.rules, plan.chosen)


@lru_cache(maxsize=1)
def _solved(rules: RuleSet, chosen: tuple[NamedPlayer, ...]) -> SeatedPolicies:
    """Return the players, solved once in each process."""
    return SeatedPolicies(rules, chosen)


def _play_block(plan: SimulationPlan, block: Block, progress: Progress = no_progress) -> Statistics:
    policies = _seated(plan)
    batch = _batch(policies, plan.seed, block)
    starters = [_starter(plan, batch, match) for match in range(block.matches)]
    matches = (_AtOneBox if plan.rules.box_stays else _WithSheets)(plan, policies, batch, starters)
    for _turn in range(LONGEST_MATCH):
        if not matches.play_on():
            return matches.statistics
        progress(matches.statistics)
    raise endless_match()


def _batch(policies: SeatedPolicies, seed: int, block: Block) -> MatchBatch:
    """Return the matches of a block, played in the quickest way that is installed."""
    if find_spec("numpy") is None:
        return MatchBatch(policies, seed, block.first, block.matches)
    from boxctl.simulation.turns.lockstep_turns import LockstepBatch

    return LockstepBatch(policies, seed, block.first, block.matches)


def _starter(plan: SimulationPlan, batch: MatchBatch, match: int) -> int:
    """Return the seat that starts (R7.9)."""
    if plan.rules.first_player != "highest":
        return 0
    throws = FirstThrows(tuple(range(len(plan.players))))
    while throws.starter is None:
        sides = plan.rules.dice.sides
        throws = throws.throw(1 + ((batch.word(match) >> HALF_BITS) * sides >> HALF_BITS))
    return throws.starter


class _WithSheets:
    """Matches in which every turn begins with the whole box.

    Matches with the same scores so far share a sheet: what a score does to it is worked out once.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        policies: SeatedPolicies,
        batch: MatchBatch,
        starters: Sequence[int],
    ) -> None:
        self.statistics = Statistics()
        self._plan, self._policies, self._batch = plan, policies, batch
        begun = cache(lambda starter: new_sheet(plan.rules, len(plan.players), starter))
        self._sheets: dict[int, Scoresheet] = {
            match: begun(starter) for match, starter in enumerate(starters)
        }

    def play_on(self) -> bool:
        """Play a turn in every match that is not over; return whether there was one."""
        by_seat: dict[int, list[int]] = {}
        for match, sheet in self._sheets.items():
            by_seat.setdefault(sheet.seat, []).append(match)
        for seat, matches in by_seat.items():
            self._write(matches, self._turns(seat, matches))
        return bool(by_seat)

    def _turns(self, seat: int, matches: Sequence[int]) -> list[PlayedTurn]:
        policy = self._policies.always[seat]
        if policy is not None:
            return self._batch.play(policy, matches, [self._policies.table.start] * len(matches))
        sheets = {id(self._sheets[match]): self._sheets[match] for match in matches}
        tables = {shared: table_of(sheet) for shared, sheet in sheets.items()}
        places = {table: place for place, table in enumerate(dict.fromkeys(tables.values()))}
        place_of = {shared: places[table] for shared, table in tables.items()}
        played = [place_of[id(self._sheets[match])] for match in matches]
        prizes = self._policies.prizes(list(places))
        return self._batch.play_for(prizes, self._policies.errors[seat], matches, played)

    def _write(self, matches: Sequence[int], ends: Sequence[PlayedTurn]) -> None:
        score = self._policies.table.score
        made = [score(end.left) for end in ends]
        add_turns(self.statistics, made, ends)
        # Sheets are told apart by identity: all of them live until the turns are written.
        before = [self._sheets[match] for match in matches]
        written: dict[WrittenTurn, tuple[Scoresheet, MatchResult | None]] = {}
        over: Counter[WrittenTurn] = Counter()
        for match, sheet, score_made, end in zip(matches, before, made, ends, strict=True):
            turn = id(sheet), score_made, self._ending(end), self._told_apart(end)
            if turn not in written:
                left = self._policies.table.tiles(end.left)
                after, _round, result = sheet.after_turn(score_made, turn[2], left)
                written[turn] = after, result
            after, result = written[turn]
            if result is None:
                self._sheets[match] = after
            else:
                del self._sheets[match]
                over[turn] += 1
        for turn, times in over.items():
            _after, result = written[turn]
            assert result is not None
            self.statistics.add_matches(self._plan.players, result, times)

    def _told_apart(self, end: PlayedTurn) -> int:
        """Return the tiles left if they decide a tie, else 0: then turns of one score are alike."""
        return end.left if self._plan.rules.ties == "fewest_tiles" else 0

    def _ending(self, end: PlayedTurn) -> Ending:
        table = self._policies.table
        if end.shut:
            return Ending.SHUT
        if end.stopped:
            return Ending.STOPPED
        lost = table.opening and end.left == table.start
        return Ending.OPENING_LOST if lost else Ending.PLAYED


class _AtOneBox:
    """Matches of two in which each turn takes the box as the last one left it (R7.4, R7.5)."""

    def __init__(
        self,
        plan: SimulationPlan,
        policies: SeatedPolicies,
        batch: MatchBatch,
        starters: Sequence[int],
    ) -> None:
        self.statistics = Statistics()
        self._plan, self._policies, self._batch = plan, policies, batch
        self._starters = starters
        self._seats = list(starters)
        self._left = dict.fromkeys(range(len(starters)), policies.table.start)
        self._opens = plan.rules.match == "duel"
        self._result = cache(self._won)

    def play_on(self) -> bool:
        """Play a turn in every match that is not over; return whether there was one."""
        by_seat: dict[tuple[int, bool], list[int]] = {}
        for match in self._left:
            seat = self._seats[match]
            by_seat.setdefault((seat, seat != self._starters[match]), []).append(match)
        for (seat, second), matches in by_seat.items():
            policy = (self._policies.opens if second else self._policies.always)[seat]
            assert policy is not None
            starts = [self._left[match] for match in matches]
            self._write(seat, matches, self._batch.play(policy, matches, starts))
        return bool(by_seat)

    def _write(self, seat: int, matches: Sequence[int], ends: Sequence[PlayedTurn]) -> None:
        score, full = self._policies.table.score, self._policies.table.start
        add_turns(self.statistics, [score(end.left) for end in ends], ends)
        for match, end in zip(matches, ends, strict=True):
            if end.shut:
                del self._left[match]
                result = self._result(self._starters[match], seat)
                self.statistics.add_matches(self._plan.players, result)
            else:
                if is_stuck(self._plan.rules, self._policies.table.tiles(end.left)):
                    raise endless_match()
                self._left[match] = full & ~end.left if self._opens else end.left
                self._seats[match] = 1 - seat

    def _won(self, starter: int, seat: int) -> MatchResult:
        """Return the result of a match that this seat has ended, from the referee's score sheet."""
        sheet = new_sheet(self._plan.rules, 2, starter)
        if sheet.seat != seat:
            sheet, _round, _over = sheet.after_turn(0, Ending.PLAYED, NO_TILES)
        _sheet, _round, over = sheet.after_turn(0, Ending.SHUT, NO_TILES)
        assert over is not None
        return over


def add_turns(statistics: Statistics, made: Sequence[int], ends: Sequence[PlayedTurn]) -> None:
    """Count these turns, with their throws."""
    statistics.turns += len(ends)
    statistics.scores.update(made)
    statistics.throws += sum(end.throws for end in ends)
    statistics.boxes_shut += sum(end.shut for end in ends)
