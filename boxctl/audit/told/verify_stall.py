"""Verify a recorded day of a stall: its money, and the matches and the pot that it rests on."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from boxctl.audit.told.stall_results import is_go_of, score_of
from boxctl.audit.told.verify_told import ToldResult, ToldVerification, verify_told
from boxctl.audit.verify_match import NOTHING_ELSE, VerifyAgainst
from boxctl.journal.entries import STALL
from boxctl.journal.query import records_of
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.stall_record import STALLS, RecordedDay
from boxctl.presentation.journal.told_sentences import OF_STALL
from boxctl.referee.recorded_head import RecordedHead
from boxctl.stall.accounts import accounts_of
from boxctl.stall.day import Day
from boxctl.stall.events import GoPlayed
from groundwork.language import tr


def verify_stall(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst = NOTHING_ELSE
) -> ToldVerification:
    """Check a day of a stall: itself, its signatures, its money, its matches, yesterday's pot."""

    def further(found: RecordedDay) -> str:
        if not accounts_of(found.state).balances:
            return tr("its accounts do not balance")
        return _wrong_pot(connection, found)

    return verify_told(connection, number, asked, STALLS, OF_STALL, _results, further)


def _results(found: RecordedDay) -> Sequence[ToldResult]:
    played = (each for each in STALLS.events_of(found.record) if isinstance(each, GoPlayed))
    return [_result(found.state, each) for each in played]


def _result(day: Day, played: GoPlayed) -> ToldResult:
    def says(match: RecordedMatch) -> bool:
        return is_go_of(day, match) and score_of(match) == played.score

    number = 0 if played.match is None else played.match.match
    return ToldResult(
        played.match,
        says,
        tr("match {match} does not say what go {go} has as its score", match=number,
           go=played.go),
        tr("match {match} is the score of two goes", match=number),
    )  # fmt: skip


def _wrong_pot(connection: sqlite3.Connection, found: RecordedDay) -> str:
    """Say what is wrong with the pot that a day has brought forward; nothing if it is right."""
    told, number = found.state.opened, found.number
    before = max((n for n in records_of(connection, STALL) if n < number), default=None)
    elsewhere = told.yesterday is not None and told.yesterday.journal != found.record.journal
    if before is None or elsewhere:
        return ""
    if told.yesterday is None or told.yesterday.match != before:
        return tr("it does not go on from stall {before}, the one before it", before=before)
    pot = _carried(connection, told.yesterday, told.currency)
    if pot != told.brought:
        return tr("it has not brought forward the pot of stall {before}", before=before)
    return ""


def _carried(connection: sqlite3.Connection, head: RecordedHead, currency: str) -> int | None:
    """Return what a closed day carried to the next one; None if it was not closed, or changed."""
    record = read_match(connection, head.match)
    if record is None or not 0 < head.entries <= len(record.entries):
        return None
    if record.entries[head.entries - 1].hash.hex() != head.head:
        return None
    then = RecordedMatch(record.number, record.entries[: head.entries])
    day = STALLS.fold(STALLS.begun_by(then), STALLS.events_of(then))
    same_money = not day.pot or day.terms.currency == currency
    return day.pot if day.closed and same_money else None
