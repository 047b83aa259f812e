"""The box on a laptop: virtual wood, lamps, display, tray and voice. They stay when the plug
is pulled. Its parts may be copied from a box.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile, tile_range, tile_set
from boxctl.screens.dice_tray import DiceTray
from boxctl.table.loop import EventInbox
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.roller import OnBoard
from hardware.devices import (
    Box,
    Clock,
    Contact,
    EventSink,
    Face,
    Lamps,
    SupervisedVoice,
    Tapped,
    TextLine,
)
from hardware.virtual import VirtualBox


class DrawnDisplay:
    """A display in memory; ``face`` is what it can show. Not thread-safe."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._lines: tuple[TextLine, ...] = ()

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show exactly these lines."""
        self._lines = tuple(lines)

    def darken(self) -> None:
        """Show nothing, as without power."""
        self._lines = ()

    def rows(self, *, ascii_only: bool = False) -> tuple[str, ...]:
        """Draw it, as many rows as its face and the frame have; large letters stand apart."""
        top, side, bottom = ("+-+", "|", "+-+") if ascii_only else ("╭─╮", "│", "╰─╯")
        columns = self.face.columns
        drawn: list[str] = []
        for line in self._lines:
            spaced = line.text if line.size == 1 else (" " * (line.size - 1)).join(line.text)
            drawn += [spaced, *[""] * (line.size - 1)]
        drawn = [*drawn, *[""] * self.face.rows][: self.face.rows]
        return (
            top[0] + top[1] * columns + top[2],
            *(f"{side}{row[:columns].ljust(columns)}{side}" for row in drawn),
            bottom[0] + bottom[1] * columns + bottom[2],
        )


@frozen_dataclass
class SimulatedParts:
    """The tiles that have ``lamps``, and the debounce times of the levers, in microseconds.

    ``quiet`` is that of most levers; ``quiet_of`` has pairs of a tile that differs and its time.
    ``display`` is what the display of the box can show, None without one.
    """

    lamps: TileSet
    quiet: int
    quiet_of: tuple[tuple[int, int], ...] = ()
    display: Face | None = None


class WiredLamps:
    """The lamps of a box on which not every tile has one."""

    def __init__(self, lamps: Lamps, wired: TileSet) -> None:
        self._lamps = lamps
        self._wired = wired

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles that have one."""
        self._lamps.show(lit & self._wired)


OpenVoice = Callable[[Clock, EventSink], AbstractContextManager[SupervisedVoice]]
"""Opens a voice, which hands over what becomes of it. Raises :class:`Fault`."""

QUIET = 5_000
"""The usual debounce time of a contact, in microseconds."""


class LaptopBox:
    """Levers, sensors, lamps and the tray, and the inbox that their events go to.

    ``wake`` is called whenever something is in the inbox, from any thread. The wood is put on the
    table when the first program opens it (:class:`boxctl.table.open_table.BoxToPlayOn`). A voice is
    opened and closed with each program. With ``tapped`` it stands for a real box that
    nothing senses: people tap how its levers stand. Before a match is resumed the tiles of
    ``standing`` are open, by default those that a match begins with.
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
        tapped: Tapped | None = None,
        standing: TileSet | None = None,
    ) -> None:
        self.inbox = WakingInbox(clock, wake)
        self.tray = tray
        self._clock = clock
        self._tiles, self._seed = rules.tiles, seed
        self._parts = parts or SimulatedParts(rules.on_the_box, QUIET)
        face = self._parts.display
        self.display = None if face is None else DrawnDisplay(face)
        self._put_up = False
        self.tapped = tapped
        self._open_voice = open_voice
        self._voice: SupervisedVoice | None = None
        self.untrue: dict[Contact, str] = {}
        """Sensors that do not show their lever, and what is wrong with each."""
        self._new_wood(rules.in_play if standing is None else standing)

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
            tapped=self.tapped,
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


ON_A_BOARD = 5_000
"""The debounce time of a USB board's levers if box.toml has none, in microseconds."""


def parts_of(box_file: BoxFile) -> SimulatedParts:
    """Return the parts of this box that a simulated one copies."""
    usual, others = _quiet(box_file)
    display = box_file.display.face if box_file.display is not None else None
    quiet_of = tuple(sorted(others.items()))
    return SimulatedParts(_tiles_with_lamps(box_file), usual, quiet_of, display)


def _quiet(box_file: BoxFile) -> tuple[int, dict[int, int]]:
    levers = box_file.tiles.levers
    others = {number: _us(sensor.debounce_ms) for number, sensor in levers.others.items()}
    return _us(levers.usual.debounce_ms), others


def _us(milliseconds: float | None) -> int:
    return ON_A_BOARD if milliseconds is None else round(milliseconds * 1000)


def _tiles_with_lamps(box_file: BoxFile) -> TileSet:
    every = tile_range(box_file.box.tiles)
    lit: TileSet = 0
    for table in box_file.lamps:
        if isinstance(table, LampsTable):
            lit |= sum(tile(number) for number, _pin in table.wired())
        elif isinstance(table, OnBoard) or table.tiles is None:
            lit |= every
        else:
            lit |= tile_set(table.tiles)
    return lit & every


PROGRAM = "espeak-ng"


def voice_at(speed: int | None) -> OpenVoice | None:
    """Return the opener of a voice that speaks so many words a minute; None for no voice.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
    if speed is None:
        return None
    return program_voice(speed)


def usual_voice(speed: int | None) -> OpenVoice | None:
    """Return the voice that was used last; None where there is no program to speak any more."""
    try:
        return voice_at(speed)
    except Fault:
        return None


def program_voice(speed: int) -> OpenVoice:
    """Return the opener of a voice that speaks so many words a minute, in the language in use.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
    # These bring much of the hardware along: a silent game does not wait for them.
    from hardware.config.tables.sound import EspeakTable
    from hardware.sound.voice import ProgramVoice, missing

    table = EspeakTable(voice=None, speed=speed, pitch=50, volume=100, program=PROGRAM)
    if missing(table) is not None:
        raise Fault(
            "BX431",
            tr(
                "there is no program {program} to speak with; install it (sudo apt install "
                "espeak-ng), or leave --speak out",
                program=PROGRAM,
            ),
        )

    @contextmanager
    def open_voice(clock: Clock, hand_over: EventSink) -> Iterator[SupervisedVoice]:
        voice = ProgramVoice(table, clock, hand_over)
        try:
            yield voice
        finally:
            voice.close()

    return open_voice
