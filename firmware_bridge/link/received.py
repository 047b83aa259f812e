"""Data of what a host receives over the link."""

from __future__ import annotations

from typing import Literal

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.protocol.messages import (
    Change,
    DefectReport,
    ForeignHello,
    Hello,
    NoiseSamples,
    State,
    Throw,
)
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Gap:
    """Throws or changes of ``series``, ``first`` to ``last``, that this host never gets.

    ``last`` is None if their number is unknown: the board has lost its memory.
    """

    what: Literal["throw", "change"]
    series: int
    first: int
    last: int | None

    @property
    def is_of_throws(self) -> bool:
        """Whether throws are missing, rather than changes of contacts."""
        return self.what == "throw"

    def __str__(self) -> str:
        """In words: ``throws 7 to 9 of series 5EED0001``."""
        upto = "and later" if self.last is None else f"to {self.last}"
        return f"{self.what}s {self.first} {upto} of series {self.series:08X}"


Excess = Literal["hellos", "throws", "changes", "states", "window"]


@frozen_dataclass
class LimitExceeded:
    """The board says ``what`` more often than it may, or oversteps its window.

    ``dropped``: it was up and is not any more; its next hello that is allowed brings it back.
    """

    what: Excess
    dropped: bool


Received = (
    Hello
    | ForeignHello
    | Throw
    | Change
    | State
    | DefectReport
    | NoiseSamples
    | CommandOutcome
    | Gap
    | LimitExceeded
)


@frozen_dataclass
class LinkEvent:
    """A received event; ``at`` is when the first byte of its frame was read, in microseconds."""

    at: int
    what: Received
