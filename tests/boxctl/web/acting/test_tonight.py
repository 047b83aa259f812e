"""Tonight's game is chosen on a phone whose holder has given the code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boxctl.web.laptop_feed import BoxFeed
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served


@contextmanager
def a_box(
    a_table: BuildTable, name: str = "two-to-go", menu: object = ("pub", "thai", "full-house")
) -> Iterator[ServedTable]:
    feed = BoxFeed(has_buttons=True)
    table = a_table(name, "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=menu)
    with served(table, box_feed(table, feed)) as pages:
        assert pages.enters(pages.code.code)[0] == 200
        yield pages


def test_what_can_be_chosen_is_told_with_what_cannot_and_why(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        assert "choose" in pages.state["actions"]
        status, told, _ = pages.asks("/tonight.json")
        assert status == 200
        why = {game["id"]: game["why_not"] for game in told["games"]}
        assert set(why) == {"pub", "thai", "full-house"}
        assert why["full-house"] == "it needs 12 tiles, and this box has 9"
        assert why["pub"] == why["thai"] == ""
        assert told["known"] == ["Ann", "Bob"]
        _, en_francais, _ = pages.asks("/tonight.json", accept_language="fr")
        by_name = {game["id"]: game["why_not"] for game in en_francais["games"]}
        assert by_name["full-house"].startswith("il faut 12")


def test_a_choice_while_nothing_is_thrown_is_played_at_once(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        assert (
            pages.acts("choose", variant="thai", names=["Ann", "Cy"], stake="50p", choice=0) == 202
        )
        state = pages.state
        assert (state["rules"]["id"], state["tonight"]["choice"]) == ("thai", 1)
        assert state["tonight"]["stake"] == "a stake of 50p"
        assert [line["name"] for line in state["players"]] == ["Ann", "Cy"]


def test_the_second_of_two_phones_is_told(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        assert pages.acts("choose", variant="thai", choice=0) == 202
        pages.server.settle()
        status, refused = pages.sends("/act", {"do": "choose", "variant": "pub", "choice": 0})
        assert (status, refused["code"]) == (409, "BX759")
        assert "omebody else has just chosen" in refused["text"]
        assert pages.state["rules"]["id"] == "thai"


def test_two_that_come_in_the_same_moment_are_told_apart_by_the_table(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        pages.server.settle()
        for variant in ("thai", "pub"):
            body = {"do": "choose", "variant": variant, "choice": 0}
            assert pages.sends("/act", body)[0] == 202
        pages.table.waits(2000)
        assert pages.state["rules"]["id"] == "thai"
        assert pages.table.runtime.following.variant == "thai"


def test_a_choice_while_a_match_is_played_waits_for_the_next(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        pages.table.throws(1, 3)
        assert pages.acts("choose", variant="thai") == 202
        assert (pages.state["rules"]["id"], pages.state["tonight"]["game"]["id"]) == (
            "two-to-go",
            "thai",
        )
        assert pages.state["next_players"] == ["Ann", "Bob"]
        pages.table.throws(1, 3)
        assert pages.acts("new") == 202
        assert pages.state["rules"]["id"] == "thai"


def test_what_cannot_be_played_is_refused_with_its_sentence(a_table: BuildTable) -> None:
    with a_box(a_table) as pages:
        for body, why in (
            ({"variant": "full-house"}, "needs 12 tiles"),
            ({"variant": "canoga"}, "not among the games"),
            ({"variant": "poker"}, "no variant"),
            ({"variant": "thai", "stake": "nonsense"}, "nonsense"),
            ({"variant": "thai", "names": ["Ann", "Ann"]}, "wo players"),
        ):
            pages.server.settle()
            status, refused = pages.sends("/act", {"do": "choose", **body})
            assert status == 409, body
            assert why in refused["text"]
        for wrong in (
            {},
            {"variant": "/etc/passwd"},
            {"variant": "../crown.toml"},
            {"variant": "crown.toml"},
            {"variant": 3},
            {"variant": "thai", "choice": -1},
            {"variant": "thai", "stake": 5},
        ):
            assert pages.sends("/act", {"do": "choose", **wrong})[0] == 400
        assert pages.state["tonight"]["choice"] == 0


def test_a_locked_menu_is_locked_for_phones_too(a_table: BuildTable) -> None:
    with a_box(a_table, menu=False) as pages:
        assert "choose" not in pages.state["actions"]
        assert pages.state["tonight"] is None
        assert pages.asks("/tonight.json")[0] == 409
        status, refused = pages.sends("/act", {"do": "choose", "variant": "thai"})
        assert status == 409
        assert refused["text"] == (
            "Nobody chooses the game at this table: its landlord has locked the menu, "
            "or it has none."
        )


def test_a_phone_sees_who_has_which_handicap_and_gives_others(a_table: BuildTable) -> None:
    with a_box(a_table, menu=("pub", "thai", "long-game")) as pages:
        _, told, _ = pages.asks("/tonight.json")
        assert {game["id"]: game["handicap"] for game in told["games"]} == {
            "pub": True,
            "thai": True,
            "long-game": False,
        }
        assert told["handicap"] == {}
        names = ["Ann +0", "Bob +5"]
        assert pages.acts("choose", variant="thai", names=names, choice=0) == 202
        assert [(line["name"], line["handicap"]) for line in pages.state["players"]] == [
            ("Ann", 0),
            ("Bob", 5),
        ]
        assert pages.state["next_handicap"] == {"Bob": 5}
        assert pages.asks("/tonight.json")[1]["handicap"] == {"Bob": 5}
        # Who only chooses the game leaves everybody his.
        assert pages.acts("choose", variant="pub", choice=1) == 202
        assert pages.state["next_handicap"] == {"Bob": 5}
        assert pages.acts("names", names=["Ann +3", "Bob +0"]) == 202
        assert (pages.state["next_players"], pages.state["next_handicap"]) == (
            ["Ann", "Bob"],
            {"Ann": 3},
        )


def test_a_handicap_that_cannot_be_is_refused_with_its_sentence(a_table: BuildTable) -> None:
    with a_box(a_table, menu=("pub", "long-game")) as pages:
        for variant, name, why in (
            ("long-game", "Ann +5", "handicap"),
            ("pub", "Ann +1000", "Ann=1000 is not possible"),
        ):
            pages.server.settle()
            body = {"do": "choose", "variant": variant, "names": [name, "Bob"]}
            status, refused = pages.sends("/act", body)
            assert (status, why in refused["text"]) == (409, True), refused
        longest = f"{'A' * 40} +999"
        assert pages.acts("choose", variant="pub", names=[longest, "Bob"]) == 202
        assert pages.state["next_handicap"] == {"A" * 40: 999}
        assert pages.acts("names", names=["A" * 41]) == 400
