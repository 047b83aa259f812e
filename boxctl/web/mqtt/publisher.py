"""Tell a broker how a table stands, from a thread that the table's loop only wakes."""

from __future__ import annotations

import errno
import os
import secrets
import ssl
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Protocol

from boxctl.rules.variants import house_names
from boxctl.table.tonight.offers import WantedGame
from boxctl.web.acting.tonight import ChoosableTable, tonight_games
from boxctl.web.journal.house_records import newest_match
from boxctl.web.mqtt.broker_line import (
    BrokerLine,
    LineState,
    MqttOutbox,
    Publication,
    connect,
)
from boxctl.web.mqtt.commands import BrokerCommand, BrokerCommands, CommandName, TakenTopic
from boxctl.web.mqtt.discovery import OFFLINE, ONLINE, Discovery, Topics, ruling_text
from boxctl.web.mqtt.login import BrokerFault, BrokerLogin
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import RulingLine, StateSource, TableSnapshot
from boxctl.web.table_feed import TableFeed
from firmware_bridge.link.commands import Backoff
from groundwork.clock import monotonic_us
from groundwork.faults import os_reason
from groundwork.language import tr
from groundwork.system.threads import start_thread
from groundwork.waker import Waker

LONGEST_NAME = 200
"""Bytes of the name of a game that a broker may send; a longer message is none."""


class ChoosableFeed(Protocol):
    """A table at which a game can be chosen, and commands are obeyed. Safe from any thread."""

    @property
    def choosable(self) -> ChoosableTable | None:
        """What can be chosen; None if nothing can."""
        ...

    def want(self, wanted: WantedGame) -> None:
        """Have the loop take the game."""
        ...

    def want_done(self, command: BrokerCommand) -> None:
        """Have the loop do what the broker is allowed to want."""
        ...


