"""Lines of a gpiochip, held by this process: the kernel's character device, version 2.

The levers of one chip are asked for together: one call reads them all at one moment, and one
descriptor tells of all their edges in the order in which they were. gpiozero on lgpio cannot do so:
lgpio wakes the processor some 1,500 times a second for as long as it watches a line, and 50 times
for as long as a chip is open, keeps 16 edges of a line, and has no ready-made package for the
Python of today's Raspberry Pi OS.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Sequence
from enum import IntFlag
from typing import NamedTuple

CONSUMER = "boxctl"
"""The name under which other programs see that a line is in use."""

EDGES_KEPT = 1024
"""So many edges the kernel keeps for us, the most that it can: it drops the oldest of more."""

# The structures of <linux/gpio.h> and their calls. Of the ten attributes that a request may have,
# the first is for the levels of outputs, and the others are never used.
_MOST_LINES = 64
_REQUEST = struct.Struct("=64I 32s QI20x IIQQ 216x II20xi")
_GET_LINE = 0xC250_B407
_VALUES = struct.Struct("=QQ")
_GET_VALUES = 0xC010_B40E
_SET_VALUES = 0xC010_B40F
_INFO = struct.Struct("=32s32sIIQ 160x 16x")
_GET_INFO = 0xC100_B405
_EVENT = struct.Struct("=QII8x24x")
_RISING = 1
_OUTPUT_VALUES = 2


class RequestFlag(IntFlag):
    """How lines are held."""

    USED = 1 << 0
    INPUT = 1 << 2
    OUTPUT = 1 << 3
    RISING = 1 << 4
    FALLING = 1 << 5
    PULL_UP = 1 << 8
    PULL_DOWN = 1 << 9


class LineEdge(NamedTuple):
    """The level of a line changed: to high or to low, at this time of CLOCK_MONOTONIC."""

    line: int
    high: bool
    at_ns: int


class LineRequest:
    """Lines of one chip, in their order; bit 0 of a set of levels is that of the first.

    Raises :class:`OSError` if they cannot be had: EBUSY if one is in use, ENXIO or EINVAL if edges
    were asked for that the chip cannot tell of.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def fileno(self) -> int:
        """The descriptor; it can be read when there are edges."""
        return self._fd

    def levels(self) -> int:
        """Which lines are high, all read at one moment."""
        everything = _VALUES.pack(0, (1 << 64) - 1)
        answer = fcntl.ioctl(self._fd, _GET_VALUES, everything)
        levels: int = _VALUES.unpack(answer)[0]
        return levels

    def set(self, levels: int, mask: int) -> None:
        """Give the lines in ``mask`` these levels, all at one moment."""
        fcntl.ioctl(self._fd, _SET_VALUES, _VALUES.pack(levels, mask))

    def edges(self) -> list[LineEdge]:
        """The edges that there are, oldest first; none if there is none. Never waits."""
        try:
            read = os.read(self._fd, 64 * _EVENT.size)
        except BlockingIOError:
            return []
        return [LineEdge(line, kind == _RISING, at) for at, kind, line in _EVENT.iter_unpack(read)]

    def close(self) -> None:
        """Let the lines go."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def hold_inputs(chip: int, lines: Sequence[int], *, pull_up: bool) -> LineRequest:
    """Hold lines of the chip with this descriptor, and have the kernel keep their edges."""
    pull = RequestFlag.PULL_UP if pull_up else RequestFlag.PULL_DOWN
    return _hold(
        chip, lines, RequestFlag.INPUT | RequestFlag.RISING | RequestFlag.FALLING | pull, 0
    )


def hold_outputs(chip: int, lines: Sequence[int], levels: int) -> LineRequest:
    """Hold lines that have these levels from the first moment on."""
    return _hold(chip, lines, RequestFlag.OUTPUT, levels)


def user_of(chip: int, line: int) -> str | None:
    """Who uses this line, in the kernel's words, which may be empty; None if nobody does."""
    answer = fcntl.ioctl(chip, _GET_INFO, _INFO.pack(b"", b"", line, 0, 0))
    _name, consumer, _line, _attributes, flags = _INFO.unpack(answer)
    if not flags & RequestFlag.USED:
        return None
    return str(consumer.split(b"\0", 1)[0].decode(errors="replace"))


def _hold(chip: int, lines: Sequence[int], flags: RequestFlag, levels: int) -> LineRequest:
    of_all = (1 << len(lines)) - 1
    attributes = (
        (1, _OUTPUT_VALUES, 0, levels, of_all) if flags & RequestFlag.OUTPUT else (0, 0, 0, 0, 0)
    )
    request = _REQUEST.pack(
        *lines,
        *[0] * (_MOST_LINES - len(lines)),
        CONSUMER.encode(),
        flags,
        *attributes,
        len(lines),
        EDGES_KEPT,
        -1,
    )
    held: int = _REQUEST.unpack(fcntl.ioctl(chip, _GET_LINE, request))[-1]
    os.set_blocking(held, False)
    return LineRequest(held)
