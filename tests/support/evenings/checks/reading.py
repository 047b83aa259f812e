"""The second reading of the rule book, fed with each event when it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.ruling import from_data
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile_set
from tests.support import second_reading
from tests.support.tables.plain_rules import plain

Told = dict[str, Any]
"""A ruling as the second reading gives it, without its line."""

NOT_TOLD = ("line", "text", "unverified")
"""What the second reading does not give: the program's words, doubts and count of events."""


class Reading:
    """Rules on events by brute force.

    Those that are told in any order are judged in that of time; those of the same microsecond as
    a box does: the throw first, then tile by tile, then the button. ``levers`` are the tiles that
    stand open at the beginning, which is ``at``. Times are those of the referee.
    """

    def __init__(
        self, rules: RuleSet, players: Sequence[str], levers: TileSet, at: int = 0
    ) -> None:
        self._tiles = rules.tiles
        self._referee = second_reading.Referee(
            plain(rules), list(players), frozenset(numbers(levers))
        )
        self._referee.now = self._referee.at = at
        for ruling in self._referee.rulings:
            ruling["at"] = at / 1_000_000
        self._to_come: list[tuple[int, int, int, int, int, second_reading.Event]] = []
        self._order = count()
        self._rulings: list[Told] = []

    @classmethod
    def of(cls, match: RecordedMatch) -> Reading:
        """What is to be ruled on what was recorded of a match."""
        reading = cls(match.rules, match.players, match.levers, match.at)
        reading.hear(heard.event for heard in match.events)
        return reading

    def hear(self, events: Iterable[Event]) -> None:
        """All this has happened, one after the other, and nothing else since the beginning."""
        for event in events:
            self._referee.hear(_plainly(event)[0])

    @property
    def levers(self) -> TileSet:
        """The tiles that stand open by what was told of them, decided or not."""
        return tile_set(self._referee.seen)

    def tell(self, event: Event, happened: int | None = None) -> None:
        """This happens, or will; not before the time up to which was last ruled.

        Where events are told as of the same time, ``happened`` says which was first.
        """
        plainly, rank = _plainly(event)
        tile, place = plainly.tile or 0, event.at if happened is None else happened
        if tile <= self._tiles:
            order = next(self._order)
            heappush(self._to_come, (event.at, place, rank, tile, order, plainly))

    def rulings(self, now: int) -> list[Told]:
        """Every ruling so far."""
        while self._to_come and self._to_come[0][0] <= now:
            *_place, event = heappop(self._to_come)
            self._referee.hear(event)
        self._referee.run_clock(now)
        for told in self._referee.rulings[len(self._rulings) :]:
            self._rulings.append({key: told[key] for key in told if key != "line"})
        return self._rulings


def _plainly(event: Event) -> tuple[second_reading.Event, int]:
    """The event for the second reading, and its place among those of the same microsecond."""
    match event:
        case Thrown(at, values):
            return second_reading.Event(at, 0, throw=values), 0
        case LeverMoved(at, number, open):
            return second_reading.Event(at, 0, tile=number, open=open), 1
        case Pressed(at, button):
            return second_reading.Event(at, 0, press=button), 2
        case _:
            return second_reading.Event(event.at, 0), 3


def as_told(written: Mapping[str, Any]) -> Told:
    """A ruling, as it is written, as the second reading would give it."""
    whole = dict(written)
    contract = as_contract(from_data(whole)) if "player" in whole else whole
    return {key: _lists(value) for key, value in contract.items() if key not in NOT_TOLD}


def _lists(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_lists(part) for part in value]
    if isinstance(value, dict):
        return {key: _lists(part) for key, part in value.items()}
    return value
