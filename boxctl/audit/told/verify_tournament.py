"""Verify a recorded tournament: its chain, signatures and draws, and the matches it rests on."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from boxctl.audit.told.tournament_results import OverruledSince, overruled_since, winner_of
from boxctl.audit.told.verify_told import ToldResult, ToldVerification, verify_told
from boxctl.audit.verify_match import NOTHING_ELSE, VerifyAgainst
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.told_chain import ToldRecord
from boxctl.journal.tournament_entries import TournamentBegan
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.journal.told_sentences import OF_TOURNAMENT
from boxctl.tournament.events import PairingDecided
from boxctl.tournament.state import Tournament
from groundwork.language import tr


def verify_tournament(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst = NOTHING_ELSE
) -> ToldVerification:
    """Check a tournament against itself, its signatures, today's draw and the matches it names."""
    overruled: list[OverruledSince] = []

    def results(found: ToldRecord[TournamentBegan, Tournament]) -> Sequence[ToldResult]:
        journal, events = found.record.journal, TOURNAMENTS.events_of(found.record)
        overruled.extend(overruled_since(connection, journal, found.state, events))
        return _results(found)

    verdict = verify_told(connection, number, asked, TOURNAMENTS, OF_TOURNAMENT, results)
    return verdict if verdict.wrong else replace(verdict, overruled=tuple(overruled))


def _results(found: ToldRecord[TournamentBegan, Tournament]) -> Sequence[ToldResult]:
    decided = (
        each for each in TOURNAMENTS.events_of(found.record) if isinstance(each, PairingDecided)
    )
    return [_result(found.state, each) for each in decided]


def _result(cup: Tournament, decided: PairingDecided) -> ToldResult:
    names = sorted(cup.pairing(decided.pairing).names)

    def says(match: RecordedMatch) -> bool:
        return names == sorted(match.players) and winner_of(match) == decided.winner

    number = 0 if decided.match is None else decided.match.match
    return ToldResult(
        decided.match,
        says,
        tr(
            "match {match} does not say what pairing {pairing} has as its result",
            match=number,
            pairing=decided.pairing,
        ),
        tr("match {match} is the result of two pairings", match=number),
        decided.signed,
        tr(
            "the signed head of pairing {pairing} is not that of its match",
            pairing=decided.pairing,
        ),
    )
