"""The monitor, as data and drawn: contacts in rows, what devices say, the newest reports. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from boxctl.monitor.box_monitor import BoxMonitor, DeviceToTry, LampMode
from boxctl.monitor.monitor_sentences import (
    LevelOf,
    device_lines,
    seconds,
    statistics_cells,
)
from boxctl.monitor.statistics import BOUNCE_BOUNDS_MS, ContactStatistics
from boxctl.presentation.journal.player_history import ASCII as ASCII_CELLS
from boxctl.presentation.journal.player_history import BLOCKS, sparkline
from boxctl.rules.tiles import tile
from boxctl.screens.pictures.picture import (
    Glyphs,
    Picture,
    Row,
    Span,
    fit,
    footer_picture,
    lines_needed,
    on_ground,
)
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.cell_width import columns_of, flush_left, flush_right, wrapped
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


LOG_LINES = 3
"""The log has at least so many lines, as long as four contacts have room as well."""

LEAST_ROWS = 4
LEAST_COLUMNS = 60

CLASSES = len(BOUNCE_BOUNDS_MS) + 1
"""The classes of the histogram of bounces."""

NAME = 10
"""The columns of the name of a contact, which has two before it and its lamp behind it."""

USUAL = (10, 8, 6, 5, 5, 8, CLASSES + 1, 6)
"""The columns of the other cells if there is room; the first two and the bars begin at the left."""

BARS = 6
"""The place of the bars among these cells."""

ABOVE_ROWS = 2
"""The lines above the contacts: the title, and the headings of the columns."""


@frozen_dataclass
class MonitorPlan:
    """The parts of a screen: the ``shown`` contacts from ``first`` on, and the lines of the log.

    ``notes`` are the lines of the notes, and ``keys`` those of the footer.
    """

    first: int
    shown: int
    notes: tuple[str, ...]
    log: int
    keys: int


def plan_monitor(view: MonitorView, columns: int, lines: int) -> MonitorPlan | None:
    """Plan the screen so that the selected contact is shown; None if it is too small."""
    keys = lines_needed(view.footer, columns)
    room = lines - ABOVE_ROWS - keys
    fewest = min(len(view.rows), LEAST_ROWS)
    if columns < LEAST_COLUMNS or room < fewest + bool(view.notes):
        return None
    notes = _notes(view, columns)[: room - fewest]
    room -= len(notes)
    shown = min(len(view.rows), max(LEAST_ROWS, room - LOG_LINES))
    first = max(0, min(view.selected - shown // 2, len(view.rows) - shown))
    return MonitorPlan(first, shown, notes, room - shown, keys)


def _notes(view: MonitorView, columns: int) -> tuple[str, ...]:
    """Return the lines of the notes: a long one, such as why a device is lost, takes several."""
    return tuple(
        f"{'    ' if place else '  '}{line}"
        for note in view.notes
        for place, line in enumerate(wrapped(note, columns - 5))
    )


def monitor_picture(view: MonitorView, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Draw exactly ``lines`` rows of ``columns`` columns."""
    plan = plan_monitor(view, columns, lines)
    if plan is None:
        return _too_small(columns, lines)
    first, keys = plan.first, plan.keys
    widths = _widths(view, columns)
    drawn = [
        _title(view, columns),
        _heads(plan, len(view.rows), widths, columns),
        *(
            _contact(row, view.selected == place, widths, columns, glyphs)
            for place, row in enumerate(view.rows[first : first + plan.shown], start=first)
        ),
        *(on_ground((Span(note, "dark"),), "panel", columns) for note in plan.notes),
    ]
    log = view.log[-plan.log :] if plan.log else ()
    drawn += [_logged(line, place == len(log) - 1, columns) for place, line in enumerate(log)]
    drawn += [on_ground((), "page", columns)] * (lines - keys - len(drawn))
    return (*drawn, *footer_picture(view.footer, columns, keys))


