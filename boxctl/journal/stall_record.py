"""Record the days of a stall in the journal, and read them back."""

from __future__ import annotations

from boxctl.journal.faults import being_kept
from boxctl.journal.stall_entries import STALL_KINDS, StallOpened
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.stall.day import Day, after, fold
from boxctl.stall.faults import no_such_stall

RecordedDay = ToldRecord[StallOpened, Day]
"""A day of a stall as it was recorded: its chain, and how it stands after it."""

STALLS = ToldChain(StallOpened, STALL_KINDS, fold, after, no_such_stall, being_kept)
"""How days of a stall are recorded. The fault of a journal without one is BX832."""
