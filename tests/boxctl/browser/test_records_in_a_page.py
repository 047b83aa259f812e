"""Records that are brought to a page: verified, watched, and gone on with, beside one's own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from boxctl.browser.brought_records import LARGEST, plain_name
from boxctl.cli import main
from tests.support.records.journals import Bare
from tests.support.web.page_of_browser import Page, visit


async def bring(page: Page, content: bytes, name: str = "theirs.journal") -> None:
    """Drop a file on the page."""
    told = await page.ask("/brought", {"name": name, "size": len(content)})
    Path(told["place"]).write_bytes(content)


async def verdict(page: Page, head: str = "", key: str = "") -> dict[str, Any]:
    """Have the file verified, and return what is said of it."""
    refused = await page.ask("/brought/verify", {"head": head, "key": key})
    if refused:
        return dict(refused)
    await asyncio.sleep(1)
    told: dict[str, Any] = await page.ask("/brought/verdict.json")
    return told


@pytest.fixture
def theirs(tmp_path: Path) -> bytes:
    """The record of another browser, whose match is in mid-turn."""
    taken = []

    async def play(page: Page) -> None:
        await page.act(do="match", variant="thai", names=["Zoë", "Max"])
        await page.act(do="throw")
        taken.append(page.pages.journal())

    visit(tmp_path / "theirs", play)
    return bytes(taken[0])


def test_a_record_is_verified_as_the_command_does_and_watched(
    tmp_path: Path, theirs: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "theirs.journal").write_bytes(theirs)
    assert main(["verify", str(tmp_path / "theirs.journal")]) == 0
    command = capsys.readouterr().out.splitlines()

    async def look(page: Page) -> None:
        await bring(page, theirs)
        told = await verdict(page)
        said = [sentence for _good, sentence in told["said"]]
        assert said and said == command[: len(said)]
        assert told["holds"] is True
        matches = await page.ask("/brought/record/matches.json")
        watched = await page.ask(f"/brought/record/matches/{matches[-1]['match']}.json")
        assert [line["name"] for line in watched["states"][0]["players"]] == matches[-1]["players"]
        # The own record has nothing of it.
        assert len(await page.ask("/records.json")) == 1

    visit(tmp_path / "mine", look)


def test_a_changed_record_is_told_and_so_is_a_foreign_key(tmp_path: Path, theirs: bytes) -> None:
    changed = tmp_path / "changed.journal"
    changed.write_bytes(theirs)
    Bare(changed).execute("UPDATE entry SET body = replace(body, 'Max', 'Moe')")

    async def look(page: Page) -> None:
        await bring(page, changed.read_bytes())
        told = await verdict(page)
        assert told["holds"] is False and "not as it was" in told["said"][0][1]
        await bring(page, theirs)
        told = await verdict(page, key="ab" * 32)
        assert told["holds"] is False
        assert (await verdict(page, head="BOXCTL"))["code"] == "BX707"

    visit(tmp_path / "mine", look)


def test_an_interrupted_match_goes_on_here_and_verifies_at_home(
    tmp_path: Path, theirs: bytes
) -> None:
    gone_on = tmp_path / "gone-on.journal"

    async def take_in(page: Page) -> None:
        await bring(page, theirs)
        assert (await verdict(page))["may_go_on"]
        assert await page.ask("/brought/go-on", {}) == {}
        assert (await page.ask("/brought/go-on", {}))["code"] == "BX776"

    async def go_on(page: Page) -> None:
        state = await page.state()
        assert state["rules"]["id"] == "thai"
        assert [line["name"] for line in state["players"]][1] == "Max"
        records = await page.ask("/records.json")
        assert [record["name"] for record in records] == ["play.journal", "record-2.journal"]
        assert [record["in_play"] for record in records] == [False, True]
        await page.ask("/act", {"do": "move", "tile": state["moves"][0][0]})
        await asyncio.sleep(60)
        gone_on.write_bytes(page.pages.journal())
        assert await page.ask("/records/go-on", {"name": "play.journal"}) == {"trouble": ""}

    async def look(page: Page) -> None:
        assert (await page.state())["rules"]["id"] == "classic"

    visit(tmp_path / "mine", take_in)
    visit(tmp_path / "mine", go_on)
    assert gone_on.stat().st_size >= len(theirs)
    assert main(["verify", "--journal", str(gone_on)]) == 0
    visit(tmp_path / "mine", look)


def test_a_storage_that_is_full_leaves_all_as_it_was(tmp_path: Path, theirs: bytes) -> None:
    async def take_in(page: Page) -> None:
        before = sorted(path.name for path in (tmp_path / "mine").iterdir())
        await bring(page, theirs)
        await verdict(page)
        page.trouble = "the quota is spent"
        assert (await page.ask("/brought/go-on", {}))["code"] == "BX775"
        page.trouble, page.keeps = "", False
        assert (await page.ask("/brought/go-on", {}))["code"] == "BX776"
        assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == before

    visit(tmp_path / "mine", take_in)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<script>alert(1)</script>", "BX603"),
        (b'{"match": 1', "BX707"),
        (b"SQLite format 3\0" + b"?" * 4096, "BX604"),
    ],
)
def test_a_file_that_is_no_record_gets_one_sentence(
    tmp_path: Path, content: bytes, code: str
) -> None:
    async def look(page: Page) -> None:
        await bring(page, content, "<b>x</b>.journal")
        told = await verdict(page)
        assert told["code"] == code
        assert "brought-" not in told["text"]

    visit(tmp_path / "mine", look)


def test_a_record_that_was_cut_or_is_of_a_newer_version(tmp_path: Path, theirs: bytes) -> None:
    newer = tmp_path / "newer.journal"
    newer.write_bytes(theirs)
    Bare(newer).execute("PRAGMA user_version = 99")

    async def look(page: Page) -> None:
        await bring(page, theirs[: len(theirs) // 2])
        told = await verdict(page)
        assert told.get("code") == "BX604" or "BX604" in told["said"][0][1]
        await bring(page, newer.read_bytes())
        assert (await verdict(page))["code"] == "BX602"

    visit(tmp_path / "mine", look)


def test_a_record_of_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async def look(page: Page) -> None:
        refused = await page.ask("/brought", {"name": "all.journal", "size": 1 << 30})
        assert refused["code"] == "BX774"
        assert "1024 MB" in refused["text"]
        assert "place" in await page.ask("/brought", {"name": "all.journal", "size": LARGEST})

    visit(tmp_path / "mine", look)


@pytest.mark.parametrize(
    ("name", "plain"),
    [("../../box.key", "box.key"), ("C:\\x\\a.db", "a.db"), ("", "record"), ("a\nb", "a_b")],
)
def test_a_name_leads_to_no_other_place(name: str, plain: str) -> None:
    assert plain_name(name) == plain
