"""A game that the house has written is called by its title on the pages and in Home Assistant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.rules import variants
from boxctl.rules.house.folders import folder_of_user
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.mqtt.publisher import RetainedTexts, TonightSelect
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state_parts import _rules_state
from groundwork.language import language, speaking
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable
from tests.support.web.served_table import ServedTable, served

CROWN = (
    'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = 3\n[fr]\ntitle = "La Couronne"\n'
)
ROSE = 'title = "The Rose"\nbased_on = "pub"\n[settings]\ntiles = 3\ndoubles = "rethrow"\n'
TITLES = pytest.mark.parametrize(("code", "title"), [("en", "The Crown"), ("fr", "La Couronne")])


@pytest.fixture(autouse=True)
def crown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of The Crown, which has a title in French."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    file = Path(folder_of_user()) / "crown.toml"
    file.parent.mkdir(parents=True)
    file.write_text(CROWN, encoding="utf-8")
    return file


def forget_what_was_read() -> None:
    """Whatever is told from now on is told by the record, or by the file as it is now."""
    variants._recalled.clear()
    _rules_state.cache_clear()


class Pages:
    """The pages of a table at which The Crown is played, and what a broker is told of it."""

    def __init__(self, table: VirtualTable, feed: BoxFeed, pages: ServedTable) -> None:
        self.table = table
        self._feed, self._pages = feed, pages
        self._queue = feed.new_queue()

    def asked(self, path: str, code: str) -> Any:
        self._pages.server.settle()
        status, body, _headers = self._pages.asks(path, Accept_Language=code)
        assert status == 200, body
        return body

    def rules(self, code: str) -> tuple[str, dict[str, str]]:
        """What the state says is played: its title, and the settings that were changed."""
        told = self.asked("/state.json", code)["state"]["rules"]
        assert told["id"] == "crown"
        return told["name"], dict(told["changes"])

    def titles(self, code: str) -> set[str]:
        return {self.rules(code)[0], self.asked("/rules.json", code)["title"]}

    def begins_another(self) -> None:
        self.table.presses("new")


@pytest.fixture
def pages(a_table: BuildTable, tmp_path: Path) -> Iterator[Pages]:
    feed = BoxFeed(has_buttons=True)
    table = a_table(
        "crown", "Ann,Bob", wood=PERFECT_WOOD, watcher=feed, journal=tmp_path / "journal.db"
    )
    with served(table, feed) as on_pages:
        yield Pages(table, feed, on_pages)


@TITLES
def test_pages_call_it_by_its_title_in_the_language_of_the_reader(
    pages: Pages, code: str, title: str
) -> None:
    assert pages.titles(code) == {title}
    assert pages.rules(code)[1] == {}


@TITLES
@pytest.mark.parametrize("text", [ROSE, "title = 3", None], ids=["another", "broken", "gone"])
def test_what_becomes_of_the_file_changes_nothing_that_is_told_of_the_match(
    pages: Pages, crown: Path, code: str, title: str, text: str | None
) -> None:
    crown.unlink()
    if text is not None:
        crown.write_text(text, encoding="utf-8")
    forget_what_was_read()
    pages.table.throws(1, 2)
    assert pages.titles(code) == {title}
    assert pages.rules(code)[1] == {}


def test_a_match_that_was_interrupted_is_told_as_it_began(pages: Pages, crown: Path) -> None:
    pages.table.throws(1, 2)
    pages.table.loses_power()
    crown.unlink()
    forget_what_was_read()
    pages.table.starts_again()
    assert pages.titles("fr") == {"La Couronne"}


def test_the_next_match_is_told_by_the_file_that_counts_for_it(pages: Pages, crown: Path) -> None:
    assert pages.titles("fr") == {"La Couronne"}
    crown.write_text(ROSE, encoding="utf-8")
    runtime = pages.table.runtime
    runtime.followed_by(variants.variant("crown"), ("Ann", "Bob"), "crown")
    pages.table.throws(6, 6)
    pages.table.throws(6, 6)
    assert runtime.referee.play.over
    assert pages.titles("fr") == {"La Couronne"}
    pages.begins_another()
    assert pages.titles("fr") == {"The Rose"}
    assert pages.rules("fr")[1] == {}


@TITLES
def test_home_assistant_and_a_broker_are_told_the_title(
    a_table: BuildTable, code: str, title: str
) -> None:
    """It is in the list to choose from, and then what is played."""
    feed, topics = BoxFeed(has_buttons=False), Topics("pub")
    queue = feed.new_queue()
    table = a_table("pub", "Ann,Bob", wood=PERFECT_WOOD, watcher=feed, menu=("pub", "the crown"))
    maker = SnapshotMaker(queue.take, lambda: table.now, may_act=False)
    select = TonightSelect(feed, topics, Discovery(topics, "homeassistant"))
    kept = RetainedTexts(topics, Discovery(topics, "homeassistant"), select)

    def told() -> dict[str, str]:
        maker.look()
        snapshot = maker.snapshot()
        assert snapshot is not None
        return kept.of(snapshot)

    with speaking(language(code)):
        options = json.loads(told()["homeassistant/select/boxctl_pub/tonight/config"])["options"]
        assert title in options
        assert "crown" not in options
        select.take(title.encode())
        for _ in range(2):
            table.until(table.now + SECOND)
        assert told()["boxctl/1/pub/tonight"] == title
        assert json.loads(told()["boxctl/1/pub/rules"])["name"] == title
