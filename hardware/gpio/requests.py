"""Request lines of a gpiochip from the kernel: version 2 of its character device.

The levers of one chip are requested together: one call reads them all at once, and one descriptor
delivers all their edges in order. gpiozero on lgpio cannot do that: lgpio wakes the processor some
1,500 times a second while it watches a line and 50 times while a chip is open, buffers 16 edges of
a line, and has no wheel for the Python of today's Raspberry Pi OS.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Sequence
from enum import IntFlag
from typing import NamedTuple

CONSUMER = "boxctl"
"""The user of our lines, as other programs see it."""

EDGES_KEPT = 1024
"""Size of the kernel's edge buffer, the largest possible: it drops the oldest beyond."""

# The structures of <linux/gpio.h> and their ioctls. Of a request's ten attributes only the first is
# used, for the levels of outputs.
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
    """How lines are requested."""

    USED = 1 << 0
    INPUT = 1 << 2
    OUTPUT = 1 << 3
    RISING = 1 << 4
    FALLING = 1 << 5
    PULL_UP = 1 << 8
    PULL_DOWN = 1 << 9


class LineEdge(NamedTuple):
    """The level of a line changed; ``at_ns`` is nanoseconds of CLOCK_MONOTONIC."""

    line: int
    high: bool
    at_ns: int


class LineRequest:
    """Requested lines of one chip, in order; bit 0 of a set of levels is the first.

    Raises :class:`OSError`: EBUSY if a line is in use, ENXIO or EINVAL if the chip cannot report
    edges.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def fileno(self) -> int:
        """Return the descriptor, which is readable when there are edges."""
        return self._fd

    def levels(self) -> int:
        """Return which lines are high, all read at once."""
        everything = _VALUES.pack(0, (1 << 64) - 1)
        answer = fcntl.ioctl(self._fd, _GET_VALUES, everything)
        levels: int = _VALUES.unpack(answer)[0]
        return levels

    def set(self, levels: int, mask: int) -> None:
        """Set the lines in ``mask`` to these levels, all at once."""
        fcntl.ioctl(self._fd, _SET_VALUES, _VALUES.pack(levels, mask))

    def edges(self) -> list[LineEdge]:
        """Return the buffered edges, oldest first. Never waits."""
        try:
            read = os.read(self._fd, 64 * _EVENT.size)
        except BlockingIOError:
            return []
        return [LineEdge(line, kind == _RISING, at) for at, kind, line in _EVENT.iter_unpack(read)]

    def close(self) -> None:
        """Release the lines."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def hold_inputs(chip: int, lines: Sequence[int], *, pull_up: bool) -> LineRequest:
    """Request inputs of the chip with this descriptor, with a buffer for their edges."""
    pull = RequestFlag.PULL_UP if pull_up else RequestFlag.PULL_DOWN
    return _hold(
        chip, lines, RequestFlag.INPUT | RequestFlag.RISING | RequestFlag.FALLING | pull, 0
    )


def hold_outputs(chip: int, lines: Sequence[int], levels: int) -> LineRequest:
    """Request outputs that have these levels from the start."""
    return _hold(chip, lines, RequestFlag.OUTPUT, levels)


def user_of(chip: int, line: int) -> str | None:
    """Return the kernel's name of the line's user, maybe empty; None if it is free."""
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
