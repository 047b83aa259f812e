"""Who has the table's code can act from a page, as with the buttons of the box."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boxctl.web.acting.act_routes import ACTS, LARGEST_BODY
from boxctl.web.laptop_feed import BoxFeed
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

CANOGA = {"name": "canoga", "players": "Ann,Bob"}


@pytest.fixture
def canoga(a_table: BuildTable) -> Iterator[ServedTable]:
    """The pages of a table where a move can wait to be confirmed."""
    feed = BoxFeed(has_buttons=True)
    table = a_table("canoga", players="Ann,Bob", watcher=feed)
    with served(table, box_feed(table, feed)) as pages:
        yield pages


def test_who_has_the_code_confirms_a_move(canoga: ServedTable) -> None:
    canoga.table.throws(2, 4)
    canoga.table.shuts(2)
    assert "confirm" in canoga.state["actions"]
    assert canoga.enters(canoga.code.code)[0] == 200
    assert canoga.acts("confirm") == 202
    assert canoga.table.ruled == ["committed R3.3"]
    assert canoga.state["tiles"][1]["state"] == "shut"


def test_nobody_acts_without_the_code(canoga: ServedTable) -> None:
    canoga.table.throws(2, 4)
    canoga.table.shuts(2)
    assert canoga.state["phase"] == "will_do"
    for token in ("", "Bearer", "Bearer x", "Basic " + canoga.code.code):
        status, body = canoga.sends("/act", {"do": "confirm"}, Authorization=token)
        assert (status, body["code"]) == (401, "BX756")
    assert canoga.state["phase"] == "will_do"


def test_a_wrong_code_is_refused(pages: ServedTable) -> None:
    wrong = "000000" if pages.code.code != "000000" else "111111"
    status, body = pages.enters(wrong)
    assert (status, body["code"]) == (403, "BX756")
    assert body["text"].startswith("This is not the table's code: ")
    assert body["text"].endswith("changes.")
    assert not pages.token


@pytest.mark.parametrize("code", ["", "\ud800", "½23456", "1" * 1000, None, 123456, ["1"]])
def test_what_is_no_code_is_refused(pages: ServedTable, code: object) -> None:
    assert pages.sends("/session", {"code": code})[0] in (400, 403)


def test_who_guesses_has_to_wait(pages: ServedTable) -> None:
    wrong = "000000" if pages.code.code != "000000" else "111111"
    while (status := pages.enters(wrong)[0]) == 403:
        pass
    assert status == 429
    # Not even the right one helps now: a guesser would learn that it is right.
    assert pages.enters(pages.code.code)[0] == 429
    pages.time += 3_600_000_000
    assert pages.enters(pages.code.code)[0] == 200


def test_who_has_the_link_needs_no_code(canoga: ServedTable) -> None:
    canoga.table.throws(2, 4)
    canoga.table.shuts(2)
    assert canoga.enters(canoga.code.link_word)[0] == 200
    assert canoga.acts("confirm") == 202
    assert canoga.code.link_word not in str(canoga.state)


def test_who_is_too_late_is_told_so(canoga: ServedTable) -> None:
    canoga.table.throws(2, 4)
    canoga.table.shuts(2)
    canoga.enters(canoga.code.code)
    seen = canoga.state["rulings"][-1]["number"]
    status, body = canoga.sends("/act", {"do": "confirm", "seen": seen - 1})
    assert (status, body["code"]) == (409, "BX758")
    assert "faster" in body["text"]
    assert canoga.sends("/act", {"do": "confirm", "seen": seen})[0] == 202


def test_the_code_is_of_one_evening(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    assert pages.acts("report") == 202
    pages.evening += 1
    assert pages.acts("report") == 401


def test_a_page_from_elsewhere_cannot_act(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{pages.port + 1}"):
        status, body = pages.sends("/act", {"do": "report"}, Origin=origin)
        assert (status, body["code"]) == (403, "BX752")


def test_what_cannot_be_done_now_is_refused(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    assert pages.state["phase"] == "throw"
    assert pages.acts("confirm") == 409
    assert pages.acts("throw") == 409


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "confirm",
        {},
        {"do": "explode"},
        {"do": ["confirm"]},
        {"do": "move", "tile": "1"},
        {"do": "move", "tile": True},
        {"do": "move", "tile": 25},
        {"do": "names", "names": "Ann"},
        {"do": "names", "names": ["Ann"] * 99},
        {"do": "names", "names": ["x" * 1000]},
        {"do": "type_throw", "text": 34},
        {"do": "match", "names": ["Ann"]},
        {"do": "confirm", "seen": -1},
        {"do": "confirm", "seen": "1"},
        {"do": "confirm", "seen": True},
        {"do": "move", "tile": 3, "to": "up"},
        {"do": "move", "tile": 3, "to": ["open"]},
        {"do": "match", "names": ["Ann"], "variant": 3},
        {"do": "match", "names": None, "variant": "classic"},
        {"do": {"do": "confirm"}},
        {"do": "match", "names": ["Ann"], "variant": "\ud800"},
        {"do": "type_throw", "text": "\ud800"},
    ],
)
def test_what_is_no_act_is_refused(pages: ServedTable, data: object) -> None:
    pages.enters(pages.code.code)
    assert pages.sends("/act", data)[0] == 400


def test_a_large_body_is_refused(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    names = ["x" * 30] * (LARGEST_BODY // 30)
    assert pages.sends("/act", {"do": "names", "names": names})[0] == 413


def test_a_flood_of_acts_is_stemmed(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    pages.server.settle()
    took = [pages.sends("/act", {"do": "report"})[0] for _ in range(ACTS.burst + 5)]
    assert 429 in took
    assert took.count(202) <= ACTS.burst


def test_the_players_of_the_next_match_are_named(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    assert pages.acts("names", names=["Cleo", "<b>Dan</b>"]) == 202
    assert pages.state["next_players"] == ["Cleo", "<b>Dan</b>"]
    assert [line["name"] for line in pages.state["players"]] == ["Ann", "Bob"]


def test_names_that_cannot_be_are_said_so(pages: ServedTable) -> None:
    pages.enters(pages.code.code)
    status, body = pages.sends("/act", {"do": "names", "names": ["Ann", "Ann"]})
    assert (status, body["code"]) == (409, "BX206")
    _, body = pages.sends("/act", {"do": "names", "names": ["Ann", "Ann"]}, Accept_Language="de")
    assert "Ann" in body["text"]
    assert pages.state["next_players"] == ["Ann", "Bob"]
