"""The cards of a match and an evening on the pages of a real journal, up to pictures of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.web.http.address import WebAddress
from boxctl.web.serve import serve_journal
from tests.boxctl.web.pages.conftest import PICTURES, OpenPage
from tests.support.records.recorded_evening import a_short_match

pytestmark = pytest.mark.browser


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A match that is over."""
    return a_short_match(tmp_path / "journal.db").path


@pytest.fixture
def address(journal: Path) -> Iterator[str]:
    """Where the pages of that journal are."""
    server = serve_journal(WebAddress(port=0), journal)
    yield server.address.url
    server.close()


def test_the_picture_of_the_page_is_a_witness(
    open_page: OpenPage, complaints: list[str], journal: Path, address: str, tmp_path: Path
) -> None:
    image, reader = (pytest.importorskip(name) for name in ("PIL.Image", "zxingcpp"))
    page = open_page(address, "phone")
    page.get_by_role("button", name="The card").click()
    page.locator(".match-card").wait_for()
    assert page.get_by_label("The scores as text").input_value().splitlines()[1] == "Ann: 9; −50"
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save the picture").click()
    picture = tmp_path / downloading.value.suggested_filename
    assert picture.name == "boxctl-match-1.png"
    downloading.value.save_as(picture)
    page.get_by_text("boxctl-match-1.png is saved.").wait_for()
    with image.open(picture) as card:
        (code,) = reader.read_barcodes(card)
    assert main(["verify", "1", "--journal", str(journal), "--head", code.text]) == 0
    assert complaints == []


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_the_window_of_the_card_fits_the_smallest_phone_and_the_paper(
    open_page: OpenPage, complaints: list[str], address: str, code: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(address, "small", "light", locale=code)
    page.locator(".paper > button.quiet").click()
    page.locator(".match-card").wait_for()
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"card-small-{code}.png")
    assert page.evaluate(
        "() => { const over = document.querySelector('dialog');"
        " return over.scrollWidth <= over.clientWidth; }"
    )
    assert Axe().run(page).response["violations"] == []
    page.emulate_media(media="print")
    page.screenshot(path=PICTURES / f"card-print-{code}.png", full_page=True)
    assert not page.locator("main").is_visible()
    assert not page.get_by_role("button").first.is_visible()
    page.emulate_media(media="screen")
    page.keyboard.press("Escape")
    assert page.locator("main").is_visible()
    assert complaints == []


def test_the_record_has_the_card_of_a_match(open_page: OpenPage, address: str) -> None:
    page = open_page(f"{address}record#1", "laptop")
    page.get_by_label("Match").select_option("1")
    page.get_by_role("button", name="The card").click()
    page.locator(".match-card").wait_for()


def test_the_card_of_a_match_leads_to_that_of_the_evening(
    open_page: OpenPage, complaints: list[str], journal: Path, address: str, tmp_path: Path
) -> None:
    image, reader = (pytest.importorskip(name) for name in ("PIL.Image", "zxingcpp"))
    page = open_page(address, "phone")
    page.get_by_role("button", name="The card").click()
    page.get_by_role("button", name="The whole evening").click()
    page.get_by_role("heading", name="The card of the evening").wait_for()
    text = page.get_by_label("The scores as text").input_value().splitlines()
    assert text[0] == "The evening of 2026-11-21"
    assert text[-1] == "Bob: 1 of one match won; +50"
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save the picture").click()
    picture = tmp_path / downloading.value.suggested_filename
    assert picture.name == "boxctl-evening.png"
    downloading.value.save_as(picture)
    with image.open(picture) as card:
        (code,) = reader.read_barcodes(card)
    assert main(["verify", "--journal", str(journal), "--head", code.text]) == 0
    assert complaints == []


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_the_record_has_the_card_of_the_whole_evening(
    open_page: OpenPage, complaints: list[str], address: str, code: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(f"{address}record#evening", "small", "light", locale=code)
    page.locator("nav.more button").first.click()
    page.locator(".match-card").wait_for()
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"card-evening-{code}.png")
    assert page.evaluate(
        "() => { const over = document.querySelector('dialog');"
        " return over.scrollWidth <= over.clientWidth; }"
    )
    assert Axe().run(page).response["violations"] == []
    assert complaints == []
