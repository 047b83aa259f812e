"""The answers of the host that wait to be written."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.protocol.messages import ChangeAck, Sendable, ThrowAck


class PendingAnswers:
    """At most one answer of each kind, however often the board repeats itself. Not thread-safe.

    Times are microseconds.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[Sendable], Sendable] = {}
        self._due: int | None = None

    @property
    def due(self) -> int | None:
        """When the first of them was to be written; None if none waits."""
        return self._due

    def add(self, answer: Sendable, now: int) -> None:
        """Replace the answer of this kind: an acknowledgement includes earlier ones.

        A gap that was to be reported still is.
        """
        before = self._waiting.get(type(answer))
        if isinstance(answer, ThrowAck | ChangeAck) and isinstance(before, type(answer)):
            answer = replace(answer, again=max(answer.again, before.again))
        self._waiting[type(answer)] = answer
        if self._due is None:
            self._due = now

    def take(self) -> list[Sendable]:
        """Remove and return them."""
        taken = list(self._waiting.values())
        self._waiting.clear()
        self._due = None
        return taken
