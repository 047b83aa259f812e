"""Phones at seats: who somebody is tonight, and what his phone says when the turn comes to him.

Vibration, sound and badge are stand-ins: no test here has run on a phone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from boxctl.referee.payloads import Verdict
from boxctl.view.score_sheet import TurnStanding
from boxctl.web.page_texts import own_names, page_texts
from boxctl.web.state import DiceState, RulingLine
from groundwork.language import language, speaking
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, SIZES, OpenPage, Page, open_more
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_hands_on_pages import take_part_on
from tests.boxctl.web.pages.test_pages_for_everybody import findings

pytestmark = pytest.mark.browser

SIZES |= {"lying": (844, 390), "narrow": (320, 568)}

STAND_INS = """
window.felt = [];
window.badges = [];
navigator.vibrate = (pattern) => { felt.push(pattern.length); return true; };
navigator.setAppBadge = async (count) => { badges.push(count); };
navigator.clearAppBadge = async () => { badges.push(0); };
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
window.heard = 0;
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  resume() { return Promise.resolve(); }
};
window.OscillatorNode = class {
  constructor() { window.heard += 1; }
  connect(to) { return to; }
  start() {}
  stop() {}
};
window.GainNode = class {
  gain = { setTargetAtTime() {} };
  connect(to) { return to; }
};
"""


def turn_of(name: str, *, says: str | None = None, **more: Any) -> situations.State:
    """Three at a simulated table: this one's turn, a score to beat."""
    players = situations.lines("Ann", "Bob", "Cy", playing=False)
    told: dict[str, Any] = {
        "players": players,
        "turn": name,
        "says": says or f"{name}, throw two dice.",
        "actions": ("move", "throw", "throw_one", "report", "match"),
        "seats": tuple(line.name for line in players),
        "stands": TurnStanding(45, None, 8, "Cy"),
        **more,
    }
    return situations.state(**told)


def playing(name: str) -> situations.State:
    """This one has thrown a 5 and a 4."""
    told = turn_of(
        name,
        throw=(5, 4),
        says=f"{name} throws 5 and 4: 9.",
        phase="play",
        moves=((9,), (4, 5), (3, 6), (2, 3, 4)),
        actions=("move", "take_back", "report"),
    )
    return situations.with_tiles(told, (2, 3, 4, 5, 6, 9), may_move=True)


@pytest.fixture
def phone(box: PretendBox, open_page: OpenPage) -> Any:
    """Return what opens the phone of somebody, in a browser of its own."""

    def opened(name: str, size: str = "narrow", **context: Any) -> Page:
        page = open_page("/", size, has_touch=True, **context)
        page.add_init_script(STAND_INS)
        page.reload()
        take_part_on(page)
        if name:
            page.get_by_role("button", name=name, exact=True).click()
            page.locator(".seat-bar").wait_for()
        return page

    return opened


def all_shown(page: Page, words: str) -> bool:
    """Whether this can be read without scrolling."""
    place = page.get_by_text(words, exact=True).first.bounding_box()
    height: int = page.viewport_size["height"]
    return place is not None and place["y"] >= 0 and place["y"] + place["height"] <= height


@pytest.mark.parametrize("size", ["narrow", "lying"])
def test_the_turn_passes_from_ann_s_phone_to_bob_s(box: PretendBox, phone: Any, size: str) -> None:
    box.state = turn_of("Ann")
    ann, bob = phone("Ann", size), phone("Bob", size)
    assert all_shown(ann, "Your turn")
    assert bob.locator(".seat-me").inner_text() == "You are Bob."
    bar = bob.locator(".seat-bar")
    assert bar.locator(".waits").inner_text() == "Ann plays"
    assert bar.get_by_role("button").count() == 0
    assert bob.get_by_text("8 (Cy)").is_visible(), "what there is to beat"
    with ann.expect_response("**/act"):
        ann.locator(".seat-bar").get_by_role("button", name="Throw the dice").click()
    assert box.acts == [{"do": "throw", "seat": "Ann"}]
    box.tell(playing("Ann"))
    ann.locator(".ways li").first.wait_for()
    assert ann.locator(".ways li").all_inner_texts() == ["9", "4 + 5", "3 + 6", "2 + 3 + 4"]
    assert "5 + 4 = 9" in ann.locator(".figures").inner_text()
    assert bob.locator(".lever").count() == 0, "no tile of Ann's answers to Bob's finger"
    felt = bob.evaluate("[felt.length, heard, badges.at(-1)]")
    box.tell(turn_of("Bob"))
    bob.get_by_text("Your turn", exact=True).wait_for()
    assert bob.evaluate("[felt.length, heard]") == [felt[0] + 1, felt[1] + 2]
    assert bob.evaluate("badges.at(-1)") == 1
    assert bob.title() == "● Your turn · Shut the Box"
    ann.get_by_text("Bob plays", exact=True).wait_for()
    assert ann.title() == "Shut the Box"
    assert ann.evaluate("badges.at(-1)") == 0
    assert ann.locator(".seat-bar").get_by_role("button").count() == 0


