"""Record the days of a stall in the journal, and read them back.

A day is a chain of its own, numbered among the matches, that begins with a ``stall`` entry in place
of a ``match``. :mod:`boxctl.stall.events` declares what each entry says.
"""

from boxctl.journal.entries import STALL
from boxctl.journal.entry_kinds import (
    HeadOrNull,
    JournalEntry,
    TimeOfDay,
    Versions,
    journal_entry,
)
from boxctl.journal.faults import being_kept
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.referee.fields import BY_RECORDER, Text
from boxctl.stall import events
from boxctl.stall.day import Day, after, fold
from boxctl.stall.faults import no_such_stall

# Without annotations as text: each would have to be compiled when its field is looked up.


STALL_KINDS: dict[str, type[JournalEntry]] = {}
"""The class of each kind of entry of a day at a stall."""


@journal_entry(STALL, STALL_KINDS)
class StallOpened(JournalEntry, events.Opened):
    """A day begins.

    ``after`` is the head of the match before it, ``journal`` the number of the journal: both are
    added when it is written.
    """

    began: TimeOfDay = BY_RECORDER
    software: Versions = BY_RECORDER
    after: HeadOrNull = BY_RECORDER
    journal: Text | None = None


@journal_entry("paid", STALL_KINDS)
class StallGoPaid(JournalEntry, events.GoPaid):
    """Somebody pays for a go."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("played", STALL_KINDS)
class StallGoPlayed(JournalEntry, events.GoPlayed):
    """A go is played; ``verify`` compares it with its match."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("go_corrected", STALL_KINDS)
class StallGoCorrected(JournalEntry, events.GoCorrected):
    """The keeper corrects a go, or gives the money back."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("settled", STALL_KINDS)
class StallGoSettled(JournalEntry, events.GoSettled):
    """What is due for a go is paid, or given back."""

    now: TimeOfDay = BY_RECORDER


@journal_entry("closed", STALL_KINDS)
class StallClosed(JournalEntry, events.Closed):
    """The day ends."""

    now: TimeOfDay = BY_RECORDER


RecordedDay = ToldRecord[StallOpened, Day]
"""A day of a stall as it was recorded: its chain, and how it stands after it."""

STALLS = ToldChain(StallOpened, STALL_KINDS, fold, after, no_such_stall, being_kept)
"""How days of a stall are recorded. The fault of a journal without one is BX832."""
