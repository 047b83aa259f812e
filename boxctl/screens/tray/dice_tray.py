"""The tray that throws come from: a roller on a pseudo-terminal, or a real one on its port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from firmware_bridge.port.pty_roller import PtyRoller
from hardware.devices import Clock, HandOver
from hardware.dice.serial_roller import open_serial_roller

BAUD = 115_200

Close = Callable[[], object]


class DiceTray(Protocol):
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


class Board(Protocol):
    """A roller of this machine's own making, on a pseudo-terminal."""

    @property
    def port(self) -> str:
        """The pseudo-terminal."""
        ...

    def unplug(self) -> None:
        """Pull the cable."""
        ...

    def plug_in(self) -> None:
        """Put it back."""
        ...

    def __enter__(self) -> object: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        where: TracebackType | None,
        /,
    ) -> object: ...


BoardT = TypeVar("BoardT", bound=Board)


class BoardTray(Generic[BoardT]):
    """A tray whose roller is switched on with it. A context manager."""

    throws_by_itself = True

    def __init__(self, board: BoardT) -> None:
        self._board = board

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

    def unplug(self) -> None:
        """Pull the cable; throws wait."""
        self._board.unplug()

    def plug_in(self) -> None:
        """Put it back."""
        self._board.plug_in()


class PtyTray(BoardTray[PtyRoller]):
    """The roller program on a pseudo-terminal."""

    def __init__(self, dice: int, sides: int) -> None:
        super().__init__(PtyRoller(dice, sides))

    def throw(self, values: Sequence[int | None]) -> None:
        """Throw: sent again until it is acknowledged."""
        self._board.throw(values)

    def listen(self, clock: Clock, hand_over: HandOver, seen: Mapping[int, int]) -> Close:
        """Open the pseudo-terminal as any serial port."""
        return open_serial_roller(self._board.port, BAUD, clock, hand_over, seen).close


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
