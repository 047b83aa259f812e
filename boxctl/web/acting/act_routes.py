"""Acting from a page: ``/session`` takes the table's code, ``/act`` an act."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from boxctl.rules.faults import RuleFault
from boxctl.web.acting.acts import Act, read_act
from boxctl.web.acting.table_code import CodeCheck, TableCode
from boxctl.web.event_buffer import EventBuffer
from boxctl.web.http.refusals import (
    NO_CODE,
    NOT_JSON,
    NOT_NOW,
    TOO_LARGE,
    TOO_LATE,
    TOO_MANY_ACTS,
    TOO_MANY_GUESSES,
    TOO_SLOW,
    WRONG_CODE,
    RefusedRequest,
    refused,
)
from boxctl.web.http.streams import source_of_request
from groundwork.limits import Rate, RateLimit

LARGEST_BODY = 2_048
"""Most bytes of what is sent to act."""

BODY_PATIENCE = 10.0
"""How many seconds a body may take to come."""

ACTS = Rate(burst=40, pause=100_000)
"""The acts of all together."""


class GivenCode(TypedDict):
    """The table's code, as it is given at a page."""

    code: str


class Token(TypedDict):
    """The token that goes with every act."""

    token: str


class Nothing(TypedDict):
    """An empty object."""


class ActRoutes:
    """Takes acts from whoever has given the table's code.

    ``order`` hands an act to the loop and returns whether it was taken; ``show_code`` has the box
    show the code, ``objection`` returns why an act cannot be. ``clock`` is in microseconds. For the
    thread of the server.
    """

    def __init__(
        self,
        code: TableCode,
        order: Callable[[Act], bool],
        buffer: EventBuffer,
        clock: Callable[[], int],
        show_code: Callable[[], bool] = lambda: False,
        objection: Callable[[Act], RuleFault | None] = lambda _act: None,
    ) -> None:
        self._objection = objection
        self._show_code = show_code
        self._code = code
        self._order = order
        self._buffer = buffer
        self._clock = clock
        self._acts = RateLimit(ACTS)

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/session", self._session, methods=["POST"]),
            Route("/act", self._act, methods=["POST"]),
            Route("/show-code", self._show, methods=["POST"]),
        ]

    async def _session(self, request: Request) -> Response:
        data = await body_of(request)
        if isinstance(data, RefusedRequest):
            return data.response()
        given = data.get("code") if isinstance(data, dict) else None
        if not isinstance(given, str):
            return NOT_JSON.response()
        source = source_of_request(request.scope)
        entry, token = self._code.give(given.replace(" ", "")[:40], source)
        if entry is CodeCheck.TOO_MANY:
            return TOO_MANY_GUESSES.response()
        if entry is CodeCheck.WRONG:
            return WRONG_CODE.response()
        return JSONResponse(Token(token=token), headers={"cache-control": "no-store"})

    async def _show(self, _request: Request) -> Response:
        if self._buffer.state is None or not self._buffer.state["shows_code"]:
            return NOT_NOW.response()
        if not self._show_code():
            return TOO_MANY_ACTS.response()
        return JSONResponse(Nothing(), 202)

    async def _act(self, request: Request) -> Response:
        if not has_token(self._code, request):
            return NO_CODE.response()
        data = await body_of(request)
        if isinstance(data, RefusedRequest):
            return data.response()
        act = read_act(data)
        if act is None:
            return NOT_JSON.response()
        if not self._acts.take(self._clock()):
            return TOO_MANY_ACTS.response()
        if self._buffer.state is None or act.do not in self._buffer.state["actions"]:
            return NOT_NOW.response()
        if act.seen is not None and act.seen != _last_ruling(self._buffer.state):
            return TOO_LATE.response()
        if (fault := await asyncio.to_thread(self._objection, act)) is not None:
            return refused(409, fault.code, fault.sentence)
        if not self._order(act):
            return TOO_MANY_ACTS.response()
        return JSONResponse(Nothing(), 202)


def _last_ruling(state: Mapping[str, Any]) -> int:
    rulings = state["rulings"]
    return int(rulings[-1]["number"]) if rulings else 0


def has_token(code: TableCode, request: Request) -> bool:
    """Return whether a request comes from somebody who has given the code."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return kind.lower() == "bearer" and code.knows(token.strip(), source_of_request(request.scope))


async def body_of(request: Request) -> object | RefusedRequest:
    """Return the JSON of a request, or why it is refused."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        return NOT_JSON
    body = b""
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_BODY:
                    return TOO_LARGE
    except TimeoutError:
        return TOO_SLOW
    except ClientDisconnect:
        return NOT_JSON
    try:
        data: object = json.loads(body)
    except (ValueError, RecursionError):
        return NOT_JSON
    return data
