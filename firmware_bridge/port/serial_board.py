"""A board on a serial port: a roller, a box of tiles, or both.

What arrives while this machine sleeps, or the program is stopped, waits in the port's buffer and
looks as if it came when it is read. So sleep is noticed, and what was read after it counts as
late.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from queue import SimpleQueue

from firmware_bridge.link.commands import Backoff
from firmware_bridge.link.events import AT_A_TABLE, BoardRates, RollerEvent, bytes_at
from firmware_bridge.link.frames import LineCounts
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from firmware_bridge.port.serial_port import READ_BYTES, PortLost, SerialPort
from firmware_bridge.protocol.constants import MAX_SETTLE_MS, Order
from firmware_bridge.protocol.fields import check_range
from groundwork.clock import suspended_us
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.limits import RateLimit
from groundwork.system.threads import start_thread
from groundwork.waker import Waker

LONGEST_NAP_US = 1_000_000
"""A machine that is merely busy wakes a waiting thread sooner than this."""


class SleepWatch:
    """Follows the waits of one thread for one port. Times are microseconds. Not thread-safe.

    ``suspended`` gives for how long this machine was suspended in all: the monotonic clock, by
    which waits are timed, stands still then.
    """

    def __init__(self, suspended: Callable[[], int] = suspended_us) -> None:
        self._suspended = suspended
        self._suspended_before = suspended()
        self._began = 0
        self._due: int | None = None
        self._age = 0

    def waits(self, now: int, due: int | None) -> None:
        """Note that the thread begins to wait, and when it will wake at the latest."""
        self._began, self._due = now, due

    def woke(self, now: int) -> None:
        """Note that it woke; whatever is read now may have come since the wait began."""
        suspended = self._suspended()
        slept = suspended - self._suspended_before
        self._suspended_before = suspended
        overslept = 0 if self._due is None else max(0, now - max(self._due, self._began))
        if slept + overslept >= LONGEST_NAP_US:
            self._age = slept + now - self._began

    @property
    def age(self) -> int:
        """The age in microseconds that a reading may have; 0 unless the thread has slept."""
        return self._age

    def drained(self) -> None:
        """Note that the port was read to its end: what comes next is new."""
        self._age = 0


_REOPEN_SHORTEST_US = 200_000
_REOPEN_LONGEST_US = 2_000_000
_HELD_US = 10_000_000
"""A port that was open for so long was not lost to a bad contact."""
_CLOSE_SECONDS = 0.4


class SerialBoard:
    """Listen to the board on ``port`` and hand its events over, until closed.

    ``clock`` gives monotonic microseconds. ``hand_over`` is called in the board's own thread, one
    event at a time; it must return at once and not raise. A throw is acknowledged once it has been
    handed over, with ``keeps`` once :meth:`kept` reports it durable. ``seen`` maps a series to the
    serial of its last known throw, which is not handed over again.

    A lost port is closed, reported, and reopened for ever, with a backoff of 0.2 to 2 seconds. What
    exceeds ``rates`` is not taken, and bytes beyond twice what the line can carry wait in the port.
    """

    def __init__(
        self,
        port: str,
        baud: int = 115200,
        *,
        clock: Callable[[], int],
        hand_over: Callable[[RollerEvent], None],
        seen: Mapping[int, int] | None = None,
        keeps: bool = False,
        rates: BoardRates = AT_A_TABLE,
    ) -> None:
        self._port = port
        self._baud = baud
        self._clock = clock
        self._hand_over = hand_over
        self._link = HostLink(clock(), seen, keeps=keeps, rates=rates)
        self._translator = EventTranslator(port, self._link)
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._orders: SimpleQueue[tuple[Order, int]] = SimpleQueue()
        self._kept: SimpleQueue[tuple[int, int]] = SimpleQueue()
        self._waker = Waker()
        self._bytes = RateLimit(bytes_at(baud))
        self._sleep = SleepWatch()
        self._reopening: Backoff | None = None
        self._said_of_port = ""

    @property
    def counts(self) -> LineCounts:
        """The counts of what the line has delivered and dropped since it was opened."""
        return self._link.counts

    def open(self) -> None:
        """Open the port and start to listen; RollerUp follows when the board answers.

        Raises Fault as ``SerialPort`` does, and RuntimeError if it was opened before.
        """
        if self._thread is not None:
            raise RuntimeError("a SerialBoard is opened once")
        port = self._open_port()
        thread = threading.Thread(
            target=self._live, args=(port,), name=f"roller {self._port}", daemon=True
        )
        try:
            start_thread(thread)
        except Fault:
            port.close()
            raise
        self._thread = thread

    def roll(self, count: int = 0) -> None:
        """Have the board throw ``count`` dice, 0 for all; the throw comes as any other.

        CommandAnswered reports the outcome. Thread-safe.
        """
        self._order(Order.ROLL, count)

    def light(self, tiles: int) -> None:
        """Light exactly the lamps of these tiles, now and after every restart. Thread-safe."""
        self._order(Order.LAMPS, tiles)

    def settle(self, contact: int, ms: int) -> None:
        """Have a contact be still for ``ms`` milliseconds before it is believed. Thread-safe.

        That is from now on and after every restart. 0 is every contact. A board without
        ``Ability.SETTLES`` answers NOT_ABLE. Raises ValueError unless ``ms`` is from 1 to
        ``MAX_SETTLE_MS``.
        """
        check_range("the time to settle", ms, 1, MAX_SETTLE_MS)
        self._order(Order.SETTLE, contact + 256 * ms)

    def button_throws(self, count: int) -> None:
        """Have the board's button throw ``count`` dice, 0 for all. Thread-safe.

        That is from now on and after every restart. A board that has fewer, or whose firmware is
        older, answers NOT_ABLE.
        """
        self._order(Order.BUTTON_DICE, count)

    def record_noise(self, count: int) -> None:
        """Have the board send ``count`` raw samples of its noise as NoiseHeard; 0 ends it.

        A board without ``Ability.SAMPLES`` answers NOT_ABLE. Thread-safe.
        """
        self._order(Order.SAMPLES, count)

    def kept(self, series: int, serial: int) -> None:
        """Let the board forget this throw, which is durable now. Thread-safe."""
        self._kept.put((series, serial))
        self._waker.set()

    def close(self) -> None:
        """Stop listening and release the port; returns within half a second.

        No further event is handed over. May be called from ``hand_over``, and repeatedly.
        """
        self._closing.set()
        if self._thread is None:
            return
        self._waker.set()
        if self._thread is not threading.current_thread():
            # Bounded: hand_over or the system may block the thread, which then ends later.
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
        return SerialPort(self._port, self._baud)

    def _live(self, first: SerialPort) -> None:
        port: SerialPort | None = first
        try:
            while port is not None:
                opened = self._clock()
                with port:
                    why = self._listen(port)
                if why is None:
                    return
                self._lose_port(why)
                port = self._find_again(self._pace_after(self._clock() - opened))
        finally:
            self._waker.close()

    def _listen(self, port: SerialPort) -> str | None:
        """Serve the port; return why it was lost, or None when closing."""
        link = self._link
        link.line_up(self._clock())
        unsent = b""
        try:
            # Acknowledge nothing once closing: it may not have been handed over.
            while not self._closing.is_set():
                while not self._orders.empty():
                    link.orders.give(*self._orders.get())
                while not self._kept.empty():
                    link.kept(*self._kept.get(), self._clock())
                if link.fell_silent(self._clock()):
                    self._go_down(self._clock(), tr("it does not answer any more"))
                unsent = port.write(unsent or link.outgoing(self._clock()))
                if (rested := self._bytes.due(self._clock())) > self._clock():
                    # Nobody has to be answered meanwhile: an honest board never gets here.
                    self._waker.wait(self._until(rested))
                    self._waker.clear()
                    continue
                # While the line accepts nothing no deadline can be met.
                due = None if unsent else link.next_deadline()
                self._sleep.waits(self._clock(), due)
                ready = self._waker.wait_for(port.fileno(), self._until(due), writing=bool(unsent))
                self._waker.clear()
                self._sleep.woke(self._clock())
                if ready.readable:
                    self._read(port)
                else:
                    self._sleep.drained()
        except PortLost as lost:
            return str(lost)
        return None

    def _pace_after(self, held: int) -> Backoff:
        """Return the backoff to reopen a port with that was open for ``held`` microseconds.

        One that is lost again and again is opened ever more slowly.
        """
        if self._reopening is None or held > _HELD_US:
            self._reopening = Backoff(_REOPEN_SHORTEST_US, _REOPEN_LONGEST_US)
        self._reopening.tried(self._clock())
        return self._reopening

    def _find_again(self, pace: Backoff) -> SerialPort | None:
        """Reopen the port; return None when closing."""
        while not self._closing.is_set():
            if not pace.is_due(self._clock()):
                self._waker.wait(self._until(pace.due))
                self._waker.clear()
                continue
            pace.tried(self._clock())
            try:
                return self._open_port()
            except Fault as fault:
                # A missing port has been reported already; another reason is news.
                if fault.code != "BX501":
                    self._lose_port(str(fault))
        return None

    def _lose_port(self, why: str) -> None:
        """Report why the port is lost, unless that was the last thing reported of the board."""
        if self._translator.is_up or self._said_of_port != why:
            self._go_down(self._clock(), why)
            self._said_of_port = why

    def _until(self, due: int | None) -> float | None:
        """Return the seconds until ``due``."""
        return None if due is None else (due - self._clock()) / 1_000_000

    def _read(self, port: SerialPort) -> None:
        data = port.read()
        self._bytes.take(self._clock(), len(data))
        for news in self._link.receive(data, self._clock()):
            for event in self._translator.events(news):
                if isinstance(event, DiceRolled) and self._sleep.age:
                    event = replace(event, slept=self._sleep.age)
                self._say(event)
        if len(data) < READ_BYTES:
            self._sleep.drained()

    def _go_down(self, at: int, why: str) -> None:
        self._say(self._translator.gone(at, why))

    def _say(self, event: RollerEvent) -> None:
        if not self._closing.is_set():
            self._hand_over(event)
