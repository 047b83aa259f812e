"""What is true at the table, also where the program did not see it.

While a program watches, what hands and dice do is true, at the microsecond at which they do it.

What is done while nothing watches is true as far as the table then says so. A match that goes on
stands as it was recorded, whatever was done after the last entry: who obeys the table has put
every lever as it was, or declared where it stands. From then on hands and dice are the truth
again. So

- a lever that was moved meanwhile and put back has not moved;
- one that was asked to move before the interruption, and did so meanwhile, moves when the match
  goes on, and so does every lever that stands as the players have declared it;
- a lever that is still on its way then, and touches its sensor again, moves at its last edge
  (R4.7), whatever was seen of it first;
- a throw counts when the roller tells of it, and if that is before the match goes on, then;
- a button that was pressed meanwhile was not pressed, but for what the table offers: confirm
  declares the levers, and new leaves the match;
- the time of the match stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from groundwork.times import MatchTime
from tests.support.evenings.checks.reading import Reading, Told
from tests.support.evenings.evening import PRESSED, SECOND

MOST_REMEMBERED = 100
"""So many movements are remembered at most, while a program watches."""


class Truth:
    """The truth of an evening, in the second reading's words.

    Times that are told are those of the box's clock; those of rulings, the match's. ``quiet`` is
    how long a contact has to be still before the program can know of it.
    """

    def __init__(self, rules: RuleSet, players: Sequence[str], quiet: int) -> None:
        self.watched = False
        self._rules = rules
        self._players = players
        self._quiet = quiet
        self._ahead = 0
        self._goes_on_at = 0
        self._seen_at = 0
        self._standing: TileSet = 0
        self._happened: list[Event] = []
        self._reading = Reading(rules, players, 0)

    def rulings(self, clock: int) -> list[Told]:
        """What is to be ruled by this time of the match."""
        return self._reading.rulings(clock)

    def happens(self, event: Event) -> None:
        """A hand or a die does this, or has begun to."""
        self._happened.append(event)
        if self.watched:
            self._tell(event)
            self._forget_what_is_old(event.at)

    def of_the_match(self, time: int) -> int:
        """This moment, as the match's time."""
        return time - self._ahead

    def on_the_clock(self, time: int) -> int:
        """This time of the match, as the box's clock has it."""
        return time + self._ahead

    # A program ends, and another begins.

    def nobody_watches(self, now: int) -> None:
        """The program has ended."""
        self.watched = False
        self._happened = self._yet_to_come(now)

    def somebody_looks(self, standing: TileSet, now: int) -> None:
        """A program has read the box: these tiles stand open."""
        self._standing, self._seen_at = standing, now
        self._happened = self._yet_to_come(now)

    def begins(self, levers: TileSet, at: int, now: int) -> None:
        """Now a match begins, at this time of its own, with the levers so."""
        self._reading = Reading(self._rules, self._players, levers, at)
        still_to_come = self._not_settled(now)
        self._watch(at, now)
        for event in still_to_come:
            if not isinstance(event, Thrown):
                self._tell(event)

    def was_recorded(self, match: RecordedMatch) -> None:
        """The match stands so; it does not go on yet."""
        self._reading = Reading.of(match)

    def is_taken_as_told(self, levers: TileSet, at: int, heard: Sequence[Event]) -> None:
        """The match that began so stands as the table says, which has heard all this."""
        self._reading = Reading(self._rules, self._players, levers, at)
        self._reading.hear(heard)

    def goes_on(self, clock: int, now: int) -> None:
        """The match goes on with the levers as they stand, at this time of its own."""
        known, still_to_come = self._known(now), self._not_settled(now)
        self._watch(clock, now)
        for number in numbers((known ^ self._reading.levers) & self._rules.on_the_box):
            self._reading.tell(
                LeverMoved(MatchTime(clock), number, bool(known & tile(number))), clock
            )
        for event in still_to_come:
            if _is_seen_to_have_moved(event, known) and event.at > now:
                self._tell(replace(event, open=not event.open))
            self._tell(event)

    def _watch(self, clock: int, now: int) -> None:
        self.watched = True
        self._ahead, self._goes_on_at = now - clock, clock

    def _tell(self, event: Event) -> None:
        happened = event.at - self._ahead
        at = MatchTime(max(happened, self._goes_on_at))
        # What a lever did before the match goes on comes after how it was known to stand then.
        self._reading.tell(replace(event, at=at), happened if isinstance(event, Thrown) else at)

    def _forget_what_is_old(self, now: int) -> None:
        if len(self._happened) > MOST_REMEMBERED:
            self._happened = [event for event in self._happened if event.at > now - SECOND]

    # What a program can know, that began to look at a certain time.

    def _yet_to_come(self, now: int) -> list[Event]:
        return [
            event
            for event in self._happened
            if _began(event) > now and not isinstance(event, Thrown)
        ]

    def _known(self, now: int) -> TileSet:
        known = self._standing
        for event in sorted(self._happened, key=lambda event: event.at):
            if isinstance(event, LeverMoved) and self._is_settled(event, now):
                known = known | tile(event.tile) if event.open else known & ~tile(event.tile)
        return known

    def _not_settled(self, now: int) -> list[Event]:
        return [
            event
            for event in self._happened
            if isinstance(event, Thrown) or not self._is_settled(event, now)
        ]

    def _is_settled(self, event: Event, now: int) -> bool:
        return event.at + self._quiet <= now


def _is_seen_to_have_moved(event: Event, known: TileSet) -> TypeGuard[LeverMoved]:
    return isinstance(event, LeverMoved) and bool(known & tile(event.tile)) == event.open


def _began(event: Event) -> int:
    """When it can first be seen: confirm counts when it is let go, if it was seen to be pressed."""
    confirms = isinstance(event, Pressed) and event.button == "confirm"
    return event.at - PRESSED if confirms else event.at
