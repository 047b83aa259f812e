"""The menu of games on every display that has a driver, in each language."""

from __future__ import annotations

import pytest

from boxctl.presentation.display.pages import layout
from boxctl.presentation.table_view import TableView
from groundwork.language import known_languages, language, use
from tests.boxctl.presentation.sentences.test_controls import all_of_the_menu
from tests.support.some_views import FACES


def shown_on(name: str) -> list[list[str]]:
    """The pages of every notice of the menu on this display."""
    view = TableView(("Ann", "Bob"))
    face = FACES[name]
    found = []
    for notice in all_of_the_menu():
        told = view.told(notice)
        pages = layout(told, face).pages
        for page in pages:
            assert sum(line.size for line in page) <= face.rows
            assert all(len(line.text) * line.size <= face.columns for line in page)
        found.append([line.text for page in pages for line in page])
    return found


@pytest.mark.parametrize("code", known_languages())
@pytest.mark.parametrize("name", FACES)
def test_each_page_of_the_menu_fits(name: str, code: str) -> None:
    use(language(code))
    assert all(any(lines) for lines in shown_on(name))


@pytest.mark.parametrize("name", FACES)
def test_a_game_that_cannot_be_played_is_shown_with_the_reason(name: str) -> None:
    face = FACES[name]
    told = [" ".join(lines).casefold() for lines in shown_on(name)]
    reason = "12 tiles" if face.rows > 1 else "no"
    assert any(reason in text and "thai" in text for text in told)
