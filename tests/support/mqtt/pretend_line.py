"""A line to a broker in memory: the test says how it stands, and what the broker acknowledges."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.web.mqtt.broker_line import LineState, Publication


class PretendLine:
    """Takes what is published. ``room`` is how many messages it takes until the next."""

    def __init__(self, acknowledged: Callable[[Publication], object]) -> None:
        self.state = LineState.WAITING
        self.why = ""
        self.room = 1_000
        self.sent: list[Publication] = []
        self.closed = False
        self._acknowledged = acknowledged

    wants_to_write = False

    def fileno(self) -> int | None:
        return None

    @property
    def has_room(self) -> bool:
        return self.state is LineState.OPEN and self.room > 0

    def publish(self, publication: Publication) -> None:
        assert self.has_room
        self.room -= 1
        self.sent.append(publication)

    def work(self) -> None:
        """Nothing happens by itself."""

    def close(self) -> None:
        self.closed = True

    def acknowledges(self, *publications: Publication) -> None:
        """Have the broker acknowledge these."""
        for publication in publications:
            self._acknowledged(publication)

    @property
    def kept(self) -> dict[str, str]:
        """What a broker keeps that has taken all of it."""
        kept = {each.topic: each.text for each in self.sent if each.is_retained}
        return {topic: text for topic, text in kept.items() if text}


class PretendBrokers:
    """Opens lines; ``away`` is why there is none just now."""

    def __init__(self) -> None:
        self.lines: list[PretendLine] = []
        self.attempts = 0
        self.away: OSError | None = None

    def connect(self, acknowledged: Callable[[Publication], object]) -> PretendLine:
        """Open a line, or raise why there is none."""
        self.attempts += 1
        if self.away is not None:
            raise self.away
        self.lines.append(PretendLine(acknowledged))
        return self.lines[-1]

    @property
    def line(self) -> PretendLine:
        """The newest."""
        return self.lines[-1]
