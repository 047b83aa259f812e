"""Worths as people read them, in the language of the program: in per cent, or as scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxctl.odds.aims import AimName
from boxctl.presentation.scoring_words import scoring_words
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import decimal_point, tr

MOST_DECIMALS = 4

LONGEST_WRITTEN_OUT = 1e9
"""From here on a score is written with an exponent."""


@frozen_dataclass
class WorthFormat:
    """The format of the values of one aim, all with as many decimals."""

    percent: bool
    decimals: int
    exponent: bool = False

    def value(self, told: float) -> str:
        """Return a value, or a loss without a sign."""
        return self._marked(self._number(told, ""))

    def change(self, change: float) -> str:
        """Return a difference with its sign."""
        return self._marked(self._number(change, "+"))

    def is_nothing(self, loss: float) -> bool:
        """Whether so small a loss is not seen in the last decimal."""
        if self.exponent:
            return loss == 0
        return round(loss * 100 if self.percent else loss, self.decimals) == 0

    def _number(self, number: float, sign: str) -> str:
        if self.exponent:
            text = f"{number:{sign}.2e}"
        else:
            shown = number * 100 if self.percent else number
            # What is rounded to nothing has no minus.
            text = f"{round(shown, self.decimals) + 0.0:{sign}.{self.decimals}f}"
        return text.replace(".", decimal_point())

    def _marked(self, number: str) -> str:
        return tr("{number}%", number=number) if self.percent else number


def worth_format(
    aim: AimName, values: Sequence[float], losses: Iterable[float] = ()
) -> WorthFormat:
    """Return how to write these values of an aim, so that each loss can be seen in them."""
    percent = aim in ("win", "shut")
    greatest = max(map(abs, values), default=0.0)
    if not percent and greatest >= LONGEST_WRITTEN_OUT:
        return WorthFormat(percent, 0, exponent=True)
    wanted = WorthFormat(percent, 1 if percent else 2 if greatest < 1000 else 0)
    least = min((loss for loss in losses if loss > 0), default=1.0)
    while wanted.decimals < MOST_DECIMALS and wanted.is_nothing(least):
        wanted = WorthFormat(percent, wanted.decimals + 1)
    return wanted


def aim_in_words(aim: AimName) -> str:
    """Return what is played for."""
    match aim:
        case "shut":
            return tr("shutting the box")
        case "win":
            return tr("winning")
        case _:
            return scoring_words(aim).meaning


def value_in_words(aim: AimName) -> str:
    """Return what the numbers of an aim are."""
    match aim:
        case "shut":
            return tr("chance to shut the box")
        case "win":
            return tr("chance to win")
        case _:
            return tr("score to expect")
