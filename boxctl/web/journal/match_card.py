"""The card of a match or an evening for a page: drawn to print and to send, and as text."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from boxctl.audit.cards.card_of_evening import (
    card_of_evening,
    evening_for_card,
    head_of_evening,
    unsigned_among,
)
from boxctl.audit.cards.card_of_match import card_of_match, head_for_card, match_for_card
from boxctl.journal.entry_kinds import time_of_day
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.ledger import usable_keys
from boxctl.presentation.drawing.shapes import svg
from boxctl.presentation.score_card.contents import card_lines
from boxctl.presentation.score_card.sheet import card_sheets, score_card
from groundwork.language import current


class ShownCard(TypedDict):
    """The card of a match: the score sheet as ``text``, a line each, and the ``drawing`` as SVG."""

    match: int
    text: list[str]
    drawing: str


class ShownEveningCard(TypedDict):
    """The card of an evening: ``text`` as of a match, and the ``drawings`` of its sheets as SVG."""

    text: list[str]
    drawings: list[str]


def shown_card(connection: sqlite3.Connection, journal: Path, wanted: str) -> ShownCard:
    """Return the card of a match that is over, in the language in use.

    Raises :class:`boxctl.journal.faults.WrongJournal` BX796 if it is not.
    """
    match = match_for_card(connection, journal, wanted)
    head, _is_signed = head_for_card(connection, match)
    card = card_of_match(match, head)
    drawing = svg(score_card(card), current().code)
    return ShownCard(match=match.number, text=list(card_lines(card)), drawing=drawing)


def shown_evening_card(
    connection: sqlite3.Connection, journal: Path, numbers: Sequence[int], key: BoxKey | None
) -> ShownEveningCard:
    """Return the card of these matches, in the language in use.

    The ``key`` signs their list only if the box has signed the end of each: a page adds nothing to
    the record. Raises :class:`boxctl.journal.faults.WrongJournal` BX845 if none is over.
    """
    matches = evening_for_card(connection, journal, numbers)
    if unsigned_among(connection, matches, usable_keys(journal)):
        key = None
    card = card_of_evening(matches, head_of_evening(matches, time_of_day(), key))
    drawings = [svg(sheet, current().code) for sheet in card_sheets(card)]
    return ShownEveningCard(text=list(card_lines(card)), drawings=drawings)
