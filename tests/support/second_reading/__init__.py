"""A second reading of the rule book, as plain as it can be made.

It plays R1-R8 by brute force, on sets of numbers, and shares nothing with the referee it is held
against. Where it is slow or long-winded, that is on purpose: it is to be read beside the rule book.
"""

from __future__ import annotations

from tests.support.second_reading.clock import Event, Ruling
from tests.support.second_reading.contradictions import contradictions
from tests.support.second_reading.match import LAST, Referee, read
from tests.support.second_reading.moves import Move, legal, legal_answer
from tests.support.second_reading.payout import payout
from tests.support.second_reading.scores import score_of, with_shut_bonus
from tests.support.second_reading.settings import Rules, Tiles, box, in_play
from tests.support.second_reading.throws import dice_allowed, is_double

__all__ = [
    "LAST",
    "Event",
    "Move",
    "Referee",
    "Rules",
    "Ruling",
    "Tiles",
    "box",
    "contradictions",
    "dice_allowed",
    "in_play",
    "is_double",
    "legal",
    "legal_answer",
    "payout",
    "read",
    "score_of",
    "with_shut_bonus",
]
