"""All that is answered, and told to a feed and a broker, fits the descriptions that are kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from dataclasses import fields
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import read_match
from boxctl.referee.game import Game
from boxctl.referee.payloads import Verdict
from boxctl.web.api_document import ADDRESSES, api_document, event_document
from boxctl.web.http.app import FEEDS, SIGN_OF_LIFE
from boxctl.web.journal.replays import replayed_states
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.mqtt.discovery import Topics
from boxctl.web.mqtt.publisher import RulingNumbers
from boxctl.web.reading import EventBuffer
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import TableSnapshot
from tests.support.every_variant import UNLIKE_EACH_OTHER
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.records.simulated_records import SimulatedMatch, record_matches
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.asked_app import answers_of_journal
from tests.support.web.served_table import ServedTable, box_feed, served

jsonschema: Any = pytest.importorskip("jsonschema")

LAYOUT_2 = Path(__file__).parents[1] / "journal" / "layout_2" / "journal.db"
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


@cache
def schemas_of(answered: str, method: str = "get") -> tuple[Any, Any]:
    """Return what checks an answer of this address, and one that refuses."""
    document = api_document()
    responses = document["paths"][answered][method]["responses"]
    taken, default = (
        checker(document, next(iter(response["content"].values()))["schema"])
        for response in responses.values()
    )
    return taken, default


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A match of each kind as it is recorded today, and the matches of an early journal."""
    folder = tmp_path_factory.mktemp("journals")
    today = record_matches(
        folder / "today.db",
        [SimulatedMatch(variant=name, events=30, left=True) for name in sorted(UNLIKE_EACH_OTHER)],
    )
    layout_2 = Path(shutil.copy(LAYOUT_2, folder / "layout_2.db"))
    return [today, layout_2]


QUESTIONS = {each.path for each in ADDRESSES if each.path.startswith(("/ask/", "/linked-rules"))}
"""Addresses whose answers are held against their description where questions are asked."""


def addresses_of(journal: Path) -> Iterator[tuple[str, str]]:
    """Yield each address that tells of a recorded match, and that by which it is described."""
    some_are_over = False
    with closing(open_to_read(journal)) as connection:
        for number in numbers_in(connection):
            match = read_match(connection, number)
            assert match is not None
            some_are_over = some_are_over or match.over
            for address in ("/matches/{match}.json", "/matches/{match}/record.json"):
                yield address.format(match=number), address
            if match.over:
                yield f"/matches/{number}/card.json", "/matches/{match}/card.json"
            # The first ruling of each verdict.
            places = {ruling.verdict: at for at, ruling in enumerate(match.rulings[:90], start=1)}
            for place in places.values():
                yield f"/rulings/{place}?match={number}", "/rulings/{ruling}"
    for address in ("/matches.json", "/evening/record.json", "/rules.json", "/games.json"):
        yield address, address
    if some_are_over:
        yield ("/evening/card.json",) * 2
    yield from (("/texts.json",) * 2, ("/languages.json",) * 2)


def test_each_answer_about_recorded_matches_fits(recorded: list[Path]) -> None:
    asked = set()
    for journal in recorded:
        addresses = list(addresses_of(journal))
        answers = answers_of_journal(journal, [address for address, _ in addresses])
        for (address, described), (status, answer) in zip(addresses, answers, strict=True):
            assert status == 200, address
            schemas_of(described)[0].validate(answer)
            asked.add(described)
    live = {"/state.json", "/phone.json", "/qr.svg", "/openapi.json", "/asyncapi.json"}
    live |= {"/tonight.json", "/tournament.json", "/puzzles.json", *QUESTIONS}
    feeds = {feed.path for feed in FEEDS}
    assert asked | live | feeds >= {each.path for each in ADDRESSES if each.sent is None}


def test_the_puzzles_of_a_game_fit(pages: ServedTable) -> None:
    status, answer, _ = pages.asks("/puzzles.json?rules=classic")
    assert status == 200
    schemas_of("/puzzles.json")[0].validate(answer)


