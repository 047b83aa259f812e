"""Rules are changed on a phone that has the code, and saved as a game of the house."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.entry_kinds import GameChosen
from boxctl.rules.house.folders import folder_of_user
from boxctl.rules.match_settings import SENSORS
from boxctl.rules.settings import SETTINGS, changed_from
from boxctl.rules.variants import house_names, variant
from boxctl.web.acting.act_routes import ACTS, LARGEST_BODY
from boxctl.web.acting.our_rules import LARGEST_FILE, MOST_SAVED
from boxctl.web.laptop_feed import BoxFeed
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

Json = dict[str, Any]

TEN = {"variant": "pub", "settings": {"tiles": "8", "doubles": "rethrow"}, "title": "The Crown"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the box saves games, which is not there yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Path(folder_of_user())


@contextmanager
def a_box(a_table: BuildTable, menu: object = True, **how: Any) -> Iterator[ServedTable]:
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=menu, **how)
    with served(table, box_feed(table, feed)) as pages:
        assert pages.enters(pages.code.code)[0] == 200
        yield pages


@pytest.fixture
def box(a_table: BuildTable) -> Iterator[ServedTable]:
    with a_box(a_table) as pages:
        yield pages


def form(box: ServedTable, **asked: object) -> Json:
    status, told = box.sends("/our-rules/settings", {"variant": "pub", **asked})
    assert status == 200, told
    found: Json = told
    return found


def fields(told: Json) -> dict[str, Json]:
    return {field["id"]: field for group in told["groups"] for field in group["settings"]}


def test_the_form_has_every_setting_of_a_game_in_words(box: ServedTable) -> None:
    told = form(box)
    assert (told["id"], told["settings"], told["wrong"]) == ("pub", {}, "")
    shown = fields(told)
    assert set(shown) == {name for name, known in SETTINGS.items() if known.group != SENSORS}
    assert [group["title"] for group in told["groups"]] == [
        "The box", "The dice", "The turn", "Scoring and winning", "Money",
    ]  # fmt: skip
    assert shown["tiles"]["value"] == shown["tiles"]["has"] == "9"
    assert shown["doubles"]["choices"][0] == {"id": "none", "text": "nothing special"}
    for name, field in shown.items():
        assert not field["changed"]
        offered = [choice["id"] for choice in field["choices"]]
        assert field["value"] in offered
        assert field["typed"] == SETTINGS[name].kind.is_typed
        for value in offered:
            SETTINGS[name].read(value)
    status, auf_deutsch = box.sends("/our-rules/settings", {"variant": "pub"}, Accept_Language="de")
    assert (status, auf_deutsch["groups"][1]["title"]) == (200, "Die Würfel")


def test_what_differs_from_the_game_is_marked(box: ServedTable) -> None:
    told = form(box, settings={"tiles": "8", "doubles": "none", "target": "60"})
    changed = {name for name, field in fields(told).items() if field["changed"]}
    assert changed == {"tiles", "target"}
    assert told["settings"] == {"tiles": "8", "target": "60"}
    assert fields(told)["tiles"]["has"] == "9"


def test_a_list_of_ways_that_spells_a_game_is_that_game(box: ServedTable) -> None:
    ways = "pair+sum_tile+product_tile+difference_tile+quotient_tile"
    told = form(box, settings={"combine": ways})
    assert told["settings"] == {"combine": "canoga", "quotient": "true"}


def test_what_a_match_has_by_itself_is_no_change(box: ServedTable) -> None:
    shown = form(box, settings={"match": "tournament"})
    assert shown["settings"] == {"match": "tournament"}
    assert fields(shown)["target"]["value"] == "100"
    assert form(box, settings={"match": "single"})["wrong"] == ""


def test_settings_that_contradict_are_said_with_what_mends_it(box: ServedTable) -> None:
    told = form(box, settings={"combine": "canoga", "dice": "3d6"})
    assert "combine = canoga needs two dice, but dice = 3d6" in told["wrong"]
    assert told["cure"] == "dice"
    assert form(box, settings={"combine": "canoga"})["wrong"] == ""


def test_a_value_that_is_none_is_said_beside_it(box: ServedTable) -> None:
    told = form(box, settings={"tiles": "ninety", "doubles": "rethrow"})
    field = fields(told)["tiles"]
    assert (field["value"], field["changed"]) == ("ninety", False)
    assert "from 1 to 24" in field["wrong"]
    assert told["settings"] == {"tiles": "ninety", "doubles": "rethrow"}


def test_rules_that_the_box_cannot_be_played_by_are_said(box: ServedTable, folder: Path) -> None:
    told = form(box, settings={"tiles": "12"})
    assert "it needs 12 tiles, and this box has 9" in told["wrong"]
    assert told["cure"] == ""
    status, refused = box.sends("/our-rules/save", {**TEN, "settings": {"tiles": "12"}})
    assert (status, refused["code"]) == (409, "BX524")
    assert "has 9" in refused["text"]
    assert not folder.exists()


def test_the_form_begins_with_the_rules_that_are_played_here(a_table: BuildTable) -> None:
    with a_box(a_table, stake="50p", bump_ms="40") as pages:
        assert form(pages)["settings"] == {"stake": "0.50 GBP"}
        assert form(pages, variant="thai")["settings"] == {}


def test_what_is_saved_stands_among_the_games_at_once_and_can_be_played(
    box: ServedTable, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, saved = box.sends("/our-rules/save", TEN)
    assert (status, saved) == (201, {"id": "the-crown", "title": "The Crown"})
    assert changed_from(variant("pub"), variant("the-crown")) == {
        "tiles": "8",
        "doubles": "rethrow",
    }
    first = box.asks("/tonight.json")[1]["games"][0]
    assert (first["id"], first["title"], first["why_not"]) == ("the-crown", "The Crown", "")
    assert first["summary"].startswith("As ")
    assert main(["rules", "list"]) == 0
    assert "the-crown" in capsys.readouterr().out
    assert main(["rules", "check", str(folder / "the-crown.toml")]) == 0
    assert box.table.runtime.chooser is not None
    assert box.table.runtime.chooser.offers.families[0] == ("the-crown",)
    assert box.acts("choose", variant="the-crown", choice=0) == 202
    assert box.state["rules"]["name"] == "The Crown"
    assert len(box.state["tiles"]) == 8


def test_saving_is_no_part_of_a_match_and_choosing_is(a_table: BuildTable, tmp_path: Path) -> None:
    with a_box(a_table, journal=tmp_path / "journal.db") as pages:
        pages.table.throws(1, 2)
        before = pages.table.read(1)
        assert pages.sends("/our-rules/save", TEN)[0] == 201
        pages.table.waits(2000)
        assert len(pages.table.read(1).entries) == len(before.entries)
        assert pages.acts("choose", variant="the-crown", choice=0) == 202
        ((_number, chosen),) = pages.table.read(1).read(GameChosen)
        assert chosen.variant == "the-crown"


def test_it_is_saved_in_the_folder_of_the_service(
    box: ServedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert box.sends("/our-rules/save", TEN)[0] == 201
    assert os.listdir(tmp_path / "state" / "variants") == ["the-crown.toml"]  # noqa: PTH208


def test_a_game_of_the_house_can_be_made_of_another(box: ServedTable) -> None:
    assert box.sends("/our-rules/save", TEN)[0] == 201
    late = {"variant": "the-crown", "settings": {"stake": "50p"}, "title": "Late"}
    assert fields(form(box, variant="the-crown", settings={"stake": "50p"}))["tiles"]["has"] == "8"
    assert box.sends("/our-rules/save", late)[0] == 201
    assert variant("late").tiles == 8


@pytest.mark.parametrize("title", ["<b>Crown</b>", "../../etc/passwd", "/etc/x.toml", "Ünter 🎲"])
def test_a_title_is_a_title_whatever_is_in_it(box: ServedTable, folder: Path, title: str) -> None:
    status, saved = box.sends("/our-rules/save", {**TEN, "title": title})
    assert (status, saved["title"]) == (201, title)
    (file,) = folder.iterdir()
    assert file.parent == folder
    assert box.asks("/tonight.json")[1]["games"][0]["title"] == title


@pytest.mark.parametrize(
    ("wrong", "code", "told"),
    [
        ({"title": ""}, "BX212", "no letter"),
        ({"title": "…"}, "BX212", "no letter"),
        ({"title": "a\nb"}, "BX212", "cannot be shown"),
        ({"title": "x" * 61}, "BX212", "more than 60"),
        ({"title": "Thai"}, "BX209", 'called "Thai"'),
        ({"title": "Klackers"}, "BX209", "Klackers"),
        ({"variant": "poker"}, "BX201", "poker"),
        ({"settings": {"tils": "8"}}, "BX202", "tiles"),
        ({"settings": {"bump_ms": "3600000"}}, "BX202", "wood"),
        ({"settings": {"tiles": "99"}}, "BX203", "from 1 to 24"),
        ({"settings": {"down": "1-999999999"}}, "BX205", "tiles"),
        ({"settings": {"match": "duel", "opening_tile": "2"}}, "BX204", "opening_tile = 2"),
        ({"settings": {}}, "BX215", "change a setting first"),
        ({"settings": None}, "BX215", "change a setting first"),
    ],
)
def test_what_cannot_be_saved_is_said_in_one_sentence_that_names_no_file(
    box: ServedTable, folder: Path, wrong: Json, code: str, told: str
) -> None:
    status, refused = box.sends("/our-rules/save", TEN | wrong)
    assert (status, refused["code"]) == (409, code), refused
    assert told in refused["text"]
    assert "/" not in refused["text"]
    assert ".toml" not in refused["text"].replace("box.toml", "")
    assert not folder.exists() or not list(folder.iterdir())


def test_of_two_phones_with_one_title_the_first_saves_it(box: ServedTable, folder: Path) -> None:
    def saves(tiles: str) -> tuple[int, Json]:
        body = {**TEN, "settings": {"tiles": tiles}}
        return box.sends("/our-rules/save", body)

    with ThreadPoolExecutor(6) as phones:
        told = list(phones.map(saves, ("3", "4", "5", "6", "7", "8")))
    assert sorted(status for status, _ in told) == [201, *[409] * 5]
    for status, refused in told:
        if status == 409:
            assert refused["code"] == "BX209"
            assert 'called "The Crown"' in refused["text"]
    assert house_names() == ("the-crown",)
    kept = [tiles for tiles, (status, _) in zip("345678", told, strict=True) if status == 201]
    assert str(variant("the-crown").tiles) == kept[0]
    # A title that is spelled otherwise makes the same file.
    assert box.sends("/our-rules/save", {**TEN, "title": "THE  crown!"})[1]["code"] == "BX209"
    assert len(list(folder.iterdir())) == 1


def test_a_folder_that_cannot_be_written_is_said(
    box: ServedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "file"))
    status, refused = box.sends("/our-rules/save", TEN)
    assert (status, refused["code"]) == (409, "BX215")
    assert refused["text"] == (
        "The box cannot write the game down (not a directory): tell the landlord."
    )
    _, auf_deutsch = box.sends("/our-rules/save", TEN, Accept_Language="de")
    assert auf_deutsch["text"] != refused["text"]


def test_nobody_fills_the_disk(box: ServedTable, folder: Path) -> None:
    folder.mkdir(parents=True)
    for number in range(MOST_SAVED - 1):
        (folder / f"game-{number}.toml").write_text(f'title = "Game {number}"\n')
    assert box.sends("/our-rules/save", TEN)[0] == 201
    status, refused = box.sends("/our-rules/save", {**TEN, "title": "One more"})
    assert (status, refused["code"]) == (409, "BX215")
    assert f"{MOST_SAVED} games" in refused["text"]
    assert len(list(folder.iterdir())) == MOST_SAVED


CROWN = """\
title = "The Crown"
based_on = "pub"
summary = "As in the pub, with eight tiles"

