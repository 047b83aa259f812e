"""An emulator that runs the real firmware in real time, on a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TypeVar

from firmware_bridge.build_firmware import Chip, build
from firmware_bridge.emulator.chip import EmulatedChip, Noise
from firmware_bridge.emulator.chip_pico import EmulatedPico
from firmware_bridge.emulator.drive import copied_to, hide_drive, show_drive
from firmware_bridge.port.serial_port import PtyLine
from firmware_bridge.protocol.constants import Task
from groundwork.clock import monotonic_us
from groundwork.system.threads import start_thread
from groundwork.waker import Waker

START_UP_US = 22_000_000
"""Microseconds that a quick board is ahead: its noise has passed the start-up tests."""

_STEP_US = 1_000
_BELIEVED_US = 20_000
_IDLE_STEP_US = 5_000
_LIVELY_US = 100_000
_MOST_BEHIND_US = 200_000
_LEAVES_US = 50_000
_ORDER_SECONDS = 10.0
_T = TypeVar("_T")


class EmulatedBoard:
    """A board that runs in a thread of its own inside ``with``. Thread-safe; calls wait until done.

    ``table`` names its pin table for this ``chip``; ``dice`` and ``sides`` are as for ``build``.
    The same ``seed`` gives the same noise, None that of the system. ``contacts`` are on from the
    start, bit 0 for tile 1. A ``quick`` board has passed its start-up tests. ``port`` is the path
    for the host to open, by default in a temporary directory. ``drive`` is the folder in
    which an RP2040 shows the drive of its boot ROM, if it shows one. Raises Fault BX507, BX508 or
    BX509 if the firmware cannot be built.
    """

    def __init__(
        self,
        table: str = "roller",
        seed: int | None = None,
        *,
        contacts: int = 0,
        dice: int | None = None,
        sides: int | None = None,
        quick: bool = True,
        port: Path | None = None,
        chip: Chip = Chip.ATMEGA328P,
        drive: Path | None = None,
    ) -> None:
        built = build(table, dice=dice, sides=sides, emulator=True, chip=chip)
        self._chip: EmulatedChip | EmulatedPico = (
            EmulatedPico(built, seed) if chip is Chip.RP2040 else EmulatedChip(built, seed)
        )
        self._chip.contacts = contacts
        self._ahead = START_UP_US if quick else 0
        self._directory: TemporaryDirectory[str] | None = None
        self._port = port
        self._drive = drive
        self._line: PtyLine | None = None
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._closing = False
        self._thread: Thread | None = None

    @property
    def port(self) -> str:
        """The path for the host to open; the same after replugging."""
        return str(self._port)

    def contact(self, contact: int, on: bool) -> None:
        """Open or shut a tile (1 to 24), or press or release a button (``constants.Contact``).

        Keeps the contact so for 20 ms of the chip's time, long enough to be debounced.
        """
        self._do(lambda: self._touch(contact, on))

    def soon(self, contact: int, on: bool) -> None:
        """Do the same without waiting for it."""
        self._orders.put(lambda: self._touch(contact, on))
        self._waker.set()

    def move_at_once(self, contacts: Mapping[int, bool]) -> None:
        """Do so to several in the same moment, as where lines touch."""
        self._do(lambda: self._touch_all(contacts))

    def contacts(self) -> int:
        """Return all contacts: bit 0 is tile 1."""
        return self._do(lambda: self._chip.contacts)

    def lamps(self) -> int:
        """Return the tiles whose lamps are lit: bit 0 is tile 1."""
        return self._do(lambda: self._chip.lamps)

    def faces(self) -> tuple[int, int]:
        """Return the lamps of the first two dice, or the segments of two digits; see faces.h."""
        return self._do(lambda: (self._chip.face(0), self._chip.face(1)))

    def noise(self, watchdog: Noise, converter: Noise) -> None:
        """Set the quality of the two sources of noise."""
        self._do(lambda: self._chip.noise(watchdog=watchdog, converter=converter))

    def reset(self, *, power: bool = False) -> None:
        """Pull the reset pin, or with ``power`` switch it off and on."""
        self._do(lambda: self._chip.reset(power=power))

    def hang(self, task: Task | None = None, *, deaf: bool = False) -> None:
        """Hang the firmware until its watchdog resets it: now, or the next time it does ``task``.

        With a task, interrupts are still served unless it is ``deaf``.
        """
        self._do(self._chip.hang if task is None else lambda: self._chip.hang_in(task, deaf=deaf))

    def unplug(self) -> None:
        """Pull the cable: the host's port hangs up and is no longer there. The board runs on."""
        self._do(self._unplug)

    def plug_in(self) -> None:
        """Put the cable back."""
        self._do(self._plug_in)

    def __enter__(self) -> EmulatedBoard:
        if self._port is None:
            self._directory = TemporaryDirectory(prefix="boxctl-board-")
            self._port = Path(self._directory.name) / "port"
        self._waker = Waker()
        self._closing = False
        self._run(self._ahead)
        self._began = monotonic_us() - self._chip.now
        self._plug_in()
        thread = Thread(target=self._live, name="emulated board", daemon=True)
        start_thread(thread)
        self._thread = thread
        return self

    def __exit__(self, *_ended: object) -> None:
        if self._thread is not None:
            self._closing = True
            self._waker.set()
            self._thread.join(_ORDER_SECONDS)
            self._thread = None
        if self._directory is not None:
            self._directory.cleanup()
        self._chip.close()

    def _do(self, order: Callable[[], _T]) -> _T:
        """Run ``order`` in the thread that owns the chip, and return its result."""
        if self._thread is None:
            raise RuntimeError("an EmulatedBoard works only inside `with`")
        done: Future[_T] = Future()

        def obey() -> None:
            try:
                done.set_result(order())
            except (ValueError, OSError) as error:
                done.set_exception(error)

        self._orders.put(obey)
        self._waker.set()
        return done.result(_ORDER_SECONDS)

    def _touch(self, contact: int, on: bool) -> None:
        self._touch_all({contact: on})

    def _touch_all(self, contacts: Mapping[int, bool]) -> None:
        """Move contacts, and run the chip until the firmware has debounced them."""
        for contact, on in contacts.items():
            self._chip.contact(contact, on)
        self._run(self._chip.now + _BELIEVED_US)

    def _live(self) -> None:
        lively_until = 0
        try:
            while not self._closing:
                self._obey()
                self._be_a_drive()
                if self._catch_up():
                    lively_until = monotonic_us() + _LIVELY_US
                step = _STEP_US if monotonic_us() < lively_until else _IDLE_STEP_US
                line = self._line
                fd = None if line is None else line.fileno()
                ready = self._waker.wait_for(fd, step / 1_000_000)
                self._waker.clear()
                if ready.readable and line is not None:
                    self._chip.hear(line.read())
                    lively_until = monotonic_us() + _LIVELY_US
        finally:
            self._unplug()
            self._waker.close()

    def _be_a_drive(self) -> None:
        """Become a drive if the host asks for one, and a board again with what is copied to it."""
        chip = self._chip
        if self._drive is None or not isinstance(chip, EmulatedPico):
            return
        if self._line is not None and self._line.is_at_1200:
            chip.close_at_1200()
            chip.run(chip.now + _LEAVES_US)
            if chip.is_drive:
                self._unplug()
                show_drive(self._drive)
        elif self._line is None and (file := copied_to(self._drive)) is not None:
            hide_drive(self._drive)
            chip.load(file)
            self._plug_in()

    def _obey(self) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return
            order()

    def _catch_up(self) -> bool:
        """Run the chip up to the present; return whether it has said something."""
        target = monotonic_us() - self._began
        if target - self._chip.now > _MOST_BEHIND_US:
            # The machine was busy. Skip the lag, or the chip would answer too late for good.
            self._began += target - self._chip.now - _MOST_BEHIND_US
            target = self._chip.now + _MOST_BEHIND_US
        return self._run(target)

    def _run(self, until: int) -> bool:
        spoke = False
        while self._chip.now < until:
            said = self._chip.run(until)
            spoke = spoke or bool(said)
            if self._line is not None:
                self._line.write(said)
        return spoke

    def _unplug(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
            self._chip.forget_heard()

    def _plug_in(self) -> None:
        if self._line is None and self._port is not None:
            self._line = PtyLine(self._port)