def test_what_can_be_chosen_fits(a_table: BuildTable) -> None:
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann", watcher=feed, menu=True)
    with served(table, box_feed(table, feed)) as pages:
        status, answer, _ = pages.asks("/tonight.json")
    assert status == 200
    schemas_of("/tonight.json")[0].validate(answer)


def test_each_answer_of_a_table_fits(pages: ServedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    # The loop of this table takes a step whenever it is asked for its book.
    monkeypatch.setattr(pages.feed, "copy_play", lambda take: take(deepcopy(play_of(pages))))
    for address in ("/state.json", "/phone.json", "/openapi.json", "/asyncapi.json"):
        status, answer, _ = pages.asks(address)
        assert status == 200
        schemas_of(address)[0].validate(answer)
    assert pages.enters("nonsense")[0] == 403
    sent: dict[str, Any] = {
        "/session": {"code": pages.code.code},
        "/act": {"do": "report"},
        "/coach": {"mode": "ask"},
        "/show-code": {},
    }
    at_a_menu = {"/our-rules/settings", "/our-rules/save", "/our-rules/file"}
    assert sent.keys() | at_a_menu | QUESTIONS >= {
        each.path for each in ADDRESSES if each.sent is not None
    }
    for address, body in sent.items():
        status, answer = sends_as_described(pages, address, body)
        if address == "/session":
            pages.token = answer["token"]
        # This box has no display to show its code on.
        assert (status >= 300) == (address == "/show-code"), answer


def test_what_is_saved_as_a_game_fits(
    a_table: BuildTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann", watcher=feed, menu=True)
    rules: dict[str, Any] = {"variant": "pub", "settings": {"doubles": "rethrow", "match": "duel"}}
    with served(table, box_feed(table, feed)) as pages:
        pages.enters(pages.code.code)
        assert sends_as_described(pages, "/our-rules/settings", rules)[0] == 200
        as_here = {**rules, "settings": None}
        assert sends_as_described(pages, "/our-rules/settings", as_here)[0] == 200
        assert sends_as_described(pages, "/our-rules/save", rules | {"title": "Ours"})[0] == 201
        assert sends_as_described(pages, "/our-rules/save", rules | {"title": "Ours"})[0] == 409
        file = {"text": 'title = "From a file"\n'}
        assert sends_as_described(pages, "/our-rules/file", file)[0] == 201
        assert sends_as_described(pages, "/our-rules/file", file)[0] == 409


def sends_as_described(pages: ServedTable, address: str, body: object) -> tuple[int, Any]:
    """Send a body that fits its description; return the status and the answer, which has to fit."""
    document = api_document()
    operation = document["paths"][address]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    checker(document, schema).validate(body)
    taken, refused = schemas_of(address, "post")
    status, answer = pages.sends(address, body)
    (taken if status < 300 else refused).validate(answer)
    assert status >= 300 or str(status) in operation["responses"]
    return status, answer


def test_each_event_of_recorded_matches_fits(recorded: list[Path]) -> None:
    event = checker(api_document(), {"$ref": "#/components/schemas/Event"})
    verdicts = set()
    for journal in recorded:
        with closing(open_to_read(journal)) as connection:
            matches = [read_match(connection, number) for number in numbers_in(connection)]
        buffer = EventBuffer("run")
        for match in matches:
            assert match is not None
            for state in replayed_states(match):
                last_id = buffer.last_id
                # A feed has all of it but what a replay adds.
                parts = {each.name: getattr(state, each.name) for each in fields(TableSnapshot)}
                buffer.publish(TableSnapshot(**parts))
                told = [json.loads(each.text) for each in (buffer.whole, *buffer.after(last_id))]
                for each in told:
                    event.validate(each)
                verdicts |= {line.verdict for line in state.rulings}
    assert verdicts == set(Verdict)


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


def play_of(pages: ServedTable) -> Game:
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
