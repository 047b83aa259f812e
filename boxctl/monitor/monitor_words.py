"""Reports of the monitor in words: a line for each event, and a table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from boxctl.monitor.box_monitor import Report
from boxctl.monitor.contact_statistics import BOUNCE_BOUNDS_MS, ContactStatistics, SettledContact
from boxctl.monitor.device_statistics import DeviceBook
from boxctl.monitor.raw_level import RawLevel
from boxctl.presentation.names import button_name, the_device
from boxctl.presentation.phrases import Style, capital
from groundwork.language import message
from hardware.devices import ButtonDiceRefused, Contact, DeviceBack, DeviceLost, DiceRolled

LevelOf = Callable[[Contact, bool], RawLevel]
"""The level at which a contact is on, or is not."""

_LEVELS = {
    RawLevel.HIGH: message("high"),
    RawLevel.LOW: message("low"),
    RawLevel.CLOSED: message("closed"),
    RawLevel.BROKEN: message("not closed"),
}


def contact_name(contact: Contact, style: Style) -> str:
    """Return ``tile 3``, or the name of a button."""
    if isinstance(contact, int):
        return style.tr("tile {tile}", tile=style.number(contact))
    if contact == "roll":
        return style.tr_as("button", "roll")
    return button_name(contact, style)


def state_word(contact: Contact, on: bool, style: Style) -> str:
    """Return whether a tile is open or shut, a button pressed or not."""
    if isinstance(contact, int):
        return style.tr_as("a tile", "open") if on else style.tr_as("a tile", "shut")
    return style.tr("pressed") if on else style.tr("released")


def level_word(level: RawLevel, style: Style) -> str:
    """Return the level of a line."""
    return style.tr(_LEVELS[level])


def milliseconds(us: int, style: Style) -> str:
    """Return a time in milliseconds, with one decimal up to 100."""
    return f"{us / 1000:.{0 if us >= 99_950 else 1}f}".replace(".", style.point)


def seconds(us: int, style: Style) -> str:
    """Return a time in seconds: with one decimal up to 100 of them."""
    return f"{us / 1_000_000:.{0 if us >= 99_950_000 else 1}f}".replace(".", style.point)


def report_line(report: Report, began: int, level_of: LevelOf, style: Style) -> str:
    """Return the line of a report, with the seconds since the monitor ``began``."""
    at = f"{max(0, report.at - began) / 1_000_000:10.3f}".replace(".", style.point)
    return f"{at}  {_says(report, level_of, style)}"


def _says(report: Report, level_of: LevelOf, style: Style) -> str:
    match report:
        case SettledContact():
            return _settled(report, level_of, style)
        case DiceRolled(values=values, late=late):
            shown = " ".join("-" if value is None else str(value) for value in values)
            if late:
                return style.tr(
                    "the dice show {values} (thrown while the roller was away)", values=shown
                )
            return style.tr("the dice show {values}", values=shown)
        case DeviceLost(device=device, why=why):
            name = capital(the_device(device, style))
            return style.tr("{device} does not answer: {why}", device=name, why=why)
        case DeviceBack(device=device, what=what):
            return style.tr(
                "{device} answers: {what}", device=capital(the_device(device, style)), what=what
            )
        case ButtonDiceRefused():
            return style.tr("the roller cannot be told how many dice its button throws")


def _settled(settled: SettledContact, level_of: LevelOf, style: Style) -> str:
    contact = settled.contact
    name = f"{contact_name(contact, style):<9}"
    state = state_word(contact, settled.on, style)
    level = level_word(level_of(contact, settled.on), style)
    if not settled.edges:
        how = style.tr("no edge told, a reading showed it")
    else:
        edges = style.tr_n(
            "{count} edge", "{count} edges", settled.edges, count=style.number(settled.edges)
        )
        how = style.tr("{edges}, {ms} ms", edges=edges, ms=milliseconds(settled.bounce, style))
    if settled.lost:
        how = style.tr("{how}, {lost} lost", how=how, lost=style.number(settled.lost))
    if not settled.moved:
        how = style.tr("{how}, came back", how=how)
    return f"{name} {state:<8} {level:<6} {how}"


def statistics_cells(
    contact: Contact, each: ContactStatistics, now: int, level_of: LevelOf, style: Style
) -> tuple[str, str, str, str, str, str, str, str]:
    """Return what the table says of a contact, from its name to the seconds since it changed."""
    changed = each.changed_at
    return (
        contact_name(contact, style),
        level_word(level_of(contact, each.level), style),
        state_word(contact, each.settled, style),
        style.number(each.edges),
        style.number(each.moves),
        style.number(each.returns),
        milliseconds(each.worst_bounce, style) if each.moves + each.returns else "-",
        "-" if changed is None else seconds(now - changed, style),
    )


def table_lines(
    statistics: Mapping[Contact, ContactStatistics],
    devices: DeviceBook,
    now: int,
    level_of: LevelOf,
    style: Style,
) -> Iterator[str]:
    """Yield the statistics of every contact, then those of the devices."""
    bounds = (*(style.number(bound) for bound in BOUNCE_BOUNDS_MS), style.tr("more"))
    heads = (
        style.tr("contact"),
        style.tr("level"),
        style.tr_as("state of a contact", "is"),
        style.tr("edges"),
        style.tr("moves"),
        style.tr("back"),
        style.tr("worst ms"),
        style.tr("seconds ago"),
        style.tr("bounces up to {bounds} ms", bounds=" ".join(bounds)),
    )
    yield _row(heads)
    for contact, each in statistics.items():
        cells = statistics_cells(contact, each, now, level_of, style)
        yield _row((*cells, " ".join(map(style.number, each.bounces))))
    yield from device_lines(devices, style)


def _row(cells: tuple[str, ...]) -> str:
    name, level, state, edges, moves, back, worst, ago, bounces = cells
    return (
        f"{name:<10} {level:<10} {state:<8} {edges:>7} {moves:>7} {back:>7} {worst:>9} {ago:>12}  "
        f"{bounces}"
    )


def device_lines(devices: DeviceBook, style: Style) -> Iterator[str]:
    """Yield what the roller has thrown, and which devices were lost or do not answer."""
    roller = devices.roller
    if roller.throws:
        yield style.tr_n(
            "{throws} throw, {unreadable} not to be read, {late} late",
            "{throws} throws, {unreadable} not to be read, {late} late",
            roller.throws,
            throws=style.number(roller.throws),
            unreadable=style.number(roller.unreadable),
            late=style.number(roller.late),
        )
    for name, device in devices.devices.items():
        the_name = capital(the_device(name, style))
        if not device.answers:
            yield style.tr("{device} does not answer: {why}", device=the_name, why=device.says)
        elif device.losses:
            yield style.tr_n(
                "{device} answers, and was lost {count} time",
                "{device} answers, and was lost {count} times",
                device.losses,
                device=the_name,
                count=style.number(device.losses),
            )
