"""The box on a laptop: virtual wood and a tray. It is still there when the plug is pulled."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, tile
from boxctl.screens.tray.dice_tray import DiceTray
from hardware.devices import Box, Clock, Contact
from hardware.event_inbox import Inbox
from hardware.virtual import VirtualBox

QUIET = 5_000
"""How long a contact has to be still before it is believed, in microseconds."""


class LaptopBox:
    """Levers, sensors, lamps and the tray, and the inbox that their events go to.

    ``wake`` is called whenever something is in the inbox, from any thread.
    """

    def __init__(
        self,
        rules: RuleSet,
        tray: DiceTray,
        clock: Clock,
        wake: Callable[[], object],
        *,
        seed: int = 0,
    ) -> None:
        self.inbox = _Bell(clock, wake)
        self.tray = tray
        self._tiles, self._seed = rules.tiles, seed
        self._put_up = False
        self.untrue: dict[Contact, str] = {}
        """What is wrong with a sensor that does not show its lever."""
        self._new_wood(rules.in_play)

    def put_up(self, standing: TileSet) -> None:
        """Put the box on the table, these tiles open; once it is there, it stands as it stands."""
        if not self._put_up:
            self._new_wood(standing)
            self._put_up = True

    def _new_wood(self, standing: TileSet) -> None:
        self.wood = VirtualBox(
            self._tiles, self.inbox.hand_over, standing=standing, seed=self._seed
        )
        self.devices = Box(self.wood.tiles, self.wood.buttons, self.wood.lamps, QUIET, QUIET)

    @property
    def levers_seen(self) -> TileSet:
        """The tiles that stand open to the eye now: as the sensors show, where they are true."""
        seen = self.wood.levers
        for number, on in self.wood.tiles.shown.items():
            if isinstance(number, int) and number not in self.untrue:
                seen = seen | tile(number) if on else seen & ~tile(number)
        return seen


class _Bell(Inbox):
    """An inbox that also wakes a loop which cannot wait in it."""

    def __init__(self, clock: Clock, wake: Callable[[], object]) -> None:
        super().__init__(clock)
        self._also_wake = wake

    def wake(self) -> None:
        """There is news."""
        super().wake()
        self._also_wake()
