"""Records that somebody deletes from a browser, and files in which nobody can go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from boxctl.cli import main
from tests.boxctl.browser.test_records_in_a_page import bring, theirs, verdict
from tests.support.web.page_of_browser import Page, visit

__all__ = ["theirs"]


def files_of(folder: Path, *besides: str) -> dict[str, bytes]:
    """Return the files that a browser keeps, but for those of these records."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and not path.name.startswith(besides)
    }


async def take_in(page: Page, record: bytes) -> None:
    """Bring a record and go on in it."""
    await bring(page, record)
    await verdict(page)
    assert await page.ask("/brought/go-on", {}) == {}


async def names(page: Page) -> list[str]:
    return [record["name"] for record in await page.ask("/records.json")]


def test_a_deleted_record_takes_nothing_else_with_it(tmp_path: Path, theirs: bytes) -> None:
    mine = tmp_path / "mine"

    async def delete(page: Page) -> None:
        await page.act(do="throw")
        await take_in(page, theirs)
        await page.ask("/records/go-on", {"name": "play.journal"})
        before, kept = files_of(mine, "record-2"), page.kept
        assert await page.ask("/records/delete", {"name": "record-2.journal"}) == {}
        assert page.kept == kept + 1
        assert files_of(mine) == before
        assert await names(page) == ["play.journal"]

    async def go_on(page: Page) -> None:
        assert (await page.state())["dice"]["values"]

    visit(mine, delete)
    visit(mine, go_on)


def test_the_record_of_before_may_go_too(tmp_path: Path, theirs: bytes) -> None:
    mine = tmp_path / "mine"

    async def bring_theirs(page: Page) -> None:
        await take_in(page, theirs)

    async def delete(page: Page) -> None:
        assert await page.ask("/records/delete", {"name": "play.journal"}) == {}

    async def look(page: Page) -> None:
        assert await names(page) == ["record-2.journal"]
        assert (await page.state())["rules"]["id"] == "thai"

    visit(mine, bring_theirs)
    visit(mine, delete)
    visit(mine, look)


def test_the_record_in_play_is_not_deleted(tmp_path: Path, theirs: bytes) -> None:
    async def delete(page: Page) -> None:
        before = files_of(tmp_path / "mine")
        refused = await page.ask("/records/delete", {"name": "play.journal"})
        assert refused["code"] == "BX785"
        no_record = await page.ask("/records/delete", {"name": "../box.key"})
        assert no_record["code"] == "BX754"
        assert files_of(tmp_path / "mine") == before

    visit(tmp_path / "mine", delete)


def test_a_record_that_the_browser_does_not_let_go_is_as_it_was(
    tmp_path: Path, theirs: bytes
) -> None:
    async def bring_theirs(page: Page) -> None:
        await take_in(page, theirs)

    async def delete(page: Page) -> None:
        before = files_of(tmp_path / "mine")
        page.trouble = "the storage is locked"
        refused = await page.ask("/records/delete", {"name": "play.journal"})
        assert refused["code"] == "BX786"
        assert "the storage is locked" in refused["text"]
        page.trouble = ""
        assert files_of(tmp_path / "mine") == before

    visit(tmp_path / "mine", bring_theirs)
    visit(tmp_path / "mine", delete)


def test_another_record_is_no_older_copy_of_the_deleted_one(tmp_path: Path, theirs: bytes) -> None:
    """The key remembers under a name what it has signed there: so no name is given twice."""
    mine = tmp_path / "mine"
    other = tmp_path / "other.journal"

    async def play(page: Page) -> None:
        await page.act(do="match", variant="canoga", names=["Eve", "Kim"])
        await page.act(do="throw")
        other.write_bytes(page.pages.journal())

    async def exchange(page: Page) -> None:
        await take_in(page, theirs)
        await page.ask("/records/go-on", {"name": "play.journal"})
        await page.ask("/records/delete", {"name": "record-2.journal"})
        await take_in(page, other.read_bytes())

    async def look(page: Page) -> None:
        assert (await page.state())["rules"]["id"] == "canoga"
        (_mine, taken) = await names(page)
        other.write_bytes(page.pages.journal(taken))

    visit(tmp_path / "theirs-2", play)
    visit(mine, exchange)
    visit(mine, look)
    assert main(["verify", "--journal", str(other)]) == 0


def test_the_file_of_a_match_says_why_nobody_goes_on_in_it(tmp_path: Path) -> None:
    async def look(page: Page) -> None:
        await page.act(do="throw")
        record = await page.ask("/matches/1/record.json")
        await bring(page, json.dumps(record).encode(), "boxctl-match-1.json")
        told = await verdict(page)
        assert told["holds"] and not told["may_go_on"]
        assert told["notes"][-1].startswith("Play cannot go on in this file")
        assert (await page.ask("/brought/go-on", {}))["code"] == "BX776"

    visit(tmp_path / "mine", look)