def contact_at(view: MonitorView, columns: int, lines: int, line: int) -> int | None:
    """Return the place of the contact that is drawn on this line of the screen, or None."""
    plan = plan_monitor(view, columns, lines)
    row = line - ABOVE_ROWS
    return plan.first + row if plan is not None and 0 <= row < plan.shown else None


def _too_small(columns: int, lines: int) -> Picture:
    words = tr("the window is too small for the monitor")
    first = on_ground((Span(fit(words, columns)),), "page", columns)
    return (first, *[on_ground((), "page", columns)] * (lines - 1))[:lines]


def _title(view: MonitorView, columns: int) -> Row:
    word = tr("monitor")
    left, right = f" {word}  ", f"{view.running} "
    name = fit(view.title, max(0, columns - columns_of(left) - columns_of(right) - 1))
    gap = " " * max(1, columns - columns_of(left) - columns_of(name) - columns_of(right))
    spans = (Span(f"{left}{name}{gap}{right}", "title"),)
    return on_ground(spans, "header", columns)


def _heads(plan: MonitorPlan, contacts: int, widths: Sequence[int], columns: int) -> Row:
    # Otherwise nothing would say that there are more.
    some = f"{plan.first + 1}-{plan.first + plan.shown}/{contacts}"
    words = _cells(tr("contact") if plan.shown == contacts else some, " ", _headings(), widths)
    return on_ground((Span(words, "dark"),), "panel", columns)


def _headings() -> tuple[str, ...]:
    return (
        tr("level"),
        tr_as("state of a contact", "is"),
        tr("edges"),
        tr_as("column of the monitor", "moves"),
        tr("back"),
        tr("worst ms"),
        f"0-{BOUNCE_BOUNDS_MS[-1]}+ ms",
        tr("ago, s"),
    )


def _widths(view: MonitorView, columns: int) -> list[int]:
    """Return the columns of the cells: the usual ones, or less where the window is too narrow."""
    cells = [_headings(), *(_values(row, " " * CLASSES) for row in view.rows)]
    needed = [max(map(columns_of, each)) for each in zip(*cells, strict=True)]
    usual = [max(pair) for pair in zip(needed, USUAL, strict=True)]
    has_room = len(_cells("", " ", [""] * len(usual), usual)) <= columns
    return usual if has_room else needed


def _values(row: ContactRow, bars: str) -> tuple[str, ...]:
    # The place for ~ is always there, or columns would jump.
    level = f"{row.level}{'~' if row.moving else ' '}"
    return (level, row.state, row.edges, row.moves, row.back, row.worst, bars, row.ago)


def _contact(
    row: ContactRow, selected: bool, widths: Sequence[int], columns: int, glyphs: Glyphs
) -> Row:
    lamp = " " if row.lit is None else glyphs.lit if row.lit else glyphs.dark
    cells = BLOCKS if glyphs.blocks else ASCII_CELLS
    drawn = [count or None for count in row.bounces]
    values = _values(row, sparkline(drawn, 0, max(1, *row.bounces), cells))
    ink = "newest" if row.fresh or row.moving else "plain"
    ground = "plaque" if selected else "page"
    sign = glyphs.turn if selected else " "
    rest = _cells(row.name, lamp, values, widths)
    return on_ground(
        (
            Span(sign, "turn"),
            Span("!" if row.worn else " ", "bad"),
            Span(rest[2 : NAME + 2], ink),
            Span(rest[NAME + 2 : NAME + 4], "turn" if row.lit else "dark"),
            Span(rest[NAME + 4 :], ink),
        ),
        ground,
        columns,
    )


def _cells(name: str, lamp: str, values: Sequence[str], widths: Sequence[int]) -> str:
    cells = " ".join(
        (flush_left if place < 2 or place == BARS else flush_right)(value, wide)
        for place, (value, wide) in enumerate(zip(values, widths, strict=True))
    )
    return f"  {flush_left(name, NAME)}{lamp} {cells}"


def _logged(line: str, newest: bool, columns: int) -> Row:
    ink = "newest" if newest else "plain"
    return on_ground((Span(f" {fit(line, columns - 2)}", ink),), "page", columns)
