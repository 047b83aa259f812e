"""What a game is called that was changed, or that a house has written."""

from __future__ import annotations

import pytest

from boxctl.presentation.card import card_of
from boxctl.presentation.drawing.shapes import Label
from boxctl.presentation.game_names import as_its_base, game_name, summary_in_words
from boxctl.rules.settings import with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import HOUSE
from boxctl.rules.variants import load, names, variant
from groundwork.language import language, speaking

CROWN = Variant(
    "crown", "The Crown", HOUSE, (), "", "", {"tiles": "10"}, {"fr": {"title": "La Couronne"}},
    "classic",
)  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_a_variant_as_it_is_has_its_title_alone(name: str) -> None:
    assert game_name(load(name), variant(name)) == load(name).told("title")


def test_a_changed_game_says_what_is_changed() -> None:
    rules = with_settings(variant("classic"), [("tiles", "10")])
    title = load("classic").told("title")
    assert game_name(load("classic"), rules) == f"{title} (changed: Number of tiles: 10)"


def test_a_stake_and_sensors_make_no_other_game() -> None:
    rules = with_settings(variant("classic"), [("stake", "50p"), ("bump_ms", "40")])
    assert game_name(load("classic"), rules) == load("classic").told("title")


def test_the_program_tells_what_a_house_game_differs_in_in_every_language() -> None:
    assert summary_in_words(CROWN).endswith("but Number of tiles: 10.")
    with speaking(language("fr")):
        assert CROWN.told("title") == "La Couronne"
        assert as_its_base(CROWN).startswith("Comme ")


def test_the_card_of_changed_rules_says_so_and_has_the_command_that_prints_them() -> None:
    known = load("classic")
    changed = with_settings(variant("classic"), [("tiles", "10"), ("doubles", "rethrow")])
    drawn = [shape.text for shape in card_of(known, changed).shapes if isinstance(shape, Label)]
    assert f"{known.told('title')}, changed" in drawn
    assert not any("also called" in text for text in drawn)
    assert "boxctl rules show classic --set=tiles=10 --set=doubles=rethrow" in " ".join(drawn)
    assert any(text.startswith("* ") for text in drawn)
    usual = [shape.text for shape in card_of(known, variant("classic")).shapes
             if isinstance(shape, Label)]  # fmt: skip
    assert "boxctl rules show classic" in usual
    assert not any(text.startswith("* ") for text in usual)
