"""The lines read in, and what has happened in order of time."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from tests.support.second_reading.settings import Rules, Tiles, box
from tests.support.second_reading.throws import is_whole

Ruling = dict[str, object]

SECOND = 1_000_000  # in microseconds; no act lasts longer


@dataclass(frozen=True)
class Event:
    """What one line says has happened; it waits until it is certain what it is part of."""

    at: int  # in whole microseconds
    line: int
    tile: int | None = None
    open: bool = False
    throw: tuple[object, ...] | None = None
    press: str | None = None


def not_json(name: str) -> object:
    raise ValueError(name)


def microseconds(at: object) -> int | None:
    """A time in whole microseconds; None when it is no finite number."""
    if isinstance(at, bool) or not isinstance(at, (int, float)):
        return None
    try:
        seconds = float(at)
    except OverflowError:
        return None
    return round(Fraction(seconds) * 1_000_000) if isfinite(seconds) else None


class Clock(ABC):
    """Time is what the lines say.

    A lever change is decided when the bump time has passed (R4.7), and judged with the others of
    its act when no further one can belong to it (R4.11).
    """

    def __init__(self, rules: Rules, levers: Tiles) -> None:
        self.rules = rules
        self.rulings: list[Ruling] = []
        self.now = 0
        self.seen = set(levers)  # levers up by the last line that named them
        self.waiting: list[Event] = []  # lever changes, throws and presses in order of time

    @abstractmethod
    def judge(self, event: Event) -> None:
        """These dice were thrown, or this was pressed; everything before it has been judged."""

    @abstractmethod
    def judge_act(self, changes: list[Event]) -> None:
        """These lever changes are one act; everything before it has been judged."""

    @abstractmethod
    def settles_at(self) -> int | None:
        """When a provisional move is committed by standing still (R4.2)."""

    @abstractmethod
    def settle(self, at: int) -> None:
        """It has stood until then."""

    def read_line(self, number: int, text: str) -> None:
        event = self.event_of(number, text)
        if event is None:
            self.rulings.append({"line": number, "verdict": "error"})
            return
        self.hear(event)

    def hear(self, event: Event) -> None:
        self.run_clock(event.at)  # everything due at this time comes before the line's own event
        if event.tile is not None:
            self.lever_line(event, event.tile)
        elif event.throw is not None or event.press is not None:
            self.waiting.append(event)
        self.run_clock(event.at)

    def event_of(self, number: int, text: str) -> Event | None:
        """The event of a line, or None for an error."""
        try:
            said = json.loads(text.removeprefix("\ufeff"), parse_constant=not_json)
        except ValueError:
            return None
        if not isinstance(said, dict) or said.keys() - {"at", "throw", "shut", "open", "press"}:
            return None
        at = microseconds(said.get("at"))
        if at is None or at < self.now or len(said) > 2:
            return None
        if "throw" in said:
            if not isinstance(said["throw"], list):
                return None
            return Event(at, number, throw=tuple(said["throw"]))
        if "press" in said:
            known = said["press"] in ("confirm", "new")
            return Event(at, number, press=said["press"]) if known else None
        for way in ("shut", "open"):
            if way in said:
                known = is_whole(said[way]) and said[way] in box(self.rules)
                return Event(at, number, said[way], way == "open") if known else None
        return Event(at, number)

    def lever_line(self, event: Event, tile: int) -> None:
        if event.open == (tile in self.seen):
            return  # it changes nothing
        self.seen ^= {tile}
        before = [other for other in self.waiting if other.tile == tile]
        if before and event.at <= before[-1].at + self.bump():
            self.waiting.remove(before[-1])  # R4.7: it has returned, and never moved
        else:
            self.waiting.append(event)

    def bump(self) -> int:
        return round(self.rules.bump_ms * 1000)

    def act_at_the_front(self) -> list[Event]:
        """The lever changes that belong together, from the first that waits (R4.11)."""
        within = round(self.rules.act_ms * 1000)
        act = self.waiting[:1]
        for event in self.waiting[1:]:
            follows = within > 0 and event.at - act[-1].at <= within
            if event.tile is None or not follows or event.at - act[0].at > SECOND:
                break
            act.append(event)
        return act

    def is_certain(self, act: list[Event], now: int) -> bool:
        """Nothing of the act can return any more, and nothing else can belong to it."""
        within = round(self.rules.act_ms * 1000)
        first, last = act[0].at, act[-1].at
        more_may_come = len(act) == len(self.waiting) and within > 0
        if more_may_come and now <= min(last + within, first + SECOND):
            return False
        return last + self.bump() < now

    def run_clock(self, now: int) -> None:
        """Decide, in order of time, everything that can be decided by `now`."""
        self.now = now
        while True:
            head = self.waiting[0] if self.waiting else None
            settles = self.settles_at()
            if settles is not None and settles <= now and (head is None or settles <= head.at):
                self.settle(settles)
            elif head is None:
                return
            elif head.tile is None:
                self.waiting.remove(head)
                self.judge(head)
            else:
                act = self.act_at_the_front()
                if not self.is_certain(act, now):
                    return
                self.waiting = self.waiting[len(act) :]
                self.judge_act(act)
