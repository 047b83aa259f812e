"""The worker of a page of ``make browser``, in virtual time: it asks, and a tab can be killed."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from boxctl.browser.local_pages import LocalPages
from boxctl.browser.start import start
from boxctl.browser.thinking import worked_out
from boxctl.journal.proof import keys
from tests.support.web.virtual_loop import VirtualLoop

A_MOMENT = 5.0
"""Seconds in which dice have come to rest, and levers have settled."""


class Page:
    """The worker of a page, and what the program has answered to it."""

    def __init__(self) -> None:
        self.keeps = True
        self.heads: dict[int, tuple[int, dict[str, str]]] = {}
        self.texts: dict[int, str] = {}
        self.ended: set[int] = set()
        self.kept = 0
        self.trouble = ""
        self.thinks_for = 0.01
        self.given_up = 0
        self._thinking: asyncio.TimerHandle | None = None
        self._keys = keys.Cryptography()
        self.pages: LocalPages
        self._asked = 0

    def answer(self, request: int, status: int, headers: str) -> None:
        self.heads[request] = (status, json.loads(headers))

    def send(self, request: int, text: str, *, more: bool) -> None:
        self.texts[request] = self.texts.get(request, "") + text
        if not more:
            self.ended.add(request)

    def keep(self, told: Callable[[str], object]) -> None:
        self.kept += not self.trouble
        asyncio.get_running_loop().call_later(0.01, told, self.trouble)

    def think(self, question: bytes, told: Callable[[bytes, str], object]) -> None:
        def answer() -> None:
            told(worked_out(question), "")

        self._thinking = asyncio.get_running_loop().call_later(self.thinks_for, answer)

    def give_up(self) -> None:
        assert self._thinking is not None
        self._thinking.cancel()
        self.given_up += 1

    def public_of(self, secret: bytes) -> bytes:
        return self._keys.public_of(secret)

    def sign(self, secret: bytes, message: bytes) -> bytes:
        return self._keys.sign(secret, message)

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        return self._keys.is_signed(message, public, signature)

    async def ask(self, address: str, body: Any = None, token: str | None = None) -> Any:
        """Ask, and return what is answered."""
        number = self.begin_to_ask(address, body, token)
        await asyncio.sleep(0.1)
        return self.answered(number)

    def answered(self, number: int) -> Any:
        """Return what is answered to the question of this number."""
        assert number in self.ended
        return json.loads(self.texts[number])

    def begin_to_ask(self, address: str, body: Any = None, token: str | None = None) -> int:
        """Ask, and return the number of the question."""
        self._asked += 1
        number = self._asked
        headers = {"Content-Type": "application/json"}
        headers["Authorization"] = f"Bearer {self.pages.token if token is None else token}"
        method = "GET" if body is None else "POST"
        text = "" if body is None else json.dumps(body)
        self.pages.ask(number, method, address, json.dumps(headers), text)
        return number

    async def act(self, **body: Any) -> dict[str, Any]:
        """Do something at the table, and return its state a moment later."""
        refused = await self.ask("/act", body)
        assert refused == {}
        await asyncio.sleep(A_MOMENT)
        return await self.state()

    async def state(self) -> dict[str, Any]:
        """Return how the table stands."""
        state: dict[str, Any] = (await self.ask("/state.json"))["state"]
        return state


class LoopOfBrowser(VirtualLoop):
    """A loop that works out at once what others give to a thread, as that of a browser does."""

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, function: Any, *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        done.set_result(function(*args))
        return done


def visit(
    folder: Path, what: Callable[[Page], Coroutine[Any, Any, None]], locale: str = "en"
) -> Page:
    """Open the page and do something there; then its tab is killed."""
    page = Page()

    async def do() -> None:
        loop = asyncio.get_running_loop()
        page.pages = start(page, str(folder), locale, lambda: round(loop.time() * 1_000_000))
        await asyncio.sleep(A_MOMENT)
        await what(page)

    with asyncio.Runner(loop_factory=LoopOfBrowser) as runner:
        runner.run(do())
    # A killed tab closes nothing: what is left of it would hold its files open for the next tests.
    gc.collect()
    return page
