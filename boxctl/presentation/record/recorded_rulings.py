"""Word recorded rulings.

A journal keeps what was ruled, not how it was worded, so the sentence is made from the data again.
Journals of the second layout and before kept the sentence and only part of the data: their sentence
is shown as it was, and never read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from boxctl.presentation.english import ENGLISH
from boxctl.presentation.wording import Wording
from boxctl.referee.doubt import doubt_from_data
from boxctl.referee.ruling_data import from_contract, from_data

_HEAD = ("at", "line", "verdict", "rule", "player", "open")


def sentence_of(body: dict[str, Any], wording: Wording = ENGLISH) -> str:
    """Return the sentence of a recorded ruling, without its doubts."""
    kept = body.get("text")
    return kept if isinstance(kept, str) else wording.ruling(from_data(body))


def as_contract(body: dict[str, Any], wording: Wording = ENGLISH) -> dict[str, Any]:
    """Return a recorded ruling as ``boxctl referee`` writes it, with sentence and doubts."""
    if "text" in body:
        return read_ruling(body, wording)
    ruling = from_data(body)
    written = {name: body[name] for name in _HEAD}
    written["text"] = wording.ruling(ruling)
    written |= {name: body[name] for name in ruling.payload.contract if name in body}
    return _with_doubts_in_words(written, body, wording)


def read_ruling(data: Mapping[str, Any], wording: Wording = ENGLISH) -> dict[str, Any]:
    """Return a ruling from anywhere as ``boxctl referee`` writes it, its doubts in words.

    Raises :class:`NoRuling`.
    """
    return _with_doubts_in_words(from_contract(data), data, wording)


def _with_doubts_in_words(
    written: dict[str, Any], data: Mapping[str, Any], wording: Wording
) -> dict[str, Any]:
    if "unverified" in data:
        written["unverified"] = list(recorded_doubts(data["unverified"], wording))
    return written


def recorded_doubts(recorded: Iterable[Any], wording: Wording = ENGLISH) -> tuple[str, ...]:
    """Put recorded doubts in words; those of early journals are words already."""
    return wording.doubts(map(doubt_from_data, recorded))
