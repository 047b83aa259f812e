"""Look into a journal: open it, find matches and rulings in it, and tell how the newest ended.

What fails is reported as a fault. The newest matches of a box are found in few reads.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from boxctl.journal.disk.file import check_pages, is_not_there_yet, open_empty, open_to_read
from boxctl.journal.disk.read_only import state_at_rest
from boxctl.journal.disk.schema import SPAN, ids_of
from boxctl.journal.entries import NO_MATCHES, RecordedEntry
from boxctl.journal.entry_kinds import MatchLeft, RulingMade
from boxctl.journal.faults import (
    Damaged,
    is_no_ruling,
    no_match_yet,
    no_ruling_yet,
    no_such_match,
    no_such_ruling,
    tampered_with,
    unreadable,
    written_meanwhile,
)
from boxctl.journal.proof.chain import is_no_match, kind_of_record, last_match_head
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.proof.keys import known_key
from boxctl.journal.proof.signed_heads import heads_breaks, kept
from boxctl.journal.recorded_match import (
    RecordedMatch,
    newest_matches_of_box,
    read_entries,
    read_header,
    read_match,
)
from boxctl.referee.payloads import Verdict
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

LAST = "last"
"""The name of the newest match, and of a match's newest ruling."""

_LONGEST_NUMBER = 9


def is_match(wanted: str) -> bool:
    """Return whether a match of the journal is meant; write a file of such a name ``./3``."""
    return wanted == LAST or (wanted.isascii() and wanted.isdigit())


@contextmanager
def reading(
    path: Path, *, through: bool = False, may_be_missing: bool = False
) -> Iterator[sqlite3.Connection]:
    """Open the journal as it is now, whatever is written to it meanwhile.

    ``through`` reads all of the file first, however large it is, to find pages that lie. One that
    ``may_be_missing``, and is, has no match.
    Raises :class:`JournalFault`, also for what SQLite raises while it is open.
    """
    if may_be_missing and _is_before_the_first_match(path):
        with closing(open_empty()) as connection:
            yield connection
        return
    at_rest = None
    try:
        with closing(open_to_read(path)) as connection:
            at_rest = state_at_rest(path)
            connection.execute("BEGIN")
            if through:
                check_pages(connection)
            yield connection
    except (sqlite3.Error, Damaged) as problem:
        _check_rest(path, at_rest)
        raise unreadable(path, problem) from problem
    _check_rest(path, at_rest)


def _is_before_the_first_match(path: Path) -> bool:
    """Return whether nothing was ever recorded here: then there is no key either."""
    return is_not_there_yet(path) and known_key(path) is None


def _check_rest(path: Path, before: object) -> None:
    """Raise if a file that nobody wrote to when it was opened has been written to since.

    It is read without locks, so what was read may be inconsistent.
    """
    if before is not None and state_at_rest(path) not in (None, before):
        raise written_meanwhile(path)


def find_match(connection: sqlite3.Connection, path: Path, wanted: str) -> RecordedMatch:
    """Return the match of this number or the ``last``, sound or not.

    Raises :class:`WrongJournal` (BX606) if there is none.
    """
    there = newest(connection)
    if there is None:
        raise no_match_yet(path)
    number = there if wanted == LAST else as_number(wanted)
    match = read_match(connection, number) if number is not None else None
    if match is None or match.entries[0].kind in NO_MATCHES:
        raise no_such_match(path, wanted)
    return match


def read_sound_match(path: Path, wanted: str) -> RecordedMatch:
    """Return the match that :func:`find_sound_match` finds in the journal at this path."""
    with reading(path) as connection:
        return find_sound_match(connection, path, wanted)


def find_sound_match(connection: sqlite3.Connection, path: Path, wanted: str) -> RecordedMatch:
    """Return the match of this number or the ``last``, which must be sound.

    Raises :class:`WrongJournal` (BX606) if there is none, and :class:`JournalFault` (BX611) if it
    was tampered with. That it has the entries that were signed is checked; who signed is not.
    """
    match = find_match(connection, path, wanted)
    heads = kept(connection, match.number)
    broken = first_break(match) or next(heads_breaks(match, heads), None)
    if broken is not None:
        raise tampered_with(broken.match, broken.number)
    return match


