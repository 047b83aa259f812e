"""Answers to the pages: the application that a box serves, asked by messages in place of HTTP.

A page that is loaded in the middle of an evening is given the results that the record holds.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.routing import BaseRoute
from starlette.types import Message

from boxctl.audit.match_list import list_match, taken_up
from boxctl.audit.money_ledger import LONGEST_BREAK, matches_of_the_evening
from boxctl.browser.brought_records import BroughtRecords
from boxctl.browser.host import Host
from boxctl.browser.kept_records import KeptRecords, bytes_of
from boxctl.browser.local_table import call_later
from boxctl.browser.thinking import Thinker
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.query import reading
from boxctl.referee.payloads import MatchOver
from boxctl.web.acting.code_file import new_secret
from boxctl.web.acting.table_code import TableCode
from boxctl.web.api_document import DocumentRoutes
from boxctl.web.http.app import FeedLooks, LanguageFeeds, LiveRoutes, pages_app
from boxctl.web.table_feed import TableFeed
from boxctl.web.table_pages import TablePages
from groundwork.clock import utc_now
from groundwork.language import current, speaking

NAME = "boxctl"
"""The name under which the pages ask; nobody else can."""


class LocalPages:
    """Answers what the pages of this browser ask about one table.

    They are answered in the language in use, or the one that they ask for. ``clock`` is in
    microseconds; ``own_routes`` makes those that only a browser has, and ``thinker`` works out what
    takes long. Whoever sees the page sits at the table: its :attr:`token` acts.
    """

    def __init__(
        self,
        host: Host,
        feed: TableFeed,
        records: KeptRecords,
        clock: Callable[[], int],
        own_routes: Callable[[TableCode], list[BaseRoute]],
        thinker: Thinker,
    ) -> None:
        self._host = host
        self._records = records
        journal = records.in_play
        self._language = current()
        secret = new_secret("")
        code = TableCode(clock, lambda: secret)
        _right, self.token = code.give(secret.link_word, NAME)
        pages = TablePages(
            feed,
            code,
            journal,
            clock,
            lambda: self._looks.look_soon(),
            later=call_later,
            work_out=thinker.work_out,
            evening=results_of_the_evening(journal, utc_now()),
        )
        brought = BroughtRecords(records)
        self._feeds = LanguageFeeds(pages.states.first, pages.buffer, pages.states.translate)
        self._looks = FeedLooks(self._feeds, clock, gather=0)
        self._app = pages_app(
            [
                *LiveRoutes(self._feeds).routes,
                *DocumentRoutes().routes,
                *pages.routes,
                *own_routes(code),
                *brought.routes,
            ],
            lambda _host: True,
            lambda _request: None,
        )
        self._answered: set[int] = set()
        self._asked: dict[int, tuple[asyncio.Task[None], asyncio.Future[Message]]] = {}

    def look(self) -> None:
        """Look how the table stands, and follow it from now on."""
        self._looks.look()

    def journal(self, name: str = "") -> bytes:
        """Return the file of a whole record, as any boxctl reads it: of this name, or in play.

        Raises :class:`boxctl.journal.faults.JournalFault`.
        """
        return bytes_of(self._records.of_name(name) or self._records.in_play)

    def ask(self, request: int, method: str, address: str, headers: str, body: str) -> None:
        """Answer a request of this number; ``headers`` are a JSON object."""
        gone: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        # A message comes without a context of its own: who asks for no language is answered here.
        with speaking(self._language):
            answering = self._answer(request, _scope(method, address, headers), body, gone)
            task = asyncio.ensure_future(answering)
        self._asked[request] = task, gone
        task.add_done_callback(lambda _done: self._is_over(request))

    def hang_up(self, request: int) -> None:
        """End the answer to a request: nobody reads it any more.

        What is still worked out for it is given up.
        """
        if request not in self._asked:
            return
        answering, gone = self._asked[request]
        if request not in self._answered:
            answering.cancel()
        elif not gone.done():
            gone.set_result({"type": "http.disconnect"})

    def _is_over(self, request: int) -> None:
        self._asked.pop(request, None)
        self._answered.discard(request)

    async def _answer(
        self, request: int, scope: dict[str, Any], body: str, gone: asyncio.Future[Message]
    ) -> None:
        asked = [body.encode()]

        async def receive() -> Message:
            if asked:
                return {"type": "http.request", "body": asked.pop(), "more_body": False}
            return await asyncio.shield(gone)

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._answered.add(request)
                told = {name.decode(): value.decode() for name, value in message["headers"]}
                self._host.answer(request, message["status"], json.dumps(told))
            else:
                more = message.get("more_body", False)
                self._host.send(request, message.get("body", b"").decode(), more=more)

        await self._app(scope, receive, send)


def _scope(method: str, address: str, headers: str) -> dict[str, Any]:
    asked = urlsplit(address)
    named = {"host": NAME}
    named |= {name.lower(): str(value) for name, value in json.loads(headers).items()}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": unquote(asked.path),
        "raw_path": asked.path.encode(),
        "query_string": asked.query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": None,
        "server": (NAME, 80),
    }


def results_of_the_evening(journal: Path, now: datetime) -> tuple[MatchOver, ...]:
    """Return how the matches of this evening ended that were played to their end, in order.

    An evening ends with a break of six hours (:data:`LONGEST_BREAK`); ``now`` has a time zone.
    A record that cannot be read tells of none: whoever plays in it is told why.
    """
    unreadable = (JournalFault, Damaged, sqlite3.Error)
    with suppress(*unreadable), reading(journal, may_be_missing=True) as connection:
        return tuple(_results(connection, journal, now))
    return ()


def _results(connection: sqlite3.Connection, journal: Path, now: datetime) -> Iterator[MatchOver]:
    numbers = matches_of_the_evening(connection)
    last = taken_up(connection, numbers[-1]) if numbers else None
    if last is None or now - last > LONGEST_BREAK:
        return
    for number in numbers:
        result = list_match(connection, journal, number).result
        if result is not None:
            yield MatchOver(
                result.scores,
                result.winners,
                result.payout,
                stake=result.stake or None,
                currency=result.currency or None,
            )
