"""What was heard and is not yet judged: lever changes, acts, throws and presses (R4.7, R4.11).

A lever change counts only once the bump time has passed without its return (R4.7). Throws and
presses wait for the lever changes before them, so that everything is judged in the order in which
it happened. Levers that move together are one act, which is judged as a whole (R4.11):
:class:`PendingActs` puts the changes that have outlasted the bump time together into acts.
"""

from __future__ import annotations

from collections import OrderedDict

from boxctl.referee.lines import LeverMoved, Pressed, Thrown
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, tile, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime

LONGEST = 1_000_000
"""The longest time from the first change of an act to its last, in microseconds."""


MOST_WAITING = 100_000
"""The most that may wait, as :attr:`PendingActs.full` counts it: tens of thousands of throws.

Within a bump time people throw once or twice; only a hostile input comes near.
"""


@frozen_dataclass
class PendingEvent:
    """An event and the number of its input line."""

    event: Thrown | LeverMoved | Pressed
    line: int


@frozen_dataclass
class LeverAct:
    """One act: the tiles whose levers it has moved, the one moved last at the end.

    A lever that has returned is not among them; if all have, there are none. ``at`` and ``line``
    are those of the act's last change.
    """

    tiles: tuple[int, ...]
    at: MatchTime
    line: int

    @property
    def moved(self) -> TileSet:
        """The same tiles as a set."""
        return tile_set(self.tiles)


class PendingActs:
    """What waits to be judged at a table, in order of time: acts, throws and presses.

    ``levers`` are the tiles whose levers stand open: at the start, then after all events, decided
    or not. ``next_at`` is the time of the first of what waits, of an act that of its first change.
    ``decided_at`` is when :meth:`take` is due. Both are None if nothing waits. Not thread-safe.
    """

    def __init__(self, levers: TileSet, rules: RuleSet) -> None:
        self._bump = round(rules.bump_ms * 1000)
        self._joins_within = round(rules.act_ms * 1000)
        # A lever waits by the number of its tile: it returns, or is decided, before it waits again.
        # All else waits by a number below 0.
        self._queue: OrderedDict[int, PendingEvent] = OrderedDict()
        self._number = 0
        self._waiting = 0
        self._act: _OpenAct | None = None
        self.levers = levers
        self.next_at: int | None = None
        self.decided_at: int | None = None

    def add(self, heard: PendingEvent) -> None:
        """Add an event. Its time must not be before that of an event added earlier."""
        event = heard.event
        if isinstance(event, LeverMoved):
            self._add_lever(heard, event)
        else:
            self._waiting += _size(event)
            self._number -= 1
            self._queue[self._number] = heard
        self._note_times()

    def _add_lever(self, heard: PendingEvent, event: LeverMoved) -> None:
        lever = tile(event.tile)
        if bool(self.levers & lever) == event.open:
            return
        self.levers ^= lever
        if self._queue.pop(event.tile, None) is None:
            self._queue[event.tile] = heard

    @property
    def full(self) -> bool:
        """Whether :data:`MOST_WAITING` is reached: no further throw or press should be added.

        A press counts 1, a throw 1 more for each die, and for each character of a die that is a
        text. Levers count nothing: there are only so many.
        """
        return self._waiting >= MOST_WAITING

    def take(self, now: int) -> LeverAct | PendingEvent | None:
        """Remove and return what is to be judged next, which must be decided by ``now``.

        None if nothing is yet: a lever change has joined an act that others may still join.
        """
        whole = self._act is not None and not self._joined_before(self._act.joins_until)
        taken = self._close_act() if whole else self._take_event(now)
        self._note_times()
        return taken

    def _joined_before(self, until: int) -> bool:
        """Whether a lever change comes next that joins an act which is open until then."""
        if not self._queue:
            return False
        event = self._queue[next(iter(self._queue))].event
        return isinstance(event, LeverMoved) and event.at <= until

    def _close_act(self) -> LeverAct:
        assert self._act is not None
        act, self._act = self._act.closed(), None
        return act

    def _take_event(self, now: int) -> LeverAct | PendingEvent | None:
        _key, heard = self._queue.popitem(last=False)
        event = heard.event
        if not isinstance(event, LeverMoved):
            self._waiting -= _size(event)
            return heard
        if self._act is None:
            until = event.at + self._joins_within
            if not self._joins_within or (until < now and not self._joined_before(until)):
                return LeverAct((event.tile,), event.at, heard.line)
            self._act = _OpenAct(event.at, self._joins_within)
        self._act.add(event, heard.line)
        return None

    def _note_times(self) -> None:
        """Note the times that are asked for far more often than they change."""
        self.next_at = self.decided_at = None
        if self._queue:
            event = self._queue[next(iter(self._queue))].event
            self.next_at = self.decided_at = event.at
            if isinstance(event, LeverMoved):
                self.decided_at = event.at + self._bump + 1
        if (act := self._act) is not None:
            if self.next_at is None or self.next_at > act.joins_until:
                self.decided_at = act.joins_until + 1
            self.next_at = act.first_at


def _size(event: Thrown | Pressed) -> int:
    if isinstance(event, Pressed):
        return 1
    texts = [len(value) - 1 for value in event.values if isinstance(value, str)]
    return 1 + len(event.values) + sum(texts)


class _OpenAct:
    """An act that further lever changes may join, up to and including ``joins_until``."""

    def __init__(self, first_at: int, joins_within: int) -> None:
        self.first_at = first_at
        self._joins_within = joins_within
        self._moved: dict[int, None] = {}

    def add(self, event: LeverMoved, line: int) -> None:
        self._at, self._line = event.at, line
        self.joins_until = min(event.at + self._joins_within, self.first_at + LONGEST)
        if event.tile in self._moved:
            del self._moved[event.tile]
        else:
            self._moved[event.tile] = None

    def closed(self) -> LeverAct:
        return LeverAct(tuple(self._moved), self._at, self._line)
