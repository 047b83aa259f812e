"""Clients that are slow, many or hostile take nothing from the others."""

from __future__ import annotations

import asyncio
import gc
import socket
import tracemalloc
from collections.abc import Iterable
from contextlib import suppress

import pytest

from boxctl.web.http import http_protocol, streams
from boxctl.web.http.address import LOOPBACK, WebAddress, is_own_name, read_address
from boxctl.web.http.streams import Sink, Subscriptions
from boxctl.web.reading import EventBuffer, FeedEvent
from tests.boxctl.web.test_reading import EMPTY, after
from tests.support.web.served_table import LONG, ServedTable


class StuckSink(Sink):
    """A client that accepts nothing."""

    def __init__(self) -> None:
        self.dropped = False
        self.is_stuck = asyncio.Event()

    async def begin(self) -> None:
        """Accept it."""

    async def send(self, events: Iterable[FeedEvent]) -> None:
        self.is_stuck.set()
        await asyncio.Event().wait()

    async def keep_alive(self) -> None:
        await asyncio.Event().wait()

    async def end(self) -> None:
        """Nothing more."""

    def abort(self) -> None:
        self.dropped = True


def a_buffer() -> EventBuffer:
    buffer = EventBuffer("run")
    buffer.publish(EMPTY)
    return buffer


def test_a_client_that_accepts_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.0)
    subscriptions, sink = Subscriptions(a_buffer()), StuckSink()
    asyncio.run(subscriptions.send_all("192.0.2.1", None, sink))
    assert sink.dropped
    assert len(subscriptions) == 0


def test_a_request_that_never_becomes_whole_is_dropped(
    pages: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_PATIENCE", 0.0)
    with socket.create_connection((LOOPBACK, pages.port), timeout=LONG) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        with suppress(ConnectionResetError):  # Dropped as well.
            assert slow.recv(1) == b""


def test_a_head_without_end_is_refused(pages: ServedTable) -> None:
    with socket.create_connection((LOOPBACK, pages.port), timeout=LONG) as hostile:
        try:
            hostile.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000)
            assert hostile.recv(1 << 16).startswith(b"HTTP/1.1 4")
        except (ConnectionResetError, BrokenPipeError):
            pass  # It did not even read it to the end.
    assert pages.state["turn"] == "Ann"


def test_a_large_head_that_comes_in_one_piece_is_refused(pages: ServedTable) -> None:
    # The protocol counts only what is not complete yet.
    status, body, _ = pages.asks("/state.json", X_Long="x" * 40_000)
    assert (status, body["code"]) == (431, "BX755")
    assert pages.asks("/state.json", X_Long="x" * 4_000)[0] == 200


@pytest.mark.parametrize(
    "text",
    [b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"POST /act HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
     b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00"],
)  # fmt: skip
def test_what_is_no_request_harms_nobody(pages: ServedTable, text: bytes) -> None:
    with socket.create_connection((LOOPBACK, pages.port), timeout=LONG) as hostile:
        hostile.sendall(text)
        hostile.shutdown(socket.SHUT_WR)
        while hostile.recv(1 << 16):
            pass
    assert pages.state["turn"] == "Ann"


UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
)


@pytest.mark.parametrize("name", ["Extensions", "Protocol"])
def test_a_socket_is_asked_for_in_ascii(pages: ServedTable, name: str) -> None:
    with socket.create_connection((LOOPBACK, pages.port), timeout=LONG) as hostile:
        hostile.sendall(
            UPGRADE % pages.port + f"Sec-WebSocket-{name}: \xff\r\n\r\n".encode("latin-1")
        )
        assert hostile.recv(1 << 16).startswith(b"HTTP/1.1 400 ")
    assert pages.state["turn"] == "Ann"


@pytest.mark.parametrize("method", ["CONNECT", "POST", "HEAD", "BREW"])
@pytest.mark.parametrize("path", ["/events", "/feed.ndjson"])
def test_the_feed_is_only_got(pages: ServedTable, method: str, path: str) -> None:
    with socket.create_connection((LOOPBACK, pages.port), timeout=LONG) as hostile:
        hostile.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}:{pages.port}\r\n\r\n".encode()
        )
        assert hostile.recv(1 << 16).startswith(b"HTTP/1.1 405 ")
    assert len(pages.server.subscriptions) == 0


def test_markup_in_a_name_stays_text(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    name = "<script>alert(1)</script>"
    assert pages.acts("names", names=[name, "Bob"]) == 202
    pages.server.settle()
    status, body, headers = pages.asks("/state.json")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert body["state"]["next_players"][0] == name


def test_memory_stays_as_it_is_over_a_day_of_play() -> None:
    buffer, snapshot = EventBuffer("run", most_kept=16), EMPTY

    def play(changes: int) -> None:
        nonlocal snapshot
        for number in range(changes):
            snapshot = after(snapshot, number, "ruling" if number % 3 else "phase")
            buffer.publish(snapshot)

    gc.freeze()  # Look only through what is made here.
    tracemalloc.start()
    try:
        play(50)  # More than are kept.
        gc.collect()  # An encoder of JSON is a cycle.
        before, _ = tracemalloc.get_traced_memory()
        play(600)
        gc.collect()
        later, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert later < before + 100_000


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1:8765", True), ("localhost:8765", True), ("[::1]:8765", True),
     ("192.168.1.20:8765", True), ("192.168.1.20", True), ("pub.example:8765", True),
     ("evil.example:8765", False), ("localhost:1", False), ("127.0.0.1.evil.example:8765", False),
     ("", False), ("localhost.evil.example", False), ("LOCALHOST:8765", True)],
)  # fmt: skip
def test_only_own_names_are_answered_to(host: str, own: bool) -> None:
    assert is_own_name(host, 8765, frozenset({"pub.example"})) is own


@pytest.mark.parametrize(
    ("text", "read"),
    [("8080", WebAddress(port=8080)), ("0.0.0.0:80", WebAddress("0.0.0.0", 80)),
     ("[::]:80", WebAddress("::", 80)), ("box:1", WebAddress("box", 1)), ("0", WebAddress(port=0)),
     ("", None), ("box", None), ("box:", None), (":80", None), ("::1:80", None), ("70000", None),
     ("box:-1", None), ("[box]:80", None), ("box..local:80", None), (64 * "b" + ":80", None)],
)  # fmt: skip
def test_an_address_is_a_port_or_a_host_and_a_port(text: str, read: WebAddress | None) -> None:
    assert read_address(text) == read
