"""The matches on this laptop that were not played to their end: listed, resumed, or ended for good.

A match that was ended can never be resumed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.faults import (
    Damaged,
    JournalFault,
    being_played,
    not_to_be_resumed,
    nothing_to_resume,
    tampered_with,
)
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import LAST, find_match, past_matches, reading
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.referee.players import handicaps_by_name
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import changed_from
from boxctl.rules.variants import recall, variant
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.laptop_table import GameSetup, LaptopTable
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_LISTED = 9


@frozen_dataclass
class UnfinishedMatch:
    """A match that can be resumed. ``began`` is the time of day, UTC, in ISO format."""

    number: int
    began: str
    chosen: GameChoice


def unfinished_matches(journal: Path, most: int = MOST_LISTED) -> tuple[UnfinishedMatch, ...]:
    """Return the newest matches of this box that can be resumed, the newest first.

    They are neither over nor left, not tampered with, and not being played by another program.
    A journal that cannot be read has none.
    """
    found: list[UnfinishedMatch] = []
    try:
        with closing(open_to_read(journal)) as connection:
            for match in _not_ended(connection):
                if len(found) == most:
                    break
                if (listed := _as_unfinished(match, journal)) is not None:
                    found.append(listed)
    except (JournalFault, Damaged, sqlite3.Error):
        pass
    return tuple(found)


def match_to_resume(journal: Path, wanted: str) -> UnfinishedMatch:
    """Return the match of this number, or the ``last`` that can be resumed.

    Raises :class:`JournalFault`: BX606 if there is no such match, BX609 if another program plays
    it, BX611 if it was tampered with, BX615 if it has ended or cannot be resumed here.
    """
    if wanted == LAST:
        with reading(journal):
            found = unfinished_matches(journal, most=1)
        if not found:
            raise nothing_to_resume(journal)
        return found[0]
    with reading(journal) as connection:
        match = find_match(connection, journal, wanted)
    if (broken := first_break(match)) is not None:
        raise tampered_with(broken.match, broken.number)
    if (why := _why_it_has_ended(match)) is not None:
        raise not_to_be_resumed(match.number, why)
    if is_being_played(journal, match.number):
        raise being_played(match.number)
    try:
        return UnfinishedMatch(match.number, match.began, chosen_in(match))
    except RuleFault as fault:
        raise not_to_be_resumed(match.number, fault.text) from fault


def chosen_in(match: RecordedMatch) -> GameChoice:
    """Return the choice that led to a recorded match.

    Raises :class:`RuleFault` if its variant or a setting no longer exists.
    """
    if match.played is not None and match.played.is_of_house:
        recall(match.played)  # Its file may be gone by now, or wrong.
    changes = changed_from(variant(match.variant), match.rules)
    given = handicaps_by_name(match.rules, match.players)
    handicaps = tuple((name, str(handicap)) for name, handicap in given.items())
    return GameChoice(
        match.variant,
        tuple(changes.items()),
        match.players,
        handicaps=handicaps,
        guided=bool(match.header.guided),
    )


def _why_it_has_ended(match: RecordedMatch) -> str | None:
    if match.box != BOX:
        return tr("it was played on the box {box}, not on this laptop", box=match.box)
    if match.over:
        return tr("it was played to its end")
    if match.left:
        return tr("its players left it for good")
    return None


def _not_ended(connection: sqlite3.Connection) -> Iterator[RecordedMatch]:
    for past in past_matches(connection, BOX):
        if not past.ended:
            match = read_match(connection, past.number)
            if match is not None:
                yield match


def _as_unfinished(match: RecordedMatch, journal: Path) -> UnfinishedMatch | None:
    try:
        if first_break(match) is not None or match.over or match.left:
            return None
        if is_being_played(journal, match.number):
            return None
        return UnfinishedMatch(match.number, match.began, chosen_in(match))
    except (RuleFault, KeyError, ValueError, TypeError):
        return None


def end_match(setup: GameSetup, match: UnfinishedMatch) -> None:
    """Take the match up once more, without a word, and note that its players leave it.

    Raises :class:`Fault` if it can no longer be resumed, or the journal cannot be opened.
    """
    silent = replace(setup, open_voice=None)
    with closing(LaptopTable(silent, match.chosen, resume=match.number)) as table:
        table.leave()
