"""Exponential backoff: try at once, then after pauses that double up to a bound."""

from __future__ import annotations

from firmware_bridge.protocol.constants import RETRANSMIT_LONGEST_MS, RETRANSMIT_SHORTEST_MS


class Backoff:
    """The time of the next try: ``due`` in microseconds, None while there is nothing to try.

    Has no clock of its own. The first pause is ``shortest``, each later one twice as long, up to
    ``longest``.
    """

    def __init__(self, shortest: int, longest: int) -> None:
        self._shortest = shortest
        self._longest = longest
        self._pause = shortest
        self.due: int | None = None

    def start(self, now: int) -> None:
        """Try at once, and restart with the shortest pause."""
        self.due = now
        self._pause = self._shortest

    def wait(self, now: int) -> None:
        """Try after the shortest pause, and restart with it."""
        self.start(now)
        self.tried(now)

    def stop(self) -> None:
        """Stop trying."""
        self.due = None

    def is_due(self, now: int) -> bool:
        """Return whether it is time to try."""
        return self.due is not None and self.due <= now

    def tried(self, now: int) -> None:
        """Note a try at ``now``; the next one is due after the next pause."""
        self.due = now + self._pause
        self._pause = min(2 * self._pause, self._longest)


def retransmission() -> Backoff:
    """Return the backoff with which both ends repeat what has not been acknowledged.

    The shortest pause covers a frame, its answer at 9600 baud and a USB adapter's latency; the
    longest bounds how long it takes to notice that the line works again.
    """
    return Backoff(RETRANSMIT_SHORTEST_MS * 1000, RETRANSMIT_LONGEST_MS * 1000)
