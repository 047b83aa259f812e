"""The end of a match on a phone, and the way to the next: what stays, and what is asked."""

from __future__ import annotations

import asyncio
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boxctl.browser.local_pages import results_of_the_evening
from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from tests.support.web.thumb import Thumb, at_the_table

STAKE = {"stake": "1.00 GBP"}


async def _plays_a_match(thumb: Thumb) -> None:
    await thumb.begins(**STAKE)
    await thumb.plays_out()


def _entries(folder: Path) -> list[str]:
    with closing(open_to_read(folder / "play.journal")) as connection:
        return [kind for (kind,) in connection.execute("SELECT kind FROM entry ORDER BY id")]


def test_a_match_that_has_ended_stays_until_somebody_begins_the_next(tmp_path: Path) -> None:
    seen: list[dict[str, object]] = []

    async def look(thumb: Thumb) -> None:
        state = await thumb.sees()
        shown = ("match", "over", "winners", "pool", "players", "evening", "phase")
        seen.append({name: state[name] for name in shown})
        assert {"new", "match"} <= set(state["actions"])
        assert "confirm" not in state["actions"]
        assert (await thumb.reads()).startswith("Ann and Bob share the win")

    async def play(thumb: Thumb) -> None:
        await _plays_a_match(thumb)
        await asyncio.sleep(20)
        await look(thumb)

    at_the_table(tmp_path, play)
    entries = _entries(tmp_path)
    at_the_table(tmp_path, look)
    at_the_table(tmp_path, look)
    assert seen[0] == seen[1] == seen[2]
    assert seen[0]["over"]
    # The tray says each time that it is there; nothing else happens in a match that is over.
    assert {"device"} == set(_entries(tmp_path)[len(entries) :])
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_the_next_match_begins_at_an_ended_one_that_was_loaded_again(tmp_path: Path) -> None:
    async def next_match(thumb: Thumb) -> None:
        before = await thumb.sees()
        await thumb.presses("new")
        state = await thumb.sees()
        assert (state["match"], state["over"]) == (before["match"] + 1, False)
        asked = {tile["number"] for tile in state["tiles"] if tile["asked"] == "open"}
        assert asked == {tile["number"] for tile in before["tiles"] if tile["state"] == "shut"}
        assert asked

    at_the_table(tmp_path, _plays_a_match)
    at_the_table(tmp_path, next_match)
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_a_match_of_the_form_asks_people_to_stand_the_wooden_tiles_up(tmp_path: Path) -> None:
    async def another(thumb: Thumb) -> None:
        await _plays_a_match(thumb)
        lie = {t["number"] for t in (await thumb.sees())["tiles"] if t["state"] == "shut"}
        await thumb.begins("classic", "Mia", "Jo", tiles="12")
        tiles = (await thumb.sees())["tiles"]
        assert {t["number"] for t in tiles if t["asked"] == "open"} == lie
        assert {t["number"] for t in tiles if t["state"] == "shut"} == lie
        assert len(tiles) == 12
        await thumb.presses("put_back")
        assert "type_throw" in (await thumb.sees())["actions"]

    at_the_table(tmp_path, another)


def test_a_simulated_box_stands_its_tiles_up_by_itself(tmp_path: Path) -> None:
    async def another(thumb: Thumb) -> None:
        await _plays_a_match(thumb)
        await thumb.begins(taps="")
        assert all(tile["state"] == "open" for tile in (await thumb.sees())["tiles"])

    at_the_table(tmp_path, another)


def test_the_evening_goes_on_when_the_page_is_loaded_again(tmp_path: Path) -> None:
    async def look(thumb: Thumb) -> None:
        line = (await thumb.sees())["evening"][0]
        assert (line["name"], line["matches"], line["won"]) == ("Ann", 1, 1)
        assert line["written"] == "£0.00"

    async def another(thumb: Thumb) -> None:
        await _plays_a_match(thumb)
        assert [line["matches"] for line in (await thumb.sees())["evening"]] == [2, 2]

    at_the_table(tmp_path, _plays_a_match)
    at_the_table(tmp_path, look)
    at_the_table(tmp_path, another)


def test_the_evening_of_yesterday_is_over(tmp_path: Path) -> None:
    at_the_table(tmp_path, _plays_a_match)
    journal, now = tmp_path / "play.journal", datetime.now(UTC)
    assert len(results_of_the_evening(journal, now)) == 1
    assert results_of_the_evening(journal, now + timedelta(hours=7)) == ()
    assert results_of_the_evening(tmp_path / "none.journal", now) == ()


def test_a_match_can_be_broken_off_for_one_with_other_players(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("classic", "Ann", "Bob", **STAKE)
        await thumb.throws(6, 3)
        await thumb.taps_on(9)
        assert "match" in (await thumb.sees())["actions"]
        await thumb.begins("classic", "Ann", "Cem", "Dora", **STAKE)
        state = await thumb.sees()
        assert [line["name"] for line in state["players"]] == ["Ann", "Cem", "Dora"]
        assert [tile["number"] for tile in state["tiles"] if tile["asked"] == "open"] == [9]

    at_the_table(tmp_path, story)


def test_the_record_says_that_a_match_was_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins("classic", "Ann", "Bob", **STAKE)
        await thumb.throws(6, 3)
        await thumb.taps_on(9)
        await thumb.begins("classic", "Ann", "Cem", **STAKE)
        assert "was not played to its end" not in await thumb.reads()

    async def go_on(thumb: Thumb) -> None:
        assert [line["name"] for line in (await thumb.sees())["players"]] == ["Ann", "Cem"]

    at_the_table(tmp_path, story)
    at_the_table(tmp_path, go_on)
    assert main(["ledger", "--journal", str(tmp_path / "play.journal")]) == 0
    assert "Match 2 does not count: it was left before its end." in capsys.readouterr().out


def test_a_game_that_cannot_be_leaves_the_match_that_is_played(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(6, 3)
        refusal = await thumb.page.ask(
            "/act", {"do": "match", "variant": "classic", "names": ["Mia", "Mia"]}
        )
        assert refusal["code"]
        state = await thumb.sees()
        assert (state["dice"]["values"], state["turn"]) == ([6, 3], "Ann")

    at_the_table(tmp_path, story)


def test_nothing_asks_to_be_confirmed_in_a_match_that_goes_on(tmp_path: Path) -> None:
    async def begin(thumb: Thumb) -> None:
        await thumb.begins()
        await thumb.throws(6, 3)

    async def go_on(thumb: Thumb) -> None:
        assert "confirm" not in (await thumb.sees())["actions"]

    at_the_table(tmp_path, begin)
    at_the_table(tmp_path, go_on)
