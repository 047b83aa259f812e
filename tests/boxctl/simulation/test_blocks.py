"""Matches in blocks on several processes, which Ctrl-C reaches all at once."""

from __future__ import annotations

import signal
from multiprocessing import parent_process

from boxctl.referee.players import usual_players
from boxctl.rules.variants import variant
from boxctl.simulation.plan import (
    WORTH_A_PROCESS,
    Block,
    BlockRunner,
    Progress,
    SimulationPlan,
    no_progress,
    plan_matches,
    play_in_blocks,
)
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.statistics import Statistics

PROCESSES = 2
MATCHES = PROCESSES * WORTH_A_PROCESS

INTERRUPTIBLE, LEFT_ALONE = 1, 2
"""The scores that a process notes: whether Ctrl-C would have ended it as it started."""


def _nothing(_plan: SimulationPlan) -> None:
    """Prepare nothing."""


def _notes_whether_it_could_be_interrupted(
    _plan: SimulationPlan, block: Block, _progress: Progress
) -> Statistics:
    if parent_process() is None:
        return Statistics(matches=block.matches)
    # With this mask it was started: it has not changed it.
    alone = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    noted = Statistics(matches=block.matches)
    noted.add_turns(LEFT_ALONE if alone else INTERRUPTIBLE, shut=False)
    return noted


RUNNER = BlockRunner(1, 1, _nothing, _notes_whether_it_could_be_interrupted)


def _played() -> Statistics:
    rules = variant("classic")
    plan = plan_matches(rules, usual_players(rules), MATCHES, 1, NamedPlayer("random"))
    return play_in_blocks(RUNNER, plan, PROCESSES, no_progress)


def test_a_process_leaves_ctrl_c_to_the_first_from_its_start_on() -> None:
    scores = _played().scores
    assert scores[LEFT_ALONE] > 0
    assert scores[INTERRUPTIBLE] == 0


def test_the_first_process_heeds_ctrl_c_afterwards() -> None:
    _played()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
