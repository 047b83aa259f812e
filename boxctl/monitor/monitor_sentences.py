"""Reports of the monitor, in words and as data for a log. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, assert_never

from boxctl.monitor.box_monitor import BoxMonitor, DeviceToTry, Report
from boxctl.monitor.open_monitor import RawLevel
from boxctl.monitor.statistics import (
    BOUNCE_BOUNDS_MS,
    ContactStatistics,
    DeviceBook,
    SettledContact,
)
from boxctl.presentation.input_faults import button_name, the_device
from boxctl.presentation.phrases import WRITTEN, capital
from boxctl.rules.tiles import numbers
from groundwork.cell_width import in_columns
from groundwork.language import all_of, commas, decimal_point, message, tr, tr_as, tr_n
from hardware.devices import ButtonDiceRefused, Contact, DeviceBack, DeviceLost, DiceRolled

LevelOf = Callable[[Contact, bool], RawLevel]
"""The level at which a contact is on, or is not."""

_LEVELS = {
    RawLevel.HIGH: message("high"),
    RawLevel.LOW: message("low"),
    RawLevel.CLOSED: message("closed"),
    RawLevel.BROKEN: message("not closed"),
}


def contact_name(contact: Contact) -> str:
    """Return ``tile 3``, or the name of a button."""
    if isinstance(contact, int):
        return tr("tile {tile}", tile=str(contact))
    if contact == "roll":
        return tr_as("button", "roll")
    return button_name(contact, WRITTEN)


def state_word(contact: Contact, on: bool) -> str:
    """Return whether a tile is open or shut, a button pressed or not."""
    if isinstance(contact, int):
        return tr_as("a tile", "open") if on else tr_as("a tile", "shut")
    return tr("pressed") if on else tr("released")


def level_word(level: RawLevel) -> str:
    """Return the level of a line."""
    return tr(_LEVELS[level])


def milliseconds(us: int) -> str:
    """Return a time in milliseconds, with one decimal up to 100."""
    return f"{us / 1000:.{0 if us >= 99_950 else 1}f}".replace(".", decimal_point())


def seconds(us: int) -> str:
    """Return a time in seconds: with one decimal up to 100 of them."""
    return f"{us / 1_000_000:.{0 if us >= 99_950_000 else 1}f}".replace(".", decimal_point())


def report_line(report: Report, began: int, level_of: LevelOf) -> str:
    """Return the line of a report, with the seconds since the monitor ``began``."""
    at = f"{max(0, report.at - began) / 1_000_000:10.3f}".replace(".", decimal_point())
    return f"{at}  {_says(report, level_of)}"


def _says(report: Report, level_of: LevelOf) -> str:
    match report:
        case SettledContact():
            return _settled(report, level_of)
        case DiceRolled(values=values, late=late):
            shown = dice_as_shown(values)
            if late:
                return tr("the dice show {values} (thrown while the roller was away)", values=shown)
            return tr("the dice show {values}", values=shown)
        case DeviceLost(device=device, why=why):
            name = capital(the_device(device, WRITTEN))
            return tr("{device} does not answer: {why}", device=name, why=why)
        case DeviceBack(device=device, what=what):
            return tr(
                "{device} answers: {what}", device=capital(the_device(device, WRITTEN)), what=what
            )
        case ButtonDiceRefused():
            return tr("the roller cannot be told how many dice its button throws")


def _settled(settled: SettledContact, level_of: LevelOf) -> str:
    contact = settled.contact
    name = f"{contact_name(contact):<9}"
    state = state_word(contact, settled.on)
    level = level_word(level_of(contact, settled.on))
    if not settled.edges:
        how = tr("no edge told, a reading showed it")
    else:
        edges = tr_n("{count} edge", "{count} edges", settled.edges, count=str(settled.edges))
        how = tr("{edges}, {ms} ms", edges=edges, ms=milliseconds(settled.bounce))
    if settled.lost:
        how = tr("{how}, {lost} lost", how=how, lost=str(settled.lost))
    if not settled.moved:
        how = tr("{how}, came back", how=how)
    return f"{name} {state:<8} {level:<6} {how}"


def statistics_cells(
    contact: Contact, each: ContactStatistics, now: int, level_of: LevelOf
) -> tuple[str, str, str, str, str, str, str, str]:
    """Return the cells of a contact, from its name to the seconds since it changed."""
    changed = each.changed_at
    return (
        contact_name(contact),
        level_word(level_of(contact, each.level)),
        state_word(contact, each.settled),
        str(each.edges),
        str(each.moves),
        str(each.returns),
        milliseconds(each.worst_bounce) if each.moves + each.returns else "-",
        "-" if changed is None else seconds(now - changed),
    )


def table_lines(monitor: BoxMonitor, now: int, level_of: LevelOf) -> Iterator[str]:
    """Yield the statistics of every contact, then those of the lamps and the other devices."""
    rows = [
        statistics_cells(contact, each, now, level_of)
        for contact, each in monitor.contacts.statistics.items()
    ]
    bounces = [" ".join(map(str, each.bounces)) for each in monitor.contacts.statistics.values()]
    heads = (
        tr("contact"),
        tr("level"),
        tr_as("state of a contact", "is"),
        tr("edges"),
        tr_as("column of the monitor", "moves"),
        tr("back"),
        tr("worst ms"),
        tr("seconds ago"),
    )
    bounds = (*(str(bound) for bound in BOUNCE_BOUNDS_MS), tr("more"))
    above = tr("bounces up to {bounds} ms", bounds=" ".join(bounds))
    lines = in_columns([heads, *rows], _LEAST_COLUMNS, left=3)
    for line, classes in zip(lines, (above, *bounces), strict=True):
        yield f"{line}  {classes}"
    if DeviceToTry.LAMPS in monitor.devices_to_try:
        lit = commas(map(str, numbers(monitor.lit))) or "-"
        yield tr("lamps that are lit: {tiles}", tiles=lit)
    yield from device_lines(monitor.devices, now)


_LEAST_COLUMNS = (10, 10, 8, 7, 7, 7, 9, 12)
"""The least columns of each cell."""


def device_lines(devices: DeviceBook, now: int) -> Iterator[str]:
    """Yield the faces of the dice, the devices that are lost or were, and those without a fault."""
    yield from _dice_lines(devices, now)
    sound = [name for name, each in devices.devices.items() if each.answers and not each.losses]
    if sound:
        yield tr(
            "without a fault: {devices}",
            devices=all_of(the_device(name, WRITTEN) for name in sound),
        )
    for name, device in devices.devices.items():
        the_name = capital(the_device(name, WRITTEN))
        if not device.answers:
            yield tr("{device} does not answer: {why}", device=the_name, why=device.says)
        elif device.losses:
            yield tr_n(
                "{device} answers, and was lost {count} time",
                "{device} answers, and was lost {count} times",
                device.losses,
                device=the_name,
                count=str(device.losses),
            )


def _dice_lines(devices: DeviceBook, now: int) -> Iterator[str]:
    roller = devices.roller
    if roller.last_at is not None:
        yield tr(
            "the dice show {values} since {seconds} s",
            values=dice_as_shown(roller.last),
            seconds=seconds(now - roller.last_at),
        )
    if roller.throws:
        yield tr_n(
            "{throws} throw, {unreadable} not to be read, {late} late",
            "{throws} throws, {unreadable} not to be read, {late} late",
            roller.throws,
            throws=str(roller.throws),
            unreadable=str(roller.unreadable),
            late=str(roller.late),
        )
    elif devices.throws_dice and roller.last_at is None:
        yield tr("no throw yet")


def dice_as_shown(values: Sequence[int | None]) -> str:
    """Return a throw as ``5 6``, with ``-`` for a die that could not be read."""
    return " ".join("-" if value is None else str(value) for value in values)


def report_as_data(report: Report, began: int, level_of: LevelOf) -> dict[str, Any]:
    """Return one report; ``at`` is in seconds since the monitor ``began``."""
    at = max(0, report.at - began) / 1_000_000
    match report:
        case SettledContact(contact=contact, on=on):
            return {
                "at": at,
                **_name(contact),
                "state": state_name(contact, on),
                "level": level_of(contact, on).value,
                "moved": report.moved,
                "edges": report.edges,
                "lost": report.lost,
                "bounce_ms": report.bounce / 1000,
            }
        case DiceRolled(values=values, late=late):
            return {"at": at, "throw": list(values), "late": late}
        case DeviceLost(device=device, why=why):
            return {"at": at, "device": device, "answers": False, "says": why}
        case DeviceBack(device=device, what=what):
            return {"at": at, "device": device, "answers": True, "says": what}
        case ButtonDiceRefused():
            return {"at": at, "device": "roller", "button_dice": False}
    assert_never(report)


def table_as_data(monitor: BoxMonitor, now: int, level_of: LevelOf) -> dict[str, Any]:
    """Return all statistics; times are in seconds since they began."""
    began, roller = monitor.began, monitor.devices.roller
    return {
        "at": (now - began) / 1_000_000,
        "bounce_bounds_ms": list(BOUNCE_BOUNDS_MS),
        "contacts": [
            {
                **_name(contact),
                "level": level_of(contact, each.level).value,
                "state": state_name(contact, each.settled),
                "changed_at": None
                if each.changed_at is None
                else (each.changed_at - began) / 1_000_000,
                "edges": each.edges,
                "lost": each.lost,
                "moves": each.moves,
                "returns": each.returns,
                "unseen": each.unseen,
                "worst_bounce_ms": each.worst_bounce / 1000,
                "bounces": each.bounces,
            }
            for contact, each in monitor.contacts.statistics.items()
        ],
        "lit": list(numbers(monitor.lit)),
        "dice": list(roller.last),
        "thrown_at": None if roller.last_at is None else (roller.last_at - began) / 1_000_000,
        "throws": roller.throws,
        "unreadable": roller.unreadable,
        "late": roller.late,
        "devices": {
            name: {"answers": device.answers, "losses": device.losses}
            for name, device in monitor.devices.devices.items()
        },
    }


def state_name(contact: Contact, on: bool) -> str:
    """Return ``open``, ``shut``, ``pressed`` or ``released``."""
    if isinstance(contact, int):
        return "open" if on else "shut"
    return "pressed" if on else "released"


def _name(contact: Contact) -> dict[str, Any]:
    return {"tile": contact} if isinstance(contact, int) else {"button": contact}
