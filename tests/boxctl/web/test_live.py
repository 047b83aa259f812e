"""What browsers see of a table while it is played: whole at first, then each change."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from starlette.responses import Response
from starlette.routing import Route
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, RejectConnection, Request, TextMessage

from boxctl.web.http.address import LOOPBACK
from boxctl.web.table_feed import TableFeed
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.feed_client import applied
from tests.support.web.served_table import LONG, ServedTable, served


def open_tiles(state: dict[str, Any]) -> list[int]:
    return [tile["number"] for tile in state["tiles"] if tile["state"] == "open"]


def test_a_page_shows_the_table_as_it_stands(pages: ServedTable) -> None:
    state = pages.state
    assert state["phase"] == "throw"
    assert state["turn"] == "Ann"
    assert open_tiles(state) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [line["name"] for line in state["players"]] == ["Ann", "Bob"]
    assert state["announcement"]["text"] == "Ann, your turn: throw two dice."


def test_a_throw_shows_its_dice_and_what_may_be_moved(pages: ServedTable) -> None:
    pages.table.throws(1, 2)
    state = pages.state
    assert state["dice"]["values"] == [1, 2]
    assert state["moves"] == [[1, 2], [3]]
    assert [tile["number"] for tile in state["tiles"] if tile["may_move"]] == [1, 2, 3]
    assert [tile["lamp"] for tile in state["tiles"][:4]] == ["slow", "slow", "slow", "on"]


def test_a_refused_tile_has_to_be_put_back(pages: ServedTable) -> None:
    pages.table.throws(1, 2)
    pages.table.shuts(9)
    state = pages.state
    assert state["tiles"][8]["asked"] == "open"
    assert state["tiles"][8]["lamp"] == "fast"
    assert state["announcement"]["kind"] == "refused"
    assert state["rulings"][-1]["verdict"] == "refused"
    assert state["rulings"][-1]["rule"] == "R4.5"


def test_a_page_that_listens_has_the_same_state_as_one_that_asks(pages: ServedTable) -> None:
    with pages.listens() as reader:
        assert reader.reads()["event"] == "state"
        pages.table.throws(1, 2)
        pages.table.shuts(1, 2)
        last = pages.state
        reader.reads_up_to(pages.server.subscriptions.buffer.last_id)
        assert reader.state == last


def test_the_feed_is_to_be_had_as_lines(pages: ServedTable) -> None:
    with pages.listens("/feed.ndjson") as reader:
        assert reader.reads()["event"] == "state"
        pages.table.throws(1, 2)
        assert reader.state | pages.state == pages.state
        reader.reads_up_to(pages.server.subscriptions.buffer.last_id)
        assert reader.state == pages.state


def test_a_page_that_was_cut_off_goes_on_where_it_was(pages: ServedTable) -> None:
    with pages.listens() as reader:
        reader.reads()
        seen, state = reader.last_id, reader.state
    pages.table.throws(1, 2)
    pages.table.shuts(1)
    last = pages.state
    with pages.listens(Last_Event_ID=seen) as back:
        back.state = state
        events = back.reads_up_to(pages.server.subscriptions.buffer.last_id)
        assert {event["event"] for event in events} == {"change"}
        assert back.state == last


def test_an_id_of_another_run_gets_the_whole_state(pages: ServedTable) -> None:
    with pages.listens(Last_Event_ID="0badcafe-3") as reader:
        assert reader.reads()["event"] == "state"


def test_a_foreign_name_is_refused(pages: ServedTable) -> None:
    status, body, _ = pages.asks("/state.json", Host="evil.example")
    assert (status, body["code"]) == (421, "BX752")


def test_what_the_server_raises_is_raised_in_the_test(a_table: BuildTable) -> None:
    async def broken(_request: object) -> Response:
        raise TypeError("an argument is missing")

    feed = TableFeed()
    with served(a_table(watcher=feed), feed, [Route("/broken", broken)]) as pages:
        with pytest.raises(TypeError, match="an argument is missing"):
            pages.asks("/broken")
        assert pages.asks("/state.json")[0] == 200


def test_every_answer_forbids_foreign_content(pages: ServedTable) -> None:
    for path in ("/", "/state.json", "/nothing"):
        _, _, headers = pages.asks(path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_no_request_leaves_the_folder_of_the_pages(pages: ServedTable) -> None:
    for path in ("/../state.py", "/%2e%2e/state.py", "/..%2f..%2fstate.py", "//etc/passwd"):
        assert pages.asks(path)[0] == 404
    assert pages.asks("/")[0] == 200


class SocketClient:
    """A program that reads the feed over a WebSocket."""

    def __init__(self, pages: ServedTable, origin: str = "") -> None:
        self._socket = socket.create_connection((LOOPBACK, pages.port), timeout=LONG)
        self._wire = WSConnection(ConnectionType.CLIENT)
        headers = [(b"Origin", origin.encode())] if origin else []
        asking = Request(f"{LOOPBACK}:{pages.port}", "/socket", extra_headers=headers)
        self._socket.sendall(self._wire.send(asking))
        self._events: Iterator[Any] = iter(())

    def reads(self) -> Any:
        """Return the next thing that comes."""
        while (event := next(self._events, None)) is None:
            self._wire.receive_data(self._socket.recv(1 << 16))
            self._events = self._wire.events()
        return event

    def reads_message(self) -> dict[str, Any]:
        """Return the next message, whole."""
        text = ""
        while True:
            event = self.reads()
            assert isinstance(event, TextMessage)
            text += event.data
            if event.message_finished:
                told: dict[str, Any] = json.loads(text)
                return told

    def close(self) -> None:
        self._socket.close()


def test_the_feed_is_to_be_had_over_a_websocket(pages: ServedTable) -> None:
    with closing(SocketClient(pages)) as client:
        assert isinstance(client.reads(), AcceptConnection)
        first = client.reads_message()
        assert first["event"] == "state"
        pages.table.throws(1, 2)
        state = applied({}, first)
        while state != pages.state:
            state = applied(state, client.reads_message())


def test_a_page_from_elsewhere_gets_no_websocket(pages: ServedTable) -> None:
    with closing(SocketClient(pages, "http://evil.example")) as client:
        assert isinstance(client.reads(), RejectConnection)
