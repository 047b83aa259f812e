"""The tray of a game: a roller at a port, or one of this machine's own."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from boxctl.rules.ruleset import Dice
from boxctl.screens.tray.dice_tray import DiceTray, PortTray, VirtualTray

EMULATED = "emulated"
"""In place of a port: throw on the real firmware, which runs on this machine."""

HAND = "hand"
"""In place of a port: throw real dice, and type what they show."""


def tray_at(roller: str | None, dice: Dice, seed: int | None) -> AbstractContextManager[DiceTray]:
    """Return the tray with the roller at this port, or with such dice of this machine's own.

    ``roller`` is a port, :data:`EMULATED`, :data:`HAND` or None. Raises as :func:`own_tray`.
    """
    if roller not in (None, EMULATED, HAND):
        return nullcontext(PortTray(roller))
    return own_tray(dice, seed, emulated=roller == EMULATED, by_hand=roller == HAND)


def own_tray(
    dice: Dice, seed: int | None, *, emulated: bool, by_hand: bool = False
) -> AbstractContextManager[DiceTray]:
    """Return a tray of this machine's own with such dice; ``seed`` is that of emulated noise.

    People throw dice ``by_hand`` and type what they show. Entering it raises :class:`Fault`
    (BX508, BX509) where the firmware cannot be built or run.
    """
    if by_hand:
        from boxctl.screens.tray.dice_tray import HandTray

        return nullcontext(HandTray(dice.count, dice.sides))
    if not emulated:
        return nullcontext(VirtualTray(dice.count, dice.sides))
    from boxctl.screens.tray.firmware_tray import FirmwareTray

    return FirmwareTray(dice.count, dice.sides, seed)
