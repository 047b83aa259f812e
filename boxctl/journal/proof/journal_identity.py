"""What a journal is known by: its own number, whatever its file is called.

The number is drawn at random for the first match, and each header takes it from the one before.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from boxctl.journal.disk.schema import SPAN, ids_of
from groundwork.frozen_dataclass import frozen_dataclass

JOURNAL_BYTES = 8
"""The length of the number of a journal."""

_SIGNATURES = 1000
"""How many of the newest signatures are asked for their journal."""


@frozen_dataclass
class JournalIdentity:
    """The name of a journal's file, and its own ``number``, empty for one of before.

    A journal that was tampered with can name several ``numbers``.
    """

    file: str
    number: str
    numbers: frozenset[str]


def identity_of(connection: sqlite3.Connection, journal: Path) -> JournalIdentity:
    """Return what a journal says that it is.

    Somebody can write another header behind the last signature, or take signatures away: so both
    are asked.
    """
    ends = connection.execute("SELECT min(id), max(id) FROM entry").fetchone()
    signed = connection.execute(
        "SELECT DISTINCT journal FROM (SELECT journal FROM head ORDER BY match DESC LIMIT ?)",
        (_SIGNATURES,),
    )
    headers = [journal_number(connection, id // SPAN) for id in ends if id is not None]
    numbers = {number for (number,) in signed if is_journal_number(number)} | {*headers} - {""}
    return JournalIdentity(journal.name, headers[-1] if headers else "", frozenset(numbers))


def journal_number(connection: sqlite3.Connection, match: int) -> str:
    """Return the number of the journal in the header of a match; empty if it has none."""
    found = connection.execute("SELECT body FROM entry WHERE id = ?", (ids_of(match)[0],))
    try:
        return journal_of(json.loads(found.fetchone()[0]))
    except (ValueError, TypeError, RecursionError):
        return ""


def journal_of(header: object) -> str:
    """Return the number of the journal that a header names; empty if it names none."""
    found = header.get("journal") if isinstance(header, dict) else None
    return found if isinstance(found, str) and is_journal_number(found) else ""


def is_journal_number(text: object) -> bool:
    """Return whether this could be the number of a journal."""
    if not isinstance(text, str):
        return False
    return len(text) == 2 * JOURNAL_BYTES and set(text) <= set("0123456789abcdef")
