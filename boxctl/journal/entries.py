"""The entries of a journal.

=============  ====================================================================================
kind           says
=============  ====================================================================================
``match``      a match begins: when, on which box, by which rules, who plays, how the levers stand,
               which software, and the head of the match before it
``event``      an event the referee heard (``event``, as a line of ``boxctl referee``), its line
               number and ``how`` the table learned of it
``ruling``     what was ruled, as data: the fields of the contract and those that its sentence
               needs; the second layout and before have the sentence (``text``) instead of
               the latter
``device``     a device was lost, or answers again, by the words of its driver (``says``); or the
               sensor of a tile is in quarantine (``fault``) or leaves it (``left_out``)
``resumed``    the program was started again, and the match goes on
``goes_on``    the levers are right again after that
``declared``   the players declared the levers to be right as they stand
``left``       the match will not be played on, for a ``reason``; early journals have a sentence
               (``why``)
``overruled``  an operator overruled a ruling
``key``        from here on this key signs, which has not signed in this journal before
``missing``    the journal lacks a head that the box has signed: it is older than its key
``ledger``     the ledger of the box's key was lost: nobody can tell whether the journal was older
``unsigned``   entries before this one had not been signed when the match was taken up again
=============  ====================================================================================

Times are in seconds of the match's own clock, which stands still while the program does not run
and until the levers are right again; ``began`` and ``now`` are the time of day (UTC).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from groundwork.frozen_dataclass import frozen_dataclass

MATCH = "match"
EVENT = "event"
RULING = "ruling"
DEVICE = "device"
RESUMED = "resumed"
GOES_ON = "goes_on"
DECLARED = "declared"
LEFT = "left"
OVERRULED = "overruled"
KEY = "key"
MISSING = "missing"
LEDGER = "ledger"
UNSIGNED = "unsigned"


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
        """The content of the entry. Raises ValueError if it is not JSON, because of tampering."""
        return json.loads(self.text)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_text(body: Mapping[str, Any]) -> str:
    """Write a body as the journal holds it; the same body always gives the same text."""
    return _encode(body)
