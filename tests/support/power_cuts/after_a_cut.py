"""What a table promises about its journal, held against what a cut has left of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_read, open_to_write
from boxctl.journal.entries import Entry, RecordedEntry
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.signed_heads import kept as kept_heads
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.session import Journal
from boxctl.presentation.journal.audit_sentences import break_in_words
from boxctl.table.resume import resume_or_begin
from groundwork.faults import Fault
from tests.support.power_cuts.cuts import Cut, Kind
from tests.support.power_cuts.uncut import JOURNAL, Uncut, as_matches, entries_in

FURTHER = 50
"""How many of the entries that the cut has prevented are written after it."""


_ANOTHER_MATCH = Entry(MatchBegan.kind, {"began": "another evening", "long": "x" * 20_000})


class Broken(Exception):
    """A promise is not kept; the text says which."""


def hold(cut: Cut, uncut: Uncut, into: Path) -> None:
    """Build the cut in the directory ``into``, start on it, and play on to the end.

    Raises :class:`Broken`.
    """
    cut.build(into)
    path = into / JOURNAL
    if cut.kind is Kind.LYING:
        _hold_after_a_lie(uncut, path)
        return
    journal = _opened(path, uncut)
    try:
        entries = entries_in(path)
        _are_the_beginning(entries, uncut.entries)
        if len(entries) < uncut.needed(cut):
            missing = uncut.entries[len(entries)]
            raise Broken(f"it was shown and is missing: {missing.text}")
        if journal.salvaged is not None and not uncut.is_damaged(cut):
            raise Broken(f"a sound file was set aside: {journal.salvaged}")
        if journal.found.broken is not None:
            raise Broken(break_in_words(journal.found.broken))
        _goes_on(journal, entries, uncut)
    finally:
        journal.close()
    _is_sound(path, entries)
    _is_written_on(path, entries, uncut)


def _opened(path: Path, uncut: Uncut) -> Journal:
    box = uncut.matches[uncut.entries[0].match].box
    try:
        return Journal(path, box)
    except (Fault, Damaged, sqlite3.Error, OSError) as problem:
        raise Broken(f"it does not open: {problem!r}") from problem


def _are_the_beginning(entries: list[RecordedEntry], whole: list[RecordedEntry]) -> None:
    for found, true in zip(entries, whole, strict=False):
        if found != true:
            raise Broken(f"{found} was never written: {true} was")
    if len(entries) > len(whole):
        raise Broken(f"{entries[len(whole)]} was never written")


def _goes_on(journal: Journal, entries: list[RecordedEntry], uncut: Uncut) -> None:
    """The match that was played, if there was one, is taken up and ends as it did."""
    if not entries:
        return
    *_, last = as_matches(entries)
    if (played := journal.found.match) != last:
        raise Broken(f"match {last.number} was played last, and not {played}")
    opened = resume_or_begin(journal, last.rules, last.players, last.levers, anew=False)
    if (opened.match is None) != (last.over or last.left):
        raise Broken(f"match {last.number}: {opened.remarks}")
    if opened.match is not None and (differs := uncut.what_differs_later(len(entries))):
        raise Broken(f"match {last.number} does not go on as it would have: {differs}")


def _is_sound(path: Path, entries: list[RecordedEntry]) -> None:
    """SQLite finds nothing wrong, the chains hold, and so does everything that was signed."""
    with closing(open_to_read(path)) as connection:
        if (said := connection.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            raise Broken(f"the file is damaged: {said}")
        matches = list(as_matches(entries))
        signed = [head for match in matches for head in kept_heads(connection, match.number)]
    for match in matches:
        if broken := chain_break(match):
            raise Broken(break_in_words(broken))
    known = {Head(kept.match, kept.number + 1, kept.hash) for kept in entries}
    key = key_beside(path).public if signed else b""
    for head in signed:
        if not head.holds or head.key != key:
            raise Broken(f"{head} is not signed by this box")
        if head.head not in known:
            raise Broken(f"{head} was signed and is not there")


def _is_written_on(path: Path, entries: list[RecordedEntry], uncut: Uncut) -> None:
    """What the cut has prevented is written now, and all is as if there had been none."""
    there = len(entries)
    last = list(as_matches(entries))[-1] if entries else None
    appending = Appender(lambda: open_to_write(path), None if last is None else last.head)
    appending.append(uncut.written_after(there, FURTHER))
    appending.close()
    if entries_in(path) != uncut.entries[: there + FURTHER]:
        raise Broken("what was written after the cut is not as it would have been")


def _hold_after_a_lie(uncut: Uncut, path: Path) -> None:
    """What is there after a disk has lied is true as far as it goes, and more can be written."""
    journal = _opened(path, uncut)
    journal.close()
    entries = entries_in(path)
    for match in as_matches(entries):
        if chain_break(match) is None and not _is_a_beginning(match, uncut):
            raise Broken(f"match {match.number} is not as it was played, and its chain holds")
    appending = Appender(lambda: open_to_write(path))
    appending.append([_ANOTHER_MATCH])
    appending.close()
    if entries_in(path)[:-1] != entries:
        raise Broken("what is written then changes what was there")


def _is_a_beginning(match: RecordedMatch, uncut: Uncut) -> bool:
    whole = uncut.matches.get(match.number)
    return whole is not None and whole.entries[: len(match.entries)] == match.entries
