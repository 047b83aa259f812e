"""The card of a match for a page: as a drawing to print and to send, and as text."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TypedDict

from boxctl.audit.cards.card_of_match import card_of_match, head_for_card, match_for_card
from boxctl.presentation.drawing.shapes import svg
from boxctl.presentation.score_card.as_text import card_lines
from boxctl.presentation.score_card.sheet import score_card
from groundwork.language import current


class ShownCard(TypedDict):
    """The card of a match: the score sheet as ``text``, a line each, and the ``drawing`` as SVG."""

    match: int
    text: list[str]
    drawing: str


def shown_card(connection: sqlite3.Connection, journal: Path, wanted: str) -> ShownCard:
    """Return the card of a match that is over, in the language in use.

    Raises :class:`boxctl.journal.faults.WrongJournal` BX796 if it is not.
    """
    match = match_for_card(connection, journal, wanted)
    head, _is_signed = head_for_card(connection, match)
    card = card_of_match(match, head)
    drawing = svg(score_card(card), current().code)
    return ShownCard(match=match.number, text=list(card_lines(card)), drawing=drawing)
