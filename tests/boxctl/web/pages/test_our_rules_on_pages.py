"""Rules are changed on a phone and saved as a game of the house, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.rules.settings import changed_from
from boxctl.rules.variants import house_names, variant
from boxctl.web.laptop_feed import BoxFeed
from groundwork.language import language, speaking, tr
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_played_on_pages import take_part
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.laptop_game import LaptopGame
from tests.support.web.served_table import ServedTable, box_feed, served

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=alert(1)>"
SCREENS = {"320": (320, 640), "390": (390, 844), "844": (844, 390), "1280": (1280, 800)}


@pytest.fixture
def at_box(
    a_table: BuildTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServedTable]:
    """A box at which the pub's game is played."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=True)
    with served(table, box_feed(table, feed)) as pages:
        yield pages


def begins(open_page: OpenPage, box: ServedTable, code: str = "en", **context: Any) -> Page:
    """Open the window in which the rules of the pub's game are changed."""
    page = open_page(f"http://127.0.0.1:{box.port}/?lang={code}", "phone", **context)
    with speaking(language(code)):
        page.locator("#code").fill(box.code.code)
        page.get_by_role("button", name=tr("Take part")).click()
        page.locator("summary", has_text=tr("Tonight's game")).click()
        page.get_by_role("button", name=tr("Change the rules…")).click()
    page.get_by_role("dialog").wait_for()
    return page


def changes(page: Page, setting: str, value: str) -> None:
    """Choose a value, and wait until the box has told what comes of it."""
    with page.expect_response("**/our-rules/settings*"):
        page.get_by_label(setting, exact=True).select_option(value)


def opens_all(page: Page) -> None:
    """Open every group of settings."""
    page.evaluate("document.querySelectorAll('dialog details').forEach((each) => each.open = true)")


def test_a_changed_game_is_saved_and_chosen(at_box: ServedTable, open_page: OpenPage) -> None:
    page = begins(open_page, at_box)
    window = page.get_by_role("dialog", name="Change the rules: Pub")
    window.get_by_text("The turn", exact=True).click()
    changes(page, "Doubles", "rethrow")
    window.locator(".setting.is-changed", has_text="Before: nothing special").wait_for()
    assert window.locator("summary", has_text="The turn").inner_text().endswith("changed: 1")
    window.get_by_label("Title of your game").fill("Thai")
    window.get_by_role("button", name="Save as").click()
    window.get_by_role("alert").get_by_text('There is a game that is called "Thai"').wait_for()
    assert not house_names()
    window.get_by_label("Title of your game").fill(MARKUP)
    page.keyboard.press("Enter")
    window.wait_for(state="hidden")
    (own,) = house_names()
    assert changed_from(variant("pub"), variant(own)) == {"doubles": "rethrow"}
    page.locator(".own-rules", has_text=f"{MARKUP} is saved.").wait_for()
    game = page.locator("#tonight-variant")
    assert game.input_value() == own
    assert game.locator("option").first.inner_text() == MARKUP
    with page.expect_response("**/act*"):
        page.get_by_role("button", name="Play this game").click()
    at_box.table.waits(2000)
    page.locator("h1", has_text=MARKUP).wait_for()
    assert at_box.state["rules"]["id"] == own


def test_what_contradicts_is_said_at_once_and_mended_by_a_press(
    at_box: ServedTable, open_page: OpenPage
) -> None:
    page = begins(open_page, at_box)
    page.get_by_text("The dice", exact=True).click()
    changes(page, "What a throw shuts", "canoga")
    changes(page, "Dice", "3d6")
    said = page.get_by_role("dialog").get_by_role("alert")
    said.get_by_text("combine = canoga needs two dice, but dice = 3d6").wait_for()
    page.get_by_label("Title of your game").fill("Three")
    page.get_by_role("button", name="Save as").click()
    page.wait_for_timeout(0)
    assert not house_names()
    with page.expect_response("**/our-rules/settings*"):
        page.locator(".said").get_by_role("button", name="Set back: Dice").click()
    said.get_by_text("combine").wait_for(state="detached")
    assert page.get_by_label("Dice", exact=True).input_value() == "2d6"


