"""``/ask/…`` answers what people ask about rules and positions, and ``/linked-rules`` reads links.

Anybody who sees the pages may ask. Questions are worked out beside the loop, one after the other,
and too many at once are refused: play goes on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from boxctl.rules.faults import RuleFault
from boxctl.web.acting.act_routes import MOST_WAITING, WorkOut, body_of
from boxctl.web.asking.questions import (
    LegalAsked,
    OddsAsked,
    Read,
    ToldAsked,
    read_legal,
    read_odds,
    read_told,
)
from boxctl.web.http.address import SVG, qr_picture
from boxctl.web.http.guard import (
    NOT_FOUND,
    NOT_JSON,
    TOO_LARGE,
    TOO_MANY_ACTS,
    RefusedRequest,
    refused,
)
from boxctl.web.http.served import Address, routes_of, serves
from boxctl.web.journal.record_routes import json_response

LONGEST_QUERY = 2_000
"""The most characters of a link that are read."""

LONGEST_LINK = 500
"""The most characters of a link that is drawn: a phone reads no larger code."""

Work = Callable[[], object]
"""Works an answer out: a response, or what becomes one in JSON. Raises :class:`RuleFault`."""

_OF_LINK = ("rules", "set")


class AskRoutes:
    """Answers questions, one at a time. For the thread of the server.

    ``work_out`` is for those that may take long; what is answered at once is in a thread anyway.
    """

    def __init__(self, work_out: WorkOut = asyncio.to_thread) -> None:
        self._work_out = work_out
        self._turn = asyncio.Semaphore(1)
        self._asked = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(
        Address(
            "/ask/legal",
            "What a throw allows.",
            "boxctl.web.asking.page_answers:LegalAnswer",
            LegalAsked,
        )
    )
    async def _legal(self, request: Request) -> Response:
        return await self._question(request, read_legal, "legal_answer", asyncio.to_thread)

    @serves(
        Address(
            "/ask/every-variant",
            "Which games allow it.",
            "boxctl.web.asking.page_answers:EveryAnswer",
            LegalAsked,
        )
    )
    async def _every(self, request: Request) -> Response:
        return await self._question(request, read_legal, "every_answer", self._work_out)

    @serves(
        Address(
            "/ask/judge",
            "What the referee says to what is told.",
            "boxctl.web.asking.page_answers:ToldAnswers",
            ToldAsked,
        )
    )
    async def _told(self, request: Request) -> Response:
        return await self._question(request, read_told, "told_answers", self._work_out)

    @serves(
        Address(
            "/ask/odds",
            "What a position is worth.",
            "boxctl.web.asking.page_answers:OddsAnswer",
            OddsAsked,
        )
    )
    async def _odds(self, request: Request) -> Response:
        return await self._question(request, read_odds, "odds_answer", self._work_out)

    @serves(
        Address(
            "/linked-rules.json",
            "The rules of a link, in words.",
            "boxctl.web.asking.linked_game:LinkedGame",
            asked=_OF_LINK,
        )
    )
    async def _linked(self, request: Request) -> Response:
        return await self._of_link(request, lambda: _games().linked_game(*_rules_in(request)))

    @serves(Address("/linked-rules/card.svg", "Their card.", str, asked=_OF_LINK, content=SVG))
    async def _card(self, request: Request) -> Response:
        return await self._of_link(
            request, lambda: _picture(_games().card_of_link(*_rules_in(request)))
        )

    @serves(
        Address("/linked-rules/qr.svg", "A link as a QR code.", str, asked=("to",), content=SVG)
    )
    async def _code(self, request: Request) -> Response:
        link = request.query_params.get("to", "")
        if len(link) > LONGEST_LINK:
            return TOO_LARGE.response()
        if not link.startswith(("http://", "https://")):
            return NOT_FOUND.response()
        return await self._of_link(request, lambda: _picture(qr_picture(link)))

    @serves(
        Address(
            "/puzzles.json",
            "The puzzles of a game, with their answers.",
            "boxctl.web.asking.puzzle_answers:PuzzlesOfGame",
            asked=("rules",),
        )
    )
    async def _puzzles(self, request: Request) -> Response:
        if len(request.url.query) > LONGEST_QUERY:
            return TOO_LARGE.response()
        asked = request.query_params.get("rules", "")
        return await self._answer(request, partial(_puzzles_of, asked), self._work_out)

    async def _question(
        self, request: Request, read: Read, answer: str, work_out: WorkOut
    ) -> Response:
        data = await body_of(request)
        if isinstance(data, RefusedRequest):
            return data.response()
        asked = read(data)
        if asked is None:
            return NOT_JSON.response()
        return await self._answer(request, partial(_answered, answer, asked), work_out)

    async def _of_link(self, request: Request, work: Work) -> Response:
        if len(request.url.query) > LONGEST_QUERY:
            return TOO_LARGE.response()
        return await self._answer(request, work, asyncio.to_thread)

    async def _answer(self, request: Request, work: Work, work_out: WorkOut) -> Response:
        if self._asked >= MOST_WAITING:
            return TOO_MANY_ACTS.response()
        self._asked += 1
        try:
            async with self._turn:
                told = await work_out(work)
        except RuleFault as fault:
            return refused(409, fault.code, fault.text)
        finally:
            self._asked -= 1
        if isinstance(told, Response):
            return told
        packs = "gzip" in request.headers.get("accept-encoding", "")
        return json_response(told, packs=packs)


def _answers() -> ModuleType:
    # It brings the odds along: a table at which nobody asks starts without.
    from boxctl.web.asking import page_answers

    return page_answers


def _answered(name: str, asked: Any) -> object:
    answer: object = getattr(_answers(), name)(asked)
    return answer


def _puzzles_of(name: str) -> object:
    # It brings the odds along, too.
    from boxctl.web.asking.puzzle_answers import puzzles_of_game

    return puzzles_of_game(name)


def _games() -> ModuleType:
    from boxctl.web.asking import linked_game

    return linked_game


def _picture(drawn: str | bytes) -> Response:
    return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")


def _rules_in(request: Request) -> tuple[str, list[str]]:
    """Return the game that the address of a request names, and the settings that it changes."""
    asked = request.query_params
    return asked.get("rules", ""), asked.getlist("set")
