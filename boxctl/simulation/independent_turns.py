"""Matches whose turns do not depend on the others' scores: Markov chains without a referee.

The referee's score sheet still decides who has won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from boxctl.odds.sampling import (
    HALF_BITS,
    AliasTables,
    alias_tables,
    first_state,
    play_turn,
    words_of,
)
from boxctl.odds.turn_chain import chain_of_turn
from boxctl.referee.first_throws import FirstThrows
from boxctl.referee.scoresheet import Ending, MatchResult, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.simulation.blocks import BlockRunner, play_in_blocks
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import Progress, SimulationPlan
from boxctl.simulation.single_turns import MOST_TILES_OF_CHAIN
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

BLOCK = 1024
"""Matches in a block."""

LONGEST_MATCH = 20_000
"""Turns after which a match is taken to be endless."""


@frozen_dataclass
class _Turn:
    """A turn as alias tables, and the tiles that each end of it leaves."""

    tables: AliasTables
    positions: Sequence[TileSet]


def turns_are_independent(rules: RuleSet, chosen: Sequence[NamedPlayer]) -> bool:
    """Return whether each player plays every turn alike, from the same box, small enough.

    No turn may end anything but itself.
    """
    if rules.match in ("duel", "relay") or rules.stops == "match":
        return False
    if any(player.minds_the_table(rules) for player in chosen):
        return False
    return rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN


def play_independent_turns(
    plan: SimulationPlan, workers: int = 1, progress: Progress = lambda done: None
) -> Statistics:
    """Play matches for which :func:`turns_are_independent` holds, on so many processes.

    Raises :class:`RuleFault`: BX208 for a match that does not end, BX701 and BX702 for a player
    who cannot play by the rules.
    """
    return play_in_blocks(BlockRunner(BLOCK, _turns_of, _play_block), plan, workers, progress)


def _play_block(plan: SimulationPlan, block: int, matches: int) -> Statistics:
    turns, words = _turns_of(plan), words_of(first_state(plan.seed, block))
    statistics = Statistics()
    for _match in range(matches):
        statistics.add_matches(plan.players, _play_match(plan, turns, words, statistics))
    return statistics


def _play_match(
    plan: SimulationPlan, turns: Sequence[_Turn], words: Iterator[int], statistics: Statistics
) -> MatchResult:
    sheet = new_sheet(plan.rules, len(plan.players), _starter(plan, words))
    for _turn in range(LONGEST_MATCH):
        turn = turns[sheet.seat]
        end, throws = play_turn(turn.tables, words)
        left = turn.positions[end]
        made = score(plan.rules.scoring, left)
        statistics.throws += throws
        statistics.add_turns(made, shut=left == NO_TILES)
        sheet, _round, over = sheet.after_turn(made, Ending.PLAYED if left else Ending.SHUT)
        if over is not None:
            return over
    raise RuleFault("BX208", "a match by these rules does not end", "change one of them")


def _starter(plan: SimulationPlan, words: Iterator[int]) -> int:
    if plan.rules.first_player == "seat":
        return 0
    throws = FirstThrows(tuple(range(len(plan.players))))
    while throws.starter is None:
        throws = throws.throw(1 + ((next(words) >> HALF_BITS) * plan.rules.dice.sides >> HALF_BITS))
    return throws.starter


def _turns_of(plan: SimulationPlan) -> Sequence[_Turn]:
    return _solved_turns(plan.chosen, plan.rules)


@lru_cache(maxsize=1)
def _solved_turns(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> Sequence[_Turn]:
    """Return the turns by seat, solved once in each process."""
    known = {one: _solved_turn(one, rules) for one in dict.fromkeys(chosen)}
    return [known[one] for one in chosen]


def _solved_turn(player: NamedPlayer, rules: RuleSet) -> _Turn:
    chain = chain_of_turn(rules, player.policy(rules))
    return _Turn(alias_tables(chain), chain.box.positions)
