"""Whether a roller has the dice of the match.

One that has other dice is not used: no throw of it is judged, and people are told of both, and what
to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.rules.ruleset import Dice, RuleSet, dice_in_words
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.devices import DeviceBack, RollerDice, TellButtonDice

WhereRulesStand = Callable[[RuleSet], str]
"""Returns for people where these rules were asked for, such as a line of box.toml; may be empty."""


class DiceFit:
    """Compares the roller of one table with its match. Not thread-safe.

    ``tell_button_dice`` tells a roller with too many dice how many to throw.
    """

    def __init__(
        self,
        rules: RuleSet,
        tell_button_dice: TellButtonDice,
        rules_stand: WhereRulesStand | None,
    ) -> None:
        self._rules = rules
        self._tell_button_dice = tell_button_dice
        self._rules_stand = rules_stand
        self._told: int | None = None
        self._roller: DeviceBack | None = None
        self._cannot_be_told = False
        self._is_there = False

    @property
    def dice(self) -> RollerDice | None:
        """The dice that the roller has told; None while none has."""
        return None if self._roller is None else self._roller.dice

    @property
    def misfit(self) -> Fault | None:
        """The reason why the roller is not used (BX521); None if it is, or is not known."""
        dice = self.dice
        if dice is None:
            return None
        told_how_many = not self._cannot_be_told
        return misfit(dice, self._rules, self._rules_stand, told_how_many=told_how_many)

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

    def _tell_count(self) -> None:
        """Tell the roller how many dice to throw, unless it does so by itself."""
        dice = self.dice
        wanted = self._rules.dice.count
        if dice is None or not dice.throws or dice.count < wanted:
            return
        if self._told is None and dice.count == wanted:
            return
        if self._told != wanted:
            self._told = wanted
            self._tell_button_dice(wanted)


def misfit(
    dice: RollerDice,
    rules: RuleSet,
    rules_stand: WhereRulesStand | None,
    *,
    told_how_many: bool = True,
) -> Fault | None:
    """Return why a roller with these dice is not used for these rules (BX521); None if it is.

    One with too many dice is, if it can be ``told_how_many`` to throw.
    """
    wanted = rules.dice
    if dice.sides != wanted.sides or dice.count < wanted.count:
        return _other_dice(dice, wanted, _where(rules, rules_stand))
    if dice.count > wanted.count and not told_how_many:
        return _too_many(dice, wanted, _where(rules, rules_stand))
    return None


def _where(rules: RuleSet, rules_stand: WhereRulesStand | None) -> str:
    where = "" if rules_stand is None else rules_stand(rules)
    return f" ({where})" if where else ""


def _other_dice(has: RollerDice, wanted: Dice, where: str) -> Fault:
    return Fault(
        "BX521",
        tr(
            "the roller has {has}, but the match is played with {wanted}{where}; plug in a "
            "roller that has such dice, or choose a variant that is played with the roller's",
            has=dice_in_words(has.count, has.sides),
            wanted=dice_in_words(wanted.count, wanted.sides),
            where=where,
        ),
    )


def _too_many(has: RollerDice, wanted: Dice, where: str) -> Fault:
    return Fault(
        "BX521",
        tr(
            "the roller throws {has}, but the match is played with {wanted}{where}, and its "
            "firmware is too old to be told so; flash the firmware anew (boxctl firmware "
            "flash), or choose a variant that is played with the roller's dice",
            has=dice_in_words(has.count, has.sides),
            wanted=dice_in_words(wanted.count, wanted.sides),
            where=where,
        ),
    )
