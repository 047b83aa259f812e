"""Dice without a roller: made on a screen, or by the Pi itself (the driver ``pi``)."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random
from secrets import SystemRandom

from firmware_bridge.link.events import Gap, GapFound
from firmware_bridge.link.to_events import LATE_US
from groundwork.clock import monotonic_us
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.devices import (
    ROLLER,
    Clock,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    DieFaces,
    EventSink,
    RollerDice,
)
from hardware.dice.serial_roller import as_device_event, dice_in_words


@frozen_dataclass
class _UnheardThrow:
    """A throw that nobody has heard yet; ``at`` is when it was thrown, in microseconds."""

    serial: int
    at: int
    values: tuple[int | None, ...]


class VirtualRoller:
    """A roller whose throws are made by calling :meth:`throw`. Not thread-safe.

    It outlives the programs that listen to it: throws that nobody hears wait for the next one, as
    in a roller on a serial port. Its series is random, so that the journal never takes its throws
    for those of another roller.
    """

    def __init__(self, dice: int, sides: int) -> None:
        self._dice = dice
        self._sides = sides
        self._series = 1 + secrets.randbelow(0xFFFF_FFFF)
        self._thrown = 0
        self._waiting: deque[_UnheardThrow] = deque()
        self._plugged = True
        self._clock: Clock = monotonic_us
        self._hand_over: EventSink | None = None

    def throw(self, values: Sequence[int | None]) -> None:
        """Make the dice show these values; None is a die that cannot be read.

        Raises ValueError if the dice cannot show them.
        """
        if not 1 <= len(values) <= self._dice:
            raise ValueError(f"the roller has {self._dice} dice, not {len(values)}")
        if any(value is not None and not 1 <= value <= self._sides for value in values):
            raise ValueError(f"a die has {self._sides} sides")
        self._thrown += 1
        self._waiting.append(_UnheardThrow(self._thrown, self._clock(), tuple(values)))
        self._tell()

    def unplug(self) -> None:
        """Pull the cable: the roller is lost, and its throws wait."""
        if self._plugged:
            self._plugged = False
            self._hand_over_lost()

    def plug_in(self) -> None:
        """Put the cable back: the throws that wait are told, late."""
        if not self._plugged:
            self._plugged = True
            self._greet()

    def listen(
        self, clock: Clock, hand_over: EventSink, seen: Mapping[int, int]
    ) -> Callable[[], None]:
        """Hand events over, in the thread that throws or plugs, until the result is called.

        ``seen`` is the last serial of each series that was recorded: a throw that was told before
        and is not recorded is missing, and said to be. One that is unplugged is lost until it is
        plugged in.
        """
        self._clock = clock
        self._hand_over = hand_over
        recorded = seen.get(self._series)
        told = self._thrown - len(self._waiting)
        if recorded is not None and recorded < told:
            gap = GapFound(clock(), Gap("throw", self._series, recorded + 1, told))
            lost = as_device_event(gap)
            if lost is not None:
                hand_over(lost)
        if self._plugged:
            self._greet()
        else:
            self._hand_over_lost()

        def stop() -> None:
            if self._hand_over is hand_over:
                self._hand_over = None

        return stop

    def _hand_over_lost(self) -> None:
        if self._hand_over is not None:
            self._hand_over(DeviceLost(self._clock(), ROLLER, tr("its cable is out")))

    def _greet(self) -> None:
        if self._hand_over is not None:
            what = tr(
                "{name}, {dice}",
                name=tr("virtual roller"),
                dice=dice_in_words(self._dice, self._sides),
            )
            dice = RollerDice(self._dice, self._sides, throws=False)
            self._hand_over(DeviceBack(self._clock(), ROLLER, what, dice=dice))
            self._tell()

    def _tell(self) -> None:
        """Hand over the throws that wait, unless nobody can hear them."""
        while self._plugged and self._hand_over is not None and self._waiting:
            throw = self._waiting.popleft()
            now = self._clock()
            late = now - throw.at > LATE_US
            self._hand_over(DiceRolled(now, throw.values, self._series, throw.serial, late))


class PiDice:
    """Fair dice from the kernel's random numbers. ``faces`` show each throw until the next."""

    def __init__(self, source: Random | None = None, faces: DieFaces | None = None) -> None:
        self._source = source or SystemRandom()
        self._faces = faces

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw ``count`` dice; each shows 1 to ``sides``, all equally likely."""
        values = tuple(self._source.randint(1, sides) for _ in range(count))
        if self._faces is not None:
            self._faces.show(values)
        return values
