"""Serve what was recorded: matches, their replays, why a ruling was made, records to take home."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from boxctl.audit.match_list import MatchState, list_match
from boxctl.audit.record_file import evening_record, record_of
from boxctl.journal.disk.schema import ids_of
from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.keys import BoxKey, key_beside
from boxctl.journal.query import LAST, find_match, find_sound_match, numbers_in, reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.phrases import capital
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import words
from boxctl.web.http.refusals import NOT_FOUND, TOO_MANY, refused
from boxctl.web.json_data import as_data, as_text
from boxctl.web.record.analysis import ThrowLuck, luck_of
from boxctl.web.record.evenings import matches_of_evening
from boxctl.web.record.grounds import grounds_of
from boxctl.web.record.kept_answers import KeptAnswers, PackedAnswer, pack
from boxctl.web.record.replays import ReplayedState, replayed_states
from groundwork.language import current, tr

MOST_LISTED = 200
"""How many matches are listed: the newest."""

MOST_AT_ONCE = 2
"""How many questions to the journal are answered at once."""

MOST_WAITING = 8
"""How many there are in all, with those that wait; one more is refused."""

PACKED_FROM = 1_000
"""Bytes from which on packing an answer is worth its time."""

Look = Callable[[sqlite3.Connection], Any]


class ListedMatch(TypedDict):
    """A match of the list; ``rulings`` is how many it has."""

    match: int
    title: str
    began: str
    players: list[str]
    winners: list[str]
    state: MatchState
    rulings: int


class Replay(TypedDict):
    """A match: the state after each ruling, and the luck of each throw that was answered."""

    match: int
    title: str
    states: list[ReplayedState]
    luck: list[ThrowLuck]


class RecordRoutes:
    """Answers from a journal. Each answer is looked up in a thread of its own."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._asked = 0
        self._replays = KeptAnswers()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/matches.json", self._matches),
            Route("/matches/{match}.json", self._replay),
            Route("/matches/{match}/record.json", self._record),
            Route("/rulings/{ruling}", self._grounds),
            Route("/evening/record.json", self._evening),
        ]

    async def _matches(self, request: Request) -> Response:
        return await self._answer(request, self._list)

    async def _replay(self, request: Request) -> Response:
        wanted = request.path_params["match"]

        def look(connection: sqlite3.Connection) -> Any:
            match = find_sound_match(connection, self._journal, wanted)
            # The hash of the last entry stands for all of them, an overruling too.
            depends_on = match.number, match.head.hash, current().code
            return self._replays.of(depends_on, lambda: replay_of(match))

        return await self._answer(request, look)

    async def _record(self, request: Request) -> Response:
        wanted = request.path_params["match"]

        def look(connection: sqlite3.Connection) -> Any:
            return record_of(connection, find_match(connection, self._journal, wanted).number)

        answer = await self._answer(request, look)
        answer.headers["content-disposition"] = "inline; filename=boxctl-match.json"
        return answer

    async def _evening(self, request: Request) -> Response:
        def look(connection: sqlite3.Connection) -> Any:
            matches = matches_of_evening(connection, self._journal)
            return evening_record(connection, matches, self._key()) if matches else None

        answer = await self._answer(request, look)
        answer.headers["content-disposition"] = "inline; filename=boxctl-evening.json"
        return answer

    def _key(self) -> BoxKey | None:
        """Return the key beside the journal; None where there is none, as beside a copy."""
        try:
            return key_beside(self._journal)
        except JournalFault:
            return None

    async def _grounds(self, request: Request) -> Response:
        wanted = request.query_params.get("match", LAST)
        ruling = request.path_params["ruling"]
        number = int(ruling) if ruling.isascii() and ruling.isdigit() and len(ruling) < 10 else 0

        def look(connection: sqlite3.Connection) -> Any:
            match = find_sound_match(connection, self._journal, wanted)
            return grounds_of(match, number)

        return await self._answer(request, look)

    def _list(self, connection: sqlite3.Connection) -> list[ListedMatch]:
        found: list[ListedMatch] = []
        for number in list(numbers_in(connection))[-MOST_LISTED:]:
            match = list_match(connection, self._journal, number)
            if match.header is None:
                continue
            found.append(
                {
                    "match": number,
                    "title": title_of(match.header.variant),
                    "began": match.header.began[:16].replace("T", " "),
                    "players": list(match.header.players),
                    "winners": list(match.result.winners) if match.result is not None else [],
                    "state": match.state,
                    "rulings": _rulings_of(connection, number),
                }
            )
        return found

    async def _answer(self, request: Request, look: Look) -> Response:
        """Look something up in the journal; not found if that is None."""
        if self._asked >= MOST_WAITING:
            return TOO_MANY.response()
        self._asked += 1
        try:
            async with self._turns:
                packs = "gzip" in request.headers.get("accept-encoding", "")
                return await asyncio.to_thread(self._look_up, look, packs)
        finally:
            self._asked -= 1

    def _look_up(self, look: Look, packs: bool) -> Response:
        try:
            with reading(self._journal) as connection:
                found = look(connection)
        except (JournalFault, RuleFault) as fault:
            return refused(404, fault.code, fault.sentence)
        return NOT_FOUND.response() if found is None else json_response(found, packs=packs)


def replay_of(match: RecordedMatch) -> Replay:
    """Return the state after each ruling of a match, and its luck and skill."""
    states = list(replayed_states(match))
    title = title_of(match.variant)
    return {"match": match.number, "title": title, "states": states, "luck": luck_of(match)}


def json_response(data: object, *, packs: bool) -> Response:
    """Return an answer in JSON, packed if that is worth it and the client can take it.

    ``data`` may be packed already.
    """
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    kept = data.packed if isinstance(data, PackedAnswer) else None
    body = gzip.decompress(kept) if kept is not None else as_text(as_data(data)).encode()
    if packs and len(body) >= PACKED_FROM:
        body = kept or pack(body)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


def title_of(variant: str) -> str:
    """Return the name under which people know a variant; its own if it is none of today's."""
    try:
        name = words(variant)["source_name"]
    except RuleFault:
        return variant
    return capital(tr(name))


def _rulings_of(connection: sqlite3.Connection, match: int) -> int:
    (count,) = connection.execute(
        "SELECT count(*) FROM entry WHERE id BETWEEN ? AND ? AND kind = ?",
        (*ids_of(match), RulingMade.kind),
    ).fetchone()
    return int(count)
