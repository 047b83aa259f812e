"""Find what gets worse over the months: a contact by its bounces and troubles, a wire by losses.

Pure. The samples of a contact are grouped: a group ends with the day on which it has
:data:`GROUP` samples, so that one bad evening is one group. What is new is compared with what is
old; ``docs/monitor.md`` explains the rule with its numbers.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median

from groundwork.frozen_dataclass import frozen_dataclass

GROUP = 40
"""The least number of samples in a group."""

NEWEST = 5
"""The newest groups, each of another day, which must all be worse than those before."""

FIRST = 8
"""The groups at most whose median is the usual level, the first ones."""

FEWEST_BEFORE = 3
"""The fewest groups before the newest ones."""

TIMES = 2
"""The factor by which a worse level is above the usual one."""

MARGIN = 2_000
"""The microseconds by which it is above the usual one at least."""

SHARE = 0.9
"""The share of all levels before the newest ones that it is above."""

FEWEST_TROUBLES = 5
"""The fewest troubles that the newest groups have together to be worse; each has one."""

TIMES_TROUBLES = 4
"""The factor by which they have more troubles than those before, by the sample."""


class WearSign(StrEnum):
    """A sign that something gets worse; the value is that of ``--json``."""

    BOUNCES = "bounces"
    TROUBLES = "troubles"


@frozen_dataclass
class Wear:
    """Something gets worse: by this ``sign``, ``since`` a match of this time (UTC, ISO 8601).

    ``usual`` and ``now`` are the bounce that three in four stay below, in microseconds, or the
    troubles in a thousand samples, as they were at first and as they are.
    """

    sign: WearSign
    since: str
    usual: int
    now: int


@frozen_dataclass
class SampleGroup:
    """Samples of one or more whole days (UTC): its first and last time, how many, the troubles.

    ``level`` is the bounce that three in four stay below, in microseconds; None if too few were
    measured.
    """

    since: str
    until: str
    samples: int
    troubles: int
    level: int | None


@dataclass(slots=True)
class SampleGroups:
    """Groups the samples of one contact or wire, which come in the order of their times."""

    closed: list[SampleGroup] = field(default_factory=list)
    _since: str = ""
    _until: str = ""
    _samples: int = 0
    _troubles: int = 0
    _bounces: list[int] = field(default_factory=list)

    def add(self, time: str, bounce: int | None = None, *, trouble: bool = False) -> None:
        """Add a sample: its bounce in microseconds, None if none was measured.

        ``time`` is that of the beginning of its match (UTC, ISO 8601).
        """
        if day_of(time) != day_of(self._until) and self._samples >= GROUP:
            self._close()
        self._since = self._since or time
        self._until = time
        self._samples += 1
        self._troubles += trouble
        if bounce is not None:
            self._bounces.append(bounce)

    @property
    def groups(self) -> list[SampleGroup]:
        """All groups; one that has too few samples yet is left out."""
        return [*self.closed, self._group()] if self._samples >= GROUP else self.closed

    def _close(self) -> None:
        self.closed.append(self._group())
        self._since, self._samples, self._troubles = "", 0, 0
        self._bounces.clear()

    def _group(self) -> SampleGroup:
        level = three_in_four(self._bounces) if len(self._bounces) >= GROUP // 2 else None
        return SampleGroup(self._since, self._until, self._samples, self._troubles, level)


def day_of(time: str) -> str:
    """Return the day of a time (ISO 8601), in the zone in which it is written."""
    return time[:10]


def three_in_four(bounces: Sequence[int]) -> int:
    """Return the bounce that three in four of these stay below or reach."""
    return sorted(bounces)[-1 - len(bounces) // 4]


def wear_of(groups: Iterable[SampleGroup]) -> Wear | None:
    """Return the sign that these get worse, or did and are not mended yet; None if not."""
    watch = WearWatch()
    for group in groups:
        watch.take(group)
    return watch.found


@dataclass(slots=True)
class WearWatch:
    """Watches the groups of one contact or wire, which come in their order.

    ``found`` is the sign that they get worse. It stays for as long as the newest groups are as
    much above the usual as when it was found: what has got worse, and fails no further for a
    while, still has to be mended, by people who look once a month.
    """

    found: Wear | None = None
    _before: int = 0
    _samples: int = 0
    _troubles: int = 0
    _first: list[int] = field(default_factory=list)
    _levels: list[int] = field(default_factory=list)
    """All levels before the newest groups, the lowest first."""
    _newest: deque[SampleGroup] = field(default_factory=deque)

    def take(self, group: SampleGroup) -> None:
        """Take in the next group."""
        if len(self._newest) == NEWEST:
            self._pass_by(self._newest.popleft())
        self._newest.append(group)
        if self._before < FEWEST_BEFORE:
            return
        lasting = None if self.found is None else self._lasting(self.found)
        self.found = lasting or self._by_bounces() or self._by_troubles()

    def _pass_by(self, group: SampleGroup) -> None:
        """Count a group that is none of the newest any more."""
        self._before += 1
        self._samples += group.samples
        self._troubles += group.troubles
        if group.level is not None:
            insort(self._levels, group.level)
            if len(self._first) < FIRST:
                self._first.append(group.level)

    def _by_bounces(self) -> Wear | None:
        new = self._new_levels()
        if len(self._levels) < FEWEST_BEFORE or len(new) < NEWEST:
            return None
        usual = round(median(self._first))
        high = self._levels[int(len(self._levels) * SHARE)]
        if min(new) < _least_worse(usual) or min(new) <= high:
            return None
        return Wear(WearSign.BOUNCES, self._newest[0].since, usual, round(median(new)))

    def _by_troubles(self) -> Wear | None:
        usual, now = _in_a_thousand(self._troubles, self._samples), self._troubles_now()
        if not self._has_more_troubles(usual, now):
            return None
        return Wear(WearSign.TROUBLES, self._newest[0].since, usual, now)

    def _lasting(self, found: Wear) -> Wear | None:
        """Return the finding with its figures of now; None once it no longer holds."""
        if found.sign is WearSign.TROUBLES:
            now = self._troubles_now()
            return replace(found, now=now) if self._has_more_troubles(found.usual, now) else None
        new = self._new_levels()
        if any(level < _least_worse(found.usual) for level in new):
            return None
        return replace(found, now=round(median(new))) if new else found

    def _has_more_troubles(self, usual: int, now: int) -> bool:
        troubles = [group.troubles for group in self._newest]
        return all(troubles) and sum(troubles) >= FEWEST_TROUBLES and now >= TIMES_TROUBLES * usual

    def _new_levels(self) -> list[int]:
        return [group.level for group in self._newest if group.level is not None]

    def _troubles_now(self) -> int:
        troubles = sum(group.troubles for group in self._newest)
        return _in_a_thousand(troubles, sum(group.samples for group in self._newest))


def _least_worse(usual: int) -> int:
    """Return the lowest level that is worse than this usual one."""
    return max(TIMES * usual, usual + MARGIN)


def _in_a_thousand(troubles: int, samples: int) -> int:
    return round(1000 * troubles / samples)
