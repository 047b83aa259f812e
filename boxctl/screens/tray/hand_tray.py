"""Real dice beside the laptop: people throw them and type what they show."""

from __future__ import annotations

from boxctl.screens.tray.dice_tray import VirtualTray
from hardware.devices import ThrowTyped


class HandTray(VirtualTray):
    """Dice in people's hands. Simulated players, who have no hands, throw dice in memory."""

    throws_by_itself = False

    def type_throw(self, text: str) -> None:
        """Take what people have typed of their dice; the table checks it."""
        if self._hand_over is not None:
            self._hand_over(ThrowTyped(self._clock(), text))
