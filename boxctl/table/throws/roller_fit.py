"""Compare the dice of the roller with those of the match.

A roller that has other dice is not used: no throw of it is judged, and people are told of both, and
what to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.rules.dice import Dice, dice_in_words
from boxctl.rules.ruleset import RuleSet
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.devices import ROLLER, DeviceBack, DeviceLost, DiceRolled, RollerDice, TellButtonDice

WhereRulesStand = Callable[[RuleSet], str]
"""Returns for people where these rules were asked for, such as a line of box.toml; may be empty."""


def nowhere(_rules: RuleSet) -> str:
    """Return nothing: it is not known where the rules were asked for."""
    return ""


class RollerFit:
    """Compares the roller of one table with its match. Not thread-safe.

    ``tell_button_dice`` tells a roller with too many dice how many to throw; ``rules_stand``
    returns where the rules were asked for.
    """

    def __init__(
        self, rules: RuleSet, tell_button_dice: TellButtonDice, rules_stand: WhereRulesStand
    ) -> None:
        self._rules = rules
        self._tell_button_dice = tell_button_dice
        self._rules_stand = rules_stand
        self._told: int | None = None
        self._roller: DeviceBack | None = None
        self._cannot_be_told = False
        self._is_there = False

    @property
    def misfit(self) -> Fault | None:
        """The reason why the roller is not used (BX521); None if it is, or is not known."""
        dice = None if self._roller is None else self._roller.dice
        if dice is None:
            return None
        wanted = self._rules.dice
        if dice.sides != wanted.sides or dice.count < wanted.count:
            return self._other_dice(dice, wanted)
        if self._cannot_be_told and dice.count > wanted.count:
            return self._too_many(dice, wanted)
        return None

    def loss(self, at: int) -> DeviceLost | None:
        """Return what to tell and record of a roller that is not used; None if it is."""
        fault = self.misfit
        return None if fault is None else DeviceLost(at, ROLLER, str(fault), refused=True)

    def roller_back(self, event: DeviceBack) -> None:
        """Note that a roller answers that tells its dice."""
        self._roller = event
        self._cannot_be_told = False
        self._is_there = True
        self._tell_count()

    def device_lost(self, device: str) -> None:
        """Note that a device is lost, which may be the roller."""
        if self._roller is not None and self._roller.device == device:
            self._is_there = False

    def count_refused(self) -> None:
        """Note that the roller cannot be told how many dice to throw."""
        self._cannot_be_told = True

    def play_by(self, rules: RuleSet) -> None:
        """Compare with the dice of these rules from now on."""
        self._rules = rules
        self._tell_count()

    def present(self, now: int) -> DeviceBack | None:
        """Return that the roller answers, as of ``now``; None if it does not."""
        if self._roller is None or not self._is_there:
            return None
        return replace(self._roller, at=now)

    def refuses(self, throw: DiceRolled) -> bool:
        """Return whether this throw is not judged. A throw without a number is of no roller."""
        return bool(throw.series) and self.misfit is not None

    def _tell_count(self) -> None:
        """Tell the roller how many dice to throw, unless it does so by itself."""
        dice = None if self._roller is None else self._roller.dice
        wanted = self._rules.dice.count
        if dice is None or not dice.throws or dice.count < wanted:
            return
        if self._told is None and dice.count == wanted:
            return
        if self._told != wanted:
            self._told = wanted
            self._tell_button_dice(wanted)

    def _other_dice(self, has: RollerDice, wanted: Dice) -> Fault:
        return Fault(
            "BX521",
            tr(
                "the roller has {has}, but the match is played with {wanted}{where}; plug in a "
                "roller that has such dice, or choose a variant that is played with the roller's",
                has=dice_in_words(has.count, has.sides),
                wanted=dice_in_words(wanted.count, wanted.sides),
                where=self._where(),
            ),
        )

    def _too_many(self, has: RollerDice, wanted: Dice) -> Fault:
        return Fault(
            "BX521",
            tr(
                "the roller throws {has}, but the match is played with {wanted}{where}, and its "
                "firmware is too old to be told so; flash the firmware anew (boxctl firmware "
                "flash), or choose a variant that is played with the roller's dice",
                has=dice_in_words(has.count, has.sides),
                wanted=dice_in_words(wanted.count, wanted.sides),
                where=self._where(),
            ),
        )

    def _where(self) -> str:
        where = self._rules_stand(self._rules)
        return f" ({where})" if where else ""
