"""What dice with lights of their own are told: how many are thrown, whose turn it is, what is void.

It follows the rulings that people hear, so the dice never show what is not said.
"""

from __future__ import annotations

from typing import Final

from boxctl.referee.game import Game
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from hardware.devices import TalkingDice

OF_SEATS: Final = (
    (0, 60, 255),
    (255, 140, 0),
    (0, 200, 60),
    (200, 0, 255),
    (0, 220, 220),
    (255, 230, 0),
    (255, 255, 255),
    (255, 80, 160),
)
"""The colour of each seat, the first first. None is red, which says that a throw is void."""

DARK: Final = (0, 0, 0)


class DiceLights:
    """Tells the dice of a box what the table waits for. Not thread-safe."""

    def __init__(self, dice: TalkingDice) -> None:
        self._dice = dice

    def say(self, ruling: Ruling, play: Game) -> None:
        """Show this ruling, after which the book is ``play``."""
        if ruling.verdict is Verdict.VOID:
            self._dice.flash_not_counted()
        self.follow(play)

    def follow(self, play: Game) -> None:
        """Show whose turn it is to throw; the dice are dark while nobody's is."""
        if not play.may_throw:
            self._dice.glow(DARK)
            return
        self._dice.wants(tuple(play.counts))
        self._dice.glow(OF_SEATS[play.seat % len(OF_SEATS)])
