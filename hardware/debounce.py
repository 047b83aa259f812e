"""When a contact is believed.

Edges only wake us. After an edge the whole box is read again once the contact has been quiet, and
once a second regardless; a difference from what was known becomes a change. So a lost edge can
delay a change and never falsify one. All of this is pure: the times are given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hardware.devices import Contact

READ_EVERY = 1_000_000
"""The whole box is read at least this often, in microseconds."""


@dataclass(frozen=True, slots=True)
class ContactChange:
    """A contact has settled on the other state.

    ``at`` is the time of its last edge; where no edge told of it, the earliest time at which it
    can have happened, which is just after the reading before. ``edges`` tells how many edges there
    were since it was last at rest, and ``lasted`` the microseconds from the first to the last.
    ``unsure`` is for how many microseconds before or after ``at`` it can have happened: 0 where
    every edge has told of it.
    """

    at: int
    contact: Contact
    on: bool
    edges: int = 0
    lasted: int = 0
    unsure: int = 0


@dataclass(frozen=True, slots=True)
class MissedReading:
    """A contact was still between two edges, and the box was not read meanwhile."""

    contact: Contact
    since: int
    until: int


@dataclass(slots=True)
class _Unrest:
    """A contact that may have changed, and if so, at ``changed`` or later.

    ``stirred`` is when it was last seen to move: at its last edge, or, where only a reading has
    told of it, at that reading.
    """

    changed: int
    stirred: int
    began: int
    edges: int = 0


class Debouncer:
    """The settled state of all contacts, from edges and readings.

    ``known`` is a reading of the box at the time ``now``; a contact that is missing in it, as its
    chip did not answer, counts as off until a reading shows it. ``quiet`` tells how long a contact
    has to be still before it is believed. Times are in microseconds.
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
        """What is believed of every contact."""
        return self._known

    def edge(self, contact: Contact, at: int) -> None:
        """An edge was seen at this time (it may be reported late, and out of order)."""
        unrest = self._unrest.get(contact)
        if unrest is None or not unrest.edges:
            self._unrest[contact] = _Unrest(at, at, at, edges=1)
        else:
            if at - unrest.stirred >= self._quiet(contact):
                self._unseen.append(MissedReading(contact, unrest.stirred, at))
            unrest.changed = unrest.stirred = max(unrest.stirred, at)
            unrest.edges += 1

    def take_unseen(self) -> list[MissedReading]:
        """What was missed since this was last asked, as the box was not read in time."""
        unseen, self._unseen = self._unseen, []
        return unseen

    @property
    def due(self) -> int:
        """When the box has to be read next."""
        settled = [self._settled_at(contact) for contact in self._unrest]
        return min([*settled, self._read_at + READ_EVERY])

    def read(self, states: Mapping[Contact, bool], now: int) -> list[ContactChange]:
        """The whole box was read at ``now``; gives what has changed, in the order of time.

        A contact that is missing in ``states`` could not be read. Once it has been quiet it stays
        as it was last known, and is waited for no longer: a later reading tells what it did.

        A contact that goes on and off without a rest is not believed either way: it stays as it
        was last known. If it is a lever, it has then changed and returned at its last edge, so
        that what it did just before counts from there (R4.7).
        """
        changes = []
        for contact, on in states.items():
            unrest = self._unrest.get(contact)
            if unrest is None and on != self._known[contact]:
                # No edge told of this. It is believed, like any other, when it has stayed so.
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
            # Edges go to and fro, so one was lost: the last change may have come later.
            unsure = now - unrest.changed
        change = ContactChange(unrest.changed, contact, on, unrest.edges, lasted, unsure)
        if on != self._known[contact]:
            self._known[contact] = on
            return [change]
        flickered = unrest.edges > 0 and isinstance(contact, int)
        return [replace(change, on=not on), change] if flickered else []

    @property
    def restless(self) -> bool:
        """Whether a contact may have changed and has not settled yet."""
        return bool(self._unrest)

    def horizon(self, now: int) -> int:
        """Up to this time nothing can come to light any more, as far as edges and readings tell.

        It does not wait for a contact that chatters: whatever that ends as, it will have changed
        at its last edge.
        """
        return min([now, *(unrest.changed - 1 for unrest in self._unrest.values())])

    def _settled_at(self, contact: Contact) -> int:
        return self._unrest[contact].stirred + self._quiet(contact)
