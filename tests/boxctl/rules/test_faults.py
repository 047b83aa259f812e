"""A fault of the rules says what is wrong and how to mend it, each in a field of its own."""

from __future__ import annotations

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import setting, with_settings
from boxctl.rules.tiles import read_tiles
from boxctl.rules.variants import variant
from boxctl.table.check_rules import check_box_file
from hardware.config.box_file import RulesTable
from hardware.config.read import DeclaredParts


def test_the_line_for_people_is_made_of_code_sentence_and_cure() -> None:
    fault = RuleFault("BX205", '"9-1" runs backwards from 9 to 1', "write 1-9 instead")
    assert str(fault) == 'BX205: "9-1" runs backwards from 9 to 1: write 1-9 instead.'
    assert fault.text == '"9-1" runs backwards from 9 to 1: write 1-9 instead.'


def test_a_sentence_may_say_it_all() -> None:
    assert str(RuleFault("BX705", "nobody is left")) == "BX705: nobody is left."


def test_a_question_keeps_its_mark() -> None:
    with pytest.raises(RuleFault) as fault:
        setting("stak")
    assert str(fault.value) == 'BX202: there is no setting "stak": did you mean stake?'


def test_what_was_written_may_hold_a_colon() -> None:
    with pytest.raises(RuleFault) as fault:
        with_settings(variant("classic"), [("dice", "2: 6")])
    assert fault.value.sentence == 'dice = "2: 6" is not a number of dice'
    assert fault.value.cure == "write it like 2d6"


def test_a_tile_beyond_every_box_says_how_far_boxes_go() -> None:
    with pytest.raises(RuleFault) as fault:
        read_tiles("1-25")
    assert (fault.value.sentence, fault.value.cure) == (
        '"1-25" names tile 25',
        "tiles go from 1 to 24",
    )


@pytest.mark.parametrize(
    ("name", "text", "sentence", "cure"),
    [
        ("dice", "2: 6", 'dice = "2: 6" is not a number of dice', "write it like 2d6"),
        ("down", "1: 2", '"1: 2" is not a set of tiles', "write 1-9, or 1,2,7, or - for none"),
        ("stake", "a: b.", 'stake = "a: b." is not possible', "it may be a whole number from 0"),
        ("ta: rget", "1", 'there is no setting "ta: rget"', "did you mean target?"),
    ],
)
def test_box_toml_is_quoted_as_it_was_written(
    name: str, text: str, sentence: str, cure: str
) -> None:
    (problem,) = check_box_file(RulesTable("classic", (), ((name, text),)), DeclaredParts(None))
    assert (problem.key, problem.sentence) == (f"rules.set.{name}", sentence)
    assert problem.cure.startswith(cure)


def test_box_toml_with_a_contradiction_says_to_change_one_setting() -> None:
    wrong = (("combine", "canoga"), ("dice", "3d6"))
    (problem,) = check_box_file(RulesTable("classic", (), wrong), DeclaredParts(None))
    assert problem.sentence == "combine = canoga needs two dice, but dice = 3d6"
    assert problem.cure == "change one of the two"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("stakes", "stake"),
        ("Tiles", "tiles"),
        ("one-die", "one_die"),
        ("die_two", "one_die"),
        ("bonus", "shut_bonus"),
        ("may_rethrow", "doubles = may_rethrow"),
        ("double_tile", "combine = double_tile"),
        ("end_of_round", "target_ends = end_of_round or knock_out = end_of_round"),
    ],
)
def test_the_setting_is_offered_that_has_the_name_the_value_or_a_word_of_it(
    written: str, meant: str
) -> None:
    with pytest.raises(RuleFault) as fault:
        setting(written)
    assert fault.value.cure == f"did you mean {meant}?"


@pytest.mark.parametrize("written", ["none", "xyzq", "who_starts"])
def test_where_nothing_is_like_it_all_settings_are_told(written: str) -> None:
    with pytest.raises(RuleFault) as fault:
        setting(written)
    assert fault.value.cure.startswith("known are tiles, down, dice")


@pytest.mark.parametrize("written", ["handicap", "Handicap", "handicaps"])
def test_a_handicap_belongs_to_a_player(written: str) -> None:
    with pytest.raises(RuleFault) as fault:
        setting(written)
    assert fault.value.code == "BX202"
    assert fault.value.cure.endswith("such as --handicap Ann=5")
