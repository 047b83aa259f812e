"""Check every request: the name of the server in it, where it comes from; and add headers."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boxctl.web.http.refusals import FOREIGN, FOREIGN_ORIGIN, HEAD_TOO_LARGE
from boxctl.web.http.request_language import language_of
from groundwork.language import current, speaking

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
        with speaking(language_of(scope) or current()):
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
