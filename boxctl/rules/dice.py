"""The dice of a rule set, and the values they can show (R2)."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_n

MOST_DICE = 24
MOST_SIDES = 100

Throw = tuple[int, ...]


@frozen_dataclass
class Dice:
    """``count`` dice of ``sides`` sides each."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def example(self) -> str:
        """Values that they may show, as people type them: ``3 4``."""
        return " ".join(str(min(value, self.sides)) for value in range(3, 3 + self.count))


def read_dice(text: str) -> Dice:
    """Read ``2d6``: 1 to 24 dice of 1 to 100 sides. Raises :class:`RuleFault` (BX203)."""
    count, letter, sides = text.strip().lower().partition("d")
    if not (letter and _is_number(count) and _is_number(sides)):
        raise RuleFault(
            "BX203",
            tr('dice = "{text}" is not a number of dice', text=text),
            tr("write it like 2d6"),
        )
    dice = Dice(int(count), int(sides))
    if not (1 <= dice.count <= MOST_DICE and 1 <= dice.sides <= MOST_SIDES):
        raise RuleFault(
            "BX203",
            f"dice = {text}",
            tr(
                "there must be 1 to {most_dice} dice of 1 to {most_sides} sides",
                most_dice=MOST_DICE,
                most_sides=MOST_SIDES,
            ),
        )
    return dice


def dice_in_words(count: int, sides: int) -> str:
    """Return ``2 dice with 6 sides``, in the language in use."""
    return tr_n(
        "1 die with {sides} sides",
        "{count} dice with {sides} sides",
        count,
        count=count,
        sides=sides,
    )


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) <= 9


def can_show(dice: Dice, value: object) -> bool:
    """Return whether a die of this kind can show the value (R2.4); an unreadable die is None."""
    return type(value) is int and 1 <= value <= dice.sides


def is_double(throw: Sequence[int]) -> bool:
    """Return whether two or more dice were thrown and all show the same (R5.4)."""
    return len(throw) > 1 and len(set(throw)) == 1
