"""A roller on a pseudo-terminal: the host's end of the link cannot tell it from a real one.

``python -m tests.support.firmware.pty_roller`` prints the path of its port, then throws once for
every line on stdin: an empty line throws at random, ``3 4`` throws these values (``-`` is a die
that cannot be read). It ends with its input.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import TypeVar

from firmware_bridge.port.serial_port import PtyLine
from firmware_bridge.protocol.constants import Order, Result
from firmware_bridge.protocol.messages import Command
from groundwork.clock import monotonic_us
from groundwork.waker import Waker
from tests.support.firmware.board_model import BoardIdentity, BoardLink

_ORDER_SECONDS = 60.0
_NUMBERS = random.Random("the boots and series of all rollers of this process")
_T = TypeVar("_T")


class PtyRoller:
    """A roller with a thread of its own, between ``with`` and its end. Methods may be called
    from any thread, and have done what they say when they return.

    ``noise``, if given, gets every piece of bytes in either direction and returns what becomes of
    it; it is called in the roller's thread. ``chance`` throws what the host asks for, by default
    the same in every run. Raises ValueError for dice, sides or a name that no
    roller can have.
    """

    def __init__(
        self,
        dice: int = 2,
        sides: int = 6,
        *,
        name: str = "pty-roller 1",
        chance: random.Random | None = None,
        noise: Callable[[bytes], bytes] | None = None,
    ) -> None:
        if dice < 1:
            raise ValueError("a roller has at least one die")
        self.noise = noise
        self._chance = chance or random.Random(1)
        self._link = BoardLink(
            BoardIdentity(name, dice, sides),
            boot=_any_number(),
            series=_any_number(),
            now=monotonic_us(),
            obey=self._obey_command,
        )
        self._dice = dice
        self._sides = sides
        self._line: PtyLine | None = None
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._closing = False
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> str:
        """The path for the host to open. It stays the same when unplugged and plugged in."""
        self._running()
        return str(self._port)

    def throw(self, values: Sequence[int | None]) -> int:
        """Throw: sent until the host acknowledges it. None is an unreadable die.

        Returns its serial. Raises ValueError if the dice cannot show ``values``.
        """
        return self._do(lambda: self._link.throw(values, monotonic_us()).serial)

    def waiting(self) -> int:
        """How many throws the host has not acknowledged."""
        return self._do(lambda: len(self._link.waiting))

    def unplug(self) -> None:
        """Pull the cable: the host's port hangs up and is no longer there. Throws wait."""
        self._do(self._unplug)

    def plug_in(self) -> None:
        """Put the cable back."""
        self._do(self._plug_in)

    def restart(self) -> None:
        """Start again as after a power cut, with the count and waiting throws remembered."""
        self._do(lambda: self._link.restart(_any_number(), monotonic_us()))

    def __enter__(self) -> PtyRoller:
        self._directory = TemporaryDirectory(prefix="boxctl-roller-")
        self._port = Path(self._directory.name) / "port"
        self._waker = Waker()
        self._closing = False
        self._plug_in()
        self._thread = threading.Thread(target=self._live, name="pty roller", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_ended: object) -> None:
        if self._thread is not None:
            self._closing = True
            self._waker.set()
            self._thread.join(_ORDER_SECONDS)
            self._thread = None
        self._directory.cleanup()

    def _do(self, order: Callable[[], _T]) -> _T:
        """Have the thread that owns the line do it, and wait until it has."""
        self._running()
        done: Future[_T] = Future()

        def obey() -> None:
            try:
                done.set_result(order())
            except (ValueError, OSError) as error:
                done.set_exception(error)

        self._orders.put(obey)
        self._waker.set()
        return done.result(_ORDER_SECONDS)

    def _obey_command(self, command: Command) -> int:
        """Throw at random when the host asks for it."""
        if command.order != Order.ROLL or command.argument > self._dice:
            return Result.NOT_ABLE
        count = command.argument or self._dice
        self._link.throw(
            [self._chance.randint(1, self._sides) for _ in range(count)], monotonic_us()
        )
        return Result.DONE

    def _running(self) -> None:
        if self._thread is None:
            raise RuntimeError("a PtyRoller works only inside `with`")

    def _live(self) -> None:
        try:
            while not self._closing:
                self._obey()
                self._serve()
        finally:
            self._unplug()
            self._waker.close()

    def _obey(self) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return
            order()

    def _serve(self) -> None:
        """Say what is due, sleep until something happens, hear what was said."""
        line = self._line
        if line is None:
            self._waker.wait()
            self._waker.clear()
            return
        line.write(self._disturbed(self._link.outgoing(monotonic_us())))
        due = self._link.next_deadline()
        pause = None if due is None else (due - monotonic_us()) / 1_000_000
        ready = self._waker.wait_for(line.fileno(), pause)
        self._waker.clear()
        if ready.readable:
            self._link.receive(self._disturbed(line.read()), monotonic_us())

    def _disturbed(self, data: bytes) -> bytes:
        return self.noise(data) if self.noise is not None and data else data

    def _unplug(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _plug_in(self) -> None:
        if self._line is None:
            self._line = PtyLine(self._port)
            self._link.line_up(monotonic_us())


def _any_number() -> int:
    return _NUMBERS.randint(1, 0xFFFF_FFFF)


def _throw_of(line: str, dice: int, sides: int, chance: random.Random) -> list[int | None]:
    words = line.split()
    if not words:
        return [chance.randint(1, sides) for _ in range(dice)]
    return [None if word == "-" else int(word) for word in words]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the roller program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="pty_roller", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same throws")
    parser.add_argument("--dice", type=int, default=2)
    parser.add_argument("--sides", type=int, default=6)
    asked = parser.parse_args(arguments)
    chance = random.Random(asked.seed)
    try:
        roller = PtyRoller(asked.dice, asked.sides)
    except ValueError as error:
        parser.error(str(error))
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: sys.exit(0))  # So that the port's link goes too.
    with roller:
        print(roller.port, flush=True)
        for line in sys.stdin:
            try:
                roller.throw(_throw_of(line, asked.dice, asked.sides, chance))
            except ValueError as error:
                print(f"not a throw: {line.strip()!r}: {error}", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
