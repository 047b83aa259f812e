"""Open the display of a box, with any driver, in a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from groundwork.faults import os_reason
from groundwork.language import tr
from hardware.buses import Buses
from hardware.config.device_table import DisplayTable
from hardware.devices import Clock, EventSink, Face, Show, TextLine
from hardware.worker import RETRY_S, Open, Worker

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
    hand_over: EventSink,
    buses: Buses | None = None,
    *,
    retry_s: float = RETRY_S,
    refresh_s: float = REFRESH_S,
) -> WorkedDisplay:
    """Open the display; the caller closes it.

    A display that does not answer is handed over as lost, now or later. Raises :class:`Fault` if it
    cannot work: BX421 without its libraries, BX415, BX416, BX422 or BX423 without its bus.
    """
    buses = Buses() if buses is None else buses
    buses.check(table)
    worker = Worker(
        DEVICE,
        tr("it shows the table again"),
        opening(table, buses),
        clock,
        hand_over,
        retry_s=retry_s,
        refresh_s=refresh_s,
    )
    return WorkedDisplay(table.face, worker)


def opening(table: DisplayTable, buses: Buses) -> Open[Sequence[TextLine]]:
    """Return how a worker opens the display."""

    def open_device(closing: ExitStack) -> Show:
        with _told_in(table):
            show: Show = table.opener(table, buses, closing)

        def show_lines(lines: Sequence[TextLine]) -> None:
            with _told_in(table):
                show(lines)

        return show_lines

    return open_device


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
