"""Each client reads the table in its own language, from one server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.notices import LeverPositionAsked
from boxctl.web.http.guard import preferred
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.table_feed import TableFeed
from hardware.devices import DeviceLost
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import EventReader, ServedTable, served

GERMAN = {"Accept_Language": "de-AT,de;q=0.9,en;q=0.5"}
FRENCH = {"Accept_Language": "fr"}


@pytest.fixture
def table(a_table: BuildTable, tmp_path: Path) -> Iterator[ServedTable]:
    """The pages of a table at which a throw was refused."""
    feed, journal = TableFeed(), tmp_path / "journal.db"
    played = a_table(players="Ann,Bob", watcher=feed, journal=journal)
    played.throws(1, 2)
    played.shuts(9)
    with served(played, feed, RecordRoutes(journal).routes) as pages:
        yield pages


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de", "de"),
        ("de-CH, fr;q=0.9", "de"),
        ("fr;q=0.4, de;q=0.8", "de"),
        ("es, pt;q=0.9, fr;q=0.1", "fr"),
        ("en;q=0", None),
        ("es", None),
        ("*", None),
        ("", None),
        ("de;q=x", None),
        ("de;q=nan", None),
        ("," * 5000 + "de", None),
        ("fr" * 100, None),
    ],
)
def test_a_browser_says_what_it_likes_best(accepted: str, code: str | None) -> None:
    assert preferred(accepted) == code


def told(table: ServedTable, path: str = "/state.json", **headers: str) -> dict[str, object]:
    status, body, _ = table.asks(path, **headers)
    assert status == 200
    state: dict[str, object] = body["state"]
    return state


def words(state: dict[str, object]) -> object:
    said = state["announcement"]
    assert isinstance(said, dict)
    return said["text"]


def test_one_table_speaks_to_each_client_in_its_own_language(table: ServedTable) -> None:
    table.server.settle()
    assert words(told(table)) == "9 is more than the 3 you threw: put the 9 back up."
    german, french = words(told(table, **GERMAN)), words(told(table, **FRENCH))
    assert german == "9 ist mehr als die 3, die du geworfen hast: stell die 9 wieder auf."
    assert french != german
    assert "9" in str(french)


def test_the_address_counts_before_the_browser(table: ServedTable) -> None:
    table.server.settle()
    assert told(table, "/state.json?lang=fr", **GERMAN)["language"] == "fr"
    assert told(table, "/state.json?lang=xx", **GERMAN)["language"] == "de"
    assert told(table, "/state.json?lang=box", **GERMAN)["language"] == "en"


def test_all_but_the_words_is_the_same(table: ServedTable) -> None:
    table.server.settle()
    english, german = told(table), told(table, **GERMAN)
    for name in ("tiles", "dice", "moves", "phase", "turn", "match", "actions", "over", "begun"):
        assert english[name] == german[name], name


def test_feeds_of_two_languages_stay_in_step(table: ServedTable) -> None:
    with table.listens(**GERMAN) as german, table.listens() as english:
        for reader in (german, english):
            reader.reads()
        table.table.opens(9)
        table.table.shuts(1, 2)
        assert_in_step(table, german, **GERMAN)
        assert_in_step(table, english)
        assert german.state["language"] == "de"


def assert_in_step(table: ServedTable, reader: EventReader, **headers: str) -> None:
    table.server.settle()
    body = table.asks("/state.json", **headers)[1]
    if reader.last_id != body["id"]:
        reader.reads_up_to(body["id"])
    assert reader.state == body["state"]


def test_who_changes_the_language_gets_a_whole_state(table: ServedTable) -> None:
    table.server.settle()
    last_id = table.asks("/state.json")[1]["id"]
    with table.listens(Last_Event_ID=last_id, **GERMAN) as reader:
        assert reader.reads()["event"] == "state"
        assert reader.state["language"] == "de"


def test_words_rules_and_refusals_are_in_the_language_of_the_client(table: ServedTable) -> None:
    assert table.asks("/texts.json", **GERMAN)[1]["Close"] == "Schließen"
    texts, headers = table.asks("/texts.json", **FRENCH)[1:]
    assert texts["Close"] == "Fermer"
    assert headers["content-language"] == "fr"
    assert "accept-language" in headers["vary"]
    assert table.asks("/rules.json", **GERMAN)[1]["sections"] != table.asks("/rules.json")[1]
    german = table.asks("/nowhere", **GERMAN)[1]["text"]
    assert german != table.asks("/nowhere")[1]["text"]


def test_every_language_that_a_box_speaks_is_told_by_its_own_name(table: ServedTable) -> None:
    told = table.asks("/languages.json", **GERMAN)[1]
    assert told.items() >= {"en": "English", "de": "Deutsch", "fr": "Français"}.items()


def test_the_grounds_of_a_ruling_are_in_the_language_of_the_client(table: ServedTable) -> None:
    english = table.asks("/rulings/3?match=1")[1]
    german = table.asks("/rulings/3?match=1", **GERMAN)[1]
    assert english["throw"] == german["throw"]
    assert english["text"] != german["text"]
    assert english["rules"].keys() == german["rules"].keys()


def test_what_does_not_answer_is_told_in_the_language_of_the_client(table: ServedTable) -> None:
    def troubles(**headers: str) -> list[str]:
        table.server.settle()
        found = told(table, **headers)["troubles"]
        assert isinstance(found, list)
        return [trouble["text"] for trouble in found]

    table.feed.tell(DeviceLost(table.table.now, "roller", "no cable"))
    table.feed.tell(LeverPositionAsked(5, SensorFault.CHATTERING, by_buttons=False))
    table.table.waits(1000)
    assert troubles() == ["The roller: no cable", "The sensor of tile 5 chatters"]
    assert troubles(**GERMAN) == ["Der Würfler: no cable", "Der Sensor der Klappe 5 prellt"]
