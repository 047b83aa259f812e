"""The folder of ``make browser``, served as any web server would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

SITE = Path(__file__).parents[4] / "build" / "browser"


class _Quiet(SimpleHTTPRequestHandler):
    """What ``python -m http.server`` does, without its log, and with headers of one's own."""

    headers_of_all: Mapping[str, str] = {}

    def end_headers(self) -> None:
        for name, value in self.headers_of_all.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served_site(headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serve the folder and yield its address; ``headers`` come with every file."""
    assert (SITE / "program.zip").is_file(), "make browser builds what this tests"
    handler = type("Handler", (_Quiet,), {"headers_of_all": headers or {}})
    server = ThreadingHTTPServer(("localhost", 0), partial(handler, directory=str(SITE)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()
