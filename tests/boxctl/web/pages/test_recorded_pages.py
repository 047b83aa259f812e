"""Matches that were recorded: scrubbed through, shared as a link, and proved in the browser."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.boxctl.web.pages import documents
from tests.boxctl.web.pages.conftest import OpenPage
from tests.boxctl.web.pages.pretend_box import PretendBox

pytestmark = pytest.mark.browser


def test_a_match_is_scrubbed_through_by_keys(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1")
    page.get_by_label("Position in the match").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".plaque", has_text="Ann throws 3 and 4: 7.").wait_for()
    page.keyboard.press("End")
    page.locator(".plaque", has_text="The 8 is too much").wait_for()
    assert page.locator(".tile.is-asked").count() == 1


def test_a_match_is_played_on_to_its_end(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play on").click()
    page.locator(".plaque", has_text="The 8 is too much").wait_for()
    page.get_by_role("button", name="Play on").wait_for()


def test_a_position_is_shared_as_a_link(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1")
    page.get_by_role("button", name="One on").click()
    page.get_by_role("button", name="One on").click()
    page.get_by_role("button", name="Share this position").click()
    link = page.get_by_label("The link to this position").input_value()
    assert link.endswith("/replay?match=1#12")
    other = open_page(link.partition(":")[2].lstrip("/").partition("/")[2].join(["/", ""]))
    other.locator(".plaque", has_text="Ann shuts the 7.").wait_for()


def test_a_match_is_walked_to_its_end_and_back_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1")
    forward = page.get_by_role("button", name="One on")
    forward.focus()
    for _ in range(6):
        page.keyboard.press("Enter")
    page.locator(".plaque", has_text="The 8 is too much").wait_for()
    assert forward.evaluate("(button) => button === document.activeElement")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.locator(".plaque", has_text="Ann throws 5 and 4: 9.").wait_for()


def test_a_link_leads_to_its_position_also_on_a_page_that_is_open(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1#13")
    page.locator(".plaque", has_text="Ann throws 5 and 4: 9.").wait_for()
    page.evaluate("location.hash = '#11'")
    page.locator(".plaque", has_text="Ann throws 3 and 4: 7.").wait_for()
    page.evaluate("location.hash = '#99'")
    page.locator(".plaque", has_text="Ann, throw two dice.").wait_for()


def test_the_chart_tells_luck_and_skill_up_to_the_position(open_page: OpenPage) -> None:
    page = open_page("/replay?match=1")
    luck = page.locator("figure", has_text="Luck")
    assert "Ann\n0.0 points" in luck.inner_text()
    page.get_by_role("button", name="To the end").click()
    assert "+2.0 points" in luck.inner_text()
    assert "−0.8 points" in page.locator("figure", has_text="Given away").inner_text()


def test_the_list_leads_to_a_match(open_page: OpenPage) -> None:
    page = open_page("/replay", "phone")
    assert page.get_by_text("<b>Bob</b>").count() == 1
    page.get_by_role("link", name="Shut the Box").click()
    page.get_by_label("Position in the match").wait_for()


def test_every_time_is_that_of_the_place_where_it_is_read(
    box: PretendBox, open_page: OpenPage
) -> None:
    """The box tells times of UTC; in Berlin it is an hour later, and in the list it was already."""
    page = open_page("/replay", timezone_id="Europe/Berlin", locale="de-DE")
    page.locator(".began", has_text="9:15").wait_for()
    page = open_page("/replay?match=1#13", timezone_id="Europe/Berlin", locale="de-DE")
    page.locator(".pace", has_text="21:15:03.000").wait_for()
    page.get_by_role("button", name="Why?").click()
    page.locator("dialog summary").click()
    page.locator(".events time", has_text="23:15:01.101").wait_for()


WHOLE = "The record is whole, and the key below has signed it."


def test_a_record_is_proved_in_the_browser(open_page: OpenPage) -> None:
    page = open_page("/record#1")
    page.get_by_text(WHOLE).wait_for()
    key = documents.record()["head"]["key"].upper()
    assert key in page.locator(".key").inner_text().replace(" ", "")


def _other_body(record: dict[str, Any]) -> None:
    record["entries"][2]["body"] = record["entries"][2]["body"].replace("Zoë", "Zoé")


def _left_out(record: dict[str, Any]) -> None:
    del record["entries"][3]


def _cut_off(record: dict[str, Any]) -> None:
    del record["entries"][-1]


def _other_signature(record: dict[str, Any]) -> None:
    record["head"]["signature"] = record["head"]["signature"][:-2] + "00"


def _other_time(record: dict[str, Any]) -> None:
    record["head"]["time"] = "20261122T221500.000Z"


def _no_signature(record: dict[str, Any]) -> None:
    record["head"] = None


def _goes_on(record: dict[str, Any]) -> None:
    record["entries"] = documents.record(entries=7)["entries"]


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (_other_body, "The record was changed: entry 2"),
        (_left_out, "The record was changed: entry 3"),
        (_cut_off, "The signature is not that of this record."),
        (_other_signature, "The signature is not that of this record."),
        (_other_time, "The signature is not that of this record."),
        (_no_signature, "the box has not signed it"),
        (_goes_on, "The signature holds up to entry 5 of 7."),
    ],
)
def test_a_forged_record_is_found_out(
    box: PretendBox, open_page: OpenPage, forge: Callable[[dict[str, Any]], None], told: str
) -> None:
    record = copy.deepcopy(documents.record())
    forge(record)
    box.documents["/matches/1/record.json"] = record
    page = open_page("/record#1")
    page.locator(".plaque", has_text=told).wait_for()
    assert page.get_by_text(WHOLE).count() == 0


def test_the_whole_evening_is_proved_at_once(open_page: OpenPage) -> None:
    page = open_page("/record")
    page.locator(".plaque", has_text=WHOLE).wait_for()
    assert page.locator(".proofs li", has_text=WHOLE).count() == 2
    link = page.get_by_role("link", name="Take the file home")
    assert link.get_attribute("download") == "boxctl-evening.json"


def test_one_forged_match_spoils_the_evening(box: PretendBox, open_page: OpenPage) -> None:
    forged = copy.deepcopy(documents.record(2))
    _left_out(forged)
    box.documents["/evening/record.json"] = documents.evening(documents.record(), forged)
    page = open_page("/record#evening")
    page.locator(".plaque", has_text="Match 2: The record was changed: entry 3").wait_for()
    assert page.locator(".proofs li", has_text=WHOLE).count() == 1


def test_a_match_that_was_left_out_of_the_evening_is_missed(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.documents["/evening/record.json"] = {"evening": [documents.record(), documents.record(3)]}
    page = open_page("/record#evening")
    page.locator(".plaque", has_text="match 2, which came before it, is missing").wait_for()


def test_a_match_that_was_left_out_at_the_end_is_missed(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.documents["/evening/record.json"] = documents.evening(documents.record())
    page = open_page("/record#evening")
    page.locator(".plaque", has_text="Left out of the evening: match 2").wait_for()
    assert page.get_by_text(WHOLE).count() == 0


def test_an_evening_that_nobody_has_signed_is_in_doubt(
    box: PretendBox, open_page: OpenPage
) -> None:
    box.documents["/evening/record.json"] = {"evening": [documents.record(), documents.record(2)]}
    page = open_page("/record#evening")
    page.locator(".plaque", has_text="The box has not signed which matches").wait_for()
    assert page.locator(".proofs li", has_text=WHOLE).count() == 2


def test_a_key_from_elsewhere_is_compared(open_page: OpenPage) -> None:
    page = open_page("/record#1")
    field = page.get_by_label("The key of the box, if you know it")
    field.fill(documents.record()["head"]["key"].upper())
    page.get_by_text(WHOLE).wait_for()
    field.fill("00" * 32)
    page.get_by_text("Another key has signed it than the one you typed.").wait_for()


def test_a_file_that_was_taken_home_is_proved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/record#1")
    contents = (
        (json.dumps(documents.record(2)), WHOLE),
        ("{}", "This is no record of a match."),
        ("no JSON", "This is no record of a match."),
        (json.dumps(documents.record(2)).replace("Zo", "Bo"), "The record was changed: entry 0"),
    )
    for number, (content, told) in enumerate(contents):
        file = tmp_path / f"{number}.json"
        file.write_text(content, encoding="utf-8")
        page.get_by_label("Or a file that was taken home").set_input_files(file)
        page.locator(".plaque", has_text=told).wait_for()
