"""What a journal's entries say.

=============  ====================================================================================
kind           says
=============  ====================================================================================
``match``      a match begins: when, on which box, by which rules, who plays, how the levers stand,
               which software, and the head of the match before it
``event``      what the referee was told (``event``, as a line of ``boxctl referee``), its line
               number and ``how`` the table came to know of it
``ruling``     what was ruled, as data: the fields of the contract and those that its sentence
               needs, but no sentence; in the second layout and before, the sentence (``text``)
               in the place of the latter
``device``     a device was lost, or answers again
``resumed``    the program was started again, and the match goes on
``goes_on``    the levers that were to be put right after that are right
``declared``   the players have said that the levers are right as they stand
``left``       the match will not be played on
``overruled``  an operator has overruled a ruling
=============  ====================================================================================

Times are in seconds of the match's own clock, which stands still while the program does not run
and until the levers are right again; ``began`` and ``now`` are the time of day (UTC).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MATCH = "match"
EVENT = "event"
RULING = "ruling"
DEVICE = "device"
RESUMED = "resumed"
GOES_ON = "goes_on"
DECLARED = "declared"
LEFT = "left"
OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that the journal is told; ``body`` is what JSON can hold."""

    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """An entry as it is in the journal; ``hash`` is its place in the chain."""

    match: int
    number: int
    kind: str
    text: str
    hash: bytes

    @property
    def body(self) -> Any:
        """What the entry says. Raises ValueError if it is not JSON (it was tampered with)."""
        return json.loads(self.text)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def as_text(body: Mapping[str, Any]) -> str:
    """The body as the journal holds it; the same body is always the same text."""
    return _encode(body)
