"""The folder of ``make browser`` in Chromium: a match without a network, kept and taken home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from tests.boxctl.web.pages.conftest import PATIENCE, PICTURES, Page, open_more
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_played_on_pages import MOST_STEPS, next_button
from tests.support.web.built_page.served_site import SITE, served_site

pytestmark = pytest.mark.browser

STATE = """async () => {
  const { request } = await import("./script/live/wire.js");
  return (await request("/state.json")).json();
}"""
READY = "main[data-state]"
SETTING_UP = 3 * PATIENCE
"""Milliseconds in which Python has started, beside other tests."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the folder as any web server would."""
    with served_site() as address:
        yield address


@pytest.fixture
def visitor(chromium: Any) -> Iterator[Any]:
    """Somebody with a browser that keeps what pages keep."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(SETTING_UP)
    yield context
    context.close()


def visit(visitor: Any, address: str) -> Page:
    """Open the page in a tab, and wait until the table is there."""
    page = visitor.new_page()
    page.goto(address)
    page.wait_for_selector(READY)
    return page


def state_of(page: Page) -> dict[str, Any]:
    """Return how the table stands, as the program in the page tells it."""
    state: dict[str, Any] = page.evaluate(STATE)["state"]
    return state


def play_until(page: Page, is_enough: Any, most: int = MOST_STEPS) -> dict[str, Any]:
    """Throw when one may, else shut the first move that is allowed; look so often at most."""
    from playwright.sync_api import TimeoutError as Missed

    for _ in range(most):
        with suppress(Missed):
            state = state_of(page)
            if is_enough(state):
                return state
            if name := next_button(state):
                page.get_by_role("button", name=name, exact=True).press("Enter", timeout=2000)
        page.wait_for_timeout(50)
    raise AssertionError("it does not come to that")


def code_in(picture: Path) -> str:
    """What the code of a picture says, read by a reader that is none of ours."""
    image, reader = (pytest.importorskip(name) for name in ("PIL.Image", "zxingcpp"))
    with image.open(picture) as card:
        (code,) = reader.read_barcodes(card)
    return str(code.text)


def test_an_evening_without_a_network(
    visitor: Any, address: str, tmp_path: Path, script_errors: list[str]
) -> None:
    page = visit(visitor, address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.set_offline(True)
    play_until(page, lambda state: state["phase"] == "play")
    page.screenshot(path=PICTURES / "browser-play.png")
    before = state_of(page)["rulings"]

    page.close()  # in mid-move
    page = visit(visitor, address)
    after = state_of(page)
    assert after["rulings"][: len(before)] == before
    play_until(page, lambda state: state["over"])

    open_more(page)
    page.get_by_role("link", name="The record").click()
    page.wait_for_selector("#match")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save the whole record").click()
    journal = tmp_path / "taken.journal"
    taken.value.save_as(journal)
    page.select_option("#match", "1")
    key = page.locator(".proof .key").inner_text().lower()
    assert "is whole" in page.locator(".plaque").inner_text()
    page.screenshot(path=PICTURES / "browser-record.png")
    page.get_by_role("button", name="The card").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Save the picture").click()
    picture = tmp_path / "card.png"
    drawn.value.save_as(picture)
    page.keyboard.press("Escape")
    head = code_in(picture)
    page.get_by_role("link", name="Replay").click()
    page.locator("a[href='replay.html?match=1']").click()
    page.get_by_role("link", name="The record").click()
    page.locator(".proof .key").wait_for()
    assert main(["verify", "--journal", str(journal), "--key", "".join(key.split())]) == 0
    assert main(["verify", "1", "--journal", str(journal), "--head", head]) == 0


BOX = """\
[box]
tiles = 10

[tiles]
driver = "gpio"
pins = [5, 6, 13, 19, 26, 12, 16, 20, 21, %s]

[rules]
variant = "ten"
players = ["Cy", "Dee"]

