"""Lines of one chip held in one request, with their settings, and again after the chip was away."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import RLock, get_ident
from typing import Literal

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import PinError

from gpiozero_gpiod.chips import (
    ChipGone,
    ChipInfo,
    FactoryClosed,
    LineNotFound,
    is_gone,
    of_request,
)

Function = Literal["input", "output"]
Pull = Literal["up", "down", "floating"]
Edges = Literal["both", "rising", "falling"]

FUNCTIONS: tuple[Function, ...] = ("input", "output")
PULLS: dict[Pull, Bias] = {
    "up": Bias.PULL_UP,
    "down": Bias.PULL_DOWN,
    "floating": Bias.DISABLED,
}
EDGES: dict[Edges, Edge] = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


@dataclass(frozen=True, slots=True)
class LineSettings:
    """The settings of a line.

    ``watched`` asks the kernel to tell of ``edges``; ``bounce`` is the debounce period in seconds,
    done by the kernel, 0 for none. ``high`` is the level of an output from the moment it is one.
    With ``active_low`` levels are inverted everywhere, edges included. ``pull`` None leaves the
    line's bias as it is, which is all that some expanders can do.
    """

    function: Function = "input"
    pull: Pull | None = "floating"
    edges: Edges = "both"
    watched: bool = False
    bounce: float = 0.0
    high: bool = False
    active_low: bool = False

    def for_gpiod(self) -> gpiod.LineSettings:
        """Return these settings as gpiod takes them."""
        if self.function == "output":
            return gpiod.LineSettings(
                direction=Direction.OUTPUT,
                output_value=Value.ACTIVE if self.high else Value.INACTIVE,
                active_low=self.active_low,
            )
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=Bias.AS_IS if self.pull is None else PULLS[self.pull],
            edge_detection=EDGES[self.edges] if self.watched else Edge.NONE,
            debounce_period=timedelta(seconds=self.bounce),
            active_low=self.active_low,
        )


EVENTS_KEPT = 1024
"""The edges that the kernel keeps for one request until they are read: the most it allows."""

FindChip = Callable[[], ChipInfo]
"""Finds the chip anew, wherever it now is. Raises :class:`ChipNotFound`."""


class HeldRequest:
    """Some lines of one chip, set and read together. Thread-safe.

    The kernel gives the lines when the request is made, and takes them back when it is closed.
    A method that finds the chip gone raises :class:`ChipGone`, and the next one tries to have the
    same lines again, set as they were: the chip may have another number by then.
    """

    def __init__(
        self,
        find: FindChip,
        lines: Mapping[int, LineSettings],
        consumer: str = "gpiozero",
        on_lost: Callable[[HeldRequest], object] = lambda _request: None,
    ) -> None:
        self._find = find
        self._consumer = consumer
        self._on_lost = on_lost
        self._lost_elsewhere = False
        self.on_opened: Callable[[], object] = lambda: None
        """Called when the lines are held again, with another file."""
        self._settings = dict(lines)
        self._collecting = RLock()
        self._collected: dict[int, LineSettings] = {}
        self._collector: int | None = None
        self._last_edge: dict[int, int] = {}
        self._lock = RLock()
        self._request: gpiod.LineRequest | None = None
        self._closed = False
        with self._lock:
            self._open()

    @property
    def offsets(self) -> list[int]:
        """The lines, by their offsets on the chip, in the order in which they were asked for."""
        return list(self._settings)

    @property
    def gone(self) -> bool:
        """Whether the chip was gone when last asked."""
        return self._request is None or self._lost_elsewhere

    @property
    def chip(self) -> ChipInfo:
        """The chip, as it was found last."""
        return self._chip

    def fileno(self) -> int:
        """The file that can be read when an edge waits; -1 while the chip is gone."""
        request = self._request
        return -1 if request is None else request.fd

    def lose(self) -> None:
        """Note that the chip is gone, as another request has found. Takes no lock."""
        self._lost_elsewhere = True

    def settings(self, offset: int) -> LineSettings:
        """The settings of this line, or those that wait for :meth:`one_configuration` to end."""
        return self._collected.get(offset, self._settings[offset])

    def configure(self, offset: int, settings: LineSettings) -> None:
        """Set a line anew. One that cannot be set so stays as it was; raises :class:`PinError`."""
        if self._collector == get_ident():
            self._collected[offset] = settings
            return
        with self._lock:
            before = self._settings[offset]
            if settings == before and not self.gone:
                return
            self._settings[offset] = settings
            request = self._live()
            try:
                request.reconfigure_lines(self._for_gpiod())
            except OSError as error:
                self._settings[offset] = before
                raise self._fault(offset, error) from error

    @contextmanager
    def one_configuration(self) -> Iterator[None]:
        """Set the lines once, at the end, as this thread configures them meanwhile.

        Raises :class:`PinError` for the first line that cannot be set so, which stays as it was.
        If anything is raised meanwhile all lines stay as they were.
        """
        with self._collecting:
            outer = self._collected, self._collector
            self._collected, self._collector = {}, get_ident()
            try:
                yield
            finally:
                collected = self._collected
                self._collected, self._collector = outer
            self._configure_all(collected)

    def _configure_all(self, wanted: Mapping[int, LineSettings]) -> None:
        with self._lock:
            before = dict(self._settings)
            self._settings |= wanted
            if self._settings == before and not self.gone:
                return
            request = self._live()
            try:
                request.reconfigure_lines(self._for_gpiod())
            except OSError:
                # The kernel does not say which line it refuses, so set one after the other.
                self._settings = before
                for offset, settings in wanted.items():
                    self.configure(offset, settings)

    def read(self, offsets: Iterable[int] | None = None) -> dict[int, bool]:
        """The levels of these lines, or of all, at one moment."""
        wanted = list(self._settings if offsets is None else offsets)
        with self._lock:
            request = self._live()
            try:
                values = request.get_values(wanted)
            except OSError as error:
                raise self._fault(wanted[0], error) from error
        return {offset: value is Value.ACTIVE for offset, value in zip(wanted, values, strict=True)}

    def write(self, levels: Mapping[int, bool]) -> None:
        """Drive these outputs, all at one moment."""
        with self._lock:
            for offset, high in levels.items():
                self._settings[offset] = replace(self._settings[offset], high=high)
            request = self._live()
            try:
                request.set_values(
                    {o: Value.ACTIVE if high else Value.INACTIVE for o, high in levels.items()}
                )
            except OSError as error:
                raise self._fault(next(iter(levels)), error) from error

    def take_edges(self) -> list[gpiod.EdgeEvent]:
        """The edges that wait, without waiting for any. Raises :class:`ChipGone`."""
        with self._lock:
            if self._request is None or self._lost_elsewhere:
                return []
            try:
                return self._request.read_edge_events(EVENTS_KEPT)
            except BlockingIOError:
                return []
            except OSError as error:
                raise self._lost() from error

    def lost_before(self, edge: gpiod.EdgeEvent) -> int:
        """Return how many edges of its line were lost between this one and the one before.

        To be called with every edge, in order. Not thread-safe.
        """
        # The kernel numbers the edges of a line from 1 as long as the request lasts.
        before = self._last_edge.get(edge.line_offset, 0)
        self._last_edge[edge.line_offset] = edge.line_seqno
        return max(edge.line_seqno - before - 1, 0)

    def revive(self) -> bool:
        """Request the lines again after the chip was gone; return whether they are held now."""
        with self._lock:
            if not self._closed:
                with suppress(PinError):
                    self._live()
            return not self.gone

    def close(self) -> None:
        """Release the lines, as inputs first: kernels of the Pi keep driving an output."""
        with self._lock:
            self._closed = True
            if self._request is None:
                return
            self._settings = {offset: LineSettings(pull=None) for offset in self._settings}
            with suppress(OSError):
                self._request.reconfigure_lines(self._for_gpiod())
            self._release()

    def _live(self) -> gpiod.LineRequest:
        if self._closed:
            raise FactoryClosed(f"a line of {self._chip} is used after it was closed")
        if self.gone:
            self._release()
            self._open()
            self.on_opened()
        assert self._request is not None
        return self._request

    def _open(self) -> None:
        self._chip = self._find()
        self._lost_elsewhere = False
        for offset in self._settings:
            if not 0 <= offset < self._chip.lines:
                raise LineNotFound(
                    f"{self._name(offset)} is not there: {self._chip} has lines 0 to "
                    f"{self._chip.lines - 1}"
                )
        try:
            opened = gpiod.Chip(self._chip.path)
        except OSError as error:
            raise self._lost() from error
        with opened as chip:
            self._request = self._request_of(chip)

    def _request_of(self, chip: gpiod.Chip) -> gpiod.LineRequest:
        try:
            request = chip.request_lines(
                self._for_gpiod(), consumer=self._consumer, event_buffer_size=EVENTS_KEPT
            )
        except OSError as error:
            if is_gone(error):
                raise self._lost() from error
            busy = self._busy_one(chip)
            raise of_request(chip, busy, self._name(busy), error) from error
        # Reading edges must not wait if another call has taken them.
        os.set_blocking(request.fd, False)
        self._last_edge.clear()
        return request

    def _busy_one(self, chip: gpiod.Chip) -> int:
        """The line that the kernel most likely meant: it names none."""
        offsets = list(self._settings)
        for offset in offsets:
            with suppress(OSError):
                if chip.get_line_info(offset).used:
                    return offset
        return offsets[0]

    def _for_gpiod(self) -> dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]:
        # All lines each time: gpiod gives its defaults to those that are not named.
        return {offset: settings.for_gpiod() for offset, settings in self._settings.items()}

    def _fault(self, offset: int, error: OSError) -> PinError:
        if is_gone(error):
            return self._lost()
        try:
            opened = gpiod.Chip(self._chip.path)
        except OSError:
            return self._lost()  # It went away in this moment.
        with opened as chip:
            return of_request(chip, offset, self._name(offset), error)

    def _lost(self) -> ChipGone:
        self._release()
        self._on_lost(self)
        return ChipGone(f"{self._chip} does not answer: look at its cable, and at dmesg")

    def _release(self) -> None:
        if self._request is not None:
            with suppress(OSError):
                self._request.release()
            self._request = None

    def _name(self, offset: int) -> str:
        return f"line {offset} of {self._chip}"
