"""The box on a laptop: virtual wood and a tray, which stay when the plug is pulled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile
from boxctl.screens.laptop.box.drawn_display import DrawnDisplay
from boxctl.screens.laptop.box.simulated_parts import SimulatedParts, WiredLamps
from boxctl.screens.tray.dice_tray import DiceTray
from hardware.devices import Box, Clock, Contact, EventSink, SupervisedVoice
from hardware.event_inbox import EventInbox
from hardware.virtual import VirtualBox

OpenVoice = Callable[[Clock, EventSink], AbstractContextManager[SupervisedVoice]]
"""Opens a voice, which hands over what becomes of it. Raises :class:`Fault`."""

QUIET = 5_000
"""The usual debounce time of a contact, in microseconds."""


class LaptopBox:
    """Levers, sensors, lamps and the tray, and the inbox that their events go to.

    ``wake`` is called whenever something is in the inbox, from any thread. The wood is put on the
    table when the first program opens it (:class:`boxctl.table.open_table.BoxToPlayOn`). A voice is
    opened and closed with each program.
    """

    def __init__(
        self,
        rules: RuleSet,
        tray: DiceTray,
        clock: Clock,
        wake: Callable[[], object],
        *,
        seed: int = 0,
        open_voice: OpenVoice | None = None,
        parts: SimulatedParts | None = None,
    ) -> None:
        self.inbox = WakingInbox(clock, wake)
        self.tray = tray
        self._clock = clock
        self._tiles, self._seed = rules.tiles, seed
        self._parts = parts or SimulatedParts(rules.on_the_box, QUIET)
        face = self._parts.display
        self.display = None if face is None else DrawnDisplay(face)
        self._put_up = False
        self._open_voice = open_voice
        self._voice: SupervisedVoice | None = None
        self.untrue: dict[Contact, str] = {}
        """Sensors that do not show their lever, and what is wrong with each."""
        self._new_wood(rules.in_play)

    def open(self, seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """Listen to the tray and open the voice; return what closes both. Raises :class:`Fault`."""
        with ExitStack() as opening:
            opening.callback(self.tray.listen(self._clock, self.inbox.hand_over, seen_throws))
            if self._open_voice is not None:
                voice = self._open_voice(self._clock, self.inbox.hand_over)
                self._voice = opening.enter_context(voice)
            opened = opening.pop_all()
        return opened.close

    @property
    def levers(self) -> TileSet:
        """The tiles that really stand open, whatever their sensors show."""
        return self.wood.levers

    def loses_power(self) -> None:
        """Darken the lamps and the display; the wood stays as it is."""
        self.wood.lamps.show(NO_TILES)
        if self.display is not None:
            self.display.darken()

    def set_up(self, levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        """Put the box on the table with these tiles open, once; return devices and a reading.

        From then on its levers stay as they are when it is opened again.
        """
        if not self._put_up:
            self._new_wood(levers)
            self._put_up = True
        if self._voice is not None:
            self.devices.voice, self.devices.watched = self._voice, (self._voice,)
        return self.devices, self.devices.read()

    def _new_wood(self, standing: TileSet) -> None:
        self.wood = VirtualBox(
            self._tiles, self.inbox.hand_over, standing=standing, seed=self._seed
        )
        self.devices = Box(
            self.wood.tiles,
            self.wood.buttons,
            WiredLamps(self.wood.lamps, self._parts.lamps),
            self._parts.quiet,
            QUIET,
            quiet_of_levers=dict(self._parts.quiet_of),
            tell_button_dice=self.tray.tell_button_dice,
            display=self.display,
        )

    @property
    def levers_seen(self) -> TileSet:
        """The tiles that stand open to the eye: as their sensors show, where those are true."""
        seen = self.wood.levers
        for number, on in self.wood.tiles.shown.items():
            if isinstance(number, int) and number not in self.untrue:
                seen = seen | tile(number) if on else seen & ~tile(number)
        return seen


class WakingInbox(EventInbox):
    """An inbox that also wakes another loop, which cannot wait in it."""

    def __init__(self, clock: Clock, wake: Callable[[], object]) -> None:
        super().__init__(clock)
        self._also_wake = wake

    def wake(self) -> None:
        """Wake the loop and whatever else waits. Safe from any thread."""
        super().wake()
        self._also_wake()
