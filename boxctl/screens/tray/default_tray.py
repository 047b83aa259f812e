"""The default tray, of a game that names no roller."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from boxctl.rules.dice import Dice
from boxctl.screens.tray.dice_tray import DiceTray, VirtualTray


def own_tray(
    dice: Dice, seed: int | None, *, emulated: bool, by_hand: bool = False
) -> AbstractContextManager[DiceTray]:
    """Return a tray of this machine's own with such dice; ``seed`` is that of emulated noise.

    People throw dice ``by_hand`` and type what they show. Entering it raises :class:`Fault`
    (BX508, BX509) where the firmware cannot be built or run.
    """
    if by_hand:
        from boxctl.screens.tray.hand_tray import HandTray

        return nullcontext(HandTray(dice.count, dice.sides))
    if not emulated:
        return nullcontext(VirtualTray(dice.count, dice.sides))
    from boxctl.screens.tray.firmware_tray import FirmwareTray

    return FirmwareTray(dice.count, dice.sides, seed)
