"""Sensor quarantine: find sensors that cannot be believed, and ask people about their levers.

A sensor that chatters is found by itself. One that sticks can only be found by what it fails to
show: a lever that is asked to move, and does not. People say so by holding ``confirm``, and are
asked which one it is if it could be another: no press declares more than one tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

from boxctl.journal.evidence import ReportedBy, SensorFault
from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    LeversNotMoved,
    NoSensorQuarantined,
    Notice,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.referee.fields import PutBack
from boxctl.rules.tiles import TileSet, numbers, tile
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Contact

CHATTERS = 4_000_000
"""A lever restless for this long, in microseconds, is not moved by a hand: it chatters."""

REST = 100_000
"""A contact still for this long, in microseconds, has come to rest."""

CALM = 10_000_000
"""After this long a rest, in microseconds, a sensor that chattered is believed if it is right."""

PATIENCE = 15_000_000
"""The time for putting levers back, in microseconds, before a sensor is suspected."""

MANY = 2
"""More levers than this are a whole box to be made ready, which may take any time."""

Moved = Callable[[int, bool, ReportedBy], None]
"""Called with a tile, whether its lever stands open, and who says so."""

Withdraw = Callable[[int], None]
"""Called with a tile: what its sensor has reported, and nothing is ruled on yet, does not count."""


@frozen_dataclass
class _QuarantinedSensor:
    """A sensor that is not believed, and whether its lever stands open by what was last known.

    That is somebody's word, except while people are ``asked`` for the first time. ``shown`` is what
    the sensor showed when it was put in quarantine.
    """

    why: SensorFault
    stands: bool
    shown: bool
    asked: bool = False


@frozen_dataclass
class _RestlessTime:
    """The times of the first and the newest of edges without a rest between."""

    since: int
    newest: int


class SensorQuarantine:
    """The sensors of one table that are in quarantine, and the questions about them.

    ``tell`` is called with what people have to know, ``withdraw`` when a sensor is no longer
    believed, ``moved`` when it is known where its lever stands. Where people ``can_answer`` no
    question, for want of buttons, a sensor that chatters is believed as soon as it is calm. Times
    are in microseconds on the box's clock.
    """

    def __init__(
        self,
        tell: Callable[[Notice], None],
        withdraw: Withdraw,
        moved: Moved,
        *,
        can_answer: bool = True,
    ) -> None:
        self._tell = tell
        self._withdraw = withdraw
        self._moved = moved
        self._can_answer = can_answer
        self._quarantined: dict[int, _QuarantinedSensor] = {}
        self._unrest: dict[int, _RestlessTime] = {}
        self._round: dict[int, bool] = {}
        self._asked = PutBack()
        self._asked_since = 0
        self._suspected = False

    @property
    def question(self) -> int | None:
        """The tile that people are asked about; play pauses until they answer."""
        if not self._quarantined and not self._round:
            return None  # As nearly always; the loop asks several times a step.
        asked = (number for number, sensor in self._quarantined.items() if sensor.asked)
        return next(chain(asked, self._round), None)

    @property
    def asks_where(self) -> bool:
        """Whether people are asked how the tile stands, and no longer whether its sensor fails."""
        return self.question in self._quarantined

    def __contains__(self, contact: Contact) -> bool:
        return contact in self._quarantined

    def corrected(self, states: Mapping[Contact, bool]) -> Mapping[Contact, bool]:
        """Return these states with the known levers in the place of what such sensors show."""
        return {**states, **{number: sensor.stands for number, sensor in self._quarantined.items()}}

    @property
    def all(self) -> Mapping[int, SensorFault]:
        """The tiles whose sensors are in quarantine or asked about, and why."""
        return {number: sensor.why for number, sensor in self._quarantined.items()}

    def restore(
        self,
        all_: Mapping[int, SensorFault],
        levers: TileSet,
        known: Mapping[Contact, bool],
        now: int,
    ) -> None:
        """Put these back into quarantine after an interruption; people are asked anew.

        Until they answer :meth:`ask`, the levers stand as they did.
        """
        for number, why in all_.items():
            stands = bool(levers & tile(number))
            self._quarantined[number] = _QuarantinedSensor(
                why, stands, known[number], asked=self._can_answer
            )
            if why == CHATTERING:
                self._unrest[number] = _RestlessTime(now, now)

    # What sensors do.

    def edge(self, number: int, at: int) -> None:
        """Take in an edge of this tile's sensor (box time)."""
        unrest = self._unrest.get(number)
        if unrest is None or at - unrest.newest >= REST:
            unrest = _RestlessTime(at, at)
        self._unrest[number] = replace(unrest, newest=max(at, unrest.newest))

    def restless(self, number: int, at: int) -> int:
        """Return for how many microseconds this tile's sensor had been chattering by ``at``."""
        unrest = self._unrest.get(number)
        if unrest is None or at - unrest.newest >= REST:
            return 0
        return max(0, at - unrest.since)

    def settled(self, number: int, *, on: bool) -> None:
        """Take in that a sensor in quarantine has come to rest, and believe it if it shows a move.

        One that sticks and only flickered has not come loose.
        """
        sensor = self._quarantined[number]
        if not sensor.asked and sensor.why != CHATTERING and on != sensor.shown:
            with self._asking_anew():
                self._trust(number)
                if on != sensor.stands:
                    self._moved(number, on, ReportedBy.SENSOR)

    def look(self, now: int, known: Mapping[Contact, bool]) -> None:
        """Find the sensors that chatter, and those that have come to rest and can be believed."""
        if not self._unrest:
            return
        with self._asking_anew():
            for number, unrest in list(self._unrest.items()):
                if now - unrest.newest >= CALM:
                    self._calm(number, known)
                elif number not in self._quarantined and unrest.newest - unrest.since >= CHATTERS:
                    self._round.pop(number, None)
                    self._withdraw(number)
                    self._quarantined[number] = _QuarantinedSensor(
                        CHATTERING, known[number], known[number], asked=True
                    )

    def leave_out_all_but(self, on_the_box: TileSet) -> None:
        """Play with these tiles only: release the others."""
        for number in [number for number in self._quarantined if not tile(number) & on_the_box]:
            del self._quarantined[number]
            self._tell(SensorTrusted(number, left_out=True))
        self._unrest = {n: unrest for n, unrest in self._unrest.items() if tile(n) & on_the_box}

    def _calm(self, number: int, known: Mapping[Contact, bool]) -> None:
        sensor = self._quarantined.get(number)
        if sensor is not None and sensor.asked and self._can_answer:
            return
        del self._unrest[number]
        if sensor is None or sensor.why != CHATTERING:
            return
        if sensor.asked or known[number] == sensor.stands:
            self._trust(number)
            if sensor.asked:
                # Nobody has said where it stands, and what the sensor showed was withdrawn.
                self._moved(number, known[number], ReportedBy.SENSOR)
        else:
            self._quarantined[number] = replace(sensor, why=STUCK, shown=known[number])

    def _trust(self, number: int) -> None:
        del self._quarantined[number]
        self._round.pop(number, None)
        self._tell(SensorTrusted(number))

    # What people do.

    def waits_for(self, asked: PutBack, now: int) -> None:
        """Take in which levers have to move before play goes on.

        People are told of those that do not, once, if time has passed since another one did, or
        since a few were asked to. Of a whole box that is to be made ready none is suspected before
        the first has moved.
        """
        if asked != self._asked:
            progress = not _tiles(asked) & ~_tiles(self._asked)
            self._suspected = not progress and len(numbers(_tiles(asked))) > MANY
            self._asked, self._asked_since = asked, now
        elif asked and not self._suspected and now - self._asked_since >= PATIENCE:
            self._suspected = True
            one = len(numbers(_tiles(asked))) == 1
            self._tell(LeversNotMoved(asked, by_buttons=self._can_answer or one))

    def held(
        self, asked: PutBack, moved: TileSet, may_move: TileSet, known: Mapping[Contact, bool]
    ) -> None:
        """Take in a long press of ``confirm``: something is not as the sensors show.

        With levers ``asked`` to move one of them stands right, or one that has ``moved`` since the
        throw has not: people are asked about one after the other, unless only one can be meant.
        With none asked, one that ``may_move`` has, and does not show it. In either case a lever
        whose sensor is in quarantine can have moved. While people are asked which, it is none.
        """
        if self.question is not None:
            self._end_round()
            return
        round_ = self._round_about(asked, moved, may_move, known)
        if self._can_answer and (len(round_) > 1 or not asked):
            self._round = round_
            self.ask()
        elif len(round_) == 1 and asked:
            ((number, stands),) = round_.items()
            self._declare(number, self.all.get(number, STUCK), known, stands=stands)
        elif asked:
            self._tell(LeversNotMoved(asked, by_buttons=False))

    def _round_about(
        self, asked: PutBack, moved: TileSet, may_move: TileSet, known: Mapping[Contact, bool]
    ) -> dict[int, bool]:
        """Return the tiles to ask about, in order, and how each stands if its sensor is wrong."""
        quarantined = [*self._quarantined] if self._can_answer else []
        if asked:
            in_order = [*numbers(_tiles(asked)), *numbers(moved), *quarantined]
        else:
            in_order = [*quarantined, *numbers(may_move)]
        # What the sensors show now is what is wrong, whatever they come to show meanwhile.
        told_otherwise = {number: not known[number] for number in in_order}
        return told_otherwise | {n: bool(tile(n) & asked.open) for n in numbers(_tiles(asked))}

    def pressed(self, button: str, known: Mapping[Contact, bool]) -> None:
        """Take in the answer to the question: ``confirm`` or ``new``."""
        number = self.question
        assert number is not None
        sensor = self._quarantined.get(number)
        if sensor is not None:
            self._round.pop(number, None)
            stands = button == "new"
            if stands != sensor.stands:
                # This is what was meant.
                self._round.clear()
            self._declare(number, sensor.why, known, stands=stands)
        elif button == "new":
            del self._round[number]
            if not self._round:
                self._tell(NoSensorQuarantined())
        else:
            stands = self._round[number]
            self._round.clear()
            self._declare(number, STUCK, known, stands=stands)
        self.ask()

    def _end_round(self) -> None:
        """Ask no further which sensor is meant; but how a tile stands has to be known."""
        if self.asks_where:
            self.ask()
        else:
            self._round.clear()
            self._tell(NoSensorQuarantined())

    def _declare(
        self, number: int, why: SensorFault, known: Mapping[Contact, bool], *, stands: bool
    ) -> None:
        if number not in self._quarantined:
            self._withdraw(number)
        self._quarantined[number] = _QuarantinedSensor(why, stands, shown=known[number])
        self._tell(SensorQuarantined(number, why, stands))
        self._moved(number, stands, ReportedBy.PEOPLE)

    @contextmanager
    def _asking_anew(self) -> Iterator[None]:
        """Ask on leaving if the question is another than on entering."""
        asked = self._asking
        yield
        if self._asking != asked:
            self.ask()

    def ask(self) -> None:
        """Ask the open question, if there is one."""
        asks = self._asking
        if asks is not None:
            self._tell(asks)

    @property
    def _asking(self) -> LeverPositionAsked | StuckSensorAsked | None:
        number = self.question
        if number is None:
            return None
        sensor = self._quarantined.get(number)
        if sensor is None:
            return StuckSensorAsked(number)
        return LeverPositionAsked(number, sensor.why, by_buttons=self._can_answer)


def _tiles(asked: PutBack) -> TileSet:
    return asked.open | asked.shut
