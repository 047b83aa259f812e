"""A whole evening in the folder of ``make browser`` without a network, and its record at home."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from tests.boxctl.web.pages.conftest import PICTURES, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import (
    READY,
    address,
    gives,
    play_until,
    save_record,
    state_of,
    visit,
    visitor,
)
from tests.boxctl.web.pages.test_played_on_pages import next_button

__all__ = ["address", "visitor"]
pytestmark = pytest.mark.browser

THE_CROWN = 'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = 8\n'
MOST_TAPS = 400
MOST_LOOKS = 2_000
"""A robot takes its time, and is looked at meanwhile."""


def is_over(state: dict[str, Any]) -> bool:
    """Whether it is over, and who has won is told."""
    return bool(state["over"] and state["winners"])


def is_in_mid_move(state: dict[str, Any]) -> bool:
    """Whether a tile of a throw has been moved, and others are still to be."""
    return any(tile["moved"] for tile in state["tiles"]) or state["phase"] == "play"


def killed_and_opened_again(page: Page, visitor: Any, address: str) -> Page:
    """Kill the tab, open the page in another one, and expect that nothing is lost."""
    before = state_of(page)
    page.close()
    page = visit(visitor, address)
    after = state_of(page)
    assert after["rulings"][: len(before["rulings"])] == before["rulings"]
    assert after["rules"]["name"] == before["rules"]["name"]
    return page


def another_game(page: Page, *names: str, how: str | None = None) -> None:
    """Begin the match that the form offers, with these players."""
    page.get_by_text("Another game, other players").click()
    for seat, name in enumerate(names):
        page.locator(f"#seat-{seat}").fill(name)
    if how is not None:
        page.get_by_label(how).check()
    page.get_by_role("button", name="Begin this match").click()


def tap_until_over(page: Page) -> dict[str, Any]:
    """Tap what the dice of a box of wood show, and the tiles of the first move, to the end."""
    from playwright.sync_api import TimeoutError as Missed

    dice = random.Random(5)
    for _ in range(MOST_TAPS):
        state = state_of(page)
        if is_over(state):
            return state
        with suppress(Missed):
            if "type_throw" in state["actions"]:
                face = dice.randint(1, state["dice"]["sides"])
                page.locator(f".faces button:nth-child({face})").click(timeout=2000)
            elif name := next_button(state):
                page.get_by_role("button", name=name, exact=True).click(timeout=2000)
        page.wait_for_timeout(50)
    raise AssertionError("the match does not end")


def test_a_whole_evening_without_a_network(
    visitor: Any,
    address: str,
    tmp_path: Path,
    script_errors: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = visit(visitor, address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.set_offline(True)
    seen = []

    # What everybody knows.
    play_until(page, is_in_mid_move)
    page = killed_and_opened_again(page, visitor, address)
    seen.append(play_until(page, is_over, MOST_LOOKS))

    # A game of the house, from a file.
    page.get_by_text("Another game, other players").click()
    gives(page, "A game from a file…", THE_CROWN)
    page.locator(".own-rules", has_text="The Crown is saved.").wait_for()
    page.get_by_role("button", name="Begin this match").click()
    page.get_by_role("heading", name="The Crown").wait_for()
    play_until(page, is_in_mid_move)
    page = killed_and_opened_again(page, visitor, address)
    seen.append(play_until(page, is_over, MOST_LOOKS))

    # A robot, for money, by a link that somebody has sent.
    page.goto(f"{address}index.html?rules=canoga&set=stake%3D50p")
    page.wait_for_selector(READY)
    page.locator("#seat-1").fill("best")
    page.get_by_role("button", name="Begin this match").click()
    page.get_by_role("region", name="Rules by a link").wait_for(state="detached")
    page.get_by_role("heading", name="Canoga").wait_for()
    page = killed_and_opened_again(page, visitor, address)
    seen.append(play_until(page, is_over, MOST_LOOKS))

    # A box of wood, tapped.
    another_game(page, "Ann", "Cy", how="Our own box and dice")
    page.wait_for_selector(".tap-tiles")
    page = killed_and_opened_again(page, visitor, address)
    seen.append(tap_until_over(page))
    page.screenshot(path=PICTURES / "evening-over.png", full_page=True)
    assert not findings(page)

    page.goto(f"{address}record.html")
    page.locator(".proofs").wait_for()
    key = "".join(page.locator(".proof .key").first.inner_text().lower().split())
    journal = save_record(page, "Save the whole record", tmp_path / "evening.journal")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Take the file home").click()
    taken.value.save_as(tmp_path / "evening.json")
    page.screenshot(path=PICTURES / "evening-record.png", full_page=True)

    capsys.readouterr()
    assert main(["verify", "--journal", str(journal), "--key", key]) == 0
    assert main(["verify", str(tmp_path / "evening.json"), "--key", key]) == 0
    capsys.readouterr()
    assert main(["matches", "--journal", str(journal), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["matches"]
    told = [match for match in listed if match["state"] == "over"]
    assert len(told) == len(seen)
    for match, state in zip(sorted(told, key=lambda each: each["match"]), seen, strict=True):
        # What is changed at a tapped box stands behind the name (R4.8).
        assert match["title"].startswith(state["rules"]["name"])
        assert match["winners"] == state["winners"]