def test_a_second_turn_in_a_row_gives_its_own_signal(box: PretendBox, phone: Any) -> None:
    """Of one who plays alone, or who ended a round and begins the next."""
    throws = RulingLine(1, 4.0, Verdict.THROW, "R3.1", "Ann", "Ann throws 5 and 4: 9.")
    over = RulingLine(2, 9.0, Verdict.TURN_OVER, "R6.1", "Ann", "Ann scores 45.")
    ready = RulingLine(3, 12.0, Verdict.READY, "R4.9", "Ann", "Ann's turn begins.")
    box.state = turn_of("Ann")
    ann, bob = phone("Ann"), phone("Bob")

    def given() -> list[list[int]]:
        return [page.evaluate("[felt.length, heard]") for page in (ann, bob)]

    def tell(says: str, *rulings: RulingLine) -> None:
        box.tell(turn_of("Ann", says=says, rulings=rulings))
        for page in (ann, bob):
            page.get_by_text(says).first.wait_for()

    before = given()
    tell("Ann throws well.", throws)
    assert given() == before, "the turn goes on"
    tell("Ann, put the tiles back.", throws, over)
    second = [[before[0][0] + 1, before[0][1] + 2], before[1]]
    assert given() == second
    tell("Ann, throw again.", throws, over, ready)
    assert given() == second, "it is told once"


@pytest.mark.parametrize("size", ["narrow", "phone", "lying"])
def test_a_thumb_reaches_the_main_action(box: PretendBox, phone: Any, size: str) -> None:
    box.state = turn_of("Ann")
    page = phone("Ann", size)
    width, height = SIZES[size]
    for told, name in ((turn_of("Ann"), "Throw the dice"), (playing("Ann"), "Take back")):
        box.tell(told)
        button = page.locator(".seat-bar").get_by_role("button", name=name)
        button.wait_for()
        place = button.bounding_box()
        assert place["y"] > height / 2
        assert place["y"] + place["height"] <= height
        assert min(place["width"], place["height"]) >= 48
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all_shown(page, "Your turn")


