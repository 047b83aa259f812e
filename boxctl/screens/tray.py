"""The tray that throws come from: a roller on a pseudo-terminal, its firmware, or a real one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from firmware_bridge.pty_roller import PtyRoller
from firmware_bridge.serial_board import SerialBoard
from hardware.devices import Clock, HandOver
from hardware.emulated import emulated_board
from hardware.roller import open_serial_roller
from hardware.roller_settings import EmulatedTable

BAUD = 115_200

Close = Callable[[], object]


class Tray(Protocol):
    """A roller, and the line to it."""

    @property
    def throws_by_itself(self) -> bool:
        """Whether :meth:`throw` makes the dice fall; a real roller is thrown by hand."""
        ...

    def throw(self, values: Sequence[int | None]) -> None:
        """Make the dice show these values; None is a die that cannot be read."""
        ...

    def unplug(self) -> None:
        """Pull the roller's cable."""
        ...

    def plug_in(self) -> None:
        """Put it back."""
        ...

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open the line to the roller for a program; gives what closes it.

        ``seen`` are the throws that were taken before. Raises :class:`Fault` (BX5xx).
        """
        ...


class PtyTray:
    """The roller program on a pseudo-terminal. A context manager."""

    throws_by_itself = True

    def __init__(self, dice: int, sides: int) -> None:
        self._roller = PtyRoller(dice, sides)

    def __enter__(self) -> Self:
        self._roller.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._roller.__exit__(kind, problem, where)

    def throw(self, values: Sequence[int | None]) -> None:
        """Throw: sent again until it is acknowledged."""
        self._roller.throw(values)

    def unplug(self) -> None:
        """Pull the cable; throws wait."""
        self._roller.unplug()

    def plug_in(self) -> None:
        """Put it back."""
        self._roller.plug_in()

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open the pseudo-terminal as any serial port."""
        return open_serial_roller(self._roller.port, BAUD, clock, hand_over, seen).close


class FirmwareTray:
    """The real firmware of a roller, run on this machine. A context manager.

    ``seed`` is that of its noise; None is the system's own. Entering it raises :class:`Fault`
    (BX508, BX509) where it cannot be built or run.
    """

    throws_by_itself = True

    def __init__(self, dice: int, sides: int, seed: int | None) -> None:
        self._board = emulated_board(EmulatedTable(dice, sides, seed))
        self._line: SerialBoard | None = None

    def __enter__(self) -> Self:
        self._board.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._board.__exit__(kind, problem, where)

    def throw(self, values: Sequence[int | None]) -> None:
        """Have it throw so many dice: what they show is the firmware's own."""
        if self._line is not None:
            self._line.roll(len(values))

    def unplug(self) -> None:
        """Pull the cable; throws wait."""
        self._board.unplug()

    def plug_in(self) -> None:
        """Put it back."""
        self._board.plug_in()

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open its pseudo-terminal as any serial port."""
        self._line = open_serial_roller(self._board.port, BAUD, clock, hand_over, seen)
        return self._line.close


class PortTray:
    """A roller on a serial port of this machine: the dice are in somebody's hand."""

    throws_by_itself = False

    def __init__(self, port: str) -> None:
        self._port = port

    def throw(self, values: Sequence[int | None]) -> None:
        """Do nothing: the roller throws."""

    def unplug(self) -> None:
        """Do nothing: the cable is a real one."""

    def plug_in(self) -> None:
        """Do nothing."""

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open the port."""
        return open_serial_roller(self._port, BAUD, clock, hand_over, seen).close
