"""A match in a file: lines of box events, or of rulings as ``boxctl referee`` writes them.

The file may come from anybody. Rulings are returned as the contract has them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.lines import bounded_lines
from boxctl.referee.referee import Referee
from boxctl.referee.ruling_data import NoRuling, from_contract
from boxctl.referee.verdict import NO_RULING
from boxctl.rules.faults import RuleFault
from groundwork.language import tr
from groundwork.os_reason import os_reason
from groundwork.small_file import open_without_waiting

MOST_BYTES = 16 * 2**20
"""The largest file that is read, in bytes; a long match has a hundredth of it."""

MOST_LINES = 100_000
"""The most lines of a file that is read."""


_OF_A_MATCH = frozenset({"verdict", "throw", "shut", "open", "press", "at"})
"""The keys of which a line of a match has one: a verdict, or the time or an event of the box."""


class BadRuling(ValueError):
    """A line of the file says that it is a ruling, and is none of ``boxctl referee``.

    ``line`` is its number, from 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def rulings_in(path: Path, referee: Referee) -> Sequence[dict[str, Any]]:
    """Return the rulings in a file, or those of this referee on the box events in it.

    Errors and overrulings are left out; a line that is no JSON object is skipped. Raises
    :class:`RuleFault` for a file that cannot be read or is too large (BX707) or has no line of a
    match (BX706), and :class:`BadRuling`.
    """
    lines = _lines(path)
    read = list(_objects(lines))
    if not any(found.keys() & _OF_A_MATCH for _line, found in read):
        raise RuleFault(
            "BX706",
            tr("{path} has no line of a match", path=path),
            tr("give a file that boxctl referee could read, or what it has written"),
        )
    if not any("verdict" in found for _line, found in read):
        read = list(_objects(referee_lines(referee, lines)))
    return list(_rulings(read))


def _lines(path: Path) -> list[bytes]:
    try:
        # Opened without waiting for somebody to write to a fifo; what is written is waited for.
        descriptor = open_without_waiting(path)
        os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        why = os_reason(problem) if isinstance(problem, OSError) else tr("no file has such a name")
        raise RuleFault(
            "BX707",
            tr("{path} cannot be read: {why}", path=path, why=why),
            tr("name a file that is there and that you may read"),
        ) from None
    lines = list(bounded_lines(BytesIO(content)))
    if len(content) > MOST_BYTES or len(lines) > MOST_LINES:
        raise RuleFault(
            "BX707",
            tr("{path} is larger than a match", path=path),
            tr(
                "give a file of at most {most_bytes} MiB and {most_lines} lines",
                most_bytes=MOST_BYTES >> 20,
                most_lines=MOST_LINES,
            ),
        )
    return lines


def _objects(lines: Iterable[bytes | str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            yield number, found


def _rulings(found: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    for number, ruling in found:
        if ruling.get("verdict") in (None, NO_RULING, TurnOverruled.kind):
            continue
        try:
            yield as_contract(from_contract(ruling))
        except NoRuling:
            raise BadRuling(number) from None
