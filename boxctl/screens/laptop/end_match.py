"""End a match for good that was left or interrupted: it can never be resumed."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from boxctl.screens.laptop.game_setup import GameSetup
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch


def end_match(setup: GameSetup, match: UnfinishedMatch) -> None:
    """Take the match up once more, without a word, and note that its players leave it.

    Raises :class:`Fault` if it can no longer be resumed, or the journal cannot be opened.
    """
    silent = replace(setup, open_voice=None)
    with closing(LaptopTable(silent, match.chosen, resume=match.number)) as table:
        table.leave()
