"""All that a feed and a broker are told of a match is valid by the descriptions that are kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import cycle
from typing import Any

import pytest

from boxctl.referee.play import Play
from boxctl.web.api_document import api_document
from boxctl.web.box_feed import BoxFeed
from boxctl.web.event_document import event_document
from boxctl.web.http.app import SIGN_OF_LIFE
from boxctl.web.mqtt.follow_table import RulingNumbers
from boxctl.web.mqtt.topics import Topics
from boxctl.web.snapshots import SnapshotMaker
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

jsonschema: Any = pytest.importorskip("jsonschema")

DICE = ((3, 4), (6, 5), (1, 1), (2, 6), (5, 5), (1, 6), (4, 4))


def strict(part: Any) -> Any:
    """Return a schema that allows no field which it does not name."""
    if isinstance(part, list):
        return [strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    kept = {name: strict(each) for name, each in part.items()}
    if kept.get("type") == "object" and "properties" in kept:
        kept.setdefault("additionalProperties", False)
    return kept


def checker(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """Return what checks values by a schema that refers to the components of a document."""
    whole = {"components": strict(deepcopy(document["components"])), **strict(deepcopy(schema))}
    return jsonschema.Draft202012Validator(whole)


@pytest.mark.parametrize("document", [api_document(), event_document()], ids=["web", "feed"])
def test_each_schema_is_one(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_what_is_not_described_is_found() -> None:
    event = checker(api_document(), {"$ref": "#/components/schemas/Event"})
    assert not event.is_valid({"event": "change", "id": "a-1", "set": {"more": 1}})
    assert not event.is_valid({"event": "change", "id": "a-1", "set": {"turn": 1}})
    assert not event.is_valid({"event": "state", "id": "a-1"})
    assert event.is_valid({"event": "change", "id": "a-1", "set": {"turn": "Ann"}})
    assert event.is_valid({"event": "alive"})


def test_a_sign_of_life_between_server_sent_events_is_an_event() -> None:
    name, data = (line.partition(": ")[2] for line in SIGN_OF_LIFE.strip().splitlines())
    event = json.loads(data)
    assert event["event"] == name
    checker(api_document(), {"$ref": "#/components/schemas/Event"}).validate(event)


def play_on(pages: ServedTable) -> Iterator[None]:
    """Play a match to its end, mistakes and a sensor in doubt included; pause after each act."""
    table = pages.table
    dice = cycle(DICE)
    table.throws(3, 4)
    table.shuts(9)
    yield
    table.opens(9)
    table.wood.chatter(7, table.now, 6_000_000)
    table.waits(5_000)
    yield
    table.presses("new")
    table.waits(30_000)
    while not play_of(pages).over:
        table.makes_ready()
        yield
        if play_of(pages).throw_awaited:
            table.throws(*next(dice))
        if moves := pages.state["moves"]:
            table.shuts(*moves[0])
        yield


def play_of(pages: ServedTable) -> Play:
    return pages.table.runtime.referee.play


@pytest.fixture
def pages(a_table: BuildTable) -> Iterator[ServedTable]:
    """The pages of a box at which there is money on the table."""
    feed = BoxFeed(has_buttons=True)
    table = a_table(
        "tournament", players="Ann,Bob,<b>Zoë</b>", watcher=feed, wood=PERFECT_WOOD, stake="200",
        target="1",
    )  # fmt: skip
    with served(table, box_feed(table, feed)) as pages:
        yield pages


@pytest.mark.parametrize("path", ["/feed.ndjson", "/events"])
def test_each_event_of_a_match_fits(pages: ServedTable, path: str) -> None:
    event = checker(api_document(), {"$ref": "#/components/schemas/Event"})
    told = []
    with pages.listens(path) as reader:
        for _ in play_on(pages):
            state = pages.state
            last_id = pages.server.subscriptions.buffer.last_id
            if reader.last_id != last_id:
                told += reader.reads_up_to(last_id)
            assert reader.state == state
    assert len(told) > 15
    verdicts = {ruling["verdict"] for each in told for ruling in each.get("rulings", ())}
    assert {"throw", "committed", "refused", "restored", "turn_over", "match_over"} <= verdicts
    for each in told:
        event.validate(each)


def test_each_message_to_a_broker_fits(pages: ServedTable) -> None:
    document, topics = event_document(), Topics("pub")
    channels = {
        channel["address"].replace("{box}", "pub"): checker(
            document, channel["messages"]["event"]["payload"]
        )
        for channel in document["channels"].values()
    }
    sequence, said = RulingNumbers(), []
    maker = SnapshotMaker(
        pages.feed.new_queue().take,
        lambda: pages.table.now,
        may_act=False,
        ruled=lambda match, ruling: said.append(sequence.next(match, ruling)),
    )
    texts: dict[tuple[str, str], None] = {}
    for _ in play_on(pages):
        maker.look()
        snapshot = maker.snapshot()
        assert snapshot is not None
        texts |= {(topic, text): None for topic, text in topics.retained(snapshot).items() if text}
    assert len(texts) > 60
    assert len(said) > 10
    for topic, text in [*texts, *((topics.rulings, text) for text in said)]:
        described = channels[topic if "/tile/" not in topic else f"{topics.root}/tile/{{number}}"]
        described.validate(json.loads(text) if text[:1] in "{[" else value_of(topic, text))


def value_of(topic: str, text: str) -> str:
    """Return what a topic has as plain text."""
    assert not topic.endswith(("state", "tiles", "lamps", "dice", "score", "rules", "troubles"))
    return text
