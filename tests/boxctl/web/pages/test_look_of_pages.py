"""Each page in each size and light. The pictures are kept in build/pages, to be looked at."""

from __future__ import annotations

import pytest

from boxctl.rules.variants import variant as rules_of
from boxctl.web.page_texts import page_texts, rules_in_words
from boxctl.web.state_parts import PlayedGame
from groundwork.language import language, use
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_hands_on_pages import take_part_on

pytestmark = pytest.mark.browser

TABLE = ("beginning", "refused", "the_300", "won", "twenty_twelve", "own_turn", "own_dice")
LOOKS = [
    *(("/", size, told) for size in ("small", "phone", "laptop") for told in TABLE),
    *(("/tv", "tv", told) for told in (*TABLE[:6], "made_ready", "attract", "crowded",
                                      "full_table", "long_tournament", "three_players",
                                      "four_players", "five_players")),
    *((page, size, "refused") for page in ("/replay", "/replay?match=1", "/record")
      for size in ("small", "laptop", "tv")),
    ("/overlay", "tv", "refused"),
    ("/", "4k", "refused"),
    ("/tv", "4k", "crowded"),
    ("/", "small", "full_table"),
    ("/", "laptop", "full_table"),
    *(("/", size, "long_tournament") for size in ("small", "phone", "laptop")),
]  # fmt: skip


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("address", "size", "told"), LOOKS)
def test_a_page_fits_its_screen(
    box: PretendBox,
    open_page: OpenPage,
    complaints: list[str],
    address: str,
    size: str,
    told: str,
    theme: str,
) -> None:
    box.state = getattr(situations, told)()
    page = open_page(address, size, theme, reduced_motion="reduce")
    if told.startswith("own_") and address == "/":
        take_part_on(page)
    if told == "attract":
        wait_until_idle(page)
    name = address.strip("/").replace("?", "-") or "index"
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(
        path=PICTURES / f"{name}-{size}-{theme}-{told}.png", full_page=size in ("small", "phone")
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than it is"
    if address == "/tv":
        assert page.evaluate(HIDDEN) == [], "covered or cut off"
    assert page.evaluate(CUT_NAMES) == [], "names that are cut"
    assert page.evaluate(CUT_SENTENCES) == [], "sentences that are cut"
    assert complaints == []


@pytest.mark.parametrize(
    ("told", "one"),
    [
        ("refused", 60),
        ("own_turn", 60),
        ("made_ready", 60),
        ("three_players", 60),
        ("four_players", 50),
        ("five_players", 40),
    ],
)
def test_a_television_is_read_from_four_metres(
    box: PretendBox, open_page: OpenPage, told: str, one: int
) -> None:
    """The one number is smaller while there are many players, and larger than anything else."""
    box.state = getattr(situations, told)()
    page = open_page("/tv", "tv", reduced_motion="reduce")
    assert page.evaluate(MINUTES_OF_ARC, ".is-one dd") > one
    assert page.evaluate(MINUTES_OF_ARC, ".sheet td") > COMFORTABLE
    assert page.evaluate(MINUTES_OF_ARC, ".plaque .words") > COMFORTABLE


def test_the_evening_has_its_title_on_the_television(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = open_page("/tv", "tv", reduced_motion="reduce")
    page.clock.install()
    page.reload()
    page.locator(".of-scores").wait_for()
    page.clock.run_for(23_000)
    title = page.locator(".side caption", has_text="This evening")
    title.wait_for()
    assert title.evaluate("(words) => getComputedStyle(words).clipPath") == "none"
    assert page.evaluate(HIDDEN) == []


COMFORTABLE = 16
"""Minutes of arc of a capital letter that are read without effort (ISO 9241-303)."""

MINUTES_OF_ARC = """(what) => {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(document.querySelector(what));
  const drawn = document.createElement("canvas").getContext("2d");
  drawn.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const millimetres = (drawn.measureText("H").actualBoundingBoxAscent * 952) / 1920;
  return (Math.atan(millimetres / 4000) * 180 * 60) / Math.PI;
}"""
"""How large capital letters are from 4 m on a screen of 43 inches, which is 952 mm wide."""


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize("variant", ["golf", "the-300", "two-player-battle", "high-rollers"])
def test_the_rules_of_the_house_fit_slide_by_slide(
    box: PretendBox, open_page: OpenPage, variant: str, code: str
) -> None:
    use(language(code))
    box.documents["/rules.json"] = rules_in_words(PlayedGame(variant, rules_of(variant)))
    box.documents["/texts.json"] = page_texts()
    box.state = situations.attract()
    page = open_page("/tv", "tv", reduced_motion="reduce")
    wait_until_idle(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"tv-tv-dark-rules-{variant}-{code}.png")
    wanted = [line for section in box.documents["/rules.json"]["sections"]
              for line in section["lines"]]  # fmt: skip
    # A busy browser may show a slide for more than one turn of the clock.
    for _ in range(40):
        slide = page.locator(".slide").inner_text()
        assert page.evaluate(HIDDEN) == []
        wanted = [line for line in wanted if line not in slide]
        if not wanted:
            break
        page.clock.run_for(11_000)
    assert wanted == []


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_a_window_fits_the_smallest_phone(box: PretendBox, open_page: OpenPage, code: str) -> None:
    use(language(code))
    box.documents["/texts.json"] = page_texts()
    box.state = situations.refused()
    page = open_page("/", "small")
    for opener in (".top .quiet", ".more button", ".story button"):
        page.locator(opener).first.click()
        page.locator("dialog[open]").wait_for()
        assert page.evaluate(
            "() => { const over = document.querySelector('dialog');"
            " return over.scrollWidth <= over.clientWidth; }"
        ), opener
        page.locator("dialog .close").click()


def wait_until_idle(page: Page) -> None:
    """Let time pass until the television takes it that nobody plays."""
    page.clock.install()
    page.reload()
    # A box stands in the page before its scripts run: time passes for them.
    page.wait_for_selector("main[data-state] .box-picture")
    page.clock.run_for(75_000)
    page.locator(".slide").wait_for()


HIDDEN = """() => {
  const foot = document.querySelector('.foot').getBoundingClientRect();
  return [...document.querySelectorAll('.side td, .side th, .side .who, .side li, .foot p, h1')]
    .filter((each) => !each.closest('.unseen'))
    .filter((each) => {
      const place = each.getBoundingClientRect();
      const paper = (each.closest('.paper') ?? document.body).getBoundingClientRect();
      const inFoot = Boolean(each.closest('.foot'));
      const cut = [...each.querySelectorAll('bdi')]
        .some((one) => one.scrollWidth > one.clientWidth);
      const out = place.right > Math.min(innerWidth, paper.right + 1);
      return cut || out || place.bottom > (inFoot ? innerHeight : foot.top);
    })
    .map((each) => each.textContent);
}"""


CUT_SENTENCES = """() => [...document.querySelectorAll('.plaque .words')]
  .filter((each) => each.scrollHeight > each.clientHeight
      + parseFloat(getComputedStyle(each).fontSize) / 2
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
"""Sentences of which a plaque does not show a line; letters may reach out of their own."""


CUT_NAMES = """() => [...document.querySelectorAll('.sheet .who bdi')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.clientWidth === 0)
  .filter((each) => each.checkVisibility() && getComputedStyle(each).display !== 'inline')
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("told", ["refused", "the_300", "crowded", "attract"])
def test_the_television_is_read_from_five_metres(
    box: PretendBox, open_page: OpenPage, told: str
) -> None:
    """The smallest letters are 2 % of the height of the screen: 12 mm on one of 42 inches."""
    box.state = getattr(situations, told)()
    page = open_page("/tv", "tv")
    if told == "attract":
        wait_until_idle(page)
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('main *')]
          .filter((each) => !each.closest('.unseen, svg, thead, .phone-code'))
          .filter((each) => [...each.childNodes].some((one) => one.data && one.data.trim()))
          .map((each) => parseFloat(getComputedStyle(each).fontSize))) / innerHeight"""
    )
    assert smallest >= 0.02
    said = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.decision .words')).fontSize)"
        " / innerHeight"
    )
    assert said >= 0.038


@pytest.mark.parametrize("address", ["/", "/tv"])
def test_the_first_paint_takes_less_than_100_kilobytes(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    received = page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => !each.name.includes('/events'))"
        ".concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, each) => sum + each.encodedBodySize, 0)"
    )
    assert 10_000 < received < 100_000


@pytest.mark.parametrize("address", ["/", "/tv", "/replay?match=1", "/record", "/overlay"])
def test_a_page_asks_no_address_but_the_box(
    chromium: object, box: PretendBox, open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert asked
    assert all(one.startswith(box.address) for one in asked)
