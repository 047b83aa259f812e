"""The page that tells a player the rules: everything that differs, and nothing in jargon."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from boxctl.presentation.rule_page.page import box_lines, game_title, rule_page, sections
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variants import load, names, variant
from tests.support.any_rules import any_rules
from tests.support.setting_samples import changed as with_sample
from tests.support.soak import SOAK

CLASSIC = ("classic", "golf")
"""The variants that are played as the classic game is."""

JARGON = re.compile(r"\bS\b|\bR\d|golf|missionary|digital|_|\bsettle|\bbump|d6\b|true|false|none")

TOLD_OTHERWISE = [
    ("dice=4d6", "one_die=never"), ("one_die_choice=must", "one_die=last_tile"),
    ("one_die_choice=must", "one_die=high_tiles_shut"),
    ("one_die_choice=must", "one_die=sum_below_6"), ("combine=thai", "dice=1d6"),
    ("target=60", "match=knockout"), ("pass_box=each_throw", "match=relay"),
    ("shut_wins=match", "match=knockout"), ("shut_bonus=double", "match=knockout"),
]  # fmt: skip
"""Answers that have other words beside an answer to another setting."""


def page(rules: RuleSet) -> str:
    return "\n".join(rule_page(rules))


def changed(*changes: str) -> RuleSet:
    pairs = [change.split("=") for change in changes if change]
    return with_settings(RuleSet(), [(name, value) for name, value in pairs])


def test_the_classic_game_is_told_on_one_page() -> None:
    assert page(variant("classic")).splitlines() == [
        "   ___   ___   ___   ___   ___   ___   ___   ___   ___",
        "  | 1 | | 2 | | 3 | | 4 | | 5 | | 6 | | 7 | | 8 | | 9 |",
        "  |___| |___| |___| |___| |___| |___| |___| |___| |___|",
        "",
        "Goal       Shut as many tiles as you can: what stays open counts against you.",
        "",
        "Box        The box has the tiles 1 to 9.",
        "           All of them are open at the start.",
        "",
        "Dice       Throw two dice.",
        "           Once only the 1 is left, you may throw one die instead.",
        "",
        "Tiles      Shut any tiles that add up to the total of your dice.",
        "           For example, at the start a throw of 3 and 4 lets you shut 7, 6+1,",
        "           5+2, 4+3 or 4+2+1.",
        "           Until your move is complete you may stand a tile up again and choose",
        "           others.",
        "",
        "Turn       Throw again as long as you can play; a throw that you cannot play",
        "           ends your turn.",
        "",
        "Score      Your score is the sum of the open tiles; a shut box scores 0.",
        "           For example, 2, 3 and 5 left open score 10.",
        "",
        "Winning    Everyone has one turn and the lowest score wins; whoever shuts the",
        "           box wins at once.",
        "           Players who tie for the win share it.",
        "",
        "Stakes     If you play for money, everyone stakes the same, and the winner takes",
        "           it.",
    ]


@pytest.mark.parametrize("name", names())
def test_what_is_not_as_in_the_classic_game_is_marked(name: str) -> None:
    told = page(variant(name))
    marked = [line for line in told.splitlines() if re.match(r".{9}\* ", line)]
    assert bool(marked) == (name not in CLASSIC)
    assert ("* not as in the classic game" in told) == bool(marked)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_answer_to_a_setting_is_told(name: str) -> None:
    samples = SETTINGS[name].samples
    for value in {*samples.small[1:], *samples.usual[1:]}:
        with_it, without = (
            with_sample(RuleSet(), name, answer, has_effect=True)
            or with_sample(RuleSet(tiles=3), name, answer, has_effect=True)
            for answer in (value, SETTINGS[name].usual)
        )
        assert with_it is not None
        assert without is not None
        assert page(with_it) != page(without), f"the page does not tell {name} = {value}"


@pytest.mark.parametrize(("answer", "beside"), TOLD_OTHERWISE)
def test_an_answer_is_told_beside_others(answer: str, beside: str) -> None:
    assert page(changed(beside, answer)) != page(changed(beside))


@pytest.mark.parametrize("name", names())
def test_a_page_has_no_jargon_and_is_no_wider_than_a_terminal(name: str) -> None:
    told = page(variant(name))
    assert JARGON.findall(told.replace("___", "").replace("[_", "").replace("_]", "")) == []
    assert max(map(len, told.splitlines())) <= 80
    assert len(told.splitlines()) <= 50


@settings(max_examples=100 * SOAK)
@given(any_rules())
def test_any_rules_can_be_told(rules: RuleSet) -> None:
    told = sections(rules)
    assert [section.title for section in told][:3] == ["Goal", "Box", "Dice"]
    for sentence in (sentence for section in told for sentence in section.sentences):
        assert re.fullmatch(r"[A-Z0-9].*[.!]", sentence.text), sentence
        assert "{" not in sentence.text


def test_tiles_that_are_not_in_play_lie_in_the_picture() -> None:
    assert list(box_lines(changed("tiles=4", "down=2"))) == [
        "   ___         ___   ___",
        "  | 1 |       | 3 | | 4 |",
        "  |___| [_2_] |___| |___|",
    ]


def test_a_large_box_has_two_rows() -> None:
    assert len(list(box_lines(changed("tiles=24")))) == 6


def test_a_stake_is_told_as_people_write_it() -> None:
    assert "Everyone puts 50p into the pool" in page(changed("stake=50p"))


def test_the_title_has_every_name() -> None:
    told = game_title(load("thai"))
    assert list(told.lines()) == ["Thai style (thai)", "also called jackpot"]
    assert game_title(load("classic")).also().startswith("also called shutbox, klackers,")
