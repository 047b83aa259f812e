"""Open the devices of a box.toml to be monitored, and read the raw level of a contact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from enum import StrEnum

from boxctl.monitor.box_monitor import BoxMonitor, Report
from boxctl.table.check_rules import WiredBox, rules_of
from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import ButtonsTable, TilesTable
from hardware.config.tables.roller import OnBoard, PiTable
from hardware.devices import LAMPS, Box, Clock, Contact, EventSink
from hardware.dice.serial_roller import DEVICE as DICE_LEDS
from hardware.display.open import DEVICE as DISPLAY
from hardware.sound.buzzer import DEVICE as BUZZER
from hardware.sound.voice import DEVICE as VOICE


def open_monitor(
    closing: ExitStack,
    box_file: BoxFile,
    clock: Clock,
    hand_over: EventSink,
    report: Callable[[Report], object],
) -> BoxMonitor:
    """Open every device as ``boxctl run`` does; ``closing`` darkens and closes them.

    Raises :class:`Fault` BX4xx or BX5xx if one cannot be had, such as while the box is played on.
    """
    wired = WiredBox(box_file, clock, hand_over, None)
    closing.callback(wired.open({}))
    box, known = wired.set_up(wired.levers)
    return monitor_of(box_file, box, known, clock(), report)


def monitor_of(
    box_file: BoxFile,
    box: Box,
    known: Mapping[Contact, bool],
    now: int,
    report: Callable[[Report], object],
) -> BoxMonitor:
    """Return the monitor of an open box; ``known`` is a reading of it at ``now``."""
    return BoxMonitor(
        box,
        box_file.box.tiles,
        rules_of(box_file.rules).dice,
        known,
        now,
        report,
        has_lamps=bool(box_file.lamps),
        outputs=_outputs_of(box_file),
    )


def _outputs_of(box_file: BoxFile) -> Iterator[str]:
    """Yield the devices that show or say something, but for those that are part of a board."""
    if any(not isinstance(table, OnBoard) for table in box_file.lamps):
        yield LAMPS
    if isinstance(box_file.roller, PiTable) and box_file.roller.leds:
        yield DICE_LEDS
    if box_file.display is not None:
        yield DISPLAY
    if box_file.voice is not None:
        yield VOICE
    if box_file.buzzer is not None:
        yield BUZZER


class RawLevel(StrEnum):
    """The level of a line, or of a USB board, which tells no more, whether a contact is closed."""

    HIGH = "high"
    LOW = "low"
    CLOSED = "closed"
    BROKEN = "open"


def raw_level(box_file: BoxFile, contact: Contact, on: bool) -> RawLevel:
    """Return the level at which this contact of the box is ``on`` (open, pressed), or is not."""
    tiles, buttons = box_file.tiles, box_file.buttons
    if isinstance(contact, int):
        if isinstance(tiles, TilesTable):
            return _line(on == tiles.levers.of(contact).open_when_high)
        return _contact(on == tiles.levers.of(contact).closed_when_open)
    if isinstance(buttons, ButtonsTable):
        return _line(on == buttons.pressed_when_high)
    return _contact(on)


def _line(high: bool) -> RawLevel:
    return RawLevel.HIGH if high else RawLevel.LOW


def _contact(closed: bool) -> RawLevel:
    return RawLevel.CLOSED if closed else RawLevel.BROKEN
