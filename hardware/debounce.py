"""Debounce contacts by level: an edge only prompts a reading.

The whole box is read once a contact has been quiet after an edge, and once a second regardless; a
difference from the settled state becomes a change. So a lost edge can delay a change but never
falsify one. Pure: times are arguments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Contact

READ_EVERY = 1_000_000
"""Longest time between two readings of the box, in microseconds."""


@frozen_dataclass
class ContactChange:
    """A contact has settled in the other state.

    ``at`` is the time of its last edge, or, without an edge, the earliest possible time: just after
    the previous reading. ``edges`` counts the edges since it was last at rest, those that were lost
    too; ``lasted`` is the time from the first to the last that came. ``unsure`` is by how much
    ``at`` may be wrong, 0 if no edge was lost. Times are microseconds.
    """

    at: int
    contact: Contact
    on: bool
    edges: int = 0
    lasted: int = 0
    unsure: int = 0


@frozen_dataclass
class MissedReading:
    """A contact was, or may have been, still in this time, in which the box was not read."""

    contact: Contact
    since: int
    until: int


@dataclass(slots=True)
class _Unrest:
    """A contact that may have changed, at ``changed`` or later.

    ``stirred`` is when it was last seen to move: at its last edge, or at a reading that showed a
    difference without an edge. ``lost_since`` is the earliest time at which an edge was lost.
    """

    changed: int
    stirred: int
    began: int
    edges: int = 0
    lost_since: int | None = None


class Debouncer:
    """The settled state of all contacts, from edges and readings. Times are microseconds.

    ``known`` is a reading of the box at ``now``; a contact missing in it, as its chip did not
    answer, counts as off until a reading shows it. ``quiet`` gives the debounce time of a contact.
    """

    def __init__(
        self, known: Mapping[Contact, bool], now: int, quiet: Callable[[Contact], int]
    ) -> None:
        self._known = defaultdict(bool, known)
        self._quiet = quiet
        self._read_at = now
        self._unrest: dict[Contact, _Unrest] = {}
        self._unseen: list[MissedReading] = []

    @property
    def known(self) -> Mapping[Contact, bool]:
        """The settled state of every contact."""
        return self._known

    def edge(self, contact: Contact, at: int, lost: int = 0) -> None:
        """Note an edge at ``at``, which may be reported late and out of order.

        ``lost`` edges of this contact before it were dropped. The contact may have been at rest
        between them, or have gone and come back.
        """
        unrest = self._unrest.get(contact)
        if unrest is None or not unrest.edges:
            before = min(self._read_at + 1, at)
            unrest = self._unrest[contact] = _Unrest(at, at, at, edges=1)
            may_have_rested = lost > 0
        else:
            before = unrest.stirred
            unrest.changed = unrest.stirred = max(unrest.stirred, at)
            unrest.edges += 1
            may_have_rested = True
        if may_have_rested and at - before >= self._quiet(contact):
            self._unseen.append(MissedReading(contact, before, at))
        if lost:
            unrest.edges += lost
            if unrest.lost_since is None:
                unrest.lost_since = min(before, at)

    def take_unseen(self) -> list[MissedReading]:
        """Return the readings missed since the last call, because the box was not read in time."""
        unseen, self._unseen = self._unseen, []
        return unseen

    @property
    def due(self) -> int:
        """When the box must be read next."""
        settled = [self._settled_at(contact) for contact in self._unrest]
        return min([*settled, self._read_at + READ_EVERY])

    def read(self, states: Mapping[Contact, bool], now: int) -> list[ContactChange]:
        """Note a reading of the whole box at ``now``; return what has changed, ordered by time.

        A contact missing in ``states`` could not be read. Once quiet it keeps its settled state
        and is waited for no longer; a later reading shows what it did.

        A contact that chatters keeps its settled state. A lever that chatters has changed and
        returned at its last edge, so that what it did just before counts from there (R4.7).
        """
        changes = []
        for contact, on in states.items():
            unrest = self._unrest.get(contact)
            if unrest is None and on != self._known[contact]:
                # Its edge was lost. Debounce it like any other.
                self._unrest[contact] = _Unrest(self._read_at + 1, now, now)
            elif unrest is not None and now >= self._settled_at(contact):
                del self._unrest[contact]
                changes += self._changes(contact, on, unrest, now)
        for contact in [gone for gone in self._unrest if gone not in states]:
            if now >= self._settled_at(contact):
                del self._unrest[contact]
        self._read_at = now
        return sorted(changes, key=lambda change: change.at)

    def _changes(
        self, contact: Contact, on: bool, unrest: _Unrest, now: int
    ) -> list[ContactChange]:
        lasted = unrest.stirred - unrest.began
        unsure = 0
        if not unrest.edges:
            unsure = unrest.stirred - unrest.changed
        elif (on != self._known[contact]) != bool(unrest.edges % 2):
            # Edges alternate, so one was lost: the last change may have come later.
            unsure = now - unrest.changed
        if unrest.lost_since is not None:
            # The last change may have been that of an edge that was lost.
            unsure = max(unsure, unrest.changed - unrest.lost_since, 1)
        change = ContactChange(unrest.changed, contact, on, unrest.edges, lasted, unsure)
        if on != self._known[contact]:
            self._known[contact] = on
            return [change]
        flickered = unrest.edges > 0 and isinstance(contact, int)
        return [replace(change, on=not on), change] if flickered else []

    @property
    def restless(self) -> bool:
        """Return whether a contact may have changed and has not settled yet."""
        return bool(self._unrest)

    def horizon(self, now: int) -> int:
        """Return the time before which no further change can be reported.

        Does not wait for a contact that chatters: it will have changed at its last edge.
        """
        return min([now, *(unrest.changed - 1 for unrest in self._unrest.values())])

    def _settled_at(self, contact: Contact) -> int:
        return self._unrest[contact].stirred + self._quiet(contact)
