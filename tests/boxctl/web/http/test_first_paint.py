"""The box in the HTML of a page: as the table stands then, in the language that is asked for."""

from __future__ import annotations

import re

import pytest

from boxctl.web.first_paint import first_paint
from tests.boxctl.web.pages import situations
from tests.support.web.served_table import ServedTable

TILE = re.compile(r'<g class="tile is-(open|shut)')


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_comes_with_the_box_as_it_stands_then(pages: ServedTable, path: str) -> None:
    status, body, headers = pages.asks(path)
    page = bytes(body).decode()
    told = pages.state
    assert status == 200
    assert TILE.findall(page) == [tile["state"] for tile in told["tiles"]]
    assert told["announcement"]["text"] in page
    assert page.index("<script") < page.index("<main data-served>") < page.index("</main>")
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/ask", "/replay", "/record", "/overlay"])
def test_a_page_without_a_box_of_its_own_begins_empty(pages: ServedTable, path: str) -> None:
    _status, body, _headers = pages.asks(path)
    assert b"<main></main>" in bytes(body)


def test_before_the_table_is_open_there_is_an_empty_box() -> None:
    for page in ("tv.html", "index.html"):
        assert TILE.findall(first_paint(page, None)) == ["open"] * 9


def test_what_people_are_called_is_shown_as_text() -> None:
    told = situations.state(says="<b>Ann</b> & Co., throw the dice.", turn="<b>Ann</b>")
    for page in ("tv.html", "index.html"):
        paint = first_paint(page, told)
        assert "<b>" not in paint
        assert "&lt;b&gt;Ann&lt;/b&gt; &amp; Co., throw the dice." in paint
