"""The records of the folder of ``make browser``: taken in whole or not at all, and deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from tests.boxctl.web.pages.conftest import PICTURES, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import (
    READY,
    SETTING_UP,
    address,
    play_until,
    save_record,
    state_of,
    visit,
    visitor,
    worker_after,
)

__all__ = ["address", "visitor"]
pytestmark = pytest.mark.browser

HELD = """
self.holdAt = null;
const standStill = () => {
  self.postMessage({ held: true });
  for (;;);
};
const putAway = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  const asked = putAway.apply(this, given);
  if (self.holdAt === "kept") this.transaction.addEventListener("complete", standStill);
  else if (self.holdAt !== null && --self.holdAt === 0) standStill();
  return asked;
};
"""
"""Has the worker stand still in the middle of keeping files, or right after it."""

TOLD = """
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => data.held && (globalThis.held = true));
  }
};
"""
HOLDS = """async () => {
  while (!globalThis.held) await new Promise((soon) => setTimeout(soon, 50));
}"""
KEPT = """async () => {
  const { request } = await import("./script/live/wire.js");
  return (await request("/records.json")).json();
}"""


def kept_in(page: Page) -> dict[str, int]:
    """Return the names of the records, each with how many matches it has."""
    return {record["name"]: record["matches"] for record in page.evaluate(KEPT)}


@pytest.fixture
def theirs(chromium: Any, address: str, tmp_path: Path) -> Iterator[Path]:
    """Return the record of another browser, whose match is in mid-turn."""
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(SETTING_UP)
    page = visit(context, address)
    play_until(page, lambda state: state["phase"] == "play")
    page.goto(f"{address}record.html")
    page.wait_for_selector("#match")
    yield save_record(page, "Save the whole record", tmp_path / "theirs.journal")
    context.close()


def brings(page: Page, record: Path) -> Any:
    """Choose a file on the page of the record, and return the button that goes on in it."""
    page.locator("#file").set_input_files(record)
    page.locator(".brought .plaque", has_text="The record holds.").wait_for()
    return page.get_by_role("button", name="Go on in this record")


def the_record(page: Page, address: str) -> None:
    page.goto(f"{address}record.html")
    page.wait_for_selector("#match")


def killed(script: str) -> Callable[[Any], None]:
    """Return what puts a script before that of the worker."""

    def answer(route: Any) -> None:
        route.fulfill(body=worker_after(script), content_type="text/javascript")

    return answer


@pytest.mark.parametrize(("at", "is_taken"), [(1, False), (3, False), ("'kept'", True)])
def test_a_tab_that_is_killed_while_it_takes_a_record_in(
    chromium: Any, address: str, theirs: Path, tmp_path: Path, at: object, is_taken: bool
) -> None:
    # What a service worker brings, nobody here can change.
    visitor = chromium.new_context(locale="en-GB", service_workers="block")
    visitor.set_default_timeout(SETTING_UP)
    page = visit(visitor, address)
    play_until(page, lambda state: state["phase"] == "play")
    mine = state_of(page)["rulings"]
    page.close()

    visitor.route("**/browser/worker.js", killed(HELD))
    visitor.add_init_script(TOLD)
    page = visitor.new_page()
    the_record(page, address)
    go_on = brings(page, theirs)
    (worker,) = page.workers
    worker.evaluate(f"() => {{ self.holdAt = {at}; }}")
    go_on.click(no_wait_after=True)
    page.evaluate(HOLDS)
    page.close()
    visitor.unroute("**/browser/worker.js")

    page = visitor.new_page()
    the_record(page, address)
    before = {"play.journal": 1}
    taken = before | {"record-2.journal": 1}
    assert kept_in(page) == (taken if is_taken else before)
    if not is_taken:
        # It is as if nobody had tried: the same file is taken in now.
        own = save_record(page, "Save the whole record", tmp_path / "own.journal")
        assert main(["verify", "--journal", str(own)]) == 0
        brings(page, theirs).click()
        page.wait_for_selector(READY)
        the_record(page, address)
        assert kept_in(page) == taken
    for name in taken:
        record = save_record(page, f"Save {name}", tmp_path / name)
        assert main(["verify", "--journal", str(record)]) == 0
    page.get_by_role("button", name="Go on in play.journal").click()
    page.wait_for_selector(READY)
    assert state_of(page)["rulings"][: len(mine)] == mine
    visitor.close()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_a_record_is_deleted_after_a_question(
    chromium: Any, address: str, theirs: Path, locale: str
) -> None:
    delete, keep, do = {
        "en-GB": ("Delete play.journal…", "Keep it", "Delete it"),
        "fr-FR": ("Supprimer play.journal…", "Garder", "Supprimer"),
        "de-DE": ("play.journal löschen …", "Behalten", "Löschen"),
    }[locale]
    look = {"viewport": {"width": 320, "height": 640}, "color_scheme": "light"}
    context = chromium.new_context(locale=locale, reduced_motion="reduce", **look)
    context.set_default_timeout(SETTING_UP)
    page = context.new_page()
    the_record(page, address)
    page.locator("#file").set_input_files(theirs)
    page.locator(".brought > button").click()
    page.wait_for_selector(READY)
    the_record(page, address)

    page.get_by_role("button", name=delete).click()
    page.get_by_role("dialog").wait_for()
    page.screenshot(path=PICTURES / f"browser-delete-{locale}.png")
    assert not findings(page)
    page.get_by_role("button", name=keep, exact=True).click()
    assert len(kept_in(page)) == 2

    page.get_by_role("button", name=delete).click()
    page.get_by_role("button", name=do, exact=True).click()
    page.locator(".kept").wait_for(state="detached")
    assert page.locator("[role=status]", has_text="play.journal").count() == 1
    page.screenshot(path=PICTURES / f"browser-deleted-{locale}.png", full_page=True)
    assert not findings(page)
    page.close()
    page = visit(context, address)
    assert kept_in(page) == {"record-2.journal": 1}
    assert state_of(page)["phase"] == "play"
    context.close()


def test_the_file_of_a_match_says_why_play_does_not_go_on_in_it(
    visitor: Any, address: str, tmp_path: Path
) -> None:
    page = visit(visitor, address)
    play_until(page, lambda state: state["phase"] == "play")
    the_record(page, address)
    page.select_option("#match", "1")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Take the file home").click()
    file = tmp_path / "boxctl-match-1.json"
    taken.value.save_as(file)
    assert main(["verify", str(file)]) == 0
    page.locator("#file").set_input_files(file)
    page.locator(".brought .plaque", has_text="The record holds.").wait_for()
    assert page.get_by_text("Play cannot go on in this file").count() == 1
    assert page.get_by_role("button", name="Go on in this record").count() == 0
