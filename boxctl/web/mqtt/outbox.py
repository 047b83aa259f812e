"""Messages that wait for a broker: of each topic the newest, and every ruling. Pure."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping

from groundwork.frozen_dataclass import frozen_dataclass

MOST_RULINGS = 256
"""How many rulings wait for a broker that is away; beyond that the oldest are dropped."""


@frozen_dataclass
class Publication:
    """A message for the broker, which keeps it if it ``is_retained``."""

    topic: str
    text: str
    is_retained: bool


class MqttOutbox:
    """Messages to be published, in order. Bounded; not thread-safe.

    A topic that has changed again before it was sent is sent once. A ruling is kept until the
    broker has acknowledged it, and is sent again to the next one.
    """

    def __init__(self, most_rulings: int = MOST_RULINGS) -> None:
        self._kept: dict[str, str] = {}
        self._changed: OrderedDict[str, None] = OrderedDict()
        self._rulings: deque[Publication] = deque(maxlen=most_rulings)
        self._unsent: deque[Publication] = deque(maxlen=most_rulings)

    def keep(self, texts: Mapping[str, str]) -> None:
        """Have the broker keep these, as far as they differ from what it was told."""
        for topic, text in texts.items():
            if self._kept.get(topic) != text:
                self._kept[topic] = text
                self._changed[topic] = None

    def say(self, topic: str, text: str) -> None:
        """Have a ruling said."""
        ruling = Publication(topic, text, is_retained=False)
        self._rulings.append(ruling)
        self._unsent.append(ruling)

    def begin(self) -> None:
        """Begin with a broker that knows nothing: all is to be sent, the retained first."""
        self._changed = OrderedDict.fromkeys(self._kept)
        self._unsent = deque(self._rulings, maxlen=self._rulings.maxlen)

    def next(self) -> Publication | None:
        """Take what is sent next; None if there is nothing."""
        if self._changed:
            topic, _ = self._changed.popitem(last=False)
            return Publication(topic, self._kept[topic], is_retained=True)
        return self._unsent.popleft() if self._unsent else None

    def acknowledged(self, publication: Publication) -> None:
        """Note that the broker has it."""
        if not publication.is_retained and publication in self._rulings:
            self._rulings.remove(publication)

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits to be sent or acknowledged."""
        return not (self._changed or self._unsent or self._rulings)
