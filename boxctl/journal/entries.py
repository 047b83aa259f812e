"""The entries of a journal as text. :mod:`boxctl.journal.entry_kinds` has what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.json_text import check_nesting, json_writer

TOURNAMENT = "tournament"
"""The kind of the entry that begins a tournament, which is recorded like a match."""

STALL = "stall"
"""The kind of the entry that begins a day of a stall, which is recorded like a match."""

NO_MATCHES = (TOURNAMENT, STALL)
"""What begins a record that is numbered among the matches and is none."""


@frozen_dataclass
class Entry:
    """An entry to be written; ``body`` is JSON data."""

    kind: str
    body: Mapping[str, Any]


@frozen_dataclass
class RecordedEntry:
    """An entry as it is in the journal; ``hash`` is its link of the chain."""

    match: int
    number: int
    kind: str
    text: str
    hash: bytes

    @property
    def body(self) -> Any:
        """The content of the entry: its numbers are finite, and SQLite can hold them as they are.

        Raises ValueError or RecursionError for what is no such JSON, because of tampering.
        """
        check_nesting(self.text)
        if _UNUSUAL.search(self.text) is None:
            return _decode(self.text)
        read = _decode_with_care(self.text)
        as_text(read).encode()
        return read


def _finite(digits: str) -> float:
    read = float(digits)
    if not isfinite(read):
        raise ValueError(f"{digits} is not finite")
    return read


def _small(digits: str) -> int:
    read = int(digits)
    if not -(2**63) <= read < 2**63:
        raise ValueError(f"a number of {len(digits)} digits")
    return read


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


_UNUSUAL = re.compile(r"[0-9]{19}|\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""Only a text with such a part can have a number too large, or half a character, in it.

To look at each number takes half as long again.
"""

_decode = json.JSONDecoder(parse_float=_finite, parse_constant=_no_number).decode
_decode_with_care = json.JSONDecoder(
    parse_float=_finite, parse_int=_small, parse_constant=_no_number
).decode

_encode = json_writer(ascii_only=False, between=",", after_key=":")


def as_text(body: Mapping[str, Any]) -> str:
    """Write a body as the journal holds it; the same body always gives the same text."""
    return _encode(body)
