"""A table in virtual time, and a publisher that tells a pretended broker of it, step by step."""

from __future__ import annotations

from boxctl.web.mqtt.broker_line import LineState, MqttOutbox
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.mqtt.login import BrokerFault
from boxctl.web.mqtt.publisher import GATHER, MqttPublisher, RetainedTexts, RulingNumbers
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.table_feed import TableFeed
from tests.support.mqtt.pretend_line import PretendBrokers, PretendLine
from tests.support.tables.virtual_table import VirtualTable

TOPICS = Topics("pub")


class PublishedTable:
    """What the broker has been told of a table, and what people have been told of the broker."""

    def __init__(self, table: VirtualTable, feed: TableFeed) -> None:
        self.table = table
        self.brokers = PretendBrokers()
        self.outbox = MqttOutbox()
        self.news: list[str] = []
        self._passed = 0
        numbers = RulingNumbers()
        queue = feed.new_queue()
        maker = SnapshotMaker(
            queue.take,
            self.now,
            may_act=False,
            ruled=lambda match, line: self.outbox.say(TOPICS.rulings, numbers.next(match, line)),
        )
        self.publisher = MqttPublisher(
            self.brokers.connect,
            maker,
            self.outbox,
            RetainedTexts(TOPICS, Discovery(TOPICS, "homeassistant")).of,
            TOPICS.availability,
            self,
            self.now,
            "mqtt://broker.test:1883",
        )
        queue.wakes(self.publisher.wake)
        self.publisher.begin()

    def now(self) -> int:
        """The time of the publisher: that of the table, and what has passed besides."""
        return self.table.now + self._passed

    def lost(self, fault: BrokerFault) -> None:
        self.news.append(fault.code)

    def found(self) -> None:
        self.news.append("found")

    def passes(self, seconds: float) -> None:
        """Let time pass for the publisher alone, in steps of a quarter of a second at most."""
        left = round(seconds * 1_000_000)
        while left > 0:
            self._passed += min(left, 250_000)
            left -= 250_000
            self.publisher.step()

    def settles(self) -> None:
        """Let the publisher tell all that the table has said."""
        self._passed += GATHER
        self.publisher.step()
        self.publisher.step()

    def opens_line(self) -> PretendLine:
        """Have the broker answer, as soon as it is asked."""
        self.publisher.step()
        while not self.brokers.lines or self.brokers.line.closed:
            self.passes(0.25)
        self.brokers.line.state = LineState.OPEN
        self.settles()
        return self.brokers.line