class TonightSelect:
    """Announces the games that can be played, and takes the name of one. For one thread."""

    def __init__(self, feed: ChoosableFeed, topics: Topics, discovery: Discovery | None) -> None:
        self._feed = feed
        self._topics = topics
        self._discovery = discovery
        self._games: Mapping[str, str] = {}
        self._announced: dict[str, str] = {}
        self._seen: tuple[str, int, tuple[int, ...], tuple[str, ...]] | None = None

    @property
    def topic(self) -> str:
        """The topic under which a name is taken."""
        return self._topics.choice

    def of(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the announcement, empty where nothing can be chosen."""
        tonight = snapshot.tonight
        choice = -1 if tonight is None else tonight.choice
        # The files of the games are read again when something of the table has changed, or people
        # have saved one.
        tiles = tuple(tile.number for tile in snapshot.tiles)
        seen = (snapshot.rules.id, choice, tiles, house_names())
        if seen != self._seen:
            self._seen = seen
            table = self._feed.choosable
            games = [] if table is None else tonight_games(table)["games"]
            self._games = {game["title"]: game["id"] for game in games if not game["why_not"]}
            if tonight is not None:
                # What is played now is among them, whatever it is.
                self._games = {tonight.game.name: tonight.game.id, **self._games}
            if self._discovery is not None:
                self._announced = self._discovery.select(list(self._games))
        return self._announced

    def take(self, text: bytes) -> None:
        """Take a message of the broker: the name of a game, as it was announced."""
        name = text[: LONGEST_NAME + 1].decode(errors="replace")
        if (game := self._games.get(name)) is not None:
            self._feed.want(WantedGame(game))


SHORTEST, LONGEST = 1_000_000, 60_000_000
"""Microseconds between two attempts to reach a broker that is away: from, and up to."""

GATHER = 50_000
"""Microseconds between two states at least: what changes more often is told as it is then."""

LOOK_AFTER = 10_000_000
"""Microseconds after which the line is looked after, though nothing has happened."""

FAREWELL = 1_000_000
"""Microseconds that the broker has, as the box stops, to take what is left."""

STEADY = 5_000_000
"""Microseconds after which an open line counts as found again: it may be lost at once."""

ANSWERS_WITHIN = 5_000_000
"""Microseconds that a broker may take to let the box in: one that is silent is none."""

SECOND = 1_000_000


class BrokerNews(Protocol):
    """Tells people whether the broker answers."""

    def lost(self, fault: BrokerFault) -> None:
        """Say, once, that the broker cannot be reached; the box tries again."""
        ...

    def found(self) -> None:
        """Say that it is reached again."""
        ...


class MqttPublisher:
    """Publishes from :meth:`start` to :meth:`close`. All else runs in a thread of its own.

    ``connect`` opens a line to the broker, and is given what notes an acknowledgement; it may wait
    for the network. It raises OSError. ``retained`` returns what is kept for a state, the
    availability under ``availability`` last.
    """

    def __init__(
        self,
        connect: Callable[[Callable[[Publication], object]], BrokerLine],
        source: StateSource,
        outbox: MqttOutbox,
        retained: Callable[[TableSnapshot], dict[str, str]],
        availability: str,
        news: BrokerNews,
        clock: Callable[[], int],
        broker: str,
    ) -> None:
        self._connect = connect
        self._source = source
        self._outbox = outbox
        self._retained = retained
        self._availability = availability
        self._news = news
        self._clock = clock
        self._broker = broker
        self._waker = Waker()
        self._backoff = Backoff(SHORTEST, LONGEST)
        self._line: BrokerLine | None = None
        self._seen: TableSnapshot | None = None
        self._looked_at: int | None = None
        self._something_new = True
        self._connected_at = 0
        self._opened_at: int | None = None
        self._is_away = False
        self._closing = False
        self._ends_at: int | None = None
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Publish from now on. Returns at once."""
        self.begin()
        start_thread(self._thread)

    def begin(self) -> None:
        """Try to reach the broker from the next step on."""
        self._backoff.start(self._clock())

    def wake(self) -> None:
        """Have what is new looked at soon. Safe from any thread; never waits, never raises."""
        if not self._something_new:
            self._something_new = True
            self._waker.set()

    def close(self) -> None:
        """Tell the broker that the box is offline, and end."""
        self._closing = True
        self._waker.set()
        if self._thread.is_alive():
            self._thread.join(2 * FAREWELL / SECOND)

    def _run(self) -> None:
        while self._goes_on():
            self._waker.clear()
            self.step()
            file = None if self._line is None else self._line.fileno()
            writing = self._line is not None and self._line.wants_to_write
            self._waker.wait_for(file, self._pause(), writing=writing)
        if self._line is not None:
            self._line.close()

    def step(self) -> None:
        """Do what is due now."""
        now = self._clock()
        if self._gathers_at(now) <= now:
            self._gather(now)
        if self._line is None:
            if self._backoff.is_due(now):
                self._try_to_connect()
        else:
            self._line.work()
            self._see_to_line()
        self._send()

    def _goes_on(self) -> bool:
        """Whether to go on; as the box stops, until the broker knows that it is offline."""
        if not self._closing:
            return True
        now = self._clock()
        if self._ends_at is None:
            self._ends_at = now + FAREWELL
            self._gather(now)
            self._outbox.keep({self._availability: OFFLINE})
        is_open = self._line is not None and self._line.state is LineState.OPEN
        return is_open and now < self._ends_at and not self._outbox.is_empty

    # The states.

    def _gathers_at(self, now: int) -> int:
        """Return when to look at the table next, in microseconds; far away for never."""
        if self._ends_at is not None:
            return now + LOOK_AFTER
        earliest = now if self._looked_at is None else self._looked_at + GATHER
        if self._something_new:
            return earliest
        due = self._source.due
        return now + LOOK_AFTER if due is None else max(due, earliest)

    def _gather(self, now: int) -> None:
        self._looked_at = now
        self._something_new = False
        self._source.look()
        snapshot = self._source.snapshot()
        if snapshot is not None and snapshot != self._seen:
            self._seen = snapshot
            self._outbox.keep(self._retained(snapshot))

    def _send(self) -> None:
        while self._line is not None and self._line.has_room:
            if (publication := self._outbox.next()) is None:
                return
            self._line.publish(publication)

    # The line.

    def _try_to_connect(self) -> None:
        try:
            self._line = self._connect(self._outbox.acknowledged)
            self._connected_at = self._clock()
        except ssl.SSLError as problem:
            self._is_lost(self._not_trusted(problem))
        except OSError as problem:
            self._is_lost(self._no_answer(os_reason(problem)))
        finally:
            self._backoff.tried(self._clock())

    def _see_to_line(self) -> None:
        """Note what has become of the line."""
        assert self._line is not None
        match self._line.state:
            case LineState.OPEN if self._opened_at is None:
                self._opened_at = self._clock()
                self._outbox.begin()
            case LineState.OPEN if self._backoff.due is not None and self._is_steady:
                self._backoff.stop()
                if self._is_away:
                    self._is_away = False
                    self._news.found()
            case LineState.WAITING if self._clock() >= self._connected_at + ANSWERS_WITHIN:
                late = TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
                self._drop_line(self._no_answer(os_reason(late)))
            case LineState.REFUSED:
                self._drop_line(self._refused(self._line.why))
            case LineState.LOST:
                self._drop_line(self._no_answer(self._line.why))
            case _:
                pass

    def _drop_line(self, fault: BrokerFault) -> None:
        assert self._line is not None
        self._line.close()
        self._line = self._opened_at = None
        if self._backoff.due is None:
            self._backoff.wait(self._clock())
        self._is_lost(fault)

    @property
    def _is_steady(self) -> bool:
        return self._opened_at is not None and self._clock() - self._opened_at >= STEADY

    def _is_lost(self, fault: BrokerFault) -> None:
        if not self._is_away:
            self._is_away = True
            self._news.lost(fault)

    def _pause(self) -> float | None:
        """Return for how many seconds nothing is due."""
        now = self._clock()
        dues = [self._gathers_at(now), now + LOOK_AFTER]
        if self._line is None:
            dues += [] if self._backoff.due is None else [self._backoff.due]
        elif self._opened_at is None:
            dues.append(self._connected_at + ANSWERS_WITHIN)
        elif self._backoff.due is not None:
            dues.append(self._opened_at + STEADY)
        if self._ends_at is not None:
            dues.append(self._ends_at)
        return max(0, min(dues) - now) / SECOND

    def _no_answer(self, why: str) -> BrokerFault:
        return BrokerFault(
            "BX762",
            tr("the broker {broker} does not answer: {why}; the box plays on and tries again",
               broker=self._broker, why=why),
        )  # fmt: skip

    def _refused(self, why: str) -> BrokerFault:
        return BrokerFault(
            "BX763",
            tr("the broker {broker} does not let the box in: {why}; see to user and password, the "
               "box tries again", broker=self._broker, why=why),
        )  # fmt: skip

    def _not_trusted(self, problem: ssl.SSLError) -> BrokerFault:
        why = getattr(problem, "verify_message", "") or os_reason(problem)
        return BrokerFault(
            "BX764",
            tr("the broker {broker} cannot prove who it is: {why}; name its certificates in "
               "ca_file, the box tries again", broker=self._broker, why=why),
        )  # fmt: skip


def follow_table(
    login: BrokerLogin,
    feed: TableFeed,
    *,
    journal: Path,
    discovery: str | None,
    news: BrokerNews,
    obeys: ChoosableFeed | None = None,
    may_choose: bool = False,
    allowed: Sequence[CommandName] = (),
) -> MqttPublisher:
    """Publish what goes through ``feed``, in the language in use. The caller closes the publisher.

    ``discovery`` is where Home Assistant looks for devices, None for nowhere. ``news`` is told, in
    the thread of the publisher, how it stands with the broker. A table that ``obeys`` does what is
    ``allowed`` for whoever may publish there, and has tonight's game chosen if one ``may_choose``.
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
    announces = None if discovery is None else Discovery(topics, discovery, feed.page)
    select, commands = None, None
    taken: list[TakenTopic] = []
    if obeys is not None and may_choose:
        select = TonightSelect(obeys, topics, announces)
        taken.append(TakenTopic(topics.choice, select.take))
    if obeys is not None:
        commands = BrokerCommands(allowed, topics, obeys.want_done)
        taken += commands.taken()
    publisher = MqttPublisher(
        lambda acknowledged: connect(login, topics.availability, acknowledged, taken),
        maker,
        outbox,
        RetainedTexts(topics, announces, select, commands).of,
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

    def __init__(
        self,
        topics: Topics,
        discovery: Discovery | None,
        select: TonightSelect | None = None,
        commands: BrokerCommands | None = None,
    ) -> None:
        self._select = select
        self._commands = commands
        self._topics = topics
        self._discovery = discovery
        self._announced: dict[str, str] = {}
        self._tiles: tuple[int, ...] = ()

    def of(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return each topic and its text; that the box is online comes last."""
        tiles = tuple(tile.number for tile in snapshot.tiles)
        if self._discovery is not None and tiles != self._tiles:
            self._announced, self._tiles = self._discovery.retained(snapshot), tiles
            if self._commands is not None:
                self._announced |= self._commands.announced(self._discovery)
        state = self._topics.retained(snapshot)
        select = {} if self._select is None else self._select.of(snapshot)
        return {**self._announced, **select, **state, self._topics.availability: ONLINE}
