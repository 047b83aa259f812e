"""People ask the referee on a page, and pass rules on by a link, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from groundwork.language import language, speaking, tr
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_played_on_pages import take_part
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser

SCREENS = {"320": (320, 640), "390": (390, 844), "844": (844, 390), "1280": (1280, 800),
           "1920": (1920, 1080)}  # fmt: skip
PARTS = ("throw", "turn", "odds", "rules", "link")
PUB_OF_TEN = "?rules=pub&set=tiles%3D10&set=stake%3D50p"
HOSTILE = "?rules=pub&set=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%3D1"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaptopGame]:
    """A game that nobody plays, at whose pages people ask."""
    with LaptopGame(tmp_path_factory.mktemp("asked"), "--players", "Ann,Bob") as begun:
        yield begun


def tap(page: Page, group: str, *names: str) -> None:
    """Tap keys of a group, one after the other."""
    for name in names:
        page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def asks(page: Page, button: str) -> str:
    """Press a button, and return what is answered."""
    with page.expect_response("**/ask/*"):
        page.get_by_role("button", name=button, exact=True).click()
    page.locator(".answer:not(:has(.working)) > *").first.wait_for()
    return str(page.locator(".answer").inner_text())


DICE = "What do the dice show?"
OPEN = "Tap the tiles: those that stand open are bright."
SHUT = "May these be shut? Without any: everything that is allowed."
TOLD = "Tap a tile that is shut; tap again if it is put back."


def test_a_throw_is_tapped_and_answered(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask", "phone")
    tap(page, DICE, "Die: 2", "Die: 4")
    tap(page, OPEN, "9", "8")
    told = asks(page, "What is allowed?")
    assert "6" in told
    assert "R3.1" in told
    tap(page, SHUT, "7")
    told = asks(page, "What is allowed?")
    assert told.startswith("not allowed: ")
    asks(page, "Which games allow it?")
    page.locator(".games li.is-no").first.wait_for()
    assert page.locator(".games li").count() > 30


@pytest.mark.parametrize(("size", "theme"), [("320", "dark"), ("844", "light"), ("1920", "dark")])
def test_who_waits_for_an_answer_sees_it_and_can_give_it_up(
    open_page: OpenPage, game: LaptopGame, size: str, theme: str
) -> None:
    width, height = SCREENS[size]
    for code in ("en", "fr", "de"):
        viewport = {"width": width, "height": height}
        page = open_page(f"{game.address}/ask?lang={code}#odds", theme=theme, viewport=viewport)
        page.route("**/ask/odds*", lambda _route: None)
        with speaking(language(code)):
            ask, works = tr("What is it worth?"), tr("The referee works it out …")
            cancel = page.get_by_role("button", name=tr("Cancel"), exact=True)
        page.get_by_role("button", name=ask, exact=True).click()
        cancel.wait_for()
        assert page.get_by_text(works).is_visible()
        page.screenshot(path=PICTURES / f"ask-waits-{code}-{size}.png", full_page=True)
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        cancel.click()
        cancel.wait_for(state="hidden")
        assert not page.get_by_text(works).is_visible()
        page.unroute("**/ask/odds*")
        assert asks(page, ask)
        page.close()


def test_what_is_written_counts_as_what_is_tapped(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask", "phone")
    page.get_by_label("Open tiles", exact=True).fill("1-3")
    page.get_by_label("The throw", exact=True).fill("1,2")
    assert "2+1" in asks(page, "What is allowed?")
    # The tiles follow what was written.
    group = page.get_by_role("group", name=OPEN)
    assert group.locator("[aria-pressed=true]").all_inner_texts() == ["1", "2", "3"]
    page.get_by_label("The throw", exact=True).fill("9,2")
    assert asks(page, "What is allowed?").startswith("BX779: ")


def test_a_turn_is_told_by_taps_and_in_words(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask#turn", "phone")
    tap(page, DICE, "Die: 3", "Die: 4")
    page.locator(".answer li").first.wait_for()
    tap(page, TOLD, "8")
    page.locator(".answer", has_text="R4.5").wait_for()
    lines = page.get_by_label("What happened, a line each")
    assert lines.input_value().splitlines() == ["throw 3 4", "shut 8"]
    lines.fill("throw 3 4\njuggle")
    assert "BX207" in asks(page, "What does the referee say?")


@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_turn_is_told_in_the_words_of_the_language(
    open_page: OpenPage, game: LaptopGame, code: str
) -> None:
    page = open_page(f"{game.address}/ask?lang={code}#turn", "phone")
    with speaking(language(code)):
        group = page.get_by_role("group", name=tr(DICE))
        for face in (3, 4):
            group.get_by_role("button", name=tr("Die: {face}", face=face), exact=True).click()
        page.locator(".answer li").first.wait_for()
        tap(page, tr(TOLD), "7")
        page.locator(".answer li").nth(1).wait_for()
    assert page.locator(".answer .kind-doubt").count() == 0


def test_a_position_is_weighed(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask#odds", "phone")
    page.get_by_label("Open tiles", exact=True).fill("1-5")
    assert "before the throw" in asks(page, "What is it worth?")
    page.get_by_label("The throw", exact=True).fill("2,3")
    asks(page, "What is it worth?")
    assert page.locator(".odds tbody tr").first.inner_text().endswith("best")
    page.get_by_label("What to play for").select_option("win")
    assert asks(page, "What is it worth?").startswith("BX779: ")
    page.get_by_label("Lowest score so far").fill("3")
    assert "chance to win" in asks(page, "What is it worth?")
    page.get_by_label("Game", exact=True).select_option("the-300")
    page.locator(".tiles button", has_text="24").first.wait_for()
    assert asks(page, "What is it worth?").startswith("BX780: ")


def test_the_card_is_shown_and_saved(open_page: OpenPage, game: LaptopGame, tmp_path: Path) -> None:
    page = open_page(f"{game.address}/ask{PUB_OF_TEN}#rules", "laptop")
    card = page.get_by_role("img", name="The card of Pub rules")
    card.wait_for()
    assert card.evaluate("(image) => image.decode().then(() => image.naturalWidth > 100)")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Save the card").click()
    saved = tmp_path / "card.svg"
    taken.value.save_as(saved)
    assert "<svg" in saved.read_text(encoding="utf-8")
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Print the card").is_visible()
    assert card.is_visible()


def test_a_link_tells_what_differs_and_is_drawn(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask{PUB_OF_TEN}#link", "phone")
    assert page.locator(".differs li").first.inner_text() == "Number of tiles = 10 instead of 9"
    link = urlsplit(page.get_by_label("The link to these rules").input_value())
    assert parse_qs(link.query)["rules"] == ["pub"]
    assert parse_qs(link.query)["set"][0] == "tiles=10"
    code = page.get_by_role("img", name="The link as a code for phones")
    code.wait_for()
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    page.get_by_label("The link opens").select_option("ask")
    assert "/ask?rules=pub" in page.get_by_label("The link to these rules").input_value()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?rules=pub&set=tilles%3D10", "BX202: "),
        ("?rules=pub&set=match%3Dduel&set=opening_tile%3D2", "BX204: "),
        ("?rules=nothing-like-it", "BX201: "),
        (HOSTILE, "BX202: "),
    ],
)
def test_a_link_that_cannot_be_offers_the_game_as_it_is(
    open_page: OpenPage, game: LaptopGame, query: str, said: str
) -> None:
    for address in (f"/ask{query}", f"/{query}"):
        page = open_page(game.address + address, "phone")
        alert = page.get_by_role("alert").first
        alert.wait_for()
        assert alert.inner_text().startswith(said)
        assert "as it is." in alert.inner_text()
        assert page.locator("img[src=x]").count() == 0
        assert findings(page) == []


def test_a_match_begins_by_the_rules_of_a_link(open_page: OpenPage, tmp_path: Path) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(f"{game.address}/{PUB_OF_TEN}", "phone", reduced_motion="reduce")
        linked = page.get_by_role("region", name="Rules by a link")
        linked.get_by_text("Number of tiles = 10 instead of 9").wait_for()
        linked.get_by_text("Take part to play by these rules.").wait_for()
        take_part(page, game)
        linked.get_by_role("button", name="Begin this match").wait_for()
        page.screenshot(path=PICTURES / "linked-match.png", full_page=True)
        assert findings(page) == []
        linked.get_by_role("button", name="Begin this match").click()
        page.get_by_role("button", name="Tile 10, open").wait_for()
        linked.wait_for(state="detached")
        assert "rules=" not in page.url
        assert len(game.state["tiles"]) == 10


def test_rules_that_are_changed_are_passed_on(open_page: OpenPage, tmp_path: Path) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        page = open_page(f"{game.address}/", "phone", reduced_motion="reduce")
        take_part(page, game)
        page.get_by_text("Another game, other players").click()
        page.get_by_role("button", name="Change the rules…").click()
        page.get_by_label("Number of tiles", exact=True).select_option("10")
        page.locator("a[href*='tiles']", has_text="Link to these rules").click()
        page.locator(".differs", has_text="Number of tiles = 10 instead of 9").wait_for()
        assert "tiles%3D10" in page.get_by_label("The link to these rules").input_value()


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_part(
    open_page: OpenPage, game: LaptopGame, theme: str, code: str
) -> None:
    page = open_page(f"{game.address}/ask?lang={code}", "phone", theme, reduced_motion="reduce")
    for part in PARTS:
        show(page, part)
        assert findings(page) == [], part
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{part} scrolls sideways at {width}"
            page.screenshot(path=PICTURES / f"ask-{part}-{code}-{theme}-{name}.png", full_page=True)
        page.set_viewport_size({"width": 390, "height": 844})


def show(page: Page, part: str) -> None:
    """Open a part with an answer in it."""
    page.locator(f"nav a[href='#{part}']").click()
    page.locator(f"nav a[href='#{part}'][aria-current=true]").wait_for()
    if part in ("throw", "odds"):
        page.locator("#throw").fill("2,4")
    if part == "turn":
        page.locator("#told").fill("throw 3 4\nshut 8\nopen 8\nshut 7")
    if part in ("throw", "odds", "turn"):
        page.locator(".part button.main").click()
        page.locator(".answer:not(:has(.working)) > *").first.wait_for()
    else:
        page.locator(".part img").wait_for()


def test_everything_to_touch_is_large_enough(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask", "small", reduced_motion="reduce")
    for part in PARTS:
        show(page, part)
        too_small = page.evaluate(
            """[...document.querySelectorAll('main button, main a, main input, main select')]
              .map((each) => [each.ariaLabel || each.textContent, each.getBoundingClientRect()])
              .filter(([, place]) => place.width && (place.width < 24 || place.height < 24))
              .map(([name]) => name)"""
        )
        assert too_small == [], part


def test_the_page_is_reached_from_the_table(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/", "phone")
    page.get_by_role("link", name="Ask the referee").click()
    page.get_by_role("heading", name="Ask the referee").wait_for()
    page.get_by_role("link", name="The table", exact=True).click()
    page.locator("main[data-state]").wait_for()


def test_nothing_that_is_asked_goes_elsewhere(open_page: OpenPage, game: LaptopGame) -> None:
    page = open_page(f"{game.address}/ask", "phone")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for part in PARTS:
        show(page, part)
    assert [url for url in asked if not url.startswith((game.address, "data:image/svg+xml"))] == []
