"""Record a tournament in the journal, and read it back."""

from __future__ import annotations

from boxctl.journal.faults import being_told
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.journal.tournament_entries import TOURNAMENT_KINDS, TournamentBegan
from boxctl.referee.recorded_head import RecordedHead
from boxctl.tournament.events import PairingDecided
from boxctl.tournament.faults import no_such_tournament
from boxctl.tournament.fold import after, fold
from boxctl.tournament.state import Tournament

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
