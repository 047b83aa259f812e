"""The box that a box.toml describes, as a table is opened on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from boxctl.journal.disk.default_path import OF_SERVICE, place_to_read, usual_place
from boxctl.rules.tiles import TileSet
from boxctl.table.sensors.contact_state import open_tiles
from groundwork.sha256 import sha256_of
from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import TilesTable
from hardware.config.tables.usb import OnBoard
from hardware.devices import Box, Clock, Contact, ContactReading, EventSink
from hardware.gpio.open_chip import OpenChips
from hardware.open_box import open_devices

CONFIG_OF_SERVICE = Path("/etc/boxctl/box.toml")
"""The box.toml of the box that the service runs."""

MOST_FIRST_READINGS = 20
"""After this many readings the last one is believed, whether levers are still moving or not."""


class WiredBox:
    """The devices of one box.toml (:class:`boxctl.table.open_table.BoxToPlayOn`).

    ``chips`` take the place of this machine's GPIO chips.
    """

    def __init__(
        self, box_file: BoxFile, clock: Clock, hand_over: EventSink, chips: OpenChips | None
    ) -> None:
        self._box_file = box_file
        self._clock = clock
        self._hand_over = hand_over
        self._chips = chips
        self._box: Box | None = None
        self._known: Mapping[Contact, bool] = {}

    def open(self, seen_throws: Mapping[int, int]) -> Callable[[], object]:
        """Open every device and read the levers; return what closes them. Raises Fault."""
        box = open_devices(
            self._box_file, self._clock, self._hand_over, seen_throws, chips=self._chips
        )
        try:
            self._known = _first_reading(box, self._clock)
        except BaseException:
            box.close()
            raise
        self._box = box
        return box.close

    @property
    def levers(self) -> TileSet:
        """The tiles that stood open when the box was opened."""
        return open_tiles(self._known)

    def set_up(self, levers: TileSet) -> tuple[Box, Mapping[Contact, bool]]:
        """Return the open devices and their first reading; real levers stand as they stand."""
        assert self._box is not None
        return self._box, self._known


def name_of(box_file: BoxFile) -> str:
    """Return the name of the box in the journal.

    It changes with the wiring of the levers: a match cannot go on if nobody knows which lever is
    which.
    """
    wiring = _wiring(box_file)
    return f"{box_file.path.absolute()} wired as {sha256_of(wiring.encode()).hex()[:12]}"


def _wiring(box_file: BoxFile) -> str:
    """Describe which lever is which.

    The text is spelled as the first version spelled it, so that a match which an earlier version
    left is found again. What kind of sensor a lever has among others does not belong in it.
    """
    gpio, usb, tiles = box_file.gpio, box_file.usb, box_file.tiles
    if isinstance(tiles, TilesTable):
        usual = tiles.levers.usual
        levers = (
            f"TilesTable(pins={tiles.pins!r}, sensor={usual.sensor!r}, "
            f"connects_to={usual.connects_to!r}, contact={usual.contact!r}, "
            f"actuated_by={usual.actuated_by!r}, debounce_ms={usual.debounce_ms!r})"
        )
    else:
        levers = "OnBoard()"
    return (
        f"(BoxTable(tiles={box_file.box.tiles}), GpioTable(chip={gpio.chip!r}, i2c={gpio.i2c!r}), "
        f"UsbTable(port={usb.port!r}, baud={usb.baud!r}), {levers})"
    )


def journal_of(box_file: BoxFile) -> Path:
    """Return the journal's file, as box.toml names it or else the usual one."""
    return _named_journal(box_file) or usual_place()


def journal_to_read(config: Path | None, box_file: BoxFile | None) -> Path:
    """Return the journal in which the box of this box.toml records, for a command that reads.

    The service of ``/etc/boxctl/box.toml`` records in a folder of its own.
    """
    named = _named_journal(box_file) if box_file is not None else None
    if named is None and config == CONFIG_OF_SERVICE:
        return OF_SERVICE
    return named or place_to_read()


def _named_journal(box_file: BoxFile) -> Path | None:
    settings = box_file.journal
    return Path(settings.file) if settings is not None and settings.file else None


def has_confirm(box_file: BoxFile) -> bool:
    """Return whether the box has a confirm button."""
    buttons = box_file.buttons
    if isinstance(buttons, OnBoard):
        return True
    return buttons is not None and buttons.confirm is not None


def _first_reading(box: Box, clock: Clock) -> Mapping[Contact, bool]:
    """Believe a reading only once two, a quiet time apart, agree."""
    reading = box.first_reading or ContactReading(box.read(), clock())
    for _ in range(MOST_FIRST_READINGS):
        time.sleep(max(0, reading.at + box.longest_quiet - clock()) / 1_000_000)
        before, reading = reading, ContactReading(box.read(), clock())
        if reading.on == before.on:
            break
    return reading.on
