"""What a ruling says, for tests that ask one of any kind for a field."""

from __future__ import annotations

from typing import Any

from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.ruling import Ruling


class _Fields:
    def __init__(self, ruling: Ruling) -> None:
        self._payload = ruling.payload

    def __getattr__(self, name: str) -> Any:
        return getattr(self._payload, name, None)


def of(ruling: Ruling) -> Any:
    """The fields of the ruling's payload by their names; None for one that it does not have."""
    return _Fields(ruling)


def doubts(ruling: Ruling) -> tuple[str, ...]:
    """Why the ruling is unverified, in words; none for one that is verified."""
    return doubts_in_words(ruling.unverified, WRITTEN)
