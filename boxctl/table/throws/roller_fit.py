"""The roller of one table, and whether it has the dice of the match.

A roller that has other dice is not used: no throw of it is judged, and people are told of both,
and what to do. The caller tells and records the notices that a method returns, in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.journal.evidence import Evidence
from boxctl.rules.dice import Dice, dice_in_words
from boxctl.rules.ruleset import RuleSet
from boxctl.table.throws.roller_pairing import RollerPairing
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


DeviceNotice = DeviceLost | DeviceBack


class TableRoller:
    """Follows the roller of one table, match after match. Not thread-safe.

    Times are in microseconds on the box's clock.
    """

    def __init__(self, fit: RollerFit, pairing: RollerPairing) -> None:
        self.pairing = pairing
        self._fit = fit

    def device_back(self, event: DeviceBack, *, in_match: bool) -> list[DeviceNotice]:
        """Note that a device answers, which may be the roller.

        ``in_match``: dice have been thrown in the match, and it is not over.
        """
        was_refused = self._fit.misfit is not None
        if event.dice is None:
            if was_refused and event.device == ROLLER:
                return []
            return [*self.pairing.back(event, in_match=in_match)]
        self._fit.roller_back(event)
        if refused := self._refused(event.at):
            # The levers of its board are as good as ever.
            levers = [] if event.device == ROLLER else [replace(event, board=None)]
            return [*levers, *refused]
        fits_now = was_refused and event.device != ROLLER
        dice = [DeviceBack(event.at, ROLLER, event.what)] if fits_now else []
        return [*dice, *self.pairing.back(event, in_match=in_match)]

    def device_lost(self, device: str) -> None:
        """Note that a device is lost, which may be the roller."""
        self._fit.device_lost(device)

    def button_dice_refused(self, now: int) -> list[DeviceNotice]:
        """Note that the roller cannot be told how many dice its button throws."""
        self._fit.count_refused()
        return self._refused(now)

    def refusal(self, throw: DiceRolled, now: int) -> DeviceLost | None:
        """Return why this throw is not judged; None if it is."""
        return self._fit.loss(now) if self._fit.refuses(throw) else None

    def hold(self, throw: DiceRolled, evidence: Evidence) -> bool:
        """Hold a throw whose roller people have to confirm; return False if it need not wait."""
        return self.pairing.hold(throw, evidence)

    def match_begins(
        self, rules: RuleSet, now: int
    ) -> tuple[list[DeviceNotice], DeviceBack | None]:
        """Compare with these rules; return notices, and the roller if it is only to be recorded."""
        was_refused = self._fit.misfit is not None
        self._fit.play_by(rules)
        present = self._fit.present(now)
        if present is not None and (was_refused or self._fit.misfit is not None):
            return self.device_back(present, in_match=False), None
        asked = self.pairing.asks
        back = self.pairing.match_begins()
        if back is None:
            return [], None
        back = replace(back, at=now)
        return ([back], None) if asked else ([], back)

    def _refused(self, now: int) -> list[DeviceNotice]:
        loss = self._fit.loss(now)
        if loss is None:
            return []
        self.pairing.roller_refused()
        return [loss]
