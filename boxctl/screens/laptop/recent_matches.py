"""The newest matches of this laptop in the journal, and how each ended, in few reads."""

from __future__ import annotations

import sqlite3

from boxctl.journal.entries import LEFT, RULING, RecordedEntry
from boxctl.journal.recorded_match import newest_matches_of_box, read_entries
from boxctl.referee.verdict import Verdict
from boxctl.screens.laptop.game_choice import BOX

LOOK_AT = 200
"""The newest matches of the journal are looked at, so that a long history costs no time."""

_LAST_ENTRIES = 20
"""The end of a match is told among its last entries: only those about keys may follow."""

_MATCH_OVER = f'"verdict":"{Verdict.MATCH_OVER}"'


def recent_matches(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Return the numbers of this laptop's matches among the newest, the newest first."""
    return newest_matches_of_box(connection, BOX, LOOK_AT)


def ending_entries(connection: sqlite3.Connection, number: int) -> list[RecordedEntry]:
    """Return the entries that end a match, the newest first; none if it goes on.

    Such an entry is the ruling that the match is over, or tells that its players have left.
    """
    order = f"id DESC LIMIT {_LAST_ENTRIES}"
    return [
        kept
        for kept in read_entries(connection, number, order=order)
        if kept.kind == LEFT or (kept.kind == RULING and _MATCH_OVER in kept.text)
    ]
