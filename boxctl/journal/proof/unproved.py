"""The end of a match that a proof does not cover."""

from __future__ import annotations

from enum import Enum

from groundwork.frozen_dataclass import frozen_dataclass


class Proof(Enum):
    """A kind of proof of a match up to an entry."""

    SIGNATURE = "signature"
    PRINTED_HEAD = "head"
    IN_TIME = "in_time"
    """A signature from when the entries were written, and not from when they were taken up again.
    """


@frozen_dataclass
class UnprovedEnd:
    """The end of a sound match that is not proved: all entries from number ``proved`` on.

    ``lacks`` is the proof that does not cover it. A signature is one by any of ``keys``;
    ``others`` are further keys that have signed the end.
    """

    proved: int
    lacks: Proof
    keys: frozenset[bytes] = frozenset()
    others: frozenset[bytes] = frozenset()
