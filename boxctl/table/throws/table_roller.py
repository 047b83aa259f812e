"""The roller of one table: the one of the match, with the dice of its rules.

Each method that returns notices wants them told and recorded in their order.
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

    def answers(self, event: DeviceBack, *, in_match: bool) -> list[DeviceNotice]:
        """Note that a device answers, which may be the roller.

        ``in_match``: dice have been thrown in the match, and it is not over.
        """
        was_refused = self._fit.misfit is not None
        if event.dice is None:
            if was_refused and event.device == ROLLER:
                return []
            return [*self.pairing.back(event, in_match=in_match)]
        self._fit.answers(event)
        if refused := self._refused(event.at):
            # The levers of its board are as good as ever.
            levers = [] if event.device == ROLLER else [replace(event, board=None)]
            return [*levers, *refused]
        fits_now = was_refused and event.device != ROLLER
        dice = [DeviceBack(event.at, ROLLER, event.what)] if fits_now else []
        return [*dice, *self.pairing.back(event, in_match=in_match)]

    def is_lost(self, device: str) -> None:
        """Note that a device is lost, which may be the roller."""
        self._fit.is_lost(device)

    def button_dice_refused(self, now: int) -> list[DeviceNotice]:
        """Note that the roller cannot be told how many dice its button throws."""
        self._fit.cannot_be_told()
        return self._refused(now)

    def refuses(self, throw: DiceRolled, now: int) -> DeviceLost | None:
        """Return why this throw is not judged; None if it is."""
        return self._fit.loss(now) if self._fit.refuses(throw) else None

    def holds(self, throw: DiceRolled, evidence: Evidence) -> bool:
        """Return whether the throw has to wait until its roller is confirmed; then it is kept."""
        return self.pairing.holds(throw, evidence)

    def match_begins(
        self, rules: RuleSet, now: int
    ) -> tuple[list[DeviceNotice], DeviceBack | None]:
        """Compare with these rules; return notices, and the roller to be recorded in silence."""
        was_refused = self._fit.misfit is not None
        self._fit.play_by(rules)
        present = self._fit.present(now)
        if present is not None and (was_refused or self._fit.misfit is not None):
            return self.answers(present, in_match=False), None
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
