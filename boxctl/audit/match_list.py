"""List the matches of a journal, or read one from a file: box events, or a referee's rulings.

A file may come from anybody, so its size is bounded. Rulings are those of ``boxctl referee``.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any

from boxctl.audit.overruled_result import (
    OverruledResult,
    overruled_scores,
    recorded_result,
    result_that_stands,
)
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import (
    MatchLeft,
    MatchResumed,
    RulingMade,
    TurnOverruled,
    has_its_shape,
    read_as,
)
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import (
    RecordedMatch,
    read_entries,
    read_header,
    read_match,
)
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.fields import WrongValue
from boxctl.referee.lines import bounded_lines
from boxctl.referee.payloads import NO_RULING, Verdict
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import NoRuling, from_contract
from boxctl.rules.faults import RuleFault
from groundwork.faults import os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.files import open_without_waiting


class MatchState(StrEnum):
    """The state of a recorded match; the value is that of ``--json``."""

    OVER = "over"
    LEFT = "left"
    INTERRUPTED = "interrupted"
    BEING_PLAYED = "being played"
    UNREADABLE = "cannot be read"


@frozen_dataclass
class MatchHeader:
    """What the header of a match tells: when it began (UTC, ISO 8601), where, what, and who plays.

    ``game`` is what the variant is called in the language in use, and what was changed in it.
    ``currency`` is that of the stake; empty for none, or one that cannot be read. The dice of a
    ``guided`` match were arranged.
    """

    began: str
    box: str
    variant: str
    players: tuple[str, ...]
    currency: str
    game: str
    guided: bool = False


@frozen_dataclass
class MatchSummary:
    """A summary of a match, which holds none of its entries.

    A match that cannot be read has only its number. ``result`` is the one that stands now, None
    before the end; ``overruled`` are the entries of the ``turn_over`` rulings overruled.
    """

    number: int
    state: MatchState
    header: MatchHeader | None = None
    result: OverruledResult | None = None
    overruled: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the match as ``boxctl matches --json`` lists it."""
        header, result = self.header, self.result
        written = None if result is None else result.as_json()
        return {
            "match": self.number,
            "began": None if header is None else header.began,
            "box": None if header is None else header.box,
            "variant": None if header is None else header.variant,
            "title": None if header is None else header.game,
            "players": None if header is None else list(header.players),
            "state": self.state,
            "scores": written and written["scores"],
            "winners": written and written["winners"],
            "payout": written and written["payout"],
            "currency": (header and header.currency) or None,
            "overruled": list(self.overruled),
            "guided": header is not None and header.guided,
        }


def list_matches(connection: sqlite3.Connection, journal: Path) -> Iterator[MatchSummary]:
    """Yield all matches of the journal, the oldest first, without verifying them."""
    for number in numbers_in(connection):
        yield list_match(connection, journal, number)


def began(connection: sqlite3.Connection, number: int) -> datetime | None:
    """Return the time of day at which a match began; None if its header does not tell."""
    header = read_header(connection, number)
    return None if header is None else datetime.fromisoformat(header.began)


def taken_up(connection: sqlite3.Connection, number: int) -> datetime | None:
    """Return the time of day at which a match was resumed last, else at which it began.

    None if its entries do not tell. Somebody can write a header, which the box signs once it goes
    on with the match; that it goes on is the box's own word.
    """
    found = read_entries(connection, number, "kind = ?", (MatchResumed.kind,), "id DESC LIMIT 1")
    resumed = next(found, None)
    if resumed is None:
        return began(connection, number)
    with suppress(WrongValue):
        return datetime.fromisoformat(read_as(resumed, MatchResumed).now)
    return None


def list_match(connection: sqlite3.Connection, journal: Path, number: int) -> MatchSummary:
    """Return the summary of one match, without verifying it."""
    telling = RecordedMatch(number, tuple(_telling_entries(connection, number)))
    if not telling.entries or not telling.has_header:
        return MatchSummary(number, MatchState.UNREADABLE)
    if not all(map(has_its_shape, telling.entries)):
        return MatchSummary(number, MatchState.UNREADABLE)
    overruled = tuple(overruled_scores(telling))
    return MatchSummary(
        number,
        _state(telling, journal),
        _header(telling),
        _overruled_result(connection, number) if overruled else recorded_result(telling),
        overruled,
    )


def _header(match: RecordedMatch) -> MatchHeader:
    try:
        currency = match.currency
    except RuleFault:
        currency = ""
    return MatchHeader(
        match.began,
        match.box,
        match.variant,
        match.players,
        currency,
        name_of_match(match),
        bool(match.header.guided),
    )


def _telling_entries(connection: sqlite3.Connection, number: int) -> Iterator[RecordedEntry]:
    """Read only the header and the entries that tell how the match ended."""
    return read_entries(
        connection,
        number,
        "id % ? = 0 OR kind IN (?, ?) OR kind = ? AND instr(body, ?)",
        (
            SPAN,
            MatchLeft.kind,
            TurnOverruled.kind,
            RulingMade.kind,
            f'"verdict":"{Verdict.MATCH_OVER}"',
        ),
    )


def _state(match: RecordedMatch, journal: Path) -> MatchState:
    if match.over:
        return MatchState.OVER
    if match.left:
        return MatchState.LEFT
    played = is_being_played(journal, match.number)
    return MatchState.BEING_PLAYED if played else MatchState.INTERRUPTED


def _overruled_result(connection: sqlite3.Connection, number: int) -> OverruledResult | None:
    match = read_match(connection, number)
    if match is None or first_break(match) is not None:
        return None
    return result_that_stands(match)


MOST_BYTES = 16 * 2**20
"""The largest file that is read, in bytes; a long match has a hundredth of it."""

MOST_LINES = 100_000
"""The most lines of a file that is read."""


_OF_A_MATCH = frozenset({"verdict", "throw", "shut", "open", "press", "at"})
"""The keys of which a line of a match has one: a verdict, or the time or an event of the box."""


class BadRuling(ValueError):
    """A line of the file claims to be a ruling, but ``boxctl referee`` writes no such line.

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
        if sys.platform != "win32":
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
