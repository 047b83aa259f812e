"""Open the display of a box, with any driver, in a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from groundwork.language import tr
from groundwork.os_reason import os_reason
from hardware.config.tables.display import (
    DigitsTable,
    DisplayTable,
    LcdTable,
    MatrixTable,
    OledTable,
)
from hardware.devices import Clock, Face, HandOver, Show, TextLine
from hardware.display.bus import Buses, check_bus
from hardware.display.luma_import import check_luma, luma
from hardware.worker.worker import AGAIN_S, Open, Worker

DEVICE = "display"

REFRESH_S = 2.0
"""Seconds after which the lines are sent again, to notice a display that has gone."""


class WorkedDisplay:
    """A display whose calls never wait; see :class:`hardware.devices.Display`."""

    def __init__(self, face: Face, worker: Worker[Sequence[TextLine]]) -> None:
        self._face = face
        self._worker = worker

    @property
    def face(self) -> Face:
        """The face of the display."""
        return self._face

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show exactly these lines."""
        self._worker.give(tuple(lines))

    def check(self, now: int) -> None:
        """Report a display that has not answered for too long. Never waits."""
        self._worker.check(now)

    def close(self) -> None:
        """Darken and close it; one that hangs is left behind."""
        self._worker.close()


def open_display(
    table: DisplayTable,
    clock: Clock,
    hand_over: HandOver,
    buses: Buses | None = None,
    *,
    again_s: float = AGAIN_S,
    refresh_s: float = REFRESH_S,
) -> WorkedDisplay:
    """Open the display; the caller closes it.

    A display that does not answer is handed over as lost, now or later. Raises :class:`Fault` if it
    cannot work: BX421 without its libraries, BX415, BX416, BX422 or BX423 without its bus.
    """
    buses = Buses() if buses is None else buses
    check_luma()
    check_bus(table.place, buses)
    worker = Worker(
        DEVICE,
        tr("it shows the table again"),
        opening(table, buses),
        clock,
        hand_over,
        again_s=again_s,
        refresh_s=refresh_s,
    )
    return WorkedDisplay(table.face, worker)


def opening(table: DisplayTable, buses: Buses) -> Open[Sequence[TextLine]]:
    """Return how a worker opens the display."""

    def open_device(closing: ExitStack) -> Show:
        with _told_in(table), luma():
            show = _open(table, buses, closing)

        def show_lines(lines: Sequence[TextLine]) -> None:
            with _told_in(table), luma():
                show(lines)

        return show_lines

    return open_device


def _open(table: DisplayTable, buses: Buses, closing: ExitStack) -> Show:
    match table:
        case DigitsTable():
            from hardware.display.max7219_digits import open_digits

            return open_digits(table, buses, closing)
        case MatrixTable():
            from hardware.display.max7219_matrix import open_matrix

            return open_matrix(table, buses, closing)
        case OledTable():
            return _open_oled(table, buses, closing)
        case LcdTable():
            from hardware.display.hd44780 import open_hd44780

            return open_hd44780(table, buses, closing)


def _open_oled(table: OledTable, buses: Buses, closing: ExitStack) -> Show:
    match table.chip:
        case "ssd1306":
            from hardware.display.ssd1306 import open_ssd1306

            return open_ssd1306(table, buses, closing)
        case "sh1106":
            from hardware.display.sh1106 import open_sh1106

            return open_sh1106(table, buses, closing)


@contextmanager
def _told_in(table: DisplayTable) -> Iterator[None]:
    """Add the place to errors of the bus."""
    try:
        yield
    except OSError as error:
        why = os_reason(error)
        raise OSError(
            tr("{place}: {why}; look at its wires and at [display]", place=table.place, why=why)
        ) from error
