"""Record what people tell in a chain of its own, and read it back: a tournament, a day of a stall.

Whoever tells something holds the chain meanwhile, as a match that is played is held; it is on the
disk, and signed, before anybody is shown what follows from it.

An event is declared with its fields where it is decided, and its entry is a class of both:
``class Joined(JournalEntry, events.Joined)``. Here one becomes the other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Generic, TypeVar

from boxctl.journal.add_entry import add_entry, add_first_entry, holding, sign_end
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import JournalEntry, entry_of, read_as, read_entry, time_of_day
from boxctl.journal.faults import JournalFault, tampered_with
from boxctl.journal.proof.chain import kind_of_record
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.proof.signed_heads import heads_breaks, kept
from boxctl.journal.query import reading, records_of
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.recorder import software
from boxctl.referee.fields import WrongValue
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass

BeganT = TypeVar("BeganT", bound=JournalEntry)
"""The entry with which such a chain begins, which is the first event as well."""

StateT = TypeVar("StateT")
"""What the events of such a chain come to."""


@frozen_dataclass
class ToldRecord(Generic[BeganT, StateT]):
    """A chain that people have told, and how it stands after it.

    ``record`` is a chain like that of a match, of which only entries and head are asked.
    """

    record: RecordedMatch
    began: BeganT
    state: StateT

    @property
    def number(self) -> int:
        """Its number, among those of the matches."""
        return self.record.number


@frozen_dataclass
class ToldChain(Generic[BeganT, StateT]):
    """A kind of chain: how it begins, what its events come to, and the faults of it.

    ``missing`` is that of none, ``is_held`` that of one to which somebody else adds now (BX609).

    ``fold`` takes the first event and those after it; ``after`` a state and the next event. They
    raise :class:`RuleFault` for what cannot be.
    """

    began: type[BeganT]
    kinds: Kinds
    fold: Callable[[Any, Iterable[Any]], StateT]
    after: Callable[[StateT, Any], StateT]
    missing: Callable[[int | None], RuleFault]
    is_held: Callable[[int], JournalFault]

    def events_of(self, record: RecordedMatch) -> Iterator[Any]:
        """Yield the events, in order. Raises :class:`WrongValue` for one boxctl never wrote."""
        for each in record.entries[1:]:
            if (event := event_told(each, self.kinds)) is not None:
                yield event

    def begun_by(self, record: RecordedMatch) -> BeganT:
        """Return the entry that begins it. Raises :class:`WrongValue` for any other."""
        return read_as(record.entries[0], self.began, self.kinds)

    def begin(self, journal: Path, begun: Any) -> ToldRecord[BeganT, StateT]:
        """Begin a chain: record it, signed, and return it.

        Raises :class:`RuleFault` if it cannot begin, and :class:`JournalFault`.
        """
        self.fold(begun, ())
        number = add_first_entry(journal, entry_of(entry_told(begun, self.kinds), _added))
        with holding(journal, number, self.is_held):
            with reading(journal) as connection:
                record = self._sound(connection, number)
            sign_end(journal, record)
        return self.read(journal, number)

    def tell(
        self, journal: Path, number: int | None, decide: Callable[[StateT], Sequence[Any]]
    ) -> ToldRecord[BeganT, StateT]:
        """Record what ``decide`` returns for the chain as it stands, and return it after that.

        It is the one of this number, or the newest. Raises :class:`RuleFault` for what cannot
        happen, also if there is none, and :class:`JournalFault` (BX609) if somebody else tells
        something now. Then nothing is recorded.
        """
        with reading(journal, may_be_missing=True) as connection:
            number = self._number(connection, number)
        with holding(journal, number, self.is_held):
            found = self.read(journal, number)
            state, events = found.state, decide(found.state)
            for event in events:
                state = self.after(state, event)
            if not events:
                return found
            told = (entry_of(entry_told(each, self.kinds), _added) for each in events)
            add_entry(journal, found.record, *told)
        return self.read(journal, number)

    def read(self, journal: Path, number: int | None = None) -> ToldRecord[BeganT, StateT]:
        """Return a sound chain: the one of this number, or the newest.

        Raises :class:`RuleFault` if there is none, :class:`JournalFault` BX611 if it was tampered
        with.
        """
        with reading(journal, may_be_missing=True) as connection:
            return self.read_in(connection, number)

    def read_in(
        self, connection: sqlite3.Connection, number: int | None = None
    ) -> ToldRecord[BeganT, StateT]:
        """Read as :meth:`read` does, from a journal that is open already."""
        number = self._number(connection, number)
        record = self._sound(connection, number)
        try:
            began = self.begun_by(record)
            return ToldRecord(record, began, self.fold(began, self.events_of(record)))
        except WrongValue as wrong:
            raise tampered_with(number, 0) from wrong

    def newest(self, journal: Path) -> int | None:
        """Return the number of the newest such chain in a journal; None if there is none."""
        with reading(journal, may_be_missing=True) as connection:
            return max(records_of(connection, self.began.kind), default=None)

    def _number(self, connection: sqlite3.Connection, wanted: int | None) -> int:
        kind = self.began.kind
        number = max(records_of(connection, kind), default=None) if wanted is None else wanted
        if number is None or kind_of_record(connection, number) != kind:
            raise self.missing(number)
        return number

    def _sound(self, connection: sqlite3.Connection, number: int) -> RecordedMatch:
        record = read_match(connection, number)
        if record is None:
            raise self.missing(number)
        broken = first_break(record) or next(heads_breaks(record, kept(connection, number)), None)
        if broken is not None:
            raise tampered_with(broken.match, broken.number)
        return record


def _added(field: str) -> object:
    if field in ("began", "now"):
        return time_of_day()
    return software() if field == "software" else None


Kinds = Mapping[str, type[JournalEntry]]
"""The class of each kind of entry of a chain."""


def entry_told(event: Any, kinds: Kinds) -> JournalEntry:
    """Return an event as an entry of one of these kinds, whose time the recorder adds."""
    (kind,) = (each for each in kinds.values() if each.__bases__[1] is type(event))
    return kind(**{each.name: getattr(event, each.name) for each in fields(event)})


def event_told(kept: RecordedEntry, kinds: Kinds) -> Any:
    """Return the event of an entry, None for one about keys and signatures.

    Raises :class:`WrongValue` for what boxctl never wrote.
    """
    entry = read_entry(kept, kinds)
    if entry is None:
        return None
    base: Any = type(entry).__bases__[1]
    return base(**{each.name: getattr(entry, each.name) for each in fields(base)})
