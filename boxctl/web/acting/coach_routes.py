"""``/coach``: what the coach says, for whoever has given the table's code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from boxctl.screens.coaching.mode import ASKABLE, AskableMode, CoachMode
from boxctl.web.acting.act_routes import body_of, has_token
from boxctl.web.acting.table_code import TableCode
from boxctl.web.http.refusals import (
    NO_CODE,
    NOT_JSON,
    NOT_NOW,
    TOO_MANY_ACTS,
    RefusedRequest,
)

if TYPE_CHECKING:
    from boxctl.referee.play import Play
    from boxctl.screens.coaching.advice_words import CoachLine
    from boxctl.web.table_coach import TableCoach


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

    def copy_play(self, take: Callable[[Play], object]) -> None:
        """Have the loop copy its book, and call ``take`` with the copy in its own thread."""
        ...


class CoachRoutes:
    """Answers questions to the coach. Each is worked out in a thread of its own, one at a time.

    ``rulings`` returns those of the match that is played. For the thread of the server.
    """

    def __init__(
        self,
        code: TableCode,
        table: AskablePlay,
        rulings: Callable[[], Sequence[Mapping[str, Any]]],
    ) -> None:
        self._code = code
        self._table = table
        self._rulings = rulings
        self._coach: TableCoach | None = None
        self._turn = asyncio.Semaphore(1)
        self._asked = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [Route("/coach", self._says, methods=["POST"])]

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
        return await asyncio.to_thread(coach.says, mode, play, self._rulings())

    async def _play(self) -> Play:
        loop = asyncio.get_running_loop()
        copied: asyncio.Future[Play] = loop.create_future()

        def take(play: Play) -> None:
            if not copied.done():
                copied.set_result(play)

        self._table.copy_play(lambda play: loop.call_soon_threadsafe(take, play))
        return await copied
