"""The program as a page runs it: asked by messages, without threads, kept where the page says."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.query import read_sound_match
from tests.support.web.page_of_browser import A_MOMENT, Page, visit


def test_a_throw_is_ruled_recorded_signed_and_kept(tmp_path: Path) -> None:
    async def throw(page: Page) -> None:
        state = await page.act(do="throw")
        assert state["phase"] in ("play", "turn_over")
        assert len(state["dice"]["values"]) == 2

    page = visit(tmp_path, throw)
    assert page.kept
    match = read_sound_match(tmp_path / "play.journal", "last")
    assert {"player_begins", "throw"} & {ruling.verdict for ruling in match.rulings}
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_a_tab_that_is_killed_in_mid_move_goes_on_where_it_stood(tmp_path: Path) -> None:
    seen = []

    async def throw_and_move(page: Page) -> None:
        state = await page.act(do="throw")
        seen.append(state["dice"]["values"])
        await page.ask("/act", {"do": "move", "tile": state["moves"][0][0]})

    async def look(page: Page) -> None:
        state = await page.state()
        seen.append(state["dice"]["values"])
        assert state["phase"] in ("throw", "play", "will_do", "turn_over", "interrupted")

    visit(tmp_path, throw_and_move)
    visit(tmp_path, look)
    assert seen[0] == seen[1]


def test_another_game_with_a_robot_is_begun_and_remembered(tmp_path: Path) -> None:
    async def begin(page: Page) -> None:
        await page.act(do="match", variant="canoga", names=["Zoë", "best"])

    async def look(page: Page) -> None:
        state = await page.state()
        assert state["rules"]["id"] == "canoga"
        assert [line["name"] for line in state["players"]] == ["Zoë", "best"]

    visit(tmp_path, begin)
    visit(tmp_path, look)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", "Close"), ("de-AT", "Schließen"), ("fr", "Fermer"), ("tlh", "Close")],
)
def test_the_page_is_answered_in_its_language(tmp_path: Path, locale: str, words: str) -> None:
    async def read(page: Page) -> None:
        assert (await page.ask("/texts.json"))["Close"] == words
        assert (await page.ask("/texts.json?lang=fr"))["Close"] == "Fermer"

    visit(tmp_path, read, locale)


def test_nobody_acts_without_the_token_of_the_page(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        refusal = await page.ask("/act", {"do": "throw"}, token="guessed")
        assert refusal["code"] == "BX756"

    visit(tmp_path, act)


def test_a_storage_that_is_full_stops_play_and_loses_nothing(tmp_path: Path) -> None:
    async def fill(page: Page) -> None:
        ruled = (await page.state())["rulings"]
        page.trouble = "the quota is spent"
        assert await page.ask("/act", {"do": "throw"}) == {}
        await asyncio.sleep(A_MOMENT)
        state = await page.state()
        assert state["phase"] == "stopped"
        assert state["announcement"]["text"].startswith("Play pauses")
        assert state["rulings"] == ruled
        page.trouble = ""
        await asyncio.sleep(A_MOMENT)
        assert len((await page.state())["rulings"]) > len(ruled)

    visit(tmp_path, fill)


def test_the_whole_record_is_a_journal_that_boxctl_reads(tmp_path: Path) -> None:
    taken = tmp_path / "taken.journal"

    async def take(page: Page) -> None:
        await page.act(do="throw")
        taken.write_bytes(page.pages.journal())

    visit(tmp_path / "kept", take)
    assert main(["matches", "--journal", str(taken)]) == 0
    with closing(open_to_read(taken)) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone()[0] > 1


def test_a_feed_is_followed_until_the_page_hangs_up(tmp_path: Path) -> None:
    async def follow(page: Page) -> None:
        page.pages.ask(99, "GET", "/events", "{}", "")
        await page.act(do="throw")
        events = page.texts[99].split("\n\n")
        assert json.loads(events[0].split("data: ")[1])["event"] == "state"
        assert any("event: change" in event for event in events)
        page.pages.hang_up(99)
        told = page.texts[99]
        await asyncio.sleep(60)
        assert page.texts[99] == told

    visit(tmp_path, follow)
