"""What the ledger of a key knows a journal by: its own number, whatever its file is called."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from boxctl.journal.disk.appender import is_journal_number, journal_number
from boxctl.journal.disk.schema import SPAN
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class JournalIdentity:
    """The name of a journal's file, and its own ``number``, empty for one of before.

    A journal that was tampered with can name several ``numbers``.
    """

    file: str
    number: str
    numbers: frozenset[str]


def identity_of(
    connection: sqlite3.Connection, journal: Path, look_at: int = 1000
) -> JournalIdentity:
    """Return what a journal says that it is.

    Its number is in the header of each match, and in each signature. Somebody can write another
    header behind the last signature, or take signatures away: so both are asked, the ``look_at``
    newest signatures.
    """
    ends = connection.execute("SELECT min(id), max(id) FROM entry").fetchone()
    signed = connection.execute(
        "SELECT DISTINCT journal FROM (SELECT journal FROM head ORDER BY match DESC LIMIT ?)",
        (look_at,),
    )
    headers = [journal_number(connection, id // SPAN) for id in ends if id is not None]
    numbers = {number for (number,) in signed if is_journal_number(number)} | {*headers} - {""}
    return JournalIdentity(journal.name, headers[-1] if headers else "", frozenset(numbers))
