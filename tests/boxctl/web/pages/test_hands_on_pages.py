"""People act on their own devices: the code, levers, throws, dice of their own, names."""

from __future__ import annotations

from typing import Any

import pytest

from groundwork.language import tr
from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import OpenPage, Page, open_more
from tests.boxctl.web.pages.pretend_box import PretendBox

pytestmark = pytest.mark.browser


def take_part(open_page: OpenPage, size: str = "phone", **context: bool) -> Page:
    """Open the page and give the table's code."""
    page = open_page("/", size, **context)
    take_part_on(page)
    return page


def take_part_on(page: Page) -> None:
    """Give the table's code on a page in the language in use."""
    field = page.get_by_label(tr("The table's code, to take part"))
    field.fill("314159")
    page.get_by_role("button", name=tr("Take part")).click()
    field.wait_for(state="detached")


def test_without_the_code_nothing_can_be_done(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = open_page("/", "phone")
    assert page.get_by_role("button", name="Put the tiles right").count() == 0
    assert page.locator(".lever").count() == 0


def test_a_wrong_code_is_refused_and_the_right_one_is_kept(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.refused()
    page = open_page("/", "phone")
    field = page.get_by_label("The table's code, to take part")
    field.fill("000000")
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("alert").get_by_text("That is not the table's code.").wait_for()
    field.fill("314159")
    field.press("Enter")
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Put the tiles right").click()
    page.reload()
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Tile 8, shut, has to go up").click()
    assert box.acts == [{"do": "put_back"}, {"do": "move", "tile": 8, "to": "open"}]
    assert box.seen == [None, None]


def test_a_code_of_yesterday_is_asked_for_again(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = take_part(open_page)
    box.code = "271828"
    page.get_by_role("button", name="Put the tiles right").click()
    page.get_by_label("The table's code, to take part").wait_for()
    assert box.acts == []


def in_focus(page: Page) -> str | None:
    """The label of what has the focus, or its name."""
    label: str | None = page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)"
    )
    return label


def test_who_has_given_the_code_is_told_so_and_is_where_it_can_be_used(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.locator(".hands [role=status]", has_text="You take part now.").wait_for(state="attached")
    assert in_focus(page) == "Your hand on the box"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.hands') !== null")


def test_the_focus_stays_near_a_button_that_goes(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.refused()
    page = take_part(open_page)
    button = page.get_by_role("button", name="Put the tiles right")
    button.focus()
    with page.expect_response("**/act"):
        page.keyboard.press("Enter")
    assert in_focus(page) == "Put the tiles right"
    box.tell(situations.own_turn())
    button.wait_for(state="detached")
    assert in_focus(page) == "Your hand on the box"
    box.tell(situations.beginning())
    page.locator(".hands").wait_for(state="detached")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


def test_who_is_asked_for_the_code_again_is_where_it_is_given(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.refused()
    page = take_part(open_page)
    box.code = "271828"
    page.get_by_role("button", name="Put the tiles right").press("Enter")
    page.get_by_label("The table's code, to take part").wait_for()
    assert in_focus(page) == "Your hand on the box"


def test_the_box_does_not_answer_only_as_long_as_it_does_not(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.route("**/act", lambda route: route.abort())
    page.get_by_role("button", name="Throw the dice").click()
    trouble = page.get_by_role("alert").get_by_text("The box does not answer.")
    trouble.wait_for()
    box.tell(situations.refused())
    trouble.wait_for(state="detached")


def test_a_button_looks_pressed_until_the_box_has_answered(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    waiting: list[Any] = []
    page.route("**/act", lambda route: waiting.append(route))
    throw = page.get_by_role("button", name="Throw the dice")
    throw.click()
    page.locator("button[data-pressed]", has_text="Throw the dice").wait_for()
    waiting[0].continue_()
    page.locator("button[data-pressed]").wait_for(state="detached")
    assert throw.is_visible()


IN_THE_NEXT_FRAME = """(button) => new Promise((drawn) => {
  button.focus();
  const look = () => drawn(button.hasAttribute("data-pressed"));
  const soon = () => requestAnimationFrame(look);
  button.addEventListener("click", soon, { once: true, capture: true });
  button.click();
})"""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("told", ["own_turn", "refused", "own_dice"])
def test_whatever_acts_looks_pressed_in_the_next_frame(
    box: PretendBox, open_page: OpenPage, told: str
) -> None:
    box.state = getattr(situations, told)()
    page = take_part(open_page)
    acts: list[Any] = []
    page.route("**/act", lambda route: acts.append(route))
    pressed = 0
    for button in page.locator(".hands button:enabled, .lever:enabled").all():
        if button.evaluate(IN_THE_NEXT_FRAME):
            pressed += 1
            while len(acts) < pressed:
                page.evaluate(TWO_FRAMES)
            acts[-1].abort()
            page.locator("button[data-pressed]").wait_for(state="detached")
    page.evaluate(TWO_FRAMES)
    assert len(acts) == pressed > 1, "a button acts and does not look so"


@pytest.mark.parametrize("told", ["own_turn", "refused", "own_dice"])
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320)])
def test_a_phone_on_its_side_shows_the_dice_the_sentence_and_what_to_press(
    box: PretendBox, open_page: OpenPage, told: str, size: tuple[int, int]
) -> None:
    box.state = getattr(situations, told)()
    page = take_part(open_page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    for what in (".table .box", ".plaque", ".hands button >> nth=0"):
        place = page.locator(what).bounding_box()
        assert place["y"] >= 0, what
        assert place["y"] + place["height"] <= size[1], what
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_double_that_may_be_thrown_again_has_a_button_that_says_so(
    box: PretendBox, open_page: OpenPage
) -> None:
    told = situations.own_turn()
    box.state = told | {"dice": told["dice"] | {"values": [3, 3]}}
    page = take_part(open_page)
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Throw the double again").click()
    assert box.acts == [{"do": "throw"}]


@pytest.mark.parametrize("seat", ["", "Ann"])
def test_a_tap_never_replaces_a_double_by_mistake(
    box: PretendBox, open_page: OpenPage, seat: str
) -> None:
    """The dice are asked for only after somebody has said that they throw again (R5.7)."""
    told = situations.own_dice() | {"phase": "play", "turn": "Ann", "seats": ["Ann", "Bob"]}
    box.state = told | {"dice": told["dice"] | {"values": [3, 3]}}
    page = take_part(open_page)
    if seat:
        page.get_by_role("button", name=seat, exact=True).click()
    dice = page.get_by_role("group", name="What do the dice show?")
    assert dice.count() == 0
    page.get_by_role("button", name="Throw the double again").click()
    dice.get_by_role("button", name="4").click()
    with page.expect_response("**/act"):
        dice.get_by_role("button", name="2").click()
    assert box.acts[-1]["do"] == "type_throw"
    assert box.acts[-1]["text"] == "4 2"


def test_what_is_rare_on_a_phone_stands_behind_more(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn() | {
        "coaches": True, "begun": True, "actions": ["move", "throw", "new", "report"],
    }  # fmt: skip
    page = take_part(open_page)
    rare = page.get_by_role("button", name="Report a sensor")
    new = page.get_by_role("button", name="New match")
    assert rare.count() == new.count() == page.get_by_role("link", name="Replay").count() == 0
    open_more(page)
    assert page.get_by_label("Coach").is_visible()
    assert page.get_by_role("link", name="Replay").is_visible()
    with page.expect_response("**/act"):
        rare.click()
    assert box.acts == [{"do": "report"}]
    box.tell(situations.won() | {"actions": ["new"]})
    new.and_(page.locator(".table button")).wait_for()


def test_a_refusal_stays_to_be_read_while_the_table_goes_on(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    box.answer = lambda _act: (409, "Somebody was faster.")
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("alert").get_by_text("Somebody was faster.").wait_for()
    box.tell(situations.refused())
    page.locator(".plaque", has_text="The 8 is too much").wait_for()
    assert page.get_by_role("alert").get_by_text("Somebody was faster.").count() == 1


def test_levers_are_moved_by_touch(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page, has_touch=True)
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Tile 7, open").tap()
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Throw one die").tap()
    assert box.acts == [{"do": "move", "tile": 7, "to": "shut"}, {"do": "throw_one"}]
    assert box.seen == [None, box.state["rulings"][-1]["number"]]


def test_levers_are_moved_by_keys(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page, "laptop")
    page.get_by_role("button", name="Tile 1, open").focus()
    page.keyboard.press("6")
    with page.expect_response("**/act"):
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Confirm").focus()
    with page.expect_response("**/act"):
        page.keyboard.press("Space")
    assert box.acts == [{"do": "move", "tile": 6, "to": "shut"}, {"do": "confirm"}]


def test_people_type_what_their_dice_show(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_dice()
    page = take_part(open_page)
    keys = page.get_by_role("group", name="What do the dice show?")
    keys.get_by_role("button", name="6").click()
    keys.get_by_role("button", name="Type again").click()
    keys.get_by_role("button", name="3").click()
    with page.expect_response("**/act"):
        keys.get_by_role("button", name="4").click()
    keys.get_by_role("button", name="5").click()
    with page.expect_response("**/act"):
        keys.get_by_role("button", name="That is all").click()
    assert box.acts == [
        {"do": "type_throw", "text": "3 4"},
        {"do": "type_throw", "text": "5"},
    ]


def test_a_sensor_is_answered_for(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.twenty_twelve()
    page = take_part(open_page)
    asked = page.get_by_role("group", name="How does tile 5 stand?")
    with page.expect_response("**/act"):
        asked.get_by_role("button", name="It stands").click()
    with page.expect_response("**/act"):
        asked.get_by_role("button", name="It lies").click()
    # As on the box: confirm for a tile that is shut, new for one that stands open.
    assert box.acts == [{"do": "new"}, {"do": "confirm"}]


def test_a_sensor_is_said_to_be_at_fault_or_not(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.twenty_twelve()
    box.state["question"]["where"] = False
    page = take_part(open_page)
    asked = page.get_by_role("group", name="Is the sensor of tile 5 at fault?")
    with page.expect_response("**/act"):
        asked.get_by_role("button", name="Yes").click()
    with page.expect_response("**/act"):
        asked.get_by_role("button", name="No", exact=True).click()
    assert box.acts == [{"do": "confirm"}, {"do": "new"}]


def test_names_are_set_for_the_next_match(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.get_by_text("Names of the next match").click()
    page.get_by_label("Player 2", exact=True).fill("Zoë <i>")
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Set the names").click()
    assert box.acts == [{"do": "names", "names": ["Ann", "Zoë <i>"]}]


def test_players_come_and_go_before_the_next_match(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.get_by_text("Names of the next match").click()
    page.get_by_label("Player 1", exact=True).fill("")
    page.get_by_role("button", name="One more player").click()
    page.get_by_label("Player 3", exact=True).fill("Cleo")
    with page.expect_response("**/act"):
        page.get_by_role("button", name="Set the names").click()
    assert box.acts == [{"do": "names", "names": ["Bob", "Cleo"]}]


def test_what_is_typed_stays_while_the_table_goes_on(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.get_by_text("Names of the next match").click()
    page.get_by_label("Player 2", exact=True).fill("Zo")
    box.tell(situations.own_turn() | {"announcement": {"text": "Time passes.", "kind": "plain"}})
    page.locator(".plaque", has_text="Time passes.").wait_for()
    assert page.get_by_label("Player 2", exact=True).input_value() == "Zo"
    assert page.evaluate("document.activeElement.id") == "seat-1"


def test_what_is_typed_stays_while_other_things_come_and_go(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.own_dice() | {"actions": ["names"]}
    page = take_part(open_page)
    page.get_by_text("Names of the next match").click()
    page.get_by_label("Player 2", exact=True).fill("Zo")
    box.tell(situations.own_dice() | {"actions": ["type_throw", "names"]})
    page.get_by_role("group", name="What do the dice show?").wait_for()
    assert page.get_by_label("Player 2", exact=True).input_value() == "Zo"
    assert page.evaluate("document.activeElement.id") == "seat-1"


def test_the_focus_stays_where_a_refusal_appears(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = open_page("/", "phone")
    page.get_by_label("The table's code, to take part").fill("000000")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("That is not the table's code.").wait_for()
    assert page.evaluate("document.activeElement.id") == "code"
    take_part_on(page)
    box.answer = lambda _act: (409, "Not now.")
    throws = page.get_by_role("button", name="Throw the dice")
    throws.focus()
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("Not now.").wait_for()
    assert throws.evaluate("(button) => button === document.activeElement")


def test_a_press_for_one_question_does_not_answer_the_next(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.state = situations.twenty_twelve()
    page = take_part(open_page)
    page.get_by_role("button", name="It stands").focus()
    box.tell(situations.twenty_twelve() | {"question": {"tile": 5, "where": False}})
    page.get_by_role("group", name="Is the sensor of tile 5 at fault?").wait_for()
    page.keyboard.press("Enter")
    assert in_focus(page) == "Your hand on the box"
    assert box.acts == []


def test_an_act_that_is_refused_is_explained(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    box.answer = lambda _act: (409, "Not now.")
    page = take_part(open_page)
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("alert").get_by_text("Not now.").wait_for()


def test_a_box_that_does_not_answer_is_told(box: PretendBox, open_page: OpenPage) -> None:
    box.state = situations.own_turn()
    page = take_part(open_page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("alert").get_by_text("The box does not answer.").wait_for()
