"""What stands under which topic, for machines and for Home Assistant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.reading import as_data
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import FORMAT, TableSnapshot
from groundwork.language import language, use
from groundwork.limits import MOST_TILES
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
        assert component in ("sensor", "binary_sensor")
        assert entity["device"]["identifiers"] == ["boxctl_pub"]
        assert entity["availability_topic"] == f"{ROOT}/availability"
        assert entity["state_topic"] in kept
    tiles = [entity for topic, entity in entities.items() if "/tile_" in topic]
    assert len(tiles) == 9
    assert all("command_topic" not in entity for entity in entities.values())


def test_a_robot_has_its_name_for_programs_and_its_title_for_people(a_table: BuildTable) -> None:
    use(language("de"))
    seen = SeenTable(a_table, players="best,Bob")
    kept = seen.kept
    assert kept[f"{ROOT}/turn"] == "best"
    assert json.loads(kept[f"{ROOT}/state"])["titles"] == {"best": "Profi"}
    assert json.loads(kept[f"{ROOT}/score"])["titles"] == {"best": "Profi"}
    announced = Discovery(PUB, "homeassistant").retained(seen.snapshot)
    turn = json.loads(announced["homeassistant/sensor/boxctl_pub/turn/config"])
    assert turn["state_topic"] == f"{ROOT}/state"
    assert ".get(turn, turn)" in turn["value_template"]
