"""The interrupted match on this laptop, if there is one to resume."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.recorded_match import RecordedMatch, last_match_of_box
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import written
from boxctl.rules.variants import variant
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class UnfinishedMatch:
    """A match that can be resumed. ``began`` is the time of day, UTC, in ISO format."""

    number: int
    began: str
    chosen: GameChoice


def unfinished(journal: Path) -> UnfinishedMatch | None:
    """Return the newest match of this box if it can be resumed, else None.

    It must be neither over nor left, not tampered with, and not being played by another program.
    """
    try:
        with closing(open_to_read(journal)) as connection:
            match = last_match_of_box(connection, BOX)
            if match is None or match.over or match.left or chain_break(match) is not None:
                return None
    except (JournalFault, Damaged, sqlite3.Error, KeyError, ValueError, TypeError):
        return None
    if is_being_played(journal, match.number):
        return None
    try:
        return UnfinishedMatch(match.number, match.began, chosen_in(match))
    except (RuleFault, KeyError, TypeError):
        return None


def chosen_in(match: RecordedMatch) -> GameChoice:
    """Return the choice that led to a recorded match.

    Raises :class:`RuleFault` if its variant or a setting no longer exists.
    """
    usual = written(variant(match.variant))
    changes = tuple(
        (name, value) for name, value in written(match.rules).items() if usual[name] != value
    )
    return GameChoice(match.variant, changes, match.players)
