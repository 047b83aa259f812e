"""Limit how much a board can make its host do, if it is broken or hostile.

A throw or change beyond its rate is not taken and not acknowledged, so an honest board repeats it:
it comes later and is not lost.
"""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import Rate

_SECOND = 1_000_000


@frozen_dataclass
class BoardRates:
    """The rates of what a board may say, each over all restarts and lines of one host.

    ``hellos`` counts those that say something new: another boot, board or version, or a gap.
    """

    hellos: Rate
    throws: Rate
    changes: Rate
    states: Rate


_NO_LIMIT = Rate(1, 0)
UNLIMITED = BoardRates(_NO_LIMIT, _NO_LIMIT, _NO_LIMIT, _NO_LIMIT)
"""For a board on trial, which throws as fast as it can."""

AT_A_TABLE = BoardRates(
    hellos=Rate(8, 10 * _SECOND),
    throws=Rate(64, _SECOND // 2),
    changes=Rate(256, _SECOND // 100),
    states=Rate(8, _SECOND // 2),
)
"""More than people, a bad cable and a roller that was away cause; what it costs stays small.

The bursts cover a firmware that hangs a few times, every throw that a board can store, and levers
that are all turned back at once.
"""

WARNINGS = Rate(1, 60 * _SECOND)
"""The rate of warnings that a board sends too much."""


def bytes_at(baud: int) -> Rate:
    """Return the rate at which bytes are read from a port: twice what its line can carry.

    A port on USB, or a pseudo-terminal, can deliver a thousand times as much.
    """
    return Rate(65_536, max(1, 5 * _SECOND // baud))
