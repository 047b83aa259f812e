"""The host's side of go-back-N: numbered messages, each taken once and in order.

The board numbers its throws in one such count and its changes of levers in another. It sends a
window of them and goes back to the oldest when the host reports a gap or does not answer.
"""

from __future__ import annotations


class ReceiveWindow:
    """``last`` is the last number taken. A gap is reported once."""

    def __init__(self, last: int) -> None:
        self.last = last
        self._gap_told = False

    def take(self, number: int) -> bool:
        """Take this number if it is the next one; return whether it was."""
        if number != self.last + 1:
            return False
        self.last = number
        self._gap_told = False
        return True

    def tell_gap(self, number: int) -> bool:
        """Return, once for each gap, that a number before this one is missing."""
        if number <= self.last + 1 or self._gap_told:
            return False
        self._gap_told = True
        return True
