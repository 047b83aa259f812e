"""Start a box whose box.toml names a game of the house that has no file any more, or a broken one.

A match of that game which was interrupted has its rules in its record: they stand in for the file.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from boxctl.journal.faults import Damaged
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import past_matches, reading
from boxctl.journal.recorded_match import read_match
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import stand_in
from boxctl.table.check_rules import check_box_file, journal_of, name_of
from groundwork.faults import Fault
from hardware.config.box_file import BoxFile
from hardware.config.checks.problems import BoxFileFault
from hardware.config.read import read_box

OF_A_GAME = ("rules.variant", "table.menu")
"""The keys of a box.toml that name games."""


def read_box_to_go_on(path: Path, journal: Path | None) -> BoxFile:
    """Read and check box.toml, with the game of an interrupted match in place of its file.

    Whoever opens the table says what is wrong with that file. Raises :class:`BoxFileFault` (BX3xx)
    as :func:`read_box` does.
    """
    try:
        return read_box(path, check_box_file)
    except BoxFileFault as fault:
        if not all(problem.key.startswith(OF_A_GAME) for problem in fault.problems):
            raise
        played = _game_of_interrupted(path, journal)
        if played is None:
            raise
        stand_in(played)
        try:
            return read_box(path, check_box_file)
        except BoxFileFault:
            raise fault from None


def _game_of_interrupted(path: Path, journal: Path | None) -> Variant | None:
    """Return the game of the house whose match on this box was interrupted last, if one was."""
    box_file = read_box(path)
    file = journal or journal_of(box_file)
    try:
        with reading(file, may_be_missing=True) as connection:
            for past in past_matches(connection, name_of(box_file)):
                if past.ended or past.header.header.house is None:
                    continue
                match = read_match(connection, past.number)
                if match is not None and first_break(match) is None:
                    return match.played
    except (Fault, Damaged, sqlite3.Error, ValueError, KeyError, TypeError):
        pass  # Whoever opens it next says what is wrong with it.
    return None