def test_a_value_is_typed_and_a_wrong_one_is_said_beside_it(
    at_box: ServedTable, open_page: OpenPage
) -> None:
    page = begins(open_page, at_box)
    page.get_by_label("Number of tiles", exact=True).select_option("")
    typed = page.get_by_role("textbox", name="Number of tiles")
    typed.fill("ninety")
    with page.expect_response("**/our-rules/settings*"):
        typed.press("Enter")
    page.locator("#wrong-tiles", has_text="from 1 to 24").wait_for()
    assert typed.get_attribute("aria-invalid") == "true"
    assert not house_names()
    typed.fill("8")
    with page.expect_response("**/our-rules/settings*"):
        typed.press("Enter")
    page.locator("#wrong-tiles").wait_for(state="detached")
    assert typed.evaluate("(field) => field === document.activeElement")
    typed.fill("20")
    with page.expect_response("**/our-rules/settings*"):
        typed.press("Tab")
    page.get_by_role("alert").get_by_text("it needs 20 tiles, and this box has 9").wait_for()


def test_it_is_done_with_the_keyboard_alone(at_box: ServedTable, open_page: OpenPage) -> None:
    page = begins(open_page, at_box)

    def tabs_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            at = page.evaluate(
                "(() => { const at = document.activeElement;"
                " return at.getAttribute('aria-label') || at.labels?.[0]?.textContent"
                " || at.textContent; })()"
            )
            if at == name:
                return
        raise AssertionError(f"{name} is not reached")

    tabs_to("Number of tiles")
    with page.expect_response("**/our-rules/settings*"):
        page.keyboard.press("ArrowDown")
    tabs_to("Set back: Number of tiles")
    with page.expect_response("**/our-rules/settings*"):
        page.keyboard.press("Enter")
    page.locator(".setting.is-changed").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "rule-tiles"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent") == "Change the rules…"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    at_box: ServedTable, open_page: OpenPage, code: str, theme: str
) -> None:
    page = begins(open_page, at_box, code, color_scheme=theme, reduced_motion="reduce")
    opens_all(page)
    for setting, value in (("doubles", "rethrow"), ("combine", "canoga"), ("dice", "3d6")):
        with page.expect_response("**/our-rules/settings*"):
            page.locator(f"#rule-{setting}").select_option(value)
    page.locator("#rule-target").select_option("")
    page.locator(".said .trouble").wait_for()
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate(
            "[document.documentElement, document.querySelector('dialog')]"
            ".map((each) => each.scrollWidth - each.clientWidth)"
        )
        assert wide == [0, 0], (name, wide)
        small = page.evaluate(
            """[...document.querySelectorAll('dialog :is(button, input, select, summary)')]
              .filter((each) => each.checkVisibility())
              .map((each) => [each.textContent, each.getBoundingClientRect()])
              .filter(([, place]) => place.width < 24 || place.height < 24)
              .map(([name]) => name)"""
        )
        assert small == []
        for place, part in enumerate(("summary", ".setting.is-changed", ".saving")):
            page.locator(f"dialog {part}").first.scroll_into_view_if_needed()
            page.screenshot(path=PICTURES / f"our-rules-{code}-{theme}-{name}-{place}.png")
    page.set_viewport_size({"width": 390, "height": 844})
    assert findings(page) == []


CROWN = 'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = %s\n'


def gives(page: Page, text: str | bytes) -> None:
    """Choose a file in which somebody has written a game."""
    body = text.encode() if isinstance(text, str) else text
    chosen: Any = {"name": "crown.toml", "mimeType": "text/plain", "buffer": body}
    page.get_by_label("A game from a file…").set_input_files(chosen)


