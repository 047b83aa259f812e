"""Names that are scripts, in the folder of ``make browser``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.boxctl.web.pages.test_pages_without_a_box import (
    address,
    gives,
    play_until,
    save_record,
    visit,
    visitor,
)

__all__ = ["address", "visitor"]
pytestmark = pytest.mark.browser

SCRIPT = "<img src=x onerror=hit()>"
HOSTILE_GAME = f'title = "{SCRIPT}"\nbased_on = "pub"\n[settings]\ntiles = 8\n'


def test_names_that_are_scripts_are_nothing_but_names(
    visitor: Any, address: str, tmp_path: Path
) -> None:
    visitor.add_init_script("globalThis.hits = 0; globalThis.hit = () => { hits += 1; };")
    page = visit(visitor, address)
    page.get_by_text("Another game, other players").click()
    gives(page, "A game from a file…", HOSTILE_GAME)
    page.locator(".own-rules", has_text="is saved.").wait_for()
    page.locator("#seat-0").fill(SCRIPT)
    page.get_by_role("button", name="Begin this match").click()
    page.get_by_role("heading", name=SCRIPT).wait_for()
    play_until(page, lambda state: state["phase"] == "play")
    page.goto(f"{address}record.html")
    page.wait_for_selector("#match")
    journal = save_record(page, "Save the whole record", tmp_path / f"{SCRIPT[1:5]}.journal")
    page.locator("#file").set_input_files(journal)
    page.locator(".brought .plaque", has_text="The record holds.").wait_for()
    page.locator(".watch").first.click()
    page.locator("#scrub").wait_for()
    assert page.get_by_text(SCRIPT).count() > 0
    assert page.locator("img").count() == 0
    assert page.evaluate("hits") == 0
