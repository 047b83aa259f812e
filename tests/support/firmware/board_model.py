"""The board's end of the link: says hello, then each throw and change until it is acknowledged.

Pure, and the model of what the microcontroller does: one flag (greeted), two counts, three timers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from firmware_bridge.link.commands import retransmission
from firmware_bridge.link.frames import LineCounts, MessageDecoder, encode
from firmware_bridge.protocol.constants import (
    AGE_UNIT_MS,
    AGE_UNKNOWN,
    BOARD_PATIENCE_MS,
    Ability,
    Cause,
    Health,
    Result,
    Task,
)
from firmware_bridge.protocol.messages import (
    Answer,
    Ask,
    Change,
    ChangeAck,
    Command,
    Hello,
    Message,
    Sendable,
    State,
    Throw,
    ThrowAck,
    Welcome,
    to_payload,
)
from tests.support.firmware.send_window import SendWindow

Obey = Callable[[Command], int]
"""Carries out a command once; returns a number of ``Result``."""


@dataclass(frozen=True)
class BoardIdentity:
    """What a board says of itself in every hello. Ranges as in ``messages.Hello``."""

    name: str
    dice: int
    sides: int
    tiles: int = 0
    abilities: int = Ability.THROWS
    firmware: int = 0


@dataclass
class _Told:
    """What is held until it is acknowledged, and when it happened; None is not known any more."""

    happened: int | None
    what: tuple[int | None, ...]


@dataclass
class _Count:
    """One count of things: their series, their numbers, and those that wait."""

    series: int
    sending: SendWindow = field(default_factory=SendWindow)
    waiting: dict[int, _Told] = field(default_factory=dict)

    def put(self, what: tuple[int | None, ...], now: int) -> int:
        number = self.sending.put(now)
        self.waiting[number] = _Told(now, what)
        return number

    def acknowledged(self, number: int, again: int, now: int) -> None:
        self.sending.acknowledged(number, bool(again), now)
        for old in [each for each in self.waiting if each < self.sending.first]:
            del self.waiting[old]


class BoardLink:
    """One board. Times are microseconds of one clock that never goes back.

    ``boot`` is to be different after every restart. ``series`` names its count of throws, and one
    more than that its count of changes: a board that forgets its counts when it restarts takes
    new ones. Commands go to ``obey``; without it the board can do nothing that it is told.
    Raises ValueError for numbers or an identity out of range.
    """

    def __init__(
        self, identity: BoardIdentity, boot: int, series: int, now: int, obey: Obey | None = None
    ) -> None:
        self.counts = LineCounts()
        self.health: int = Health.GOOD if identity.dice else Health.NO_DICE
        self.refused = 0
        self._identity = identity
        self._boot = boot
        self._throws = _Count(series)
        self._changes = _Count(series % 0xFFFF_FFFF + 1)
        self._contacts = 0
        self._obey = obey or (lambda _: Result.NOT_ABLE)
        self._saying = retransmission()
        self._started = Cause.POWER
        self._session = self._commands = 0
        self._answer: Answer | None = None
        self._hello()
        self.line_up(now)

    @property
    def waiting(self) -> tuple[Throw, ...]:
        """The throws that nobody has acknowledged, oldest first."""
        return tuple(
            Throw(self._throws.series, serial, 0, told.what)
            for serial, told in self._throws.waiting.items()
        )

    @property
    def greeted_by(self) -> int | None:
        """The session of the host that has greeted us, if one has."""
        return self._session if self._greeted else None

    def line_up(self, now: int) -> None:
        """A line has just been connected: say hello first."""
        self._inbox = MessageDecoder(self.counts)
        self._heard = now
        self._answers: list[Sendable] = []
        self._greeted = False
        self._saying.start(now)

    def restart(self, boot: int, now: int) -> None:
        """Started again, with counts and what waits kept in lasting memory."""
        self._boot = boot
        self._started = Cause.RESET
        self._session = self._commands = 0
        self._answer = None
        for count in (self._throws, self._changes):
            for told in count.waiting.values():
                told.happened = None
        self._hello()
        self.line_up(now)

    def throw(self, values: Sequence[int | None], now: int) -> Throw:
        """Queue a throw, to be sent until it is acknowledged; returns it with its serial.

        Raises ValueError if the board's dice cannot show ``values``; it may be fewer dice.
        """
        sides = self._identity.sides
        if len(values) > self._identity.dice:
            raise ValueError(f"the roller has {self._identity.dice} dice, not {len(values)}")
        if any(value is not None and value > sides for value in values):
            raise ValueError(f"a die has {sides} sides")
        throw = Throw(self._throws.series, self._throws.sending.following, 0, tuple(values))
        self._throws.put(throw.values, now)
        return throw

    def change(self, contact: int, on: bool, now: int) -> Change:
        """Queue the change of a contact, which has settled; returns it with its number.

        Raises ValueError if there is no such contact.
        """
        number = self._changes.sending.following
        change = Change(self._changes.series, number, 0, contact, int(on))
        bit = 1 << (contact - 1)
        self._contacts = self._contacts | bit if on else self._contacts & ~bit
        self._changes.put((contact, int(on)), now)
        return change

    def receive(self, data: bytes, now: int) -> None:
        """Take what the host says out of ``data``."""
        for arrival in self._inbox.feed(data, now):
            self._hear(arrival.message, now)

    def outgoing(self, now: int) -> bytes:
        """The frames to write now; empty when there are none."""
        if self._greeted and now >= self._heard + BOARD_PATIENCE_MS * 1000:
            self._leave(now)
        return b"".join(encode(to_payload(message)) for message in self._due(now))

    def next_deadline(self) -> int | None:
        """When ``outgoing`` has something to say; a time that is past means at once."""
        if self._answers:
            return 0
        if not self._greeted:
            return self._saying.due
        dues = [self._throws.sending.next_deadline(), self._changes.sending.next_deadline()]
        dues.append(self._heard + BOARD_PATIENCE_MS * 1000)
        return min(due for due in dues if due is not None)

    def _due(self, now: int) -> Iterator[Sendable]:
        yield from self._answers
        self._answers = []
        if not self._greeted:
            if self._saying.is_due(now):
                self._saying.tried(now)
                yield self._hello()
            return
        while (serial := self._throws.sending.next_to_say(now)) is not None:
            told = self._throws.waiting[serial]
            yield Throw(self._throws.series, serial, _age(told, now), told.what)
        while (number := self._changes.sending.next_to_say(now)) is not None:
            told = self._changes.waiting[number]
            contact, on = told.what
            yield Change(self._changes.series, number, _age(told, now), contact or 0, on or 0)

    def _hello(self) -> Hello:
        who = self._identity
        return Hello(
            self._boot,
            self._throws.series,
            self._throws.sending.first,
            self._changes.series,
            self._changes.sending.first,
            who.firmware,
            self._started,
            Task.NONE,
            who.dice,
            who.sides,
            who.tiles,
            who.abilities,
            who.name,
        )

    def _state(self) -> State:
        said_again = self._throws.sending.repeated + self._changes.sending.repeated
        return State(
            self._boot,
            self._changes.sending.following - 1,
            self._contacts,
            self.health,
            0,
            min(self.refused, 0xFFFF),
            min(self.counts.dropped, 0xFFFF),
            min(said_again, 0xFFFF),
        )

    def _hear(self, message: Message, now: int) -> None:
        match message:
            case Welcome(boot, session):
                self._welcomed(boot, session, now)
            case ThrowAck(series, serial, again):
                if self._is_ours(series == self._throws.series, now):
                    self._throws.acknowledged(serial, again, now)
            case ChangeAck(series, number, again):
                if self._is_ours(series == self._changes.series, now):
                    self._changes.acknowledged(number, again, now)
            case Ask(boot):
                if self._is_ours(boot == self._boot, now):
                    self._answers.append(self._state())
                elif self._greeted:
                    self._leave(now)
            case Command(boot) as command:
                if self._greeted and self._is_ours(boot == self._boot, now):
                    self._command(command)
            case _:
                self.counts.out_of_place += 1

    def _is_ours(self, ours: bool, now: int) -> bool:
        if ours:
            self._heard = now
        return ours

    def _welcomed(self, boot: int, session: int, now: int) -> None:
        if boot != self._boot:
            self._leave(now)
            return
        self._heard = now
        if session != self._session:
            self._session = session
            self._commands = 0
            self._answer = None
        if not self._greeted:
            self._greeted = True
            self._saying.stop()
            self._throws.sending.begin(now)
            self._changes.sending.begin(now)

    def _leave(self, now: int) -> None:
        """Nobody has greeted us (any more): say hello."""
        self._greeted = False
        self._saying.start(now)

    def _command(self, command: Command) -> None:
        if command.number == self._commands + 1:
            self._commands = command.number
            self._answer = Answer(self._boot, command.number, self._obey(command))
        if self._answer is not None and command.number == self._commands:
            self._answers.append(self._answer)


def _age(told: _Told, now: int) -> int:
    if told.happened is None:
        return AGE_UNKNOWN
    return min((now - told.happened) // (AGE_UNIT_MS * 1000), AGE_UNKNOWN)
