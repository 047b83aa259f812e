"""The luck and the skill of a recorded match, throw by throw."""

from __future__ import annotations

from typing import TypedDict

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.odds.post_mortem import excerpt_of, post_mortem
from boxctl.odds.table_odds import OddsQuery, answer_query
from boxctl.referee.verdict import Verdict
from boxctl.rules.faults import RuleFault

_NOT_IN_A_TURN = (Verdict.FIRST_THROW, Verdict.VOID, Verdict.COMMITTED)

MOST_TILES_ANALYSED = 12
"""Larger boxes are not solved for a page: that takes minutes."""


class ThrowLuck(TypedDict):
    """The luck and the skill of a throw that was answered, in points (below 0: worse)."""

    ruling: int
    player: str
    luck: float
    skill: float


def luck_of(match: RecordedMatch) -> list[ThrowLuck]:
    """Return the luck and the skill of each throw that was answered.

    Each turn counts for itself: as if the player wanted as few points as can be. Empty for a box
    that is not solved here, and for a match in which tiles are opened or nothing is scored.
    """
    rules = match.rules
    if rules.tiles > MOST_TILES_ANALYSED or rules.match in ("duel", "relay", "first_to_shut"):
        return []
    rulings = list(map(excerpt_of, match.rulings))
    question = OddsQuery(rules, rules.scoring, rules.in_play)
    try:
        turns = answer_query(
            question, lambda odds: post_mortem(rulings, lambda turn, opens: odds), _unsaid
        )
    except RuleFault:
        return []  # Rulings that these rules cannot have led to.
    steps = [(turn.player, step) for turn in turns for step in turn.steps]
    places = [
        place
        for place, ruling in enumerate(rulings, start=1)
        if ruling.throw is not None and ruling.verdict not in _NOT_IN_A_TURN
    ]
    return [
        {"ruling": place, "player": player, "luck": step.luck, "skill": step.skill}
        for place, (player, step) in zip(places, steps, strict=False)
    ]


def _unsaid(*_remark: object) -> None:
    """Tell nobody that it takes a while."""
