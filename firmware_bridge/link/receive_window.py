"""What the host keeps of a count of things that have to arrive once and in order.

The board numbers its throws in one such count and its changes of levers in another. It sends a
window of them, and goes back to the oldest when the host says that one is missing, or says nothing.
"""

from __future__ import annotations


class ReceiveWindow:
    """The host's end: ``last`` is the last number taken. A gap is told of once."""

    def __init__(self, last: int) -> None:
        self.last = last
        self._gap_told = False

    def take(self, number: int) -> bool:
        """Whether the thing of this number is the next one; it is taken then."""
        if number != self.last + 1:
            return False
        self.last = number
        self._gap_told = False
        return True

    def tell_gap(self, number: int) -> bool:
        """Whether to say that one before ``number`` is missing."""
        if number <= self.last + 1 or self._gap_told:
            return False
        self._gap_told = True
        return True