[roller]
driver = "hand"
"""


def gives(page: Page, button: str, text: str) -> None:
    """Choose a file behind this button."""
    chosen: Any = {"name": "a.toml", "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_label(button).set_input_files(chosen)


def test_a_box_and_a_game_are_taken_from_files(visitor: Any, address: str) -> None:
    page = visit(visitor, address)
    page.get_by_text("Another game, other players").click()
    gives(page, "A box from a box.toml…", BOX % 5)
    page.get_by_role("alert").get_by_text("Line 6: tiles.pins: pin 5 of tile 1").wait_for()
    page.screenshot(path=PICTURES / "browser-box-file-wrong.png", full_page=True)
    gives(page, "A box from a box.toml…", BOX % 4)
    page.get_by_text("[box] 10 tiles").wait_for()
    page.screenshot(path=PICTURES / "browser-box-file.png", full_page=True)
    assert not findings(page)
    gives(page, "A game from a file…", 'title = "The Crown"\n[settings]\ntiles = 8\n')
    page.locator(".own-rules", has_text="The Crown is saved.").wait_for()
    page.get_by_role("button", name="Begin this match").click()
    page.get_by_role("heading", name="The Crown").wait_for()
    page.close()
    page = visit(visitor, address)
    state = state_of(page)
    assert state["rules"]["name"] == "The Crown"
    assert [line["name"] for line in state["players"]] == ["Cy", "Dee"]


def test_a_second_tab_waits_until_the_first_is_closed(visitor: Any, address: str) -> None:
    first = visit(visitor, address)
    second = visitor.new_page()
    second.goto(address)
    second.locator(".words", has_text="BX772").wait_for()
    first.close()
    second.wait_for_selector(READY)


def test_a_browser_that_keeps_nothing_says_so_and_plays(chromium: Any, address: str) -> None:
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(SETTING_UP)
    page = context.new_page()
    # The worker asks for it by this name alone.
    context.route("**/worker.js", partial(_without_storage))
    page.goto(address)
    page.wait_for_selector(READY)
    assert page.locator(".unkept").inner_text().startswith("BX773: this browser keeps")
    play_until(page, lambda state: state["phase"] == "play")
    context.close()


def _without_storage(route: Any) -> None:
    refuses = "{ value: { open() { throw new Error('no storage') } } }"
    body = worker_after(f"Object.defineProperty(self, 'indexedDB', {refuses});\n")
    route.fulfill(body=body, content_type="text/javascript")


def worker_after(script: str) -> str:
    """Return the script of the worker with another one before its own statements.

    It is read from the folder: an answer that is fetched is gone when its page closes meanwhile.
    """
    worker = (SITE / "script" / "browser" / "worker.js").read_text(encoding="utf-8")
    return re.sub(r"^(?=hashes)", script.replace("\\", r"\\"), worker, count=1, flags=re.MULTILINE)


def test_axe_finds_nothing_while_it_starts_and_when_it_is_there(visitor: Any, address: str) -> None:
    page = visitor.new_page()
    page.route("**/program.zip", lambda _route: None)
    page.goto(address)
    page.locator(".words", has_text="2 of 4").wait_for()
    page.screenshot(path=PICTURES / "browser-starting.png")
    assert not findings(page)
    page.close()
    page = visit(visitor, address)
    assert not findings(page)


def save_record(page: Page, button: str, to: Path) -> Path:
    """Press a button that saves a record, and return the file."""
    with page.expect_download() as taken:
        page.get_by_role("button", name=button).click()
    taken.value.save_as(to)
    return to


def test_a_record_goes_on_in_another_browser_and_verifies_at_home(
    chromium: Any, visitor: Any, address: str, tmp_path: Path, script_errors: list[str]
) -> None:
    page = visit(visitor, address)
    play_until(page, lambda state: state["phase"] == "play")
    page.goto(f"{address}record.html")
    theirs = save_record(page, "Save the whole record", tmp_path / "theirs.journal")
    page.close()

    context = chromium.new_context(
        viewport={"width": 320, "height": 700}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(SETTING_UP)
    page = context.new_page()
    page.goto(f"{address}record.html")
    page.locator("#file").set_input_files(theirs)
    page.locator(".brought .plaque", has_text="The record holds.").wait_for()
    assert not findings(page)
    page.screenshot(path=PICTURES / "browser-brought.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

    page.locator(".watch").first.click()
    page.locator("#scrub").wait_for()
    assert not findings(page)
    page.screenshot(path=PICTURES / "browser-brought-replay.png", full_page=True)
    page.get_by_role("button", name="Back to the record").click()

    # Somebody else's key has not signed it, and a damaged file is no record.
    page.fill("#key", "ab" * 32)
    page.locator("#key").press("Enter")
    page.locator(".brought .plaque", has_text="does not hold").wait_for()
    page.screenshot(path=PICTURES / "browser-brought-refused.png", full_page=True)
    assert not findings(page)
    damaged = tmp_path / "<img src=x onerror=alert(1)>.journal"
    damaged.write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    page.fill("#key", "")
    page.locator("#file").set_input_files(damaged)
    page.locator(".brought .plaque", has_text="BX604").wait_for()
    assert page.locator(".brought h2 img").count() == 0

    page.locator("#file").set_input_files(theirs)
    page.get_by_role("button", name="Go on in this record").click()
    page.wait_for_selector(READY)
    play_until(page, lambda state: state["over"])
    page.goto(f"{address}record.html")
    page.locator(".kept").wait_for()
    assert not findings(page)
    page.screenshot(path=PICTURES / "browser-kept.png", full_page=True)
    gone_on = save_record(page, "Save record-2.journal", tmp_path / "gone-on.journal")
    assert main(["verify", "--journal", str(gone_on)]) == 0
    context.close()


def test_a_record_of_a_gigabyte_is_refused_before_it_is_read(
    visitor: Any, address: str, tmp_path: Path
) -> None:
    huge = tmp_path / "huge.journal"
    with huge.open("wb") as file:
        file.truncate(1 << 30)
    page = visitor.new_page()
    page.goto(f"{address}record.html")
    page.locator("#file").set_input_files(huge)
    page.locator(".brought .plaque", has_text="BX774").wait_for()


def test_a_damaged_program_is_told_and_the_record_stays(visitor: Any, address: str) -> None:
    page = visitor.new_page()
    page.route("**/program.zip", lambda route: route.fulfill(body=b"PK\x03\x04 cut off"))
    page.goto(address)
    page.locator(".words", has_text="BX771").wait_for()
