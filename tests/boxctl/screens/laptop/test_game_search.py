"""What people type finds games by anything that is said of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.variants import names
from boxctl.screens.laptop.game_search import find_folded, listed_games, search

GAMES = listed_games()


def found(typed: str) -> list[str]:
    return [each.game.variant for each in search(GAMES, typed)]


def test_nothing_typed_finds_every_game_once() -> None:
    assert sorted(found(" ")) == sorted(names())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.variant)
def test_each_of_its_names_finds_a_game_first(game: object) -> None:
    for name in (game.variant, game.title):  # type: ignore[attr-defined]
        assert found(name)[0] == game.variant  # type: ignore[attr-defined]
    for name in game.names:  # type: ignore[attr-defined]
        assert game.variant in found(name)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("klackers", "classic"),
        ("REGLES", "canadienne"),
        ("2 to go", "two-to-go"),
        ("ferme la boite", "classic"),
        ("twenty sides", "twenty-twelve"),
        ("divided", None),
        ("xyzzy", None),
    ],
)
def test_what_people_call_a_game_finds_it(typed: str, first: str | None) -> None:
    assert next(iter(found(typed)), None) == first


def test_a_family_finds_its_games_and_words_may_stand_apart() -> None:
    assert {"long-game", "relay", "two-player-battle"} <= set(found("two players"))
    assert "tournament" in found("lowest 100")
    assert "tournament" in found("rounds total")


def test_the_letters_that_were_typed_are_marked() -> None:
    (first, *_others) = search(GAMES, "nog")
    assert first.in_title is not None
    begin, end = first.in_title
    assert first.game.title[begin:end] == "nog"
    (canadienne, *_more) = search(GAMES, "regles")
    begin, end = canadienne.place
    assert canadienne.told[begin:end] == "règles"


@given(st.text(max_size=20), st.text(max_size=5))
def test_a_place_is_inside_the_text(text: str, typed: str) -> None:
    place = find_folded(text, typed)
    assert place is None or 0 <= place[0] < place[1] <= len(text)
    search(GAMES, typed)
