"""The report that the level of a line has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


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
