"""Simulate matches, each kind in the quickest way."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.referee.players import check_names
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.bulk_matches import can_play, play_bulk
from boxctl.simulation.endless import refuse_endless
from boxctl.simulation.first_look import LookTaker, first_look
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import Progress, no_progress, plan_matches
from boxctl.simulation.refereed_matches import play_refereed
from boxctl.simulation.single_rounds import is_one_round, play_rounds
from boxctl.simulation.single_turns import is_one_turn, play_turns
from boxctl.simulation.statistics import Statistics


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
    thousand. Only matches with too many throws to list go through the referee. ``progress`` is called from
    time to time with the counts so far; ``look`` once before that, if best play has to be solved
    (:mod:`boxctl.simulation.first_look`). Raises :class:`boxctl.rules.faults.RuleFault` if rules
    and players contradict each other, for a player who cannot play by the rules (BX701, BX702), and
    for a match that does not end (BX208).
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
