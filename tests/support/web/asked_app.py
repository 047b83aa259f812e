"""Ask the application of the pages itself, without a socket: what it raises comes through."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.types import Message

from boxctl.web.http.app import pages_app
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.serve import RecordedSource

Answer = tuple[int, Any]
"""The status and the JSON of an answer."""


def answers_of_journal(journal: Path, paths: Sequence[str]) -> list[Answer]:
    """What ``boxctl web`` answers to each of these, one after the other."""

    async def ask_all() -> list[Answer]:
        source = RecordedSource(journal, lambda: 0)
        source.look()
        source.snapshot()
        routes = [*RuleRoutes(lambda: source.played).routes, *RecordRoutes(journal).routes]
        app = pages_app(routes, lambda host: True)
        return [await _ask(app, path) for path in paths]

    return asyncio.run(ask_all())


async def _ask(app: Any, address: str) -> Answer:
    path, _, query = address.partition("?")
    sent: list[Message] = []
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "http_version": "1.1",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    begin, *rest = sent
    return begin["status"], json.loads(b"".join(message.get("body", b"") for message in rest))
