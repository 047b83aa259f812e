"""Record a tournament in the journal, and read it back.

A tournament is a chain of its own, numbered among the matches, that begins with a ``tournament``
entry in place of a ``match``. :mod:`boxctl.tournament.events` declares what each entry says. They
are declared here and not with those of a match, so that a box that plays does not load them.
"""

from boxctl.journal.entries import TOURNAMENT
from boxctl.journal.entry_kinds import (
    HeadOrNull,
    JournalEntry,
    TimeOfDay,
    Versions,
    journal_entry,
)
from boxctl.journal.faults import being_told
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.referee.fields import BY_RECORDER, Text
from boxctl.referee.recorded_head import RecordedHead
from boxctl.tournament import events
from boxctl.tournament.events import PairingDecided
from boxctl.tournament.faults import no_such_tournament
from boxctl.tournament.fold import after, fold
from boxctl.tournament.state import Tournament

# Without annotations as text: each would have to be compiled when its field is looked up.


TOURNAMENT_KINDS: dict[str, type[JournalEntry]] = {}
"""The class of each kind of entry of a tournament."""


@journal_entry(TOURNAMENT, TOURNAMENT_KINDS)
class TournamentBegan(JournalEntry, events.Begun):
    """A tournament begins.

    ``after`` is the head of the match before it, ``journal`` the number of the journal: both are
    added when it is written.
    """

    began: TimeOfDay = BY_RECORDER
    software: Versions = BY_RECORDER
    after: HeadOrNull = BY_RECORDER
    journal: Text | None = None


@journal_entry("joined", TOURNAMENT_KINDS)
class LateComer(JournalEntry, events.Joined):
    """Somebody comes late."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("presence", TOURNAMENT_KINDS)
class PresenceTold(JournalEntry, events.PresenceChanged):
    """Somebody goes away, comes back or withdraws."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("drawn", TOURNAMENT_KINDS)
class Drawn(JournalEntry, events.RoundDrawn):
    """A round is drawn; ``verify`` draws it again."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("taken_back", TOURNAMENT_KINDS)
class DrawUndone(JournalEntry, events.DrawTakenBack):
    """The last round is to be drawn anew."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("started", TOURNAMENT_KINDS)
class Started(JournalEntry, events.PairingStarted):
    """The match of a pairing is played next."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("decided", TOURNAMENT_KINDS)
class Decided(JournalEntry, events.PairingDecided):
    """A pairing is decided."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("corrected", TOURNAMENT_KINDS)
class Corrected(JournalEntry, events.ResultCorrected):
    """The organiser corrects a result."""

    now: TimeOfDay = BY_RECORDER


RecordedTournament = ToldRecord[TournamentBegan, Tournament]
"""A tournament as it was recorded: its chain, and how it stands after it."""

TOURNAMENTS = ToldChain(
    TournamentBegan, TOURNAMENT_KINDS, fold, after, no_such_tournament, being_told
)
"""How tournaments are recorded. The fault of a journal without one is BX817."""


def matches_counted(record: RecordedMatch) -> list[RecordedHead]:
    """Return the recorded matches that have decided pairings, in order.

    Raises :class:`WrongValue` for what boxctl never wrote.
    """
    events = TOURNAMENTS.events_of(record)
    decided = (each for each in events if isinstance(each, PairingDecided))
    return [each.match for each in decided if each.match is not None]
