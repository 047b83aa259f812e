"""The menu of games on every display that has a driver, in each language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.presentation.display.pages import layout
from boxctl.presentation.menu_notices import MenuKeys, MenuShown, MenuStep
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import as_data
from boxctl.rules.money import Money
from boxctl.rules.variants import variant
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
def test_a_handicap_that_is_put_together_shows_all_its_figures(name: str) -> None:
    told = ["".join(lines).casefold() for lines in shown_on(name)]
    assert sum("305" in text for text in told) == 8  # as one of those offered, and by its figures
    small = MenuShown(
        MenuStep.POINTS, 1, 10, "pub", Money(0), ("Ann", "Bob"), MenuKeys.BOTH, whose="Bob",
        handicap={"Bob": 7}, figure=10,
    )  # fmt: skip
    pages = layout(TableView(("Ann", "Bob")).told(small), FACES[name]).pages
    assert any("007" in line.text for page in pages for line in page)


@pytest.mark.parametrize("name", [name for name in FACES if FACES[name].rows == 1])
def test_who_has_a_handicap_sees_it_as_the_turn_begins(name: str) -> None:
    referee = Referee(replace(variant("pub"), handicaps=(0, 7)), ["Ann", "Bob"])
    (ready,) = referee.begin()
    view = table_view_of(referee.play).after(as_data(ready))
    seen = {}
    for player in ("Ann", "Bob"):
        pages = layout(replace(view, player=player), FACES[name]).pages
        seen[player] = " ".join(line.text for page in pages for line in page)
    assert "7" not in seen["Ann"]
    assert "7" in seen["Bob"]


@pytest.mark.parametrize("name", FACES)
def test_a_game_that_cannot_be_played_is_shown_with_the_reason(name: str) -> None:
    face = FACES[name]
    told = [" ".join(lines).casefold() for lines in shown_on(name)]
    reason = "12 tiles" if face.rows > 1 else "no"
    assert any(reason in text and "thai" in text for text in told)
