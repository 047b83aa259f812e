"""What stands under which topic, for machines and for Home Assistant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from boxctl.view.announcement import AnnouncementKind
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.mqtt.discovery import Discovery, SaidRuling, Topics
from boxctl.web.reading import as_data
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import FORMAT, Phase, TableSnapshot
from groundwork.language import language, use
from groundwork.limits import MOST_TILES
from tests.support import mqtt
from tests.support.tables.virtual_table import BuildTable, VirtualTable

PUB = Topics("pub")
ROOT = "boxctl/1/pub"
HOSTILE = "{{ states('lock.door') }}/+/#<b>"


class SeenTable:
    """A table, and the state that is published of it."""

    def __init__(self, build: BuildTable, name: str = "classic", **given: Any) -> None:
        feed = BoxFeed(has_buttons=False)
        queue = feed.new_queue()
        self.table: VirtualTable = build(name, watcher=feed, **given)
        self._maker = SnapshotMaker(queue.take, lambda: self.table.now, may_act=False)

    @property
    def snapshot(self) -> TableSnapshot:
        self._maker.look()
        found = self._maker.snapshot()
        assert found is not None
        return found

    @property
    def kept(self) -> dict[str, str]:
        return PUB.retained(self.snapshot)


@pytest.fixture
def seen(a_table: BuildTable) -> SeenTable:
    return SeenTable(a_table, players="Ann,Bob")


def test_the_whole_state_is_that_of_the_pages(seen: SeenTable) -> None:
    seen.table.throws(1, 2)
    assert json.loads(seen.kept[f"{ROOT}/state"]) == as_data(seen.snapshot)


def test_each_part_has_a_topic_of_its_own(seen: SeenTable) -> None:
    seen.table.throws(4, 5)
    seen.table.shuts(9)
    kept = seen.kept
    assert kept[f"{ROOT}/tile/9"] == "shut"
    assert kept[f"{ROOT}/tile/8"] == "open"
    assert json.loads(kept[f"{ROOT}/tiles"]) == {
        "open": [1, 2, 3, 4, 5, 6, 7, 8], "shut": [9], "unknown": [],
    }  # fmt: skip
    assert json.loads(kept[f"{ROOT}/lamps"])["8"] == "on"
    assert json.loads(kept[f"{ROOT}/dice"])["values"] == [4, 5]
    assert [line["name"] for line in json.loads(kept[f"{ROOT}/score"])["players"]] == ["Ann", "Bob"]
    assert kept[f"{ROOT}/turn"] == "Ann"
    assert kept[f"{ROOT}/phase"] == "throw"
    assert kept[f"{ROOT}/doubtful"] == "off"


def test_tiles_of_an_earlier_box_are_taken_away(seen: SeenTable) -> None:
    kept = seen.kept
    assert all(kept[f"{ROOT}/tile/{number}"] == "" for number in range(10, MOST_TILES + 1))
    announced = Discovery(PUB, "homeassistant").retained(seen.snapshot)
    assert announced["homeassistant/binary_sensor/boxctl_pub/tile_9/config"]
    assert announced["homeassistant/binary_sensor/boxctl_pub/tile_10/config"] == ""


def test_names_are_text_and_in_no_topic_and_no_template(a_table: BuildTable) -> None:
    seen = SeenTable(a_table, players=f"{HOSTILE},Bob")
    kept = seen.kept
    assert kept[f"{ROOT}/turn"] == HOSTILE
    assert json.loads(kept[f"{ROOT}/score"])["players"][0]["name"] == HOSTILE
    assert not any(set(topic) & set("+#{") for topic in kept)
    announced = Discovery(PUB, "homeassistant").retained(seen.snapshot)
    assert "lock.door" not in json.dumps(announced)


def test_the_contract_names_every_topic_and_no_other(seen: SeenTable) -> None:
    page = (Path(__file__).parents[4] / "docs" / "mqtt.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[\w/]+`(?:, )?)+) \|", page, re.MULTILINE)
    named = {topic for row in rows for topic in re.findall(r"`([\w/]+)`", row)}
    kept = {topic.removeprefix(f"{ROOT}/") for topic in seen.kept}
    parts = {"tile/N" if topic.startswith("tile/") else topic for topic in kept}
    assert named == parts | {"availability", "rulings"}
    assert PUB.root.split("/")[1] == str(FORMAT)


def test_home_assistant_finds_one_device_with_all_that_there_is(seen: SeenTable) -> None:
    announced = Discovery(PUB, "homeassistant").retained(seen.snapshot)
    entities = {topic: json.loads(text) for topic, text in announced.items() if text}
    assert len({entity["unique_id"] for entity in entities.values()}) == len(entities)
    kept = seen.kept
    for topic, entity in entities.items():
        prefix, component, node, _, last = topic.split("/")
        assert (prefix, node, last) == ("homeassistant", "boxctl_pub", "config")
        assert component in ("sensor", "binary_sensor", "event")
        assert entity["device"]["identifiers"] == ["boxctl_pub"]
        assert entity["availability_topic"] == f"{ROOT}/availability"
        assert entity["state_topic"] in {*kept, PUB.rulings}
    tiles = [entity for topic, entity in entities.items() if "/tile_" in topic]
    assert len(tiles) == 9
    assert all("command_topic" not in entity for entity in entities.values())


KNOWN = json.loads(Path(mqtt.__file__).with_name("home_assistant_2026_11.json").read_text())
"""The keys of discovery messages, by component, as homeassistant/components/mqtt has them."""


def test_home_assistant_knows_every_key_and_misses_none(seen: SeenTable) -> None:
    discovery = Discovery(PUB, "homeassistant", "http://box.local:8765/")
    announced = discovery.retained(seen.snapshot) | discovery.select(["Classic"])
    for topic, text in announced.items():
        if not text:
            continue
        entity, keys = json.loads(text), KNOWN[component := topic.split("/")[1]]
        assert set(keys["required"]) <= set(entity) <= {*keys["required"], *keys["optional"]}
        assert set(entity["device"]) <= set(KNOWN["device"])
        assert set(entity["origin"]) <= set(KNOWN["origin"])
        assert entity["default_entity_id"].split(".")[0] == component
        assert ("options" in entity) == (
            component == "select" or entity.get("device_class") == "enum"
        )


def test_a_phase_is_one_of_those_that_are_announced(seen: SeenTable) -> None:
    phase = announced_as(seen, "sensor", "phase")
    assert (phase["device_class"], seen.kept[f"{ROOT}/phase"]) == ("enum", "throw")
    assert set(phase["options"]) == set(get_args(Phase))


def test_each_ruling_is_an_event_of_its_kind(seen: SeenTable) -> None:
    seen.table.throws(4, 5)
    seen.table.shuts(7)
    rulings = announced_as(seen, "event", "rulings")
    assert rulings["state_topic"] == PUB.rulings
    read = set(re.findall(r"\b(ruling|value_json)\.(\w+)", rulings["value_template"]))
    assert {name for of, name in read if of == "value_json"} <= set(SaidRuling.__annotations__)
    assert {name for of, name in read if of == "ruling"} <= set(as_data(seen.snapshot.rulings[-1]))
    assert seen.snapshot.rulings[-1].kind in rulings["event_types"]
    assert set(rulings["event_types"]) == set(AnnouncementKind)


def test_the_device_opens_the_page_of_the_table(seen: SeenTable) -> None:
    page = "http://192.0.2.7:8765/"
    assert announced_as(seen, "sensor", "turn", page)["device"]["configuration_url"] == page
    assert "configuration_url" not in announced_as(seen, "sensor", "turn")["device"]


def announced_as(seen: SeenTable, component: str, object: str, page: str = "") -> dict[str, Any]:
    """Return the announcement of an entity."""
    announced = Discovery(PUB, "homeassistant", page).retained(seen.snapshot)
    entity = json.loads(announced[f"homeassistant/{component}/boxctl_pub/{object}/config"])
    assert isinstance(entity, dict)
    return entity


def test_a_robot_has_its_name_for_programs_and_its_title_for_people(a_table: BuildTable) -> None:
    use(language("de"))
    seen = SeenTable(a_table, players="best,Bob")
    kept = seen.kept
    assert kept[f"{ROOT}/turn"] == "best"
    assert json.loads(kept[f"{ROOT}/state"])["titles"] == {"best": "Roboter Bea"}
    assert json.loads(kept[f"{ROOT}/score"])["titles"] == {"best": "Roboter Bea"}
    announced = Discovery(PUB, "homeassistant").retained(seen.snapshot)
    turn = json.loads(announced["homeassistant/sensor/boxctl_pub/turn/config"])
    assert turn["state_topic"] == f"{ROOT}/state"
    assert ".get(turn, turn)" in turn["value_template"]
