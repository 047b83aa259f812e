"""The lines of chips and of a USB board, as samples of their levels and edges."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Protocol

from boxctl.setup.learner import Line, LineSample
from firmware_bridge.build_firmware import printed_contacts
from firmware_bridge.link.events import (
    BoardState,
    ContactMoved,
    RollerDown,
    RollerEvent,
    RollerRefused,
)
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.port.serial_port import no_answer
from firmware_bridge.protocol.constants import Ability
from firmware_bridge.protocol.constants import Contact as BoardContact
from firmware_bridge.protocol.messages import Hello
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.pins import Pin
from hardware.gpio.lines import GpioLine, fault_of
from hardware.gpio.open_chip import Chips, InputLines, LineEdge, OnEdge
from hardware.usb import ANSWERS_WITHIN_S

PAUSE = 0.02
"""Seconds between two samples."""

BUTTONS_OF_BOARD: dict[str, BoardContact] = {
    "confirm": BoardContact.CONFIRM,
    "new": BoardContact.NEW,
    "roll": BoardContact.ROLL,
}
"""The contact of each button on a board."""

ABILITY_OF: dict[str, Ability] = {
    "confirm": Ability.CONFIRM,
    "new": Ability.NEW,
    "roll": Ability.ROLL,
}
"""The ability by which a board tells that it has a button."""


class LineWatch(Protocol):
    """Lines that are watched while people move levers."""

    @property
    def left_out(self) -> Sequence[str]:
        """A sentence for each line that was asked for and is not watched."""
        ...

    @property
    def lost(self) -> Fault | None:
        """Why lines could not be read at the last sample, which says nothing of them then."""
        ...

    def sample(self) -> LineSample:
        """Wait a little, then read all lines. Raises :class:`Fault`."""
        ...

    def close(self) -> None:
        """Release the lines."""
        ...


@frozen_dataclass
class PinsToWatch:
    """Lines of one chip: its name in box.toml, None for the header's, and their numbers."""

    chip: str | None
    lines: Sequence[int]


