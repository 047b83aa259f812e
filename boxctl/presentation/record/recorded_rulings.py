"""Word recorded rulings.

A journal keeps what was ruled, not how it was worded, so the sentence is made from the data again.
Journals of the second layout and before kept the sentence and only part of the data: their sentence
is shown as it was, and never read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from boxctl.presentation.doubt_words import doubts_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.doubt import doubt_from_data
from boxctl.referee.ruling_data import from_contract, from_data

_HEAD = ("at", "line", "verdict", "rule", "player", "open")


def sentence_of(body: dict[str, Any]) -> str:
    """Return the sentence of a recorded ruling, without its doubts."""
    kept = body.get("text")
    return kept if isinstance(kept, str) else sentence(from_data(body), WRITTEN)


def as_contract(body: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded ruling as ``boxctl referee`` writes it, with sentence and doubts."""
    if "text" in body:
        return read_ruling(body)
    ruling = from_data(body)
    written = {name: body[name] for name in _HEAD}
    written["text"] = sentence(ruling, WRITTEN)
    written |= {name: body[name] for name in ruling.payload.contract if name in body}
    return _with_doubts_in_words(written, body)


def read_ruling(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ruling from anywhere as ``boxctl referee`` writes it, its doubts in words.

    Raises :class:`NoRuling`.
    """
    return _with_doubts_in_words(from_contract(data), data)


def _with_doubts_in_words(written: dict[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    if "unverified" in data:
        written["unverified"] = list(recorded_doubts(data["unverified"]))
    return written


def recorded_doubts(recorded: Iterable[Any]) -> tuple[str, ...]:
    """Put recorded doubts in words; those of early journals are words already."""
    return doubts_in_words(map(doubt_from_data, recorded), WRITTEN)