def as_number(wanted: str) -> int | None:
    """Read a number as people write it; None for anything else."""
    plain = wanted.isascii() and wanted.isdigit() and len(wanted) <= _LONGEST_NUMBER
    return int(wanted) if plain else None


def newest(connection: sqlite3.Connection) -> int | None:
    """Return the number of the newest match; None if there is none."""
    (id,) = connection.execute("SELECT max(id) FROM entry").fetchone()
    if id is None or not is_no_match(connection, id // SPAN):
        return None if id is None else id // SPAN
    head = last_match_head(connection, id // SPAN)
    return None if head is None else head.match


def rulings_in(connection: sqlite3.Connection, match: int, *, until: int | None = None) -> int:
    """Return how many rulings a match has, or has ``until`` this entry, which counts."""
    first, last = ids_of(match)
    (count,) = connection.execute(
        "SELECT count(*) FROM entry WHERE id BETWEEN ? AND ? AND kind = ?",
        (first, last if until is None else first + until, RulingMade.kind),
    ).fetchone()
    return int(count)


def numbers_in(connection: sqlite3.Connection) -> Iterator[int]:
    """Yield the numbers of all matches in order, also of those that lost their headers.

    Raises :class:`Damaged` as :func:`records_in` does.
    """
    return (n for n in records_in(connection) if not is_no_match(connection, n))


def records_of(connection: sqlite3.Connection, kind: str) -> Iterator[int]:
    """Yield the numbers of all records that begin with such an entry, in order.

    Raises as :func:`records_in` does.
    """
    return (n for n in records_in(connection) if kind_of_record(connection, n) == kind)


def records_in(connection: sqlite3.Connection) -> Iterator[int]:
    """Yield the numbers of all records, which are counted together, in order.

    Raises :class:`Damaged` if the entries are not in order, which could be without an end.
    """
    (id,) = connection.execute("SELECT min(id) FROM entry").fetchone()
    while id is not None:
        yield id // SPAN
        _first, last = ids_of(id // SPAN)
        (id,) = connection.execute("SELECT min(id) FROM entry WHERE id > ?", (last,)).fetchone()
        if id is not None and id <= last:
            raise Damaged(tr("its entry {entry} is out of order", entry=id))


def ruling_number(match: RecordedMatch, wanted: str) -> int:
    """Return the entry of a ruling that is named by its number or as the ``last``.

    Raises :class:`WrongJournal` (BX607) if there is none.
    """
    rulings = [kept.number for kept in match.of_kind(RulingMade.kind)]
    if not rulings:
        raise no_ruling_yet(match.number)
    if wanted == LAST:
        return rulings[-1]
    number = as_number(wanted)
    if number is None or number >= len(match.entries):
        raise no_such_ruling(match.number, wanted)
    if number not in rulings:
        later = (ruling for ruling in rulings if ruling > number)
        raise is_no_ruling(match.number, number, next(later, rulings[-1]))
    return number


_LAST_ENTRIES = 20
"""The end of a match is told among its last entries: only those about keys may follow."""

_MATCH_OVER = f'"verdict":"{Verdict.MATCH_OVER}"'


@frozen_dataclass
class PastMatch:
    """A match of which only the ``header`` was read, and whether it is over or was left.

    The chain of the match is not checked, only the shape of its header.
    """

    header: RecordedMatch
    ended: bool

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.header.number


def past_matches(connection: sqlite3.Connection, box: str) -> Iterator[PastMatch]:
    """Yield the matches of this box among the newest that have a header, the newest first."""
    for number in newest_matches_of_box(connection, box):
        header = read_header(connection, number)
        if header is not None:
            ended = bool(ending_entries(connection, number))
            yield PastMatch(header, ended)


def ending_entries(connection: sqlite3.Connection, number: int) -> list[RecordedEntry]:
    """Return the entries that end a match, the newest first; none if it goes on.

    Such an entry is the ruling that the match is over, or tells that its players have left.
    """
    order = f"id DESC LIMIT {_LAST_ENTRIES}"
    return [
        kept
        for kept in read_entries(connection, number, order=order)
        if kept.kind == MatchLeft.kind
        or (kept.kind == RulingMade.kind and _MATCH_OVER in kept.text)
    ]
