"""A server that stands for the box: it serves the pages, and tells them whatever a test sets."""

from __future__ import annotations

import gzip
import json
import queue
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

import boxctl.web
from boxctl.web.first_paint import first_paint
from boxctl.web.http.static_pages import EMPTY, WITH_FIRST_PAINT

PAGES = Path(boxctl.web.__file__).parent / "pages"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The policy for contents under which the pages have to work."""


_RUNS = count(1)


class PretendBox:
    """Serves on a free port of this machine until it is closed.

    ``documents`` are JSON documents by address, ``acts`` what browsers have sent, ``seen`` the
    rulings that these say they have seen. Thread-safe.
    """

    def __init__(self, state: dict[str, Any], port: int = 0) -> None:
        self.state = state
        self.run = f"{next(_RUNS):08x}"
        self.number = 1
        self.documents: dict[str, Any] = {}
        self.acts: list[dict[str, Any]] = []
        self.seen: list[int | None] = []
        self.answer: Callable[[dict[str, Any]], tuple[int, str]] = lambda _act: (202, "")
        self.code = "314159"
        self._listeners: list[queue.Queue[tuple[int, dict[str, Any]] | None]] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def address(self) -> str:
        """The address of the first page, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def tell(self, state: dict[str, Any]) -> None:
        """Tell every page another state."""
        with self._lock:
            self.state = state
            self.number += 1
            for listener in self._listeners:
                listener.put((self.number, state))

    def cut(self) -> None:
        """End every stream of events, as a lost network does."""
        with self._lock:
            for listener in self._listeners:
                listener.put(None)

    def close(self) -> None:
        """Stop serving."""
        self.cut()
        self._server.shutdown()
        self._server.server_close()

    def listen(self) -> queue.Queue[tuple[int, dict[str, Any]] | None]:
        """Return a queue of all states from now on, numbered, the present one first.

        None ends it.
        """
        listener: queue.Queue[tuple[int, dict[str, Any]] | None] = queue.Queue()
        with self._lock:
            listener.put((self.number, self.state))
            self._listeners.append(listener)
        return listener

    def leave(self, listener: queue.Queue[tuple[int, dict[str, Any]] | None]) -> None:
        """Take a listener off the list."""
        with self._lock:
            self._listeners.remove(listener)


def _handler(box: PretendBox) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_args: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/events":
                self._stream()
            elif path == "/texts.json":
                self._json(box.documents.get(path, {}))
            elif path in box.documents:
                self._json(box.documents[path])
            elif path == "/qr.svg":
                self._send(
                    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
                    b'<path d="M0 0h3v3H0zM6 0h3v3H6zM0 6h3v3H0zM4 4h2v1H4zM6 6h1v3H6z"/></svg>',
                    KINDS[".svg"],
                )
            else:
                name = path.lstrip("/") or "index"
                file = (PAGES / (name if "." in name else f"{name}.html")).resolve()
                if file.is_relative_to(PAGES) and file.is_file():
                    content, paint = file.read_bytes(), first_paint(file.name, box.state)
                    if paint:
                        content = content.replace(EMPTY, WITH_FIRST_PAINT % paint.encode())
                    self._send(content, KINDS[file.suffix])
                else:
                    self._json({"text": "There is no such page."}, 404)

        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/session":
                if told["code"] == box.code:
                    self._json({"token": f"token of {box.code}"})
                else:
                    self._json({"code": "BX755", "text": "That is not the table's code."}, 403)
            elif self.headers["Authorization"] != f"Bearer token of {box.code}":
                self._json({"code": "BX755", "text": "Give the table's code first."}, 401)
            else:
                box.seen.append(told.pop("seen", None))
                box.acts.append(told)
                status, text = box.answer(told)
                self._json({"text": text}, status)

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            listener = box.listen()
            try:
                while (numbered := listener.get()) is not None:
                    number, state = numbered
                    # Its own number: a page takes no second state of one that it has seen.
                    id = f"{box.run}-{number}"
                    event = json.dumps({"event": "state", "id": id, "state": state})
                    told = f"id: {id}\nevent: state\ndata: {event}\n\n"
                    self.wfile.write(told.encode())
                    self.wfile.flush()
            except OSError:
                pass
            finally:
                box.leave(listener)

        def _json(self, document: object, status: int = 200) -> None:
            self._send(json.dumps(document).encode(), KINDS[".json"], status)

        def _send(self, content: bytes, kind: str, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            if kind != KINDS[".woff2"] and "gzip" in self.headers.get("Accept-Encoding", ""):
                content = gzip.compress(content)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Security-Policy", STRICT)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            self.wfile.write(content)

    return Handler
