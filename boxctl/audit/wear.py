"""Find what gets worse over the months: a contact by its bounces and troubles, a wire by losses.

Pure. The samples of a contact are grouped: a group ends with the day on which it has
:data:`GROUP` samples, so that one bad evening is one group. What is new is compared with what is
old; ``docs/monitor.md`` explains the rule with its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    """Something gets worse: by this ``sign``, ``since`` this day (ISO 8601).

    ``usual`` and ``now`` are the bounce that three in four stay below, in microseconds, or the
    troubles in a thousand samples, as they were at first and as they are.
    """

    sign: WearSign
    since: str
    usual: int
    now: int


@frozen_dataclass
class SampleGroup:
    """Samples of one or more whole days: the first and last day, how many, the troubles.

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
    """Groups the samples of one contact or wire, which come in the order of their days."""

    closed: list[SampleGroup] = field(default_factory=list)
    _since: str = ""
    _until: str = ""
    _samples: int = 0
    _troubles: int = 0
    _bounces: list[int] = field(default_factory=list)

    def add(self, day: str, bounce: int | None = None, *, trouble: bool = False) -> None:
        """Add a sample: its bounce in microseconds, None if none was measured."""
        if day != self._until and self._samples >= GROUP:
            self._close()
        self._since = self._since or day
        self._until = day
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


def three_in_four(bounces: Sequence[int]) -> int:
    """Return the bounce that three in four of these stay below or reach."""
    return sorted(bounces)[-1 - len(bounces) // 4]


def wear_of(groups: Sequence[SampleGroup]) -> Wear | None:
    """Return the sign that these get worse; None if there is none, or too few groups."""
    if len(groups) < FEWEST_BEFORE + NEWEST:
        return None
    before, newest = groups[:-NEWEST], groups[-NEWEST:]
    return _by_bounces(before, newest) or _by_troubles(before, newest)


def _by_bounces(before: Sequence[SampleGroup], newest: Sequence[SampleGroup]) -> Wear | None:
    old = [group.level for group in before if group.level is not None]
    new = [group.level for group in newest if group.level is not None]
    if len(old) < FEWEST_BEFORE or len(new) < NEWEST:
        return None
    usual = round(median(old[:FIRST]))
    high = sorted(old)[int(len(old) * SHARE)]
    if min(new) < max(TIMES * usual, usual + MARGIN) or min(new) <= high:
        return None
    return Wear(WearSign.BOUNCES, newest[0].since, usual, round(median(new)))


def _by_troubles(before: Sequence[SampleGroup], newest: Sequence[SampleGroup]) -> Wear | None:
    troubles = sum(group.troubles for group in newest)
    if troubles < FEWEST_TROUBLES or not all(group.troubles for group in newest):
        return None
    usual, now = _in_a_thousand(before), _in_a_thousand(newest)
    if now < TIMES_TROUBLES * usual:
        return None
    return Wear(WearSign.TROUBLES, newest[0].since, usual, now)


def _in_a_thousand(groups: Sequence[SampleGroup]) -> int:
    samples = sum(group.samples for group in groups)
    return round(1000 * sum(group.troubles for group in groups) / samples)
