"""A turn that a wrong tap has ended is overruled on a phone, in Chromium."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import PATIENCE, PICTURES
from tests.boxctl.web.pages.tapped.test_tapped_pages import Taps
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import address, visit

__all__ = ["address"]
pytestmark = pytest.mark.browser

LOSES_AT_ONCE = """async () => {
  const { act, keptToken } = await import("./script/live/acting.js");
  const game = { variant: "full-house", settings: { opening_tile: "12" }, names: ["Ann", "Bob"] };
  return (await act({ do: "match", taps: "box_and_dice", ...game }, keptToken(), "offline")).words;
}"""


def test_a_turn_that_is_over_gets_another_score_and_keeps_it(
    chromium: Any, address: str, script_errors: list[str]
) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = visit(context, address)
    assert not page.evaluate(LOSES_AT_ONCE)
    page.wait_for_selector(".tap-tiles")
    taps = Taps(page)
    taps.die(1)
    taps.die(2)
    taps.sees("Ann scores 78")
    page.locator("li.ruling", has_text="Ann scores 78").get_by_role("button").tap()
    page.get_by_text("Overrule this turn").tap()
    page.get_by_label("What the turn scores").fill("79")
    page.get_by_label("Who says so").fill("Mia")
    page.get_by_label("The reason").fill("1 and 2 were 6 and 6")
    assert not findings(page)
    overrule = page.get_by_role("button", name="Overrule", exact=True)
    overrule.tap()
    page.locator("dialog [role=alert]", has_text="never 79").wait_for()
    page.screenshot(path=PICTURES / "tapped-overruling.png")
    page.get_by_label("What the turn scores").fill("30")
    overrule.tap()
    taps.sees("Overruled by Mia")
    assert not page.locator("dialog").is_visible()
    page.locator(".tap-scores", has_text="30").wait_for()
    page.reload()
    page.wait_for_selector(".tap-tiles")
    page.locator(".tap-scores", has_text="30").wait_for()
    page.locator("li.ruling", has_text="(overruled: 30)").wait_for()
    context.close()
