"""Acting from a page: ``/session`` takes the table's code, ``/act`` an act, ``/coach`` a question.

The coach answers whoever has given the code.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.screens.coaching.advice import ASKABLE, AskableMode, CoachMode
from boxctl.web.acting.table_code import Act, CodeCheck, TableCode, read_act
from boxctl.web.http.guard import (
    NO_CODE,
    NO_SUCH_SEAT,
    NOT_CHOSEN_HERE,
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
from boxctl.web.http.served import Address, routes_of, serves
from boxctl.web.http.streams import source_of_request
from boxctl.web.reading import EventBuffer
from groundwork.faults import Fault
from groundwork.json_text import check_nesting
from groundwork.limits import Rate, RateLimit

if TYPE_CHECKING:
    from boxctl.referee.game import Game
    from boxctl.screens.coaching.advice import CoachLine
    from boxctl.web.table_coach import TableCoach


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
        objection: Callable[[Act], Fault | None] = lambda _act: None,
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
        return routes_of(self)

    @serves(Address("/session", "Give the table's code for a token.", Token, GivenCode))
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

    @serves(Address("/show-code", "Have the box show its code.", Nothing, Nothing, status=202))
    async def _show(self, _request: Request) -> Response:
        if self._buffer.state is None or not self._buffer.state["shows_code"]:
            return NOT_NOW.response()
        if not self._show_code():
            return TOO_MANY_ACTS.response()
        return JSONResponse(Nothing(), 202)

    @serves(Address("/act", "Act.", Nothing, Act, acting=True, status=202))
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
        table = self._buffer.state
        if act.seat and (table is None or act.seat not in table.get("seats", ())):
            return NO_SUCH_SEAT.response()
        if table is None or act.do not in table["actions"]:
            locked = act.do == "choose" and table is not None and table["tonight"] is None
            return (NOT_CHOSEN_HERE if locked else NOT_NOW).response()
        if act.seen is not None and act.seen != _last_ruling(table):
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


async def body_of(request: Request, most: int = LARGEST_BODY) -> object | RefusedRequest:
    """Return the JSON of a request of at most so many bytes, or why it is refused."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        return NOT_JSON
    body = b""
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    return TOO_LARGE
    except TimeoutError:
        return TOO_SLOW
    except ClientDisconnect:
        return NOT_JSON
    try:
        text = body.decode("utf-8-sig")
        check_nesting(text)
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        return NOT_JSON
    return data


class CoachQuestion(TypedDict):
    """What the coach is to do."""

    mode: AskableMode


class SaidLine(TypedDict):
    """A line of the coach; ``part`` is its ink in a picture."""

    text: str
    part: str


class CoachAnswer(TypedDict):
    """What the coach says; often nothing."""

    lines: list[SaidLine]


MOST_WAITING = 8
"""How many questions wait for the coach at most; one more is refused."""

PATIENCE = 2.0
"""How many seconds the loop may take to hand over a copy of its book."""


class AskablePlay(Protocol):
    """A table whose book can be asked for."""

    def copy_play(self, take: Callable[[Game], object]) -> None:
        """Have the loop copy its book, and call ``take`` with the copy in its own thread."""
        ...


Result = TypeVar("Result")


class WorkOut(Protocol):
    """Works something out beside the loop, which goes on: in a thread, or in another process.

    The work can be pickled: a function of a module, and what it is called with.
    """

    def __call__(self, work: Callable[[], Result], /) -> Awaitable[Result]:
        """Do the work, and return its result."""
        ...


class CoachRoutes:
    """Answers questions to the coach. Each is worked out by ``work_out``, one at a time.

    ``rulings`` returns those of the match that is played. For the thread of the server.
    """

    def __init__(
        self,
        code: TableCode,
        table: AskablePlay,
        rulings: Callable[[], Sequence[Mapping[str, Any]]],
        work_out: WorkOut = asyncio.to_thread,
    ) -> None:
        self._work_out = work_out
        self._code = code
        self._table = table
        self._rulings = rulings
        self._coach: TableCoach | None = None
        self._turn = asyncio.Semaphore(1)
        self._asked = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(Address("/coach", "Ask the coach.", CoachAnswer, CoachQuestion, acting=True))
    async def _says(self, request: Request) -> Response:
        if not has_token(self._code, request):
            return NO_CODE.response()
        data = await body_of(request)
        if isinstance(data, RefusedRequest):
            return data.response()
        mode = data.get("mode") if isinstance(data, dict) else None
        if mode not in ASKABLE:
            return NOT_JSON.response()
        if self._asked >= MOST_WAITING:
            return TOO_MANY_ACTS.response()
        self._asked += 1
        try:
            async with self._turn:
                lines = await self._ask(mode)
        except TimeoutError:
            return NOT_NOW.response()
        finally:
            self._asked -= 1
        told = CoachAnswer(lines=[SaidLine(text=line.text, part=line.part) for line in lines])
        return JSONResponse(told, headers={"cache-control": "no-store"})

    async def _ask(self, mode: CoachMode) -> list[CoachLine]:
        # It brings the odds along: a table at which nobody asks starts without.
        from boxctl.web.table_coach import TableCoach

        coach = self._coach = self._coach or TableCoach()
        async with asyncio.timeout(PATIENCE):
            play = await self._play()
        return await self._work_out(partial(coach.says, mode, play, self._rulings()))

    async def _play(self) -> Game:
        loop = asyncio.get_running_loop()
        copied: asyncio.Future[Game] = loop.create_future()

        def take(play: Game) -> None:
            if not copied.done():
                copied.set_result(play)

        self._table.copy_play(lambda play: loop.call_soon_threadsafe(take, play))
        return await copied
