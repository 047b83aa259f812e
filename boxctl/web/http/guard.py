"""What each request meets first: the check of its names and origin, and its language.

A request is refused with a status, a code of docs/faults.md and a sentence, as JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypedDict
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boxctl.presentation.phrases import whole_sentence
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import (
    Language,
    current,
    is_complete,
    known_languages,
    language,
    message,
    speaking,
    tr,
)
from groundwork.reader import reading_on_page


class RefusedAnswer(TypedDict):
    """Why a request is refused: a code of docs/faults.md and a sentence."""

    code: str
    text: str


@frozen_dataclass
class RefusedRequest:
    """``status`` is that of HTTP; ``sentence`` is a message in English."""

    status: int
    code: str
    sentence: str

    def response(self) -> JSONResponse:
        """Return the answer."""
        return refused(self.status, self.code, tr(self.sentence))


def refused(status: int, code: str, sentence: str) -> JSONResponse:
    """Return an answer that refuses; ``sentence`` is in the language of the client.

    A terminal shows such a sentence behind a colon, a page by itself: there it begins and ends.
    """
    headers = {"retry-after": "30"} if status in (429, 503) else {}
    return JSONResponse(RefusedAnswer(code=code, text=whole_sentence(sentence)), status, headers)


def in_its_line(line: int | None, why: str) -> str:
    """Return the fault of a line of a file that was sent; of the whole file without a line."""
    return tr("line {line}: {why}", line=line, why=why) if line else why


FOREIGN = RefusedRequest(
    421,
    "BX752",
    message("this name is not one of this box: open its page by its address, or by its own name"),
)
TOO_MANY = RefusedRequest(
    503, "BX753", message("too many pages are open at once: close one, or try again later")
)
FOREIGN_ORIGIN = RefusedRequest(
    403, "BX752", message("only a page of this box may do that; this request comes from elsewhere")
)
NOT_YET = RefusedRequest(503, "BX753", message("the table is not open yet: try again in a moment"))
NOT_FOUND = RefusedRequest(404, "BX754", message("there is nothing under this address"))
WRONG_METHOD = RefusedRequest(405, "BX754", message("this address takes another method"))
NOT_JSON = RefusedRequest(
    400, "BX755", message("that is no act: send JSON, as the page about the web tells")
)
TOO_LARGE = RefusedRequest(413, "BX755", message("that is too long"))
TOO_SLOW = RefusedRequest(408, "BX755", message("the request took too long to come"))
WRONG_CODE = RefusedRequest(
    403, "BX756", message("this is not the table's code: it is shown at the table, and it changes")
)
NO_CODE = RefusedRequest(401, "BX756", message("give the table's code first"))
TOO_MANY_GUESSES = RefusedRequest(
    429, "BX757", message("too many codes were tried: wait half a minute, then try again")
)
TOO_MANY_ACTS = RefusedRequest(429, "BX757", message("too much at once: wait a moment"))
TOO_LATE = RefusedRequest(
    409, "BX758", message("somebody was faster: the table has gone on, look again")
)
HEAD_TOO_LARGE = RefusedRequest(431, "BX755", message("that is too long"))
NOT_NOW = RefusedRequest(409, "BX758", message("that cannot be done now"))
NO_SUCH_SEAT = RefusedRequest(
    409,
    "BX787",
    message("nobody of this name plays here any more: choose on this page who you are"),
)
NOT_CHOSEN_HERE = RefusedRequest(
    409,
    "BX758",
    message(
        "nobody chooses the game at this table: its landlord has locked the menu, or it has none"
    ),
)
NOT_SAVED_HERE = RefusedRequest(
    409,
    "BX524",
    message("[table] menu of box.toml says which games are played here: no other can be saved"),
)


OF_THE_BOX = "box"
LONGEST = 200
"""Most characters of ``Accept-Language`` that are read."""


def language_of(scope: Scope) -> Language | None:
    """Return the language that a request asks for; None if it asks for none that is known.

    ``?lang=de`` in the address counts before the header ``Accept-Language``; ``?lang=box`` asks for
    that of the box, whatever the browser prefers.
    """
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    if asked == OF_THE_BOX:
        return None
    code = known_code(asked) or preferred(Headers(scope=scope).get("accept-language", ""))
    return None if code is None else language(code)


def preferred(accepted: str) -> str | None:
    """Return the code of the language that ``Accept-Language`` likes best; None for none.

    One whose translation has only begun is not meant by it.
    """
    liked: list[tuple[float, str]] = []
    for part in accepted[:LONGEST].split(","):
        tag, _, weight = part.partition(";")
        code, liking = known_code(tag), _weight(weight)
        if code is not None and is_complete(code) and liking > 0:
            liked.append((liking, code))
    # Of those that are liked alike the first one counts.
    return max(liked, key=lambda each: each[0], default=(0.0, None))[1]


def known_code(tag: str) -> str | None:
    """Return the code of a language tag such as ``de-AT``; None if its language is not known."""
    code = tag.strip().partition("-")[0].lower()
    return code if code in _known() else None


def _weight(written: str) -> float:
    name, _, value = written.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


@cache
def _known() -> tuple[str, ...]:
    return known_languages()


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy: nothing from elsewhere, and no script or style within a page."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

LARGEST_HEAD = 16_384
"""Most bytes of the headers of a request. What comes in one piece has passed the protocol."""

OPEN_TO_READ = ("GET", "HEAD")


class Guard:
    """Refuses requests under a foreign name, and acts and sockets from a page of elsewhere.

    What it passes on is answered in the language that the request asks for. ``is_own`` tells
    whether the Host header of a request may name this server.
    """

    def __init__(self, app: ASGIApp, is_own: Callable[[str], bool]) -> None:
        self._app = app
        self._is_own = is_own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with speaking(language_of(scope) or current()), reading_on_page():
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in headers.raw) > LARGEST_HEAD:
            await _refuse(HEAD_TOO_LARGE.response(), scope, receive, send)
            return
        if not self._is_own(headers.get("host", "")):
            await _refuse(FOREIGN.response(), scope, receive, send)
        elif self._is_foreign(scope, headers):
            await _refuse(FOREIGN_ORIGIN.response(), scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _is_foreign(self, scope: Scope, headers: Headers) -> bool:
        if scope["type"] == "http" and scope["method"] in OPEN_TO_READ:
            return False
        origin = headers.get("origin")
        if origin is None:
            # Not a browser, or none that says so: a page elsewhere cannot leave it out.
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        return origin not in (f"http://{headers['host']}", f"https://{headers['host']}")


async def _refuse(response: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await response(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers["content-language"] = current().code
            headers.add_vary_header("accept-language")
        await send(message)

    return sending