[settings]
tiles = 8

[fr]
title = "La Couronne"
"""


def sends_file(box: ServedTable, text: str, **headers: str) -> tuple[int, Json]:
    return box.sends("/our-rules/file", {"text": text}, **headers)


def test_the_file_of_a_game_is_taken_as_it_was_written(box: ServedTable, folder: Path) -> None:
    on_windows = CROWN.replace("\n", "\r\n")
    assert sends_file(box, on_windows) == (201, {"id": "the-crown", "title": "The Crown"})
    assert (folder / "the-crown.toml").read_text() == CROWN
    assert changed_from(variant("pub"), variant("the-crown")) == {"tiles": "8"}
    assert box.asks("/tonight.json")[1]["games"][0]["id"] == "the-crown"
    assert box.asks("/tonight.json", Accept_Language="fr")[1]["games"][0]["title"] == "La Couronne"


def test_a_file_on_a_page_is_judged_as_rules_check_judges_it(
    box: ServedTable, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = 'title = "The Crown"\nsumary = 1\n[settings]\ntiles = 99\ndoubles = rethrow\nx = 1\n'
    status, refused = sends_file(box, wrong)
    assert (status, refused["code"]) == (409, "BX212")
    (tmp_path / "the-crown.toml").write_text(wrong)
    assert main(["rules", "check", str(tmp_path / "the-crown.toml")]) == 2
    told = [line.split(":", 1)[1] for line in capsys.readouterr().err.splitlines()]
    on_the_page = refused["text"].replace("Line ", "line ").splitlines()
    assert len(told) == len(on_the_page) == 4
    for checked, shown in zip(told, on_the_page, strict=True):
        place, words = shown.removeprefix("line ").split(": ", 1)
        assert f":{place}: {words}" in checked
    assert not folder.exists()


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("", "BX212", "no title"),
        (CROWN.replace("The Crown", "Thai"), "BX209", 'called "Thai"'),
        (CROWN.replace('"pub"', '"the-moon"'), "BX213", "the-moon"),
        (CROWN.replace("tiles = 8", "tiles = 12"), "BX524", "has 9"),
        (CROWN.replace("tiles = 8", "bump_ms = 3000"), "BX202", "wood"),
        ("x" * 66_000, "BX210", "more than 65536 bytes"),
        ("ü" * 40_000, "BX210", "more than 65536 bytes"),
        ("[" * 60_000, "BX211", "a name has a sign that it cannot have"),
    ],
)
def test_a_file_that_is_no_game_of_this_box_is_refused(
    box: ServedTable, folder: Path, text: str, code: str, told: str
) -> None:
    status, refused = sends_file(box, text)
    assert (status, refused["code"]) == (409, code), refused
    assert told in refused["text"]
    assert not refused["text"].endswith("..")
    assert "/" not in refused["text"]
    assert not folder.exists() or not list(folder.iterdir())


def test_a_file_does_not_take_the_place_of_another(box: ServedTable, folder: Path) -> None:
    assert sends_file(box, CROWN)[0] == 201
    other = CROWN.replace("tiles = 8", "tiles = 7").replace("The Crown", "The  Crown!")
    status, refused = sends_file(box, other.replace("La Couronne", "Autre"))
    assert (status, refused["code"]) == (409, "BX209")
    assert (folder / "the-crown.toml").read_text() == CROWN


@pytest.mark.parametrize("wrong", [None, [], {}, {"text": None}, {"text": 3}, {"text": "\ud800"}])
def test_what_is_no_text_of_a_file_is_refused(
    box: ServedTable, folder: Path, wrong: object
) -> None:
    status, refused = box.sends("/our-rules/file", wrong)
    assert (status, refused["code"]) == (400, "BX755")
    assert box.sends("/our-rules/file", {"text": "x" * LARGEST_FILE})[0] == 413
    assert not folder.exists()


ADDRESSES = ["/our-rules/settings", "/our-rules/save", "/our-rules/file"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_without_the_code_and_no_page_from_elsewhere(
    box: ServedTable, folder: Path, address: str
) -> None:
    for token in ("", "Bearer x", f"Basic {box.code.code}"):
        status, refused = box.sends(address, TEN, Authorization=token)
        assert (status, refused["code"]) == (401, "BX756")
    for origin in ("http://evil.example", "null"):
        status, refused = box.sends(address, TEN, Origin=origin)
        assert (status, refused["code"]) == (403, "BX752")
    assert box.sends(address, TEN, Content_Type="text/plain")[0] == 400
    assert box.asks(address)[0] == 404
    assert not folder.exists()


@pytest.mark.parametrize("address", ["/our-rules/settings", "/our-rules/save"])
@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {"variant": 3},
        {"variant": ""},
        {"variant": "/etc/passwd"},
        {"variant": "./crown.toml"},
        {"variant": "x" * 41},
        {"variant": "\ud800"},
        {"settings": []},
        {"settings": {"tiles": 8}},
        {"settings": {"tiles": "\ud800"}},
        {"settings": {"tiles": "8\n"}},
        {"settings": {"tiles": "8" * 201}},
        {"settings": {f"tiles{number}": "8" for number in range(60)}},
    ],
)
def test_what_is_no_game_is_refused(
    box: ServedTable, folder: Path, address: str, wrong: object
) -> None:
    body = TEN | wrong if isinstance(wrong, dict) else wrong
    status, refused = box.sends(address, body)
    assert (status, refused["code"]) == (400, "BX755")
    assert not folder.exists()


@pytest.mark.parametrize("title", [None, 3, ["x"], "x" * 201, "\ud800"])
def test_what_is_no_title_is_refused(box: ServedTable, folder: Path, title: object) -> None:
    assert box.sends("/our-rules/save", {**TEN, "title": title})[0] == 400
    assert not folder.exists()


def test_a_large_body_and_a_flood_are_refused(box: ServedTable) -> None:
    assert box.sends("/our-rules/save", {**TEN, "title": "x" * LARGEST_BODY})[0] == 413
    took = [box.sends("/our-rules/settings", TEN)[0] for _ in range(ACTS.burst + 2)]
    assert took == [*[200] * ACTS.burst, 429, 429]


@pytest.mark.parametrize("menu", [False, ("pub", "thai")])
def test_where_the_landlord_has_locked_the_menu_nothing_is_saved(
    a_table: BuildTable, folder: Path, menu: object
) -> None:
    with a_box(a_table, menu=menu) as pages:
        for address in ADDRESSES:
            status, refused = pages.sends(address, TEN | {"text": CROWN})
            assert (status, refused["code"]) == (409, "BX524")
            assert "menu" in refused["text"]
        if menu:
            assert pages.asks("/tonight.json")[1]["may_save"] is False
        assert not folder.exists()


def test_a_phone_is_told_where_it_may_save(box: ServedTable) -> None:
    assert box.asks("/tonight.json")[1]["may_save"] is True


def test_every_setting_that_is_offered_can_be_saved(box: ServedTable, folder: Path) -> None:
    """Every choice of the form is taken by the box as it stands there."""
    saved: list[str] = []
    for name, field in fields(form(box)).items():
        for choice in field["choices"]:
            needed = {**SETTINGS[name].tried_with(choice["id"]), name: choice["id"]}
            box.time += 1_000_000
            told = form(box, variant="classic", settings=needed)
            if told["wrong"] or not told["settings"]:
                continue
            body = {"variant": "classic", "settings": told["settings"], "title": "Ours"}
            status, answer = box.sends("/our-rules/save", body)
            assert status == 201, (name, choice, answer)
            (file,) = folder.iterdir()
            file.unlink()
            saved.append(name)
    # There is no other stake to choose, and no box of fewer tiles among the usual ones.
    assert set(SETTINGS) - set(saved) == {"stake", "tiles", "bump_ms", "act_ms", "settle_ms"}
