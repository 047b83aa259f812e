"""Tell a broker how a table that is played stands."""

from __future__ import annotations

import secrets
from pathlib import Path

from boxctl.web.mqtt.broker_line import connect
from boxctl.web.mqtt.discovery import Discovery
from boxctl.web.mqtt.login import BrokerLogin
from boxctl.web.mqtt.outbox import MqttOutbox
from boxctl.web.mqtt.publisher import BrokerNews, MqttPublisher
from boxctl.web.mqtt.topics import ONLINE, Topics, ruling_text
from boxctl.web.record.newest_match import newest_match
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import RulingLine, TableSnapshot
from boxctl.web.table_feed import TableFeed
from groundwork.clock import monotonic_us


def follow_table(
    login: BrokerLogin, feed: TableFeed, *, journal: Path, discovery: str | None, news: BrokerNews
) -> MqttPublisher:
    """Publish what goes through ``feed``, in the language in use. The caller closes the publisher.

    ``discovery`` is where Home Assistant looks for devices, None for nowhere. ``news`` is told, in
    the thread of the publisher, how it stands with the broker.
    """
    topics = Topics(login.box)
    outbox, numbers = MqttOutbox(), RulingNumbers()
    queue = feed.new_queue()
    maker = SnapshotMaker(
        queue.take,
        monotonic_us,
        may_act=False,
        number_of=lambda: newest_match(journal),
        ruled=lambda match, ruling: outbox.say(topics.rulings, numbers.next(match, ruling)),
    )
    publisher = MqttPublisher(
        lambda acknowledged: connect(login, topics.availability, acknowledged),
        maker,
        outbox,
        RetainedTexts(topics, discovery).of,
        topics.availability,
        news,
        monotonic_us,
        str(login.url),
    )
    queue.wakes(publisher.wake)
    publisher.start()
    return publisher


class RulingNumbers:
    """Numbers the rulings of this run of the program."""

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        self._sequence = 0

    def next(self, match: int, ruling: RulingLine) -> str:
        """Return the next ruling as it is said."""
        self._sequence += 1
        return ruling_text(self._run, self._sequence, match, ruling)


class RetainedTexts:
    """All texts that the broker keeps: the state, and the messages for Home Assistant."""

    def __init__(self, topics: Topics, discovery: str | None) -> None:
        self._topics = topics
        self._discovery = None if discovery is None else Discovery(topics, discovery)
        self._announced: dict[str, str] = {}
        self._tiles: tuple[int, ...] = ()

    def of(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return each topic and its text; that the box is online comes last."""
        tiles = tuple(tile.number for tile in snapshot.tiles)
        if self._discovery is not None and tiles != self._tiles:
            self._announced, self._tiles = self._discovery.retained(snapshot), tiles
        state = self._topics.retained(snapshot)
        return {**self._announced, **state, self._topics.availability: ONLINE}
