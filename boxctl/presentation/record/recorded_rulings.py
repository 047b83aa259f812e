"""Word recorded rulings.

A journal keeps what was ruled, not how it was worded, so the sentence is made from the data again.
Journals of the second layout and before kept the sentence and only part of the data: their sentence
is shown as it was, and never read.
"""

from __future__ import annotations

from typing import Any

from boxctl.journal.entry_kinds import RecordedRuling
from boxctl.presentation.doubt_words import doubts_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee import ruling_data
from boxctl.referee.ruling import Ruling


def sentence_of(ruling: RecordedRuling) -> str:
    """Return the sentence of a recorded ruling, without its doubts."""
    return sentence(ruling, WRITTEN) if isinstance(ruling, Ruling) else ruling.text


def as_contract(ruling: RecordedRuling) -> dict[str, Any]:
    """Return a recorded ruling as ``boxctl referee`` writes it, with sentence and doubts."""
    doubts = doubts_in_words(ruling.unverified, WRITTEN)
    return ruling_data.as_contract(ruling, sentence_of(ruling), doubts)
