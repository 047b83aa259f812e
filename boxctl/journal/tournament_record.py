"""Record a tournament in the journal, and read it back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from boxctl.journal.faults import being_told
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.journal.tournament_entries import TOURNAMENT_KINDS, TournamentBegan
from boxctl.referee.recorded_head import RecordedHead
from boxctl.tournament.events import Begun, Event, PairingDecided
from boxctl.tournament.faults import no_such_tournament
from boxctl.tournament.fold import after, fold
from boxctl.tournament.state import Tournament

TOURNAMENTS = ToldChain(
    TournamentBegan, TOURNAMENT_KINDS, fold, after, no_such_tournament, being_told
)
"""How tournaments are recorded."""


class RecordedTournament(ToldRecord[TournamentBegan, Tournament]):
    """A tournament as it was recorded: its chain, and how it stands after it."""

    @property
    def cup(self) -> Tournament:
        """How it stands."""
        return self.state


def events_of(record: RecordedMatch) -> Iterable[Event]:
    """Yield what happened, in order. Raises :class:`WrongValue` for what boxctl never wrote."""
    return TOURNAMENTS.events_of(record)


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
    return _named(TOURNAMENTS.begin(journal, begun))


def tell(
    journal: Path, number: int | None, decide: Callable[[Tournament], Sequence[Event]]
) -> RecordedTournament:
    """Record what ``decide`` returns for the tournament as it stands, and return it after that.

    Raises as :meth:`boxctl.journal.told_chain.ToldChain.tell` does (BX817 if there is none).
    """
    return _named(TOURNAMENTS.tell(journal, number, decide))


def read_tournament(journal: Path, number: int | None = None) -> RecordedTournament:
    """Return a sound tournament: the one of this number, or the newest.

    Raises :class:`TournamentFault` BX817 if there is none, :class:`JournalFault` BX611 if it was
    tampered with.
    """
    return _named(TOURNAMENTS.read(journal, number))


def tournament_in(connection: sqlite3.Connection, number: int | None = None) -> RecordedTournament:
    """Return what :func:`read_tournament` does, of a journal that is read."""
    return _named(TOURNAMENTS.read_in(connection, number))


def _named(found: ToldRecord[TournamentBegan, Tournament]) -> RecordedTournament:
    return RecordedTournament(found.record, found.began, found.state)
