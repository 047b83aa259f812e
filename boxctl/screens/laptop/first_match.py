"""The game of somebody's first match, which is guided (:mod:`boxctl.screens.coaching.guide`)."""

from __future__ import annotations

from boxctl.referee.players import usual_players
from boxctl.rules.variants import variant
from boxctl.screens.coaching.guide import ROBOT, VARIANT
from boxctl.screens.laptop.game_choice import GameChoice


def first_match(learner: str = "") -> GameChoice:
    """Return the game: one person, who begins, against one robot."""
    learner = learner or usual_players(variant(VARIANT))[0]
    return GameChoice(VARIANT, (), (learner, ROBOT), guided=True)
