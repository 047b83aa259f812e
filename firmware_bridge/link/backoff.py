"""When to try again: at once, then after pauses that double up to a bound."""

from __future__ import annotations

from firmware_bridge.protocol.constants import RETRANSMIT_LONGEST_MS, RETRANSMIT_SHORTEST_MS


class Backoff:
    """The time of the next try, in microseconds; None while there is nothing to try.

    Keeps no clock: every method is told the time. The first pause is ``shortest``, each one
    after it twice as long, none longer than ``longest``.
    """

    def __init__(self, shortest: int, longest: int) -> None:
        self._shortest = shortest
        self._longest = longest
        self._pause = shortest
        self.due: int | None = None

    def start(self, now: int) -> None:
        """Try at once, and begin with short pauses again."""
        self.due = now
        self._pause = self._shortest

    def wait(self, now: int) -> None:
        """Try after the shortest pause, and begin with short pauses again."""
        self.start(now)
        self.tried(now)

    def stop(self) -> None:
        """There is nothing to try any more."""
        self.due = None

    def is_due(self, now: int) -> bool:
        """Whether it is time to try."""
        return self.due is not None and self.due <= now

    def tried(self, now: int) -> None:
        """It was tried just now: the next try comes after the next pause."""
        self.due = now + self._pause
        self._pause = min(2 * self._pause, self._longest)


def retransmission() -> Backoff:
    """The pace at which both ends say again what has not been answered.

    The shortest pause covers a frame, its answer at 9600 baud and a USB adapter's latency; the
    longest bounds how long a line that works again stays unnoticed.
    """
    return Backoff(RETRANSMIT_SHORTEST_MS * 1000, RETRANSMIT_LONGEST_MS * 1000)
