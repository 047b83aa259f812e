"""Matches played through the referee, on as many processes as are wanted.

They are played in blocks. The random numbers of a block come from the seed and the number of the
block alone, so the same seed gives the same matches with any number of workers.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from dataclasses import replace as with_changes
from functools import lru_cache
from itertools import repeat
from multiprocessing import get_context
from random import Random

from boxctl.match_statistics import Statistics
from boxctl.named_players import NamedPlayer, seats
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.simulated_players import BySeat, Player, play_match

BLOCK = 64
"""Matches in a block; the last one may have fewer."""

WORTH_A_PROCESS = 8
"""So many blocks for each process, or it is not worth starting it."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays what."""

    rules: RuleSet
    players: tuple[str, ...]
    chosen: tuple[NamedPlayer, ...]
    seed: int
    matches: int


def refereed(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches, ruling by ruling, as a box would have them.

    ``progress`` is told how many are played. Raises :class:`boxctl.rules.faults.RuleFault`: BX208
    for a match that does not end, BX701 and BX702 for a player who cannot play by the rules.
    """
    # Nobody bumps a tile in a simulation, and nothing has to settle.
    quiet = with_changes(rules, bump_ms=0, settle_ms=0)
    table = _Table(quiet, tuple(players), seats(chosen, players), seed, matches)
    statistics = Statistics(wins=Counter(dict.fromkeys(players, 0)))
    for played in _blocks(table, workers):
        statistics.merge(played)
        progress(statistics.matches)
    return statistics


def _blocks(table: _Table, workers: int) -> Iterator[Statistics]:
    blocks = range(-(-table.matches // BLOCK))
    processes = min(workers, len(blocks) // WORTH_A_PROCESS)
    if processes <= 1:
        yield from (_play_block(table, block) for block in blocks)
        return
    # Whatever is to be said about the players is said here, once.
    _chooser(table.chosen, table.rules)
    silent = with_changes(
        table, chosen=tuple(NamedPlayer(one.name, one.errors) for one in table.chosen)
    )
    # Nothing that this process holds open is handed on to one that starts anew.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_first)
    try:
        yield from pool.map(_play_block, repeat(silent), blocks)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_block(table: _Table, block: int) -> Statistics:
    chooses, chooser = _chooser(table.chosen, table.rules)
    chooses.seed(f"{table.seed} {block} chooses")
    dice = Random(f"{table.seed} {block} throws")
    statistics = Statistics()
    for _match in range(min(BLOCK, table.matches - block * BLOCK)):
        for _event, rulings in play_match(Referee(table.rules, table.players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
    return statistics


@lru_cache(maxsize=1)
def _chooser(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> tuple[Random, Player]:
    """Who plays, solved once in each process, and the random numbers that are chosen with."""
    chooses = Random()
    known = {one: one.player(rules, chooses) for one in dict.fromkeys(chosen)}
    return chooses, BySeat([known[one] for one in chosen])
