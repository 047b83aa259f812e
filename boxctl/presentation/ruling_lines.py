"""Rulings as lines of JSON with their sentences, as ``boxctl referee`` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from boxctl.presentation.english import ENGLISH
from boxctl.presentation.wording import Wording
from boxctl.referee.input_faults import InputRefused
from boxctl.referee.lines import read_event
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.referee.ruling_data import as_contract
from boxctl.referee.verdict import NO_RULING

BAD_LINE = "BX207"

_write = json.JSONEncoder().encode


def referee_lines(
    referee: Referee, lines: Iterable[bytes], before: int = 0, wording: Wording = ENGLISH
) -> Iterator[str]:
    """Yield the rulings on all lines, each as a line of JSON, from the first ``ready`` to the last.

    The rulings on a line come before the next line is read. Line numbers start at ``before + 1``.
    A line that is no event gets an ``error`` at once and changes nothing, not even the time.
    """
    for ruling in referee.begin():
        yield write_ruling(ruling, wording)
    for number, line in enumerate(lines, start=before + 1):
        try:
            rulings = referee.hear(read_event(line), number)
        except InputRefused as refusal:
            yield _write(_error(number, wording.refusal(number, refusal)))
        else:
            for ruling in rulings:
                yield write_ruling(ruling, wording)
    for ruling in referee.finish():
        yield write_ruling(ruling, wording)


def write_ruling(ruling: Ruling, wording: Wording = ENGLISH) -> str:
    """Write a ruling as one line of JSON, without its line end."""
    return _write(ruling_as_json(ruling, wording))


def ruling_as_json(ruling: Ruling, wording: Wording = ENGLISH) -> dict[str, Any]:
    """Write a ruling as the JSON object of the contract, with sentence and doubts."""
    return as_contract(ruling, wording.ruling(ruling), wording.doubts(ruling.unverified))


def _error(line: int, why: str) -> dict[str, Any]:
    return {"line": line, "verdict": NO_RULING, "text": f"{BAD_LINE}: {why}"}
