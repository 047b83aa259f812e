"""What throws the dice of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hardware.devices import DiceRolled, EventSink


class Roller(Protocol):
    """Dice that show what a test wants."""

    def report_to(self, hand_over: EventSink) -> None:
        """Hand throws over from now on."""
        ...

    def throw(self, values: Sequence[int | None], at: int) -> None:
        """Throw these values at this time; None is a die that cannot be read."""
        ...


class DiceInHand:
    """Each throw is reported in the moment in which it is made."""

    def report_to(self, hand_over: EventSink) -> None:
        """Hand throws over from now on."""
        self._hand_over = hand_over

    def throw(self, values: Sequence[int | None], at: int) -> None:
        """Hand the throw over."""
        self._hand_over(DiceRolled(at, tuple(values)))


class NumberedDice(DiceInHand):
    """Dice that number their throws, as a roller does."""

    def __init__(self) -> None:
        self._serial = 0

    def throw(self, values: Sequence[int | None], at: int) -> None:
        """Hand the throw over, with its series and its number."""
        self._serial += 1
        self._hand_over(DiceRolled(at, tuple(values), series=77, serial=self._serial))
