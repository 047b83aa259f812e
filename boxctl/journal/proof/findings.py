"""What does not fit when a journal is compared with what its box has signed."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class HeadsUnfit:
    """The journal has not the entries that were signed in these matches, in order."""

    matches: tuple[int, ...]


ProofFinding = HeadsUnfit