def test_own_dice_are_typed_under_the_thumb(box: PretendBox, phone: Any) -> None:
    dice = DiceState(counts=(1, 2), number=1, real=True)
    box.state = turn_of("Ann", dice=dice, actions=("type_throw", "report", "names"))
    page = phone("Ann")
    keys = page.locator(".seat-bar .keys button")
    sizes = [keys.nth(place).bounding_box() for place in range(6)]
    assert all(min(each["width"], each["height"]) >= 48 for each in sizes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    keys.nth(2).click()
    with page.expect_response("**/act"):
        keys.nth(3).click()
    assert box.acts == [{"do": "type_throw", "text": "3 4", "seat": "Ann"}]


def test_the_seat_outlives_a_reload_and_a_restart_of_the_box(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Bob")
    page.reload()
    page.get_by_text("You are Bob.").first.wait_for()
    box.close()
    again = PretendBox(turn_of("Bob"), box.port)
    again.documents = box.documents
    try:
        page.get_by_text("Your turn", exact=True).wait_for()
        with page.expect_response("**/act"):
            page.locator(".seat-bar").get_by_role("button", name="Throw the dice").click()
        assert again.acts == [{"do": "throw", "seat": "Bob"}]
    finally:
        again.close()


def test_another_tab_of_the_same_phone_has_the_seat_and_no_code_to_give(
    box: PretendBox, phone: Any
) -> None:
    box.state = turn_of("Ann")
    page = phone("Ann")
    other = page.context.new_page()
    other.goto(box.address)
    other.get_by_text("Your turn", exact=True).wait_for()


def test_two_phones_may_hold_one_seat(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    one, two = phone("Ann"), phone("Ann")
    for page in (one, two):
        page.get_by_text("Your turn", exact=True).wait_for()
        assert page.locator(".seat-bar").get_by_role("button", name="Throw the dice").is_visible()


def test_a_name_that_leaves_frees_the_seat_in_one_sentence(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Bob")
    box.tell(turn_of("Ann", seats=("Ann", "Cy", "Dan")))
    page.get_by_text("Bob does not play here any more: this phone is free.").first.wait_for()
    page.get_by_role("button", name="Dan", exact=True).click()
    page.get_by_text("You are Dan.").first.wait_for()
    page.reload()
    page.get_by_text("You are Dan.").first.wait_for()


def test_who_looks_after_the_table_does_all_as_before(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Bob")
    page = phone("")
    page.get_by_role("button", name="Nobody: I look after the table").click()
    page.get_by_text("Who are you?").wait_for(state="detached")
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Throw the dice").click()
    assert box.acts == [{"do": "throw"}]
    page.reload()
    open_more(page)
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_text("Who are you?").wait_for()


def test_a_seat_out_of_turn_helps_under_for_everybody(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Bob")
    page.get_by_text("For everybody at the table").click()
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Throw the dice").click()
    assert box.acts == [{"do": "throw", "seat": "Bob"}]


def test_of_another_evening_the_seat_is_asked_for_again(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Ann")
    box.code = "271828"
    page.locator(".seat-bar").get_by_role("button", name="Throw the dice").click()
    field = page.get_by_label("The table's code, to take part")
    field.fill("271828")
    page.get_by_role("button", name="Take part").click()
    page.get_by_text("Who are you?").wait_for()
    assert box.acts == []


def test_a_wrong_code_gives_no_seat(box: PretendBox, open_page: OpenPage) -> None:
    box.state = turn_of("Ann")
    page = open_page("/", "narrow")
    page.get_by_label("The table's code, to take part").fill("000000")
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("alert").wait_for()
    assert page.get_by_text("Who are you?").count() == 0


def test_what_is_switched_off_stays_off(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Bob")
    page.get_by_role("button", name="Settings").click()
    for words in (
        "Shakes when it refuses, and at your turn",
        "Sounds when it refuses, and at your turn",
        "Marks the tab and the icon at your turn",
    ):
        page.get_by_label(words).uncheck()
    page.get_by_role("button", name="Close").click()
    before = page.evaluate("[felt.length, heard]")
    box.tell(turn_of("Bob"))
    page.get_by_text("Your turn", exact=True).wait_for()
    assert page.evaluate("[felt.length, heard]") == before
    assert page.title() == "Shut the Box"
    assert 1 not in page.evaluate("badges")


def test_a_phone_of_a_seat_follows_the_table_unseen(box: PretendBox, phone: Any) -> None:
    box.state = turn_of("Ann")
    page = phone("Bob")
    hide = """(state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, "hidden")
    box.tell(turn_of("Bob"))
    page.wait_for_function("document.title.startsWith('●')")
    assert page.evaluate("heard") == 2


def test_the_code_of_the_link_goes_to_nobody_else(box: PretendBox, open_page: OpenPage) -> None:
    box.state = turn_of("Ann")
    box.code = "abcdefgh234567ab"
    asked: list[tuple[str, str]] = []
    page = open_page("/")
    page.on("request", lambda sent: asked.append((sent.url, sent.headers.get("referer", ""))))
    page.goto("about:blank")
    page.goto(f"{box.address}/#{box.code}")
    page.get_by_text("Who are you?").wait_for()
    assert "#" not in page.url
    assert asked
    assert not any(box.code in url + referer for url, referer in asked)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_a_seat_has_no_findings_and_looks_right(
    box: PretendBox, open_page: OpenPage, theme: str, code: str
) -> None:
    with speaking(language(code)):
        box.documents |= {"/texts.json": page_texts(), "/languages.json": own_names()}
        for size in ("narrow", "phone", "lying"):
            box.state = turn_of("Ann", language=code)
            page = open_page("/", size, theme)
            take_part_on(page)
            states = {
                "who": None,
                "mine": turn_of("Ann", language=code),
                "play": {**playing("Ann"), "language": code},
                "theirs": turn_of("Bob", language=code),
            }
            for name, told in states.items():
                if told is not None:
                    if name == "mine":
                        page.get_by_role("button", name="Ann", exact=True).click()
                    box.tell(told)
                    page.locator(".seat-bar").wait_for()
                    page.wait_for_function(
                        "(turn) => document.querySelector('.seat-turn').textContent.includes(turn)",
                        arg=told["turn"],
                    )
                PICTURES.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=PICTURES / f"seat-{name}-{size}-{theme}-{code}.png")
                assert findings(page) == [], (name, size)
                assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_every_word_of_a_seat_is_in_the_texts() -> None:
    from tests.boxctl.web.pages.pretend_box import PAGES

    script = (PAGES / "script" / "parts" / "seat.js").read_text(encoding="utf-8")
    assert set(re.findall(r'say\("([^"]+)"', script)) <= set(page_texts())
