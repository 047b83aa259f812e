"""Simulate matches, each kind in the quickest way, with a first look while best play is solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from boxctl.referee.payloads import TurnOver
from boxctl.referee.players import check_names
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.bulk_matches import can_play, play_bulk
from boxctl.simulation.plan import (
    Block,
    BlockRunner,
    Progress,
    SimulationPlan,
    no_progress,
    plan_matches,
    play_in_blocks,
)
from boxctl.simulation.players import (
    NamedPlayer,
    Player,
    SeatedPlayers,
    endless_match,
    is_stuck,
    play_match,
    refuse_endless,
)
from boxctl.simulation.single_turns import is_one_round, is_one_turn, play_rounds, play_turns
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

FIRST_BLOCK, BLOCK = 1, 64
"""Matches in the first block, and in the largest one."""


def play_refereed(
    plan: SimulationPlan, workers: int = 1, progress: Progress = no_progress
) -> Statistics:
    """Play matches by any rules, on so many processes.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX208 for a match that does not end, BX701 and
    BX702 for a player who cannot play by the rules.
    """
    # Nobody bumps a tile or the box in a simulation, and nothing has to settle.
    quick = replace(plan, rules=replace(plan.rules, bump_ms=0, act_ms=0, settle_ms=0))
    return play_in_blocks(
        BlockRunner(FIRST_BLOCK, BLOCK, _chooser_of, _play_block), quick, workers, progress
    )


def _play_block(plan: SimulationPlan, block: Block, progress: Progress = no_progress) -> Statistics:
    chooses, chooser = _chooser_of(plan)
    chooses.seed(f"{plan.seed} {block.number} chooses")
    dice = Random(f"{plan.seed} {block.number} throws")
    statistics = Statistics()
    for _match in range(block.matches):
        for _event, rulings in play_match(Referee(plan.rules, plan.players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
                if _ends_with_a_stuck_box(plan.rules, ruling):
                    raise endless_match()
        progress(statistics)
    return statistics


def _ends_with_a_stuck_box(rules: RuleSet, ruling: Ruling) -> bool:
    if not rules.box_stays or not isinstance(ruling.payload, TurnOver):
        return False
    left = ruling.open & rules.in_play
    return left not in (NO_TILES, rules.in_play) and is_stuck(rules, left)


def _chooser_of(plan: SimulationPlan) -> tuple[Random, Player]:
    return _solved_chooser(plan.chosen, plan.rules)


@lru_cache(maxsize=1)
def _solved_chooser(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> tuple[Random, Player]:
    """Return the players, solved once in each process, and the random numbers they choose with."""
    chooses = Random()
    known = {one: one.player(rules, chooses) for one in dict.fromkeys(chosen)}
    return chooses, SeatedPlayers([known[one] for one in chosen])


STAND_IN = NamedPlayer("highest-first")
"""Plays in place of those who have to be solved first."""

MOST_MATCHES, ENOUGH_TURNS = 64, 400
"""The look ends with the first of these: after some hundredths of a second."""


@frozen_dataclass
class FirstLook:
    """What happened in some matches, and the ways in which its players really played, by seat."""

    counted: Statistics
    ways: tuple[str, ...]


LookTaker = Callable[[FirstLook], None]
"""Called once with the first look."""


class _Enough(Exception):
    """Ends the matches of a first look."""


def first_look(plan: SimulationPlan) -> FirstLook | None:
    """Play a little with :data:`STAND_IN` in each seat whose best play has to be solved.

    Depends on the plan alone, and changes nothing in its own matches. Returns None where nobody
    has to be solved, and where the matches cannot be played.
    """
    if not any(one.is_solved for one in plan.chosen):
        return None
    chosen = tuple(STAND_IN if one.is_solved else one for one in plan.chosen)
    looked_at = replace(plan, chosen=chosen, matches=min(plan.matches, MOST_MATCHES))
    counted = Statistics()

    def until_enough(so_far: Statistics) -> None:
        nonlocal counted
        counted = so_far
        if so_far.turns >= ENOUGH_TURNS:
            raise _Enough

    try:
        if can_play(looked_at):
            play_bulk(looked_at, progress=until_enough)
        else:
            play_refereed(looked_at, progress=until_enough)
    except _Enough:
        pass
    except RuleFault:
        return None
    return FirstLook(counted, tuple(one.name for one in chosen)) if counted.turns else None


def simulate(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = no_progress,
    look: LookTaker | None = None,
) -> Statistics:
    """Play ``matches`` matches; the same arguments give the same statistics with any ``workers``.

    ``chosen`` sits at every seat, or one at each. Matches of one turn, and many matches of one
    round, are played as chains, by the million; others in batches without a referee, by the
    thousand. Only matches with too many throws to list go through the referee. ``progress`` is
    called from time to time with the counts so far; ``look`` once before that, if best play has to
    be solved (:func:`first_look`). Raises :class:`boxctl.rules.faults.RuleFault` if rules and
    players contradict each other, for a player who cannot play by the rules (BX701, BX702), and for
    a match that does not end (BX208).
    """
    check(rules, len(players))
    check_names(players)
    refuse_endless(rules, matches)
    plan = plan_matches(rules, players, matches, seed, chosen)
    if look is not None and (looked := first_look(plan)) is not None:
        look(looked)
    if is_one_turn(rules, players):
        return play_turns(plan, workers, progress)
    if is_one_round(rules, len(players), matches):
        return play_rounds(plan, workers, progress)
    if can_play(plan):
        return play_bulk(plan, workers, progress)
    return play_refereed(plan, workers, progress)