class GpioWatch:
    """Lines of gpiochips: inputs with their pull-up, or pull-down if ``pull_up`` is false.

    Drives nothing. Raises :class:`Fault` BX402 or BX403 if a chip cannot be opened.
    """

    def __init__(
        self,
        chips: Chips,
        wanted: Iterable[PinsToWatch],
        *,
        header: str | int = "auto",
        pull_up: bool = True,
        clock: Callable[[], int] = monotonic_us,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.lost: Fault | None = None
        self._left_out: list[str] = []
        self._clock = clock
        self._pause = pause
        self._edges: deque[Line] = deque()
        self._held: list[tuple[InputLines, list[GpioLine]]] = []
        self._closes_last = ExitStack()
        with ExitStack() as opening:
            for each in wanted:
                self._hold(chips, each, header, pull_up, opening)
            self._closing = opening.pop_all()

    def sample(self) -> LineSample:
        """Wait a little, and read all lines."""
        self._pause(PAUSE)
        edges = Counter(self._edges.popleft() for _ in range(len(self._edges)))
        levels: dict[Line, bool] = {}
        self.lost = None
        for inputs, lines in self._held:
            try:
                high = inputs.levels()
            except OSError as error:  # An expander with a loose cable.
                self.lost = fault_of(lines, error)
                continue
            levels.update((line.pin, bool(high >> bit & 1)) for bit, line in enumerate(lines))
        return LineSample(self._clock(), levels, edges)

    @property
    def left_out(self) -> Sequence[str]:
        """A sentence for each line that is in use, or cannot tell of edges."""
        return self._left_out

    def closes(self, what: ExitStack) -> None:
        """Close this after the lines, in :meth:`close`."""
        self._closes_last = what

    def close(self) -> None:
        """Release the lines."""
        self._closing.close()
        self._closes_last.close()

    def _hold(
        self,
        chips: Chips,
        wanted: PinsToWatch,
        header: str | int,
        pull_up: bool,
        opening: ExitStack,
    ) -> None:
        chip = chips.open(header if wanted.chip is None else wanted.chip)
        free = []
        for number in wanted.lines:
            pin = Pin(number, wanted.chip)
            user = chip.user_of(number) if number < chip.chip.lines else ""
            if user is None:
                free.append(pin)
            else:
                self._left_out.append(
                    tr("{pin} is used by {user}, and is not looked at", pin=pin, user=user or "?")
                )
        if not free:
            return
        numbers = [pin.line for pin in free]
        lines = [GpioLine(chip, pin.line, pin, tr("a lever")) for pin in free]
        try:
            inputs = chip.inputs(numbers, pull_up=pull_up, on_edge=self._noting(wanted.chip))
        except OSError as error:
            self._left_out.append(str(fault_of(lines, error)))
            return
        opening.callback(inputs.close)
        self._held.append((inputs, lines))

    def _noting(self, chip: str | None) -> OnEdge:
        def note(edge: LineEdge) -> None:
            self._edges.append(Pin(edge.line, chip))

        return note


def contacts_of_board(hello: Hello | None, tiles: int) -> list[int]:
    """Return the contacts of this board: its tiles and buttons.

    A board that is not known is taken to have this many tiles, and every button.
    """
    buttons = [
        contact
        for name, contact in BUTTONS_OF_BOARD.items()
        if hello is None or hello.abilities & ABILITY_OF[name]
    ]
    return [*range(1, 1 + (tiles if hello is None else hello.tiles)), *buttons]


def printed_on_board(hello: Hello | None) -> dict[int, str]:
    """Return the pins of a board's contacts, named as on it; as far as its firmware is known."""
    if hello is None:
        return {}
    buttons = [name for name, ability in ABILITY_OF.items() if hello.abilities & ability]
    printed = printed_contacts(hello.name, hello.tiles, buttons)
    return {BUTTONS_OF_BOARD[contact] if isinstance(contact, str) else contact: pin
            for contact, pin in printed.items()}  # fmt: skip


HearBoard = Callable[[RollerEvent], None]
"""Takes an event of a board, in the board's thread. Must neither wait nor raise."""

OpenBoard = Callable[[str, HearBoard], Callable[[], None]]
"""Listens to the board on a port until what is returned is called. Raises Fault."""


def open_serial(port: str, hear: HearBoard) -> Callable[[], None]:
    """Listen to the board on this serial port. Raises :class:`Fault` BX501 to BX506."""
    board = SerialBoard(port, clock=monotonic_us, hand_over=hear, keeps=True)
    board.open()
    return board.close


class BoardWatch:
    """The contacts of a USB board, which debounces them: high while a contact is open.

    Raises :class:`Fault` BX501 to BX506 as any port, BX511 if the board does not answer.
    """

    def __init__(
        self,
        port: str,
        contacts: Iterable[int],
        *,
        open_board: OpenBoard = open_serial,
        clock: Callable[[], int] = monotonic_us,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.left_out: Sequence[str] = ()
        self.lost: Fault | None = None
        self._port = port
        self._contacts = tuple(contacts)
        self._clock = clock
        self._pause = pause
        self._events: deque[RollerEvent] = deque()
        self._on: dict[int, bool] | None = None
        self._close = open_board(port, self._events.append)
        self._answers_until = clock() + round(ANSWERS_WITHIN_S * 1_000_000)
        try:
            while self._on is None:
                self._pause(PAUSE)
                self._read()
        except Fault:
            self._close()
            raise

    def sample(self) -> LineSample:
        """Wait a little, and return the levels and edges that the board has reported."""
        self._pause(PAUSE)
        edges = self._read()
        return LineSample(self._clock(), self._levels(), edges)

    def close(self) -> None:
        """Let go of the board."""
        self._close()

    def _levels(self) -> Mapping[Line, bool]:
        return {contact: on != (contact in BUTTONS_OF_BOARD.values())
                for contact, on in (self._on or {}).items()}  # fmt: skip

    def _read(self) -> Counter[Line]:
        edges: Counter[Line] = Counter()
        for _ in range(len(self._events)):
            match self._events.popleft():
                case ContactMoved(contact=contact, on=on) if self._on is not None:
                    if contact in self._on:
                        edges[contact] += 1
                        self._on[contact] = on
                case RollerDown(why=why):
                    self.lost = Fault("BX511", tr("the board does not answer: {why}", why=why))
                case BoardState(contacts=int() as bits):
                    self.lost = None
                    self._on = {each: bool(bits >> (each - 1) & 1) for each in self._contacts}
                case RollerRefused(fault=fault):
                    raise fault
        if self._on is None and self._clock() > self._answers_until:
            raise no_answer(self._port, ANSWERS_WITHIN_S)
        return edges
