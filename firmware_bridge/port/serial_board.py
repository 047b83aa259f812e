"""The host's side of a board on a serial port: a roller, a box of tiles, or both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue

from firmware_bridge.link.backoff import Backoff
from firmware_bridge.link.counters import LineCounts
from firmware_bridge.link.events import RollerEvent
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from firmware_bridge.port.serial_port import PortLost, SerialPort
from firmware_bridge.protocol.constants import Order
from groundwork.faults import Fault
from groundwork.waker import Waker

_REOPEN_SHORTEST_US = 200_000
_REOPEN_LONGEST_US = 2_000_000
_CLOSE_SECONDS = 0.4


class SerialBoard:
    """Listens to the board on ``port`` and hands its events over, until closed.

    ``clock`` gives microseconds and never goes back. ``hand_over`` is called in the board's own
    thread, one event at a time; it must return at once and raise nothing. A throw is acknowledged
    to the board after its event was handed over; with ``keeps``, when :meth:`kept` is told that it
    is recorded for good. ``seen`` maps series to the serial of the last
    throw that is already known from before, so that it is not handed over again; ``locks`` is the
    directory of the lock files, by default the one that all programs share.

    A lost port is closed first, then said, then tried again for ever, every 0.2 to 2 seconds.
    """

    def __init__(
        self,
        port: str,
        baud: int = 115200,
        *,
        clock: Callable[[], int],
        hand_over: Callable[[RollerEvent], None],
        seen: Mapping[int, int] | None = None,
        locks: Path | None = None,
        keeps: bool = False,
    ) -> None:
        self._port = port
        self._baud = baud
        self._clock = clock
        self._hand_over = hand_over
        self._locks = locks
        self._link = HostLink(clock(), seen, keeps=keeps)
        self._translator = EventTranslator(port, self._link)
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._orders: SimpleQueue[tuple[Order, int]] = SimpleQueue()
        self._kept: SimpleQueue[tuple[int, int]] = SimpleQueue()
        self._waker = Waker()

    @property
    def counts(self) -> LineCounts:
        """What the line has brought and lost since the roller was opened; for diagnosis."""
        return self._link.counts

    def open(self) -> None:
        """Open the port and begin to listen; RollerUp follows when the roller answers.

        Raises Fault (see ``SerialPort``), and RuntimeError if it has been opened before.
        """
        if self._thread is not None:
            raise RuntimeError("a SerialBoard is opened once")
        port = self._open_port()
        self._thread = threading.Thread(
            target=self._live, args=(port,), name=f"roller {self._port}", daemon=True
        )
        self._thread.start()

    def roll(self, count: int = 0) -> None:
        """Have the board throw so many dice, 0 for all; the throw comes as any other.

        Obeyed tells what became of it. May be called from any thread, as may ``light``.
        """
        self._order(Order.ROLL, count)

    def light(self, tiles: int) -> None:
        """Light the lamps of these tiles and no others, now and after every restart."""
        self._order(Order.LAMPS, tiles)

    def kept(self, series: int, serial: int) -> None:
        """This throw is recorded for good; the board may forget it. From any thread."""
        self._kept.put((series, serial))
        self._waker.set()

    def close(self) -> None:
        """Stop listening and give the port back; returns within half a second.

        No further event is handed over. May be called from ``hand_over``, and more than once.
        """
        self._closing.set()
        if self._thread is None:
            return
        self._waker.set()
        if self._thread is not threading.current_thread():
            # Bounded: should hand_over or the system hold the thread, it goes when they let go.
            self._thread.join(_CLOSE_SECONDS)

    def __enter__(self) -> SerialBoard:
        self.open()
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()

    def _order(self, order: Order, argument: int) -> None:
        self._orders.put((order, argument))
        self._waker.set()

    def _open_port(self) -> SerialPort:
        return SerialPort(self._port, self._baud, self._locks)

    def _live(self, first: SerialPort) -> None:
        port: SerialPort | None = first
        try:
            while port is not None:
                with port:
                    why = self._listen(port)
                if why is None:
                    return
                self._go_down(self._clock(), why)
                port = self._find_again()
        finally:
            self._waker.close()

    def _listen(self, port: SerialPort) -> str | None:
        """Serve the port until it is lost (the reason) or we are closing (None)."""
        link = self._link
        link.line_up(self._clock())
        unsent = b""
        try:
            # Nothing is acknowledged once we are closing: it may not have been handed over.
            while not self._closing.is_set():
                while not self._orders.empty():
                    link.orders.give(*self._orders.get())
                while not self._kept.empty():
                    link.kept(*self._kept.get(), self._clock())
                if link.fell_silent(self._clock()):
                    self._go_down(self._clock(), "it does not answer any more")
                unsent = port.write(unsent or link.outgoing(self._clock()))
                # While the line takes nothing more there is nothing to be in time for.
                pause = None if unsent else self._until(link.next_deadline())
                ready = self._waker.wait_for(port.fileno(), pause, writing=bool(unsent))
                self._waker.clear()
                if ready.readable:
                    self._take(port.read())
        except PortLost as lost:
            return str(lost)
        return None

    def _find_again(self) -> SerialPort | None:
        """The port, once it can be opened again; None if we are closing."""
        pace = Backoff(_REOPEN_SHORTEST_US, _REOPEN_LONGEST_US)
        pace.tried(self._clock())
        said = ""
        while not self._closing.is_set():
            if not pace.is_due(self._clock()):
                self._waker.wait(self._until(pace.due))
                self._waker.clear()
                continue
            pace.tried(self._clock())
            try:
                return self._open_port()
            except Fault as fault:
                # That it is not there is what was said already; another reason is news.
                if fault.code != "BX501" and said != str(fault):
                    said = str(fault)
                    self._go_down(self._clock(), said)
        return None

    def _until(self, due: int | None) -> float | None:
        """Seconds until then."""
        return None if due is None else (due - self._clock()) / 1_000_000

    def _take(self, data: bytes) -> None:
        for news in self._link.receive(data, self._clock()):
            for event in self._translator.events(news):
                self._say(event)

    def _go_down(self, at: int, why: str) -> None:
        self._say(self._translator.gone(at, why))

    def _say(self, event: RollerEvent) -> None:
        if not self._closing.is_set():
            self._hand_over(event)
