"""Matches whose turns are alike, whatever the others have scored: chains without a referee.

Who has won is still for the referee's scoresheet to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from boxctl.referee.scoresheet import MatchOver, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.simulation.blocks import BlockRunner, Progress, SimulationPlan, play_in_blocks
from boxctl.simulation.named_players import NamedPlayer, seats
from boxctl.simulation.single_turns import MOST_TILES_OF_CHAIN
from boxctl.simulation.statistics import Statistics

BLOCK = 1024

LONGEST_MATCH = 20_000
"""A match that is not over after so many turns will hardly ever be."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn as a walk, and the tiles that each end of it leaves."""

    walk: AliasTables
    positions: Sequence[TileSet]


def turns_are_alike(rules: RuleSet, chosen: Sequence[NamedPlayer]) -> bool:
    """Whether every turn begins with the same box, small enough, and is played the same way.

    Nor may it end anything but itself.
    """
    if rules.match in ("duel", "relay") or rules.stops == "match":
        return False
    if any(player.minds_the_table(rules) for player in chosen):
        return False
    return rules.in_play.bit_count() <= MOST_TILES_OF_CHAIN


def play_by_turns(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches of turns for which :func:`turns_are_alike` holds.

    Raises :class:`RuleFault`: BX208 for a match that does not end, BX701 and BX702 for a player
    who cannot play by the rules.
    """
    plan = SimulationPlan(rules, tuple(players), seats(chosen, players), seed, matches)
    return play_in_blocks(BlockRunner(BLOCK, _turns_at, _play_block), plan, workers, progress)


def _play_block(plan: SimulationPlan, block: int, matches: int) -> Statistics:
    turns, words = _turns_at(plan), words_of(first_state(plan.seed, block))
    statistics = Statistics()
    for _match in range(matches):
        over = _play_match(plan, turns, words, statistics)
        statistics.matches += 1
        statistics.wins.update(plan.players[seat] for seat in over.winners)
        statistics.paid.update(dict(zip(plan.players, over.payout, strict=True)))
    return statistics


def _play_match(
    plan: SimulationPlan, turns: Sequence[_Turn], words: Iterator[int], statistics: Statistics
) -> MatchOver:
    sheet = new_sheet(plan.rules, len(plan.players), _starter(plan, words))
    for _turn in range(LONGEST_MATCH):
        turn = turns[sheet.seat]
        end, throws = play_turn(turn.walk, words)
        left = turn.positions[end]
        made = score(plan.rules.scoring, left)
        statistics.turns += 1
        statistics.throws += throws
        statistics.scores[made] += 1
        statistics.boxes_shut += left == NO_TILES
        sheet, _round, over = sheet.after_turn(made, "played" if left else "shut")
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


def _turns_at(plan: SimulationPlan) -> Sequence[_Turn]:
    return _turns(plan.chosen, plan.rules)


@lru_cache(maxsize=1)
def _turns(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> Sequence[_Turn]:
    """By seat, solved once in each process."""
    known = {one: _turn(one, rules) for one in dict.fromkeys(chosen)}
    return [known[one] for one in chosen]


def _turn(player: NamedPlayer, rules: RuleSet) -> _Turn:
    chain = chain_of_turn(rules, player.policy(rules))
    return _Turn(alias_tables(chain), chain.box.positions)
