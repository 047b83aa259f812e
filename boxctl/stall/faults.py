"""What cannot be at a stall, each with its cure."""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from groundwork.language import tr

WRONG_TERMS = "BX830"
NOT_ONE_TURN = "BX831"


class StallFault(RuleFault):
    """Something cannot be at this stall, or not now."""


def wrong_terms(sentence: str, cure: str) -> StallFault:
    """Return the fault of prices and prizes that do not go together (BX830)."""
    return StallFault(WRONG_TERMS, sentence, cure)


def not_one_turn(match: str) -> StallFault:
    """Return the fault of a game in which a go would not be one turn of one player (BX831)."""
    return StallFault(
        NOT_ONE_TURN,
        tr("a go is one turn of one player, but match = {match}", match=match),
        tr("choose a game that can be played alone, or add --set match=single"),
    )
