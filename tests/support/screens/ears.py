"""A voice that only listens, for a game on a laptop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hardware.devices import Clock, EventSink, Manner, Urgency


class GameEars:
    """Keeps what a game has its voice say; ``open`` is what opens the voice."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Manner]] = []
        self.open_now = 0

    def say(self, words: str, manner: Manner) -> None:
        self.said.append((words, manner))

    def check(self, now: int) -> None:
        """It never hangs."""

    @contextmanager
    def open(self, _clock: Clock, _hand_over: EventSink) -> Iterator[GameEars]:
        self.open_now += 1
        yield self
        self.open_now -= 1

    @property
    def words(self) -> list[str]:
        """What was said, without the silence that cuts it off."""
        return [words for words, _manner in self.said if words]

    @property
    def was_cut_off(self) -> bool:
        """Whether the newest is the silence that supersedes what is not lasting."""
        words, manner = self.said[-1]
        return not words and manner.urgency is Urgency.PASSING
