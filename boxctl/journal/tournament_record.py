"""Record a tournament in the journal, and read it back.

Whoever tells something of a tournament holds it meanwhile, as a match that is played is held; it is
on the disk, and signed, before anybody is shown what follows from it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from boxctl.journal.add_entry import add_entry, add_first_entry, holding, sign_end
from boxctl.journal.entry_kinds import entry_of, time_of_day
from boxctl.journal.faults import being_told, tampered_with
from boxctl.journal.proof.chain import is_tournament
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.proof.signed_heads import heads_breaks, kept
from boxctl.journal.query import reading, tournaments_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.recorder import software
from boxctl.journal.tournament_entries import TournamentBegan, begun_by, entry_told, event_told
from boxctl.referee.fields import WrongValue
from boxctl.tournament.events import Begun, Event, PairingDecided, RecordedHead
from boxctl.tournament.faults import no_such_tournament
from boxctl.tournament.fold import after, begin, fold
from boxctl.tournament.state import Tournament
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class RecordedTournament:
    """A tournament as it was recorded: its chain, and how it stands after it.

    ``record`` is a chain like that of a match, of which only entries and head are asked.
    """

    record: RecordedMatch
    began: TournamentBegan
    cup: Tournament

    @property
    def number(self) -> int:
        """Its number, among those of the matches."""
        return self.record.number


def events_of(record: RecordedMatch) -> Iterable[Event]:
    """Yield what happened, in order. Raises :class:`WrongValue` for what boxctl never wrote."""
    for each in record.entries[1:]:
        if (event := event_told(each)) is not None:
            yield event


def matches_counted(record: RecordedMatch) -> list[RecordedHead]:
    """Return the recorded matches that have decided pairings, in order.

    Raises :class:`WrongValue` for what boxctl never wrote.
    """
    decided = (each for each in events_of(record) if isinstance(each, PairingDecided))
    return [each.match for each in decided if each.match is not None]


def begin_tournament(journal: Path, begun: Begun) -> RecordedTournament:
    """Begin a tournament: record it, signed, and return it.

    Raises :class:`TournamentFault` if it cannot begin, and :class:`JournalFault`.
    """
    begin(begun)
    told = entry_told(begun)
    number = add_first_entry(journal, entry_of(told, _added))
    with holding(journal, number, being_told):
        with reading(journal) as connection:
            record = _sound(connection, number)
        sign_end(journal, record)
    return read_tournament(journal, number)


def tell(
    journal: Path, number: int | None, decide: Callable[[Tournament], Sequence[Event]]
) -> RecordedTournament:
    """Record what ``decide`` returns for the tournament as it stands, and return it after that.

    It is the one of this number, or the newest. Raises :class:`TournamentFault` for what cannot
    happen (BX817 if there is none), and :class:`JournalFault` (BX609) if somebody else tells
    something now. Then nothing is recorded.
    """
    with reading(journal, may_be_missing=True) as connection:
        number = _number(connection, number)
    with holding(journal, number, being_told):
        found = read_tournament(journal, number)
        cup, events = found.cup, decide(found.cup)
        for event in events:
            cup = after(cup, event)
        if not events:
            return found
        add_entry(journal, found.record, *(entry_of(entry_told(each), _added) for each in events))
    return read_tournament(journal, number)


def read_tournament(journal: Path, number: int | None = None) -> RecordedTournament:
    """Return a sound tournament: the one of this number, or the newest.

    Raises :class:`TournamentFault` BX817 if there is none, :class:`JournalFault` BX611 if it was
    tampered with.
    """
    with reading(journal, may_be_missing=True) as connection:
        return tournament_in(connection, number)


def tournament_in(connection: sqlite3.Connection, number: int | None = None) -> RecordedTournament:
    """Return what :func:`read_tournament` does, of a journal that is read."""
    number = _number(connection, number)
    record = _sound(connection, number)
    try:
        began = begun_by(record.entries[0])
        return RecordedTournament(record, began, fold(began, events_of(record)))
    except WrongValue as wrong:
        raise tampered_with(number, 0) from wrong


def _number(connection: sqlite3.Connection, wanted: int | None) -> int:
    number = max(tournaments_in(connection), default=None) if wanted is None else wanted
    if number is None or not is_tournament(connection, number):
        raise no_such_tournament(number)
    return number


def _sound(connection: sqlite3.Connection, number: int) -> RecordedMatch:
    record = read_match(connection, number)
    if record is None:
        raise no_such_tournament(number)
    broken = first_break(record) or next(heads_breaks(record, kept(connection, number)), None)
    if broken is not None:
        raise tampered_with(broken.match, broken.number)
    return record


def _added(field: str) -> object:
    if field in ("began", "now"):
        return time_of_day()
    return software() if field == "software" else None
