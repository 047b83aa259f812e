"""docs/feed-api.json describes what is told by events, and what is told fits it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boxctl.referee.payloads import Verdict
from boxctl.web.api_document import event_document
from boxctl.web.mqtt.discovery import Topics, ruling_text
from boxctl.web.state import RulingLine
from tests.boxctl.web.test_api_document import fits
from tests.support.web.served_table import ServedTable

KEPT = Path(__file__).parents[3] / "docs" / "feed-api.json"


def references(part: Any) -> list[str]:
    """Return all that a part of a document refers to."""
    if isinstance(part, dict):
        here = [part["$ref"]] if "$ref" in part else []
        return here + [each for value in part.values() for each in references(value)]
    return [each for value in part for each in references(value)] if isinstance(part, list) else []


def found(document: Any, reference: str) -> bool:
    for name in reference.removeprefix("#/").split("/"):
        if name not in document:
            return False
        document = document[name]
    return True


def test_the_kept_description_is_that_of_the_code() -> None:
    document = json.loads(KEPT.read_text(encoding="utf-8"))
    assert document == event_document(), "run: python -m boxctl.web docs"


def test_the_box_serves_it_as_well(pages: ServedTable) -> None:
    assert pages.asks("/asyncapi.json")[1] == event_document()


def test_all_that_it_refers_to_is_there() -> None:
    document = event_document()
    assert [each for each in references(document) if not found(document, each)] == []


def test_each_topic_is_described(pages: ServedTable) -> None:
    pages.table.throws(1, 2)
    assert pages.state
    box = Topics("pub")
    document = event_document()
    addresses = {each["address"] for each in document["channels"].values()}
    topics = {address.replace("{box}", "pub") for address in addresses}
    kept = {"tile/{number}", "state", "tiles", "lamps", "score", "dice", "turn", "phase"}
    assert {f"{box.root}/{topic}" for topic in kept} <= topics
    assert {box.availability, box.rulings} <= topics
    assert {"/events", "/feed.ndjson", "/socket"} <= topics


def test_rulings_alone_are_not_retained() -> None:
    operations = event_document()["operations"]
    retained = {
        name: each["bindings"]["mqtt"]["retain"]
        for name, each in operations.items()
        if "bindings" in each
    }
    assert [name for name, kept in retained.items() if not kept] == ["mqtt_rulings"]


def test_a_ruling_fits_its_description() -> None:
    document = event_document()
    schema = document["channels"]["mqtt_rulings"]["messages"]["event"]["payload"]
    line = RulingLine(1, 0.5, Verdict.READY, "R4.9", "Ann", "…")
    assert fits(json.loads(ruling_text("run", 1, 2, line)), schema, document)
