"""The roller of one table: the one of the match, with the dice of its rules.

The caller tells and records the notices that a method returns, in their order.
"""

from __future__ import annotations

from dataclasses import replace

from boxctl.journal.evidence import Evidence
from boxctl.rules.ruleset import RuleSet
from boxctl.table.throws.roller_fit import RollerFit
from boxctl.table.throws.roller_pairing import RollerPairing
from hardware.devices import ROLLER, DeviceBack, DeviceLost, DiceRolled

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
