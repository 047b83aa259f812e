"""Protocols of a gpiochip, its lines and their edges, whichever pin factory reaches them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hardware.config.pins import ChipName

if TYPE_CHECKING:
    from gpiozero_gpiod.chips import ChipInfo


class LineEdge(NamedTuple):
    """The level of a line changed; ``at_ns`` is nanoseconds of CLOCK_MONOTONIC.

    ``lost`` counts the edges of this line that the kernel had to drop just before this one.
    """

    line: int
    high: bool
    at_ns: int
    lost: int = 0


OnEdge = Callable[[LineEdge], None]
"""Called with an edge, in the thread of all edges. Must neither wait nor raise."""


class LineError(OSError):
    """Line ``line`` of a chip cannot be had, with the kernel's number of the error."""

    def __init__(self, number: int, why: str, line: int) -> None:
        super().__init__(number, why)
        self.line = line


class InputLines(Protocol):
    """Input lines of one chip; bit 0 of a set of levels is the first line."""

    def levels(self) -> int:
        """Return which lines are high. Raises :class:`OSError`."""
        ...

    def close(self) -> None:
        """Stop reporting edges and release the lines."""
        ...


class OutputLines(Protocol):
    """What is switched by lines of one chip; bit 0 is what the first line switches."""

    def set(self, on: int, mask: int) -> None:
        """Switch what is in ``mask``: on what is in ``on``, too. Raises :class:`OSError`."""
        ...

    def close(self) -> None:
        """Release the lines."""
        ...


class OpenChip(Protocol):
    """An open gpiochip. Methods raise :class:`OSError` if the lines cannot be had."""

    @property
    def chip(self) -> ChipInfo:
        """Path, name and label of the chip."""
        ...

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Request these lines as inputs, and call ``on_edge`` for their edges."""
        ...

    def outputs(self, lines: Sequence[int], on: int, *, active_high: bool) -> OutputLines:
        """Request these lines as outputs; what is in ``on`` is switched on from the start.

        A line is high for on if ``active_high``, low otherwise.
        """
        ...

    def user_of(self, line: int) -> str | None:
        """Return the kernel's name of the line's user, maybe empty; None if it is free."""
        ...

    def open_again(self) -> None:
        """Find the chip again after its lines failed. Raises :class:`Fault` BX402."""
        ...


class Chips(Protocol):
    """Chips by name, each opened on first use."""

    def open(self, name: ChipName) -> OpenChip:
        """The chip. Raises :class:`Fault` BX402 or BX403."""
        ...


OpenChips = Callable[[ExitStack], Chips]
"""Gives the chips, which are closed with the stack."""
