"""Serve what was recorded: matches, their replays, why a ruling was made, records to take home.

Answers that take long to work out are kept, packed, for those who ask the same again. An evening
ends at six in the morning, by the clock of the place.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from boxctl.audit.match_list import MatchState, MatchSummary, list_match
from boxctl.audit.record_file import EveningRecord, MatchRecord, evening_record, record_of
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.keys import BoxKey, key_beside
from boxctl.journal.query import LAST, find_match, find_sound_match, numbers_in, reading, rulings_in
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.tournament_tonight import TournamentFinder
from boxctl.odds.post_mortem import excerpt_of, post_mortem
from boxctl.odds.table_odds import OddsQuery, answer_query
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.phrases import titles_of
from boxctl.referee.payloads import Verdict
from boxctl.rules.faults import RuleFault
from boxctl.web.http.guard import NOT_FOUND, TOO_MANY, refused
from boxctl.web.http.served import Address, routes_of, serves
from boxctl.web.journal.replays import ReplayedState, RulingBasis, basis_of, replayed_states
from boxctl.web.reading import as_text
from groundwork.clock import utc_now
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current
from groundwork.local_time import local

_NOT_IN_A_TURN = (Verdict.FIRST_THROW, Verdict.VOID, Verdict.COMMITTED)

MOST_TILES_ANALYSED = 12
"""Larger boxes are not solved for a page: that takes minutes."""


class ThrowLuck(TypedDict):
    """The luck and the skill of a throw that was answered, in points (below 0: worse)."""

    ruling: int
    player: str
    luck: float
    skill: float


def luck_of(match: RecordedMatch) -> list[ThrowLuck]:
    """Return the luck and the skill of each throw that was answered.

    Each turn counts for itself: as if the player wanted as few points as can be. Empty for a box
    that is not solved here, and for a match in which tiles are opened or nothing is scored.
    """
    rules = match.rules
    if rules.tiles > MOST_TILES_ANALYSED or not rules.is_scored:
        return []
    rulings = list(map(excerpt_of, match.rulings))
    question = OddsQuery(rules, rules.scoring, rules.in_play)
    try:
        turns = answer_query(
            question, lambda odds: post_mortem(rulings, lambda turn, opens: odds), _unsaid
        )
    except RuleFault:
        return []  # Rulings that these rules cannot have led to.
    steps = [(turn.player, step) for turn in turns for step in turn.steps]
    places = [
        place
        for place, ruling in enumerate(rulings, start=1)
        if ruling.throw is not None and ruling.verdict not in _NOT_IN_A_TURN
    ]
    return [
        {"ruling": place, "player": player, "luck": step.luck, "skill": step.skill}
        for place, (player, step) in zip(places, steps, strict=False)
    ]


def _unsaid(*_remark: object) -> None:
    """Tell nobody that it takes a while."""


EVENING_ENDS = timedelta(hours=6)
"""From six in the morning on it is another evening."""

MOST_MATCHES = 100
"""So many of the newest matches are looked at: an evening of more is cut."""


def evening_of(at: datetime) -> date:
    """Return the day on which the evening of this time began; ``at`` has a zone."""
    try:
        return (local(at) - EVENING_ENDS).date()
    except OverflowError:  # At an end of the calendar: nobody played then.
        return at.date()


def matches_of_evening(connection: sqlite3.Connection, journal: Path) -> Sequence[int]:
    """Return the numbers of all matches of the newest evening that have ended, the first first.

    One that was begun between them and never ended belongs to it: the next match names it.
    """
    newest = list(numbers_in(connection))[-MOST_MATCHES:]
    found: list[MatchSummary] = []
    between: list[MatchSummary] = []
    # Each match is read for that: those before the evening are left alone.
    for match in (list_match(connection, journal, number) for number in reversed(newest)):
        if match.state in (MatchState.OVER, MatchState.LEFT):
            if found and _evening(match) != _evening(found[0]):
                break
            found += [*between, match]
            between = []
        elif found and match.state is MatchState.INTERRUPTED:
            between.append(match)
    return [match.number for match in reversed(found)]


def _evening(match: MatchSummary) -> date:
    assert match.header is not None
    return evening_of(datetime.fromisoformat(match.header.began))


MOST_KEPT = 8
"""How many answers are kept: those that were asked for last."""

LARGEST = 500_000
"""Bytes, packed; a larger answer is worked out each time."""

PACKING = 5
"""The level of gzip: a higher one takes longer than it saves."""


@frozen_dataclass
class PackedAnswer:
    """A document in JSON, packed by gzip."""

    packed: bytes


def pack(body: bytes) -> bytes:
    """Pack an answer; the same bytes each time."""
    return gzip.compress(body, PACKING, mtime=0)


class KeptAnswers:
    """The newest few answers by what they depend on. Thread-safe."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._kept: OrderedDict[Hashable, PackedAnswer] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], object]) -> PackedAnswer:
        """Return the answer to this ``key``; if it is not kept, that to what ``make`` returns."""
        with self._guard:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        answer = PackedAnswer(pack(as_text(make()).encode()))
        if len(answer.packed) <= LARGEST:
            with self._guard:
                self._kept[key] = answer
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        return answer


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
    """A match of the list; ``rulings`` is how many it has.

    ``titles`` is what people call those of the players whom boxctl has named.
    """

    match: int
    title: str
    began: str
    players: list[str]
    titles: dict[str, str]
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
        return routes_of(self)

    @serves(Address("/matches.json", "The newest matches.", list[ListedMatch]))
    async def _matches(self, request: Request) -> Response:
        return await self._answer(request, self._list)

    @serves(Address("/matches/{match}.json", "The state after each ruling.", Replay))
    async def _replay(self, request: Request) -> Response:
        wanted = request.path_params["match"]

        def look(connection: sqlite3.Connection) -> Any:
            match = find_sound_match(connection, self._journal, wanted)
            # The hash of the last entry stands for all of them, an overruling too.
            depends_on = match.number, match.head.hash, current().code
            return self._replays.of(depends_on, lambda: replay_of(match))

        return await self._answer(request, look)

    @serves(Address("/matches/{match}/record.json", "The signed record.", MatchRecord))
    async def _record(self, request: Request) -> Response:
        wanted = request.path_params["match"]

        def look(connection: sqlite3.Connection) -> Any:
            return record_of(connection, find_match(connection, self._journal, wanted).number)

        answer = await self._answer(request, look)
        answer.headers["content-disposition"] = "inline; filename=boxctl-match.json"
        return answer

    @serves(
        Address(
            "/matches/{match}/card.json",
            "The card of a match that is over, to sign and to send.",
            "boxctl.web.journal.match_card:ShownCard",
        )
    )
    async def _card(self, request: Request) -> Response:
        wanted = request.path_params["match"]

        def look(connection: sqlite3.Connection) -> Any:
            # It is drawn when a match is over: a table starts without what draws.
            from boxctl.web.journal.match_card import shown_card

            return shown_card(connection, self._journal, wanted)

        return await self._answer(request, look)

    @serves(
        Address(
            "/tournament.json",
            "Tonight's tournament, as boxctl tournament table --json has it.",
            "boxctl.presentation.tournament.document:TournamentDocument",
        )
    )
    async def _tournament(self, request: Request) -> Response:
        def look(connection: sqlite3.Connection) -> Any:
            found = TournamentFinder().find(connection, utc_now())
            if found is None:
                return None
            # A table starts without what reads a tournament.
            from boxctl.journal.tournament_record import TOURNAMENTS
            from boxctl.presentation.tournament.document import tournament_as_json

            return tournament_as_json(
                found.number, TOURNAMENTS.read_in(connection, found.number).state
            )

        return await self._answer(request, look)

    @serves(
        Address("/evening/record.json", "The signed records of the newest evening.", EveningRecord)
    )
    async def _evening(self, request: Request) -> Response:
        def look(connection: sqlite3.Connection) -> Any:
            matches = matches_of_evening(connection, self._journal)
            return evening_record(connection, matches, self._key()) if matches else None

        answer = await self._answer(request, look)
        answer.headers["content-disposition"] = "inline; filename=boxctl-evening.json"
        return answer

    @serves(
        Address(
            "/evening/card.json",
            "The card of the newest evening, to sign and to send.",
            "boxctl.web.journal.match_card:ShownEveningCard",
        )
    )
    async def _evening_card(self, request: Request) -> Response:
        def look(connection: sqlite3.Connection) -> Any:
            from boxctl.web.journal.match_card import shown_evening_card

            matches = matches_of_evening(connection, self._journal)
            return shown_evening_card(connection, self._journal, matches, self._key())

        return await self._answer(request, look)

    def _key(self) -> BoxKey | None:
        """Return the key beside the journal; None where there is none, as beside a copy."""
        try:
            return key_beside(self._journal)
        except JournalFault:
            return None

    @serves(Address("/rulings/{ruling}", "What a ruling rests on.", RulingBasis, asked=("match",)))
    async def _basis(self, request: Request) -> Response:
        wanted = request.query_params.get("match", LAST)
        ruling = request.path_params["ruling"]
        number = int(ruling) if ruling.isascii() and ruling.isdigit() and len(ruling) < 10 else 0

        def look(connection: sqlite3.Connection) -> Any:
            match = find_sound_match(connection, self._journal, wanted)
            return basis_of(match, number)

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
                    "title": match.header.game,
                    "began": match.header.began[:16].replace("T", " "),
                    "players": list(match.header.players),
                    "titles": titles_of(match.header.players),
                    "winners": list(match.result.winners) if match.result is not None else [],
                    "state": match.state,
                    "rulings": rulings_in(connection, number),
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
    title = name_of_match(match)
    return {"match": match.number, "title": title, "states": states, "luck": luck_of(match)}


def json_response(data: object, *, packs: bool) -> Response:
    """Return an answer in JSON, packed if that is worth it and the client can take it.

    ``data`` may be packed already.
    """
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    kept = data.packed if isinstance(data, PackedAnswer) else None
    body = gzip.decompress(kept) if kept is not None else as_text(data).encode()
    if packs and len(body) >= PACKED_FROM:
        body = kept or pack(body)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")
