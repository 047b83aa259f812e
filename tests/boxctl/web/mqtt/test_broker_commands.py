"""What a broker may have a box do: only what box.toml allows, and nothing that it did not name."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.web.laptop_feed import BoxFeed, TableOfBox
from boxctl.web.mqtt.commands import (
    COMMANDS,
    LONGEST_MESSAGE,
    BrokerCommand,
    BrokerCommands,
    CommandName,
    read_command,
)
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.mqtt.publisher import RetainedTexts
from boxctl.web.snapshots import SnapshotMaker
from hardware.config.read import read_box
from tests.boxctl.web.mqtt.test_discovery import KNOWN
from tests.support.chips.box_toml import with_change
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

PUB = Topics("pub")
HOUR = 3600 * SECOND


class SeenAtBroker:
    """A box whose landlord allows some commands."""

    def __init__(
        self, build: BuildTable, allowed: Iterable[CommandName], game: str = "pub"
    ) -> None:
        feed = BoxFeed(has_buttons=False)
        queue = feed.new_queue()
        self.table: VirtualTable = build(game, "Ann,Bob", wood=PERFECT_WOOD, watcher=feed)
        self.box = Mock(spec=TableOfBox)
        feed.sit_down(self.box)
        self._maker = SnapshotMaker(queue.take, lambda: self.table.now, may_act=False)
        commands = BrokerCommands(tuple(allowed), PUB, feed.want_done)
        self._taken = {each.topic: each.take for each in commands.taken()}
        self._texts = RetainedTexts(PUB, Discovery(PUB, "homeassistant"), None, commands)

    @property
    def kept(self) -> dict[str, str]:
        self._maker.look()
        snapshot = self._maker.snapshot()
        assert snapshot is not None
        return self._texts.of(snapshot)

    @property
    def next_players(self) -> list[str]:
        found: list[str] = json.loads(self.kept["boxctl/1/pub/state"])["next_players"]
        return found

    def sends(self, name: CommandName, text: str = "PRESS") -> None:
        """Publish a message; where nothing is taken, nobody hears it."""
        if (take := self._taken.get(f"boxctl/1/pub/{name}/set")) is not None:
            take(text.encode())
        for _ in range(2):
            self.table.until(self.table.now + SECOND)

    def plays_to_the_end(self) -> None:
        """Play a turn each of a game in which the first throw has to shut the 2."""
        for _turn in range(2):
            self.table.makes_ready()
            self.table.throws(1, 3)


ENTITIES = {
    "players": "homeassistant/text/boxctl_pub/players/config",
    "new": "homeassistant/button/boxctl_pub/new/config",
    "hush": "homeassistant/button/boxctl_pub/hush/config",
    "mute": "homeassistant/switch/boxctl_pub/mute/config",
}


@pytest.mark.parametrize("allowed", [(), ("players",), ("new", "hush"), COMMANDS])
def test_what_is_not_allowed_is_neither_announced_nor_taken(
    a_table: BuildTable, allowed: tuple[CommandName, ...]
) -> None:
    """An entity that was announced before is taken away, too."""
    seen = SeenAtBroker(a_table, allowed)
    kept = seen.kept
    assert {name for name, place in ENTITIES.items() if kept[place]} == set(allowed)
    seen.sends("players", "Cleo, Dan")
    assert seen.next_players == (["Cleo", "Dan"] if "players" in allowed else ["Ann", "Bob"])
    seen.sends("hush")
    assert seen.box.hush.called is ("hush" in allowed)


def test_home_assistant_knows_every_key_and_misses_none(a_table: BuildTable) -> None:
    kept = SeenAtBroker(a_table, COMMANDS).kept
    for name, place in ENTITIES.items():
        entity, keys = json.loads(kept[place]), KNOWN[place.split("/")[1]]
        assert set(keys["required"]) <= set(entity) <= {*keys["required"], *keys["optional"]}
        assert entity["command_topic"] == f"boxctl/1/pub/{name}/set"


def test_voice_and_sound_are_off_until_they_are_switched_on(a_table: BuildTable) -> None:
    seen = SeenAtBroker(a_table, ["mute"])
    assert seen.kept["boxctl/1/pub/mute"] == "off"
    seen.sends("mute", "ON")
    seen.box.mute.assert_called_once_with(on=True)
    assert seen.kept["boxctl/1/pub/mute"] == "on"
    seen.sends("mute", "on")
    seen.sends("mute", "OFF")
    seen.box.mute.assert_called_with(on=False)
    assert seen.kept["boxctl/1/pub/mute"] == "off"
    assert seen.box.mute.call_count == 2


def test_a_mute_ends_with_the_evening_six_hours_after_the_last_ruling(
    a_table: BuildTable,
) -> None:
    seen = SeenAtBroker(a_table, ["mute"])
    seen.sends("mute", "ON")
    seen.table.until(seen.table.now + 5 * HOUR)
    seen.table.throws(4, 5)
    seen.table.until(seen.table.now + 5 * HOUR)
    assert seen.kept["boxctl/1/pub/mute"] == "on"
    seen.table.until(seen.table.now + HOUR + SECOND)
    assert seen.kept["boxctl/1/pub/mute"] == "off"
    seen.box.mute.assert_called_with(on=False)


def test_players_are_named_with_their_handicaps(a_table: BuildTable) -> None:
    seen = SeenAtBroker(a_table, ["players"])
    seen.sends("players", " Cleo ,Dan +5,")
    state = json.loads(seen.kept["boxctl/1/pub/state"])
    assert (state["next_players"], state["next_handicap"]) == (["Cleo", "Dan"], {"Dan": 5})


@pytest.mark.parametrize("text", ["Ann,Ann", "", ",", "x" * 41, ",".join("abcdefghijklmnopqrstu")])
def test_players_who_cannot_be_leave_those_who_were(a_table: BuildTable, text: str) -> None:
    seen = SeenAtBroker(a_table, ["players"])
    seen.sends("players", text)
    assert seen.next_players == ["Ann", "Bob"]


def test_new_does_nothing_to_a_match_that_is_played(a_table: BuildTable) -> None:
    seen = SeenAtBroker(a_table, ["new", "players"])
    seen.table.throws(4, 5)
    before = seen.table.runtime.referee
    seen.sends("players", "Cleo")
    seen.sends("new")
    assert seen.table.runtime.referee is before
    assert list(before.play.players) == ["Ann", "Bob"]


def test_new_begins_the_next_match_with_those_who_were_named(a_table: BuildTable) -> None:
    seen = SeenAtBroker(a_table, ["new", "players"], "two-to-go")
    seen.plays_to_the_end()
    assert seen.table.runtime.referee.play.over
    seen.sends("players", "Cleo, Dan")
    seen.sends("new", "press")
    assert seen.table.runtime.referee.play.over
    seen.sends("new")
    assert list(seen.table.runtime.referee.play.players) == ["Cleo", "Dan"]


@given(st.sampled_from(COMMANDS), st.binary(max_size=300))
def test_any_message_is_a_command_that_is_known_or_none(name: CommandName, text: bytes) -> None:
    found = read_command(name, text)
    if found is not None:
        assert found.do == name
        assert (found.names != ()) == (name == "players")
        assert name == "players" or text == b"PRESS"


def test_a_message_that_is_too_long_is_none() -> None:
    assert read_command("players", b"Ann" + b" " * (LONGEST_MESSAGE - 3)) == BrokerCommand(
        "players", ("Ann",)
    )
    assert read_command("players", b"Ann" + b" " * (LONGEST_MESSAGE - 2)) is None


@pytest.mark.parametrize("name", COMMANDS)
def test_each_is_off_unless_box_toml_allows_it(tmp_path: Path, name: CommandName) -> None:
    path = tmp_path / "box.toml"
    for line, allowed in (("", False), (f"{name} = true\n", True)):
        broker = f'[mqtt]\nurl = "mqtt://broker.test"\n{line}'
        path.write_text(with_change("[roller]", f"{broker}[roller]"))
        table = read_box(path).mqtt
        assert table is not None
        assert {each: getattr(table, each) for each in COMMANDS} == {
            each: allowed and each == name for each in COMMANDS
        }


def test_what_describes_the_topics_needs_no_client_library() -> None:
    """A page in a browser and a box without a broker import it, and have no paho-mqtt."""
    program = (
        "import sys; sys.modules['paho'] = None; import boxctl.browser.local_pages; "
        "import boxctl.web.mqtt.commands"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
