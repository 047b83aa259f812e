"""Gather the dice of a throw, which tell one by one. Pure; times are microseconds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.dice.bluetooth.reports import AtRest, Impossible, Moving, RestKind

SETTLE_US = 400_000
"""All dice of a throw have to lie still for so long: a die may be knocked by another one."""

FEWER_US = 3_000_000
"""So long a throw of fewer dice than may be thrown waits for one more."""

STALE_US = 60_000_000
"""A die that came to rest so long ago is not of the throw that another one ends."""


@frozen_dataclass
class _Rolled:
    """What a roll left; ``face`` is None if the die cannot be read."""

    face: int | None
    at: int


@dataclass(slots=True)
class _GatheredDie:
    moving: bool = False
    rolled: _Rolled | None = None


class ThrowGatherer:
    """The dice of one box, numbered from 0. Not thread-safe.

    Dice may be rolled together or one by one. A throw is complete when none of the dice moves and
    as many as the game wants have been rolled since the throw before: the largest of ``counts``
    after :data:`SETTLE_US`, a smaller one after :data:`FEWER_US`. A die that is picked up and put
    down is not rolled, and if it shows another face then, what it had rolled is void.
    """

    def __init__(self, dice: int) -> None:
        self._dice = [_GatheredDie() for _ in range(dice)]
        self._counts: Collection[int] = (dice,)
        self._still_since: int | None = None

    def wants(self, counts: Collection[int]) -> None:
        """Wait for so many dice from now on; several numbers if fewer are allowed."""
        self._counts = counts or (len(self._dice),)

    def hear(self, number: int, report: Moving | AtRest | Impossible, at: int) -> None:
        """Take in what a die says of its rest or movement, at a time that never goes back."""
        die = self._dice[number]
        match report:
            case Moving():
                die.moving = True
                return
            case AtRest(how=RestKind.ROLLED, face=face):
                die.rolled = _Rolled(face, at)
            case AtRest(how=RestKind.COCKED) | Impossible():
                die.rolled = _Rolled(None, at)
            case AtRest(face=face):
                if die.rolled is not None and die.rolled.face != face:
                    die.rolled = None
        die.moving = False
        self._still_since = at

    def lost(self, number: int, at: int) -> bool:
        """Note that a die is not heard any more; return whether it was on its way.

        Then nobody knows what it will show, and it has to be rolled again.
        """
        was_moving = self._dice[number].moving
        if was_moving:
            self._dice[number] = _GatheredDie()
            self._still_since = at
        return was_moving

    @property
    def due(self) -> int | None:
        """When :meth:`take` returns a throw if nothing moves until then; None: not by itself."""
        if self._still_since is None or any(die.moving for die in self._dice):
            return None
        rolled = len(self._fresh())
        if rolled == 0 or (rolled < max(self._counts) and rolled not in self._counts):
            return None
        wait = SETTLE_US if rolled >= max(self._counts) else FEWER_US
        return self._still_since + wait

    def take(self, now: int) -> tuple[int | None, ...] | None:
        """Return the throw that is complete, in the order of the dice; None while there is none."""
        due = self.due
        if due is None or now < due:
            return None
        values = tuple(die.face for die in self._fresh())
        for die in self._dice:
            die.rolled = None
        self._still_since = None
        return values

    def _fresh(self) -> list[_Rolled]:
        """The dice that were rolled, but for those that were too long before the newest."""
        rolled = [die.rolled for die in self._dice if die.rolled is not None]
        newest = max((each.at for each in rolled), default=0)
        return [each for each in rolled if newest - each.at <= STALE_US]