def test_a_game_from_a_file_is_taken_once_it_is_right(
    at_box: ServedTable, open_page: OpenPage
) -> None:
    page = begins(open_page, at_box)
    page.keyboard.press("Escape")
    said = page.locator(".own-rules").get_by_role("alert")
    gives(page, CROWN % "ninety" + "holes = 3\n")
    said.get_by_text("Line 4: a word has no quotation marks").or_(
        said.get_by_text("Line 4: tiles")
    ).wait_for()
    assert len(said.inner_text().splitlines()) == 2
    gives(page, b"\xff\xfe\x00")
    said.get_by_text("crown.toml cannot be read: it is no text in UTF-8.").wait_for()
    gives(page, "#" * 70_000)
    said.get_by_text("crown.toml is too large: a file has at most 65536 bytes.").wait_for()
    for width, theme in ((320, "dark"), (844, "light")):
        page.set_viewport_size({"width": width, "height": 640})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.locator(".own-rules").scroll_into_view_if_needed()
        page.screenshot(path=PICTURES / f"game-from-a-file-{theme}-{width}.png")
    assert findings(page) == []
    gives(page, CROWN % "8")
    page.locator(".own-rules", has_text="The Crown is saved.").wait_for()
    assert not said.count()
    assert page.locator("#tonight-variant").input_value() == "the-crown"
    assert variant("the-crown").tiles == 8


def test_where_the_landlord_names_the_games_nothing_is_offered(
    a_table: BuildTable, open_page: OpenPage
) -> None:
    feed = BoxFeed(has_buttons=True)
    table = a_table("pub", "Ann,Bob", watcher=feed, wood=PERFECT_WOOD, menu=("pub", "thai"))
    with served(table, box_feed(table, feed)) as pages:
        page = open_page(f"http://127.0.0.1:{pages.port}/", "phone")
        page.locator("#code").fill(pages.code.code)
        page.get_by_role("button", name="Take part").click()
        page.locator("summary", has_text="Tonight's game").click()
        page.locator("#tonight-variant").wait_for()
        assert page.get_by_text("Change the rules…").count() == 0


def test_a_code_of_yesterday_is_asked_for_again(at_box: ServedTable, open_page: OpenPage) -> None:
    page = begins(open_page, at_box)
    at_box.evening += 1
    page.get_by_label("Number of tiles", exact=True).select_option("12")
    page.locator("#code").wait_for()
    page.get_by_role("dialog").wait_for(state="hidden")


def test_a_game_is_made_at_a_laptop_too(open_page: OpenPage, tmp_path: Path) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(game.address + "/", "phone", reduced_motion="reduce")
        take_part(page, game)
        page.get_by_text("Another game, other players").click()
        page.get_by_label("Game", exact=True).select_option("pub")
        page.get_by_role("button", name="Change the rules…").click()
        changes(page, "Number of tiles", "12")
        page.get_by_label("Title of your game").fill("The Crown")
        page.get_by_role("button", name="Save as").click()
        page.get_by_text("The Crown is saved.").last.wait_for()
        saved = tmp_path / ".config" / "boxctl" / "variants" / "the-crown.toml"
        assert "tiles = 12" in saved.read_text(encoding="utf-8")
        page.screenshot(path=PICTURES / "our-rules-laptop.png", full_page=True)
        page.get_by_role("button", name="Begin this match").click()
        page.get_by_role("heading", name="The Crown").wait_for()
        assert len(game.state["tiles"]) == 12


@pytest.mark.parametrize("leaves_by", ["Close", "Play by these rules"])
def test_changed_rules_that_are_not_saved_stand_to_be_played(
    open_page: OpenPage, tmp_path: Path, leaves_by: str
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(game.address + "/", "phone", reduced_motion="reduce")
        take_part(page, game)
        page.get_by_text("Another game, other players").click()
        page.get_by_label("Game", exact=True).select_option("pub")
        page.get_by_role("button", name="Change the rules…").click()
        changes(page, "Number of tiles", "12")
        page.get_by_role("dialog").get_by_role("button", name=leaves_by).click()
        linked = page.get_by_role("region", name="Rules by a link")
        linked.get_by_role("button", name="Begin this match").click()
        linked.wait_for(state="detached")
        page.locator('.tile[data-tile="12"]').or_(page.locator(".tile").nth(11)).first.wait_for()
        assert len(game.state["tiles"]) == 12
        assert not (tmp_path / ".config" / "boxctl" / "variants").exists()


def test_a_window_that_changed_nothing_leaves_nothing(open_page: OpenPage, tmp_path: Path) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(game.address + "/", "phone", reduced_motion="reduce")
        take_part(page, game)
        page.get_by_text("Another game, other players").click()
        page.get_by_role("button", name="Change the rules…").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.get_by_role("dialog").wait_for(state="hidden")
        assert page.get_by_role("region", name="Rules by a link").count() == 0
