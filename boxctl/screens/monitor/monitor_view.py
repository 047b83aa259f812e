"""The view model of the monitor. Pure: the time is an argument."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from boxctl.monitor.box_monitor import BoxMonitor, DeviceToTry, LampMode
from boxctl.monitor.monitor_words import (
    LevelOf,
    device_lines,
    seconds,
    statistics_cells,
)
from boxctl.monitor.statistics import ContactStatistics
from boxctl.rules.tiles import tile
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr, tr_as
from hardware.devices import Contact

FRESH = 1_500_000
"""A contact that has changed no longer ago, in microseconds, stands out."""

_MODES = {
    LampMode.LEVERS: message("the lamps follow the levers"),
    LampMode.WALK: message("one lamp after the other is lit"),
    LampMode.ALL: message("all lamps are lit"),
    LampMode.NONE: message("no lamp is lit"),
    LampMode.CHOSEN: message("the lamps are as they were chosen"),
}


@frozen_dataclass
class ContactRow:
    """One contact: its columns as text, and how it stands out.

    ``lit`` is whether the lamp of a tile is, None if there is none. ``bounces`` are the counts of
    the histogram. ``fresh``: it has just changed. ``moving``: what its sensor shows is not believed
    yet. ``worn``: it gets worse over the months.
    """

    name: str
    level: str
    state: str
    edges: str
    moves: str
    back: str
    worst: str
    ago: str
    bounces: tuple[int, ...]
    on: bool
    lit: bool | None = None
    fresh: bool = False
    moving: bool = False
    worn: bool = False


@frozen_dataclass
class MonitorView:
    """The screen: ``selected`` is the place of a row, ``notes`` are about devices and lamps."""

    title: str
    running: str
    rows: tuple[ContactRow, ...]
    selected: int
    notes: tuple[str, ...]
    log: tuple[str, ...]
    footer: tuple[FooterKey, ...]


def monitor_view(
    monitor: BoxMonitor,
    now: int,
    title: str,
    selected: int,
    log: Sequence[str],
    worn: Collection[Contact],
    level_of: LevelOf,
) -> MonitorView:
    """Return the screen of this moment."""
    has_lamps = DeviceToTry.LAMPS in monitor.devices_to_try
    rows = tuple(
        _row(contact, each, monitor, now, level_of, has_lamps=has_lamps, worn=contact in worn)
        for contact, each in monitor.contacts.statistics.items()
    )
    notes = [tr(_MODES[monitor.lamps.mode])] if has_lamps else []
    notes += device_lines(monitor.devices, now)
    if any(row.worn for row in rows):
        notes.append(tr("! gets worse over the months: boxctl audits tells more"))
    return MonitorView(
        title,
        tr("{seconds} s", seconds=seconds(now - monitor.began)),
        rows,
        selected,
        tuple(notes),
        tuple(log),
        tuple(_footer(monitor.devices_to_try)),
    )


def _row(
    contact: Contact,
    each: ContactStatistics,
    monitor: BoxMonitor,
    now: int,
    level_of: LevelOf,
    *,
    has_lamps: bool,
    worn: bool,
) -> ContactRow:
    changed = each.changed_at
    return ContactRow(
        *statistics_cells(contact, each, now, level_of),
        tuple(each.bounces),
        on=each.settled,
        lit=bool(monitor.lit & tile(contact)) if has_lamps and isinstance(contact, int) else None,
        fresh=changed is not None and now - changed < FRESH,
        moving=each.level != each.settled,
        worn=worn,
    )


def _footer(has: Collection[DeviceToTry]) -> Iterator[FooterKey]:
    if DeviceToTry.LAMPS in has:
        yield FooterKey(tr("ENTER"), tr_as("footer", "this lamp"), "lamp")
        yield FooterKey("M", tr_as("footer", "lamps"), "lamps")
    if DeviceToTry.DICE in has:
        yield FooterKey("R", tr_as("footer", "throw"), "throw")
    if DeviceToTry.DIE_LEDS in has:
        yield FooterKey("T", tr_as("footer", "turn dice"), "turn")
    if DeviceToTry.VOICE in has:
        yield FooterKey("S", tr_as("footer", "speak"), "speak")
    if DeviceToTry.BUZZER in has:
        yield FooterKey("B", tr_as("footer", "beep"), "beep")
    if DeviceToTry.DISPLAY in has:
        yield FooterKey("D", tr_as("footer", "display"), "display")
    yield FooterKey("Z", tr_as("footer", "from zero"), "reset")
    yield FooterKey("L", tr_as("footer", "light"), "light_or_dark")
    yield FooterKey("Q", tr_as("footer", "leave"), "leave")
