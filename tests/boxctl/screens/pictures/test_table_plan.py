"""The panels beside the box: each has a title, whole rules, and nothing is cut off."""

from __future__ import annotations

from itertools import product

import pytest

from boxctl.presentation.rule_page.page import sections
from boxctl.rules.variants import names, variant
from boxctl.screens.pictures.picture import ASCII, LINES, Picture, Span, width_of
from boxctl.screens.pictures.sheet_picture import facts_picture, heading, stacked
from boxctl.screens.pictures.table_plan import (
    below_sheet,
    plan_table,
    rules_beside,
    rules_picture,
    with_rules,
)
from boxctl.screens.pictures.view_model import TurnFact
from groundwork.language import known_languages, language, speaking
from tests.support.screens.picture_text import text_of

SHEET: Picture = ((Span("Score sheet"),), (Span("Ann"),), (Span("Bob"),))
FACTS = (TurnFact("scores as it stands", "45"), TurnFact("with two dice", "36 of 36 play"))
COACH: Picture = ((Span("Coach"),), *((Span(f"advice {row}"),) for row in range(8)))


def words(picture: Picture) -> str:
    return " ".join(text_of(picture).split())


@pytest.mark.parametrize("name", names())
def test_the_rules_are_told_in_whole_sections(name: str) -> None:
    rules = variant(name)
    told = [
        " ".join(sentence.text for sentence in section.sentences) for section in sections(rules)
    ]
    for columns, lines in product((24, 30, 50, 70), (0, 3, 9, 20, 60)):
        picture = rules_picture(rules, columns, lines)
        assert len(picture) <= lines
        assert max(map(width_of, picture), default=0) <= columns
        said = words(picture)
        shown = sum(text in said for text in told)
        assert shown == len(told) if lines == 60 else all(text in said for text in told[:shown])
        assert len(said) <= sum(len(text) + 12 for text in told[:shown])


def test_the_rules_are_drawn_in_the_language_in_which_they_are_asked_for() -> None:
    drawn = set()
    for code in known_languages():
        with speaking(language(code)):
            drawn.add(rules_picture(variant("classic"), 50, 20))
    assert len(drawn) >= 3


def test_the_rules_have_their_own_place_on_a_large_screen_and_are_beside_the_box_else() -> None:
    rules = variant("classic")
    for size, apart in (
        ((80, 24), False),
        ((120, 40), False),
        ((200, 55), True),
        ((250, 70), True),
    ):
        plan = plan_table(9, *size)
        beside = words(with_rules(SHEET, FACTS, rules, plan, LINES))
        assert ("The rules" in beside) is not apart
        assert ("Winning" in words(rules_beside(rules, plan, LINES))) is apart
        assert beside.index("Score sheet") < beside.index("This turn")


def test_the_facts_give_way_to_the_coach() -> None:
    assert "This turn" in words(below_sheet(SHEET, FACTS, COACH, 30, 15, LINES))
    tight = words(below_sheet(SHEET, FACTS, COACH, 30, 13, LINES))
    assert "This turn" not in tight
    assert "advice 7" in tight


def test_blocks_are_apart_where_there_is_room() -> None:
    blocks: tuple[Picture, ...] = (((Span("a"),),), (), ((Span("b"),), (Span("c"),)))
    assert text_of(stacked(blocks, 4)) == "a\n\nb\nc"
    assert text_of(stacked(blocks, 3)) == "a\nb\nc"
    assert text_of(stacked(blocks, 2)) == "a\nb"


def test_a_heading_keeps_the_figures_and_gives_up_its_title() -> None:
    assert text_of((heading("Score sheet", 24, LINES, " last "),)) == " Score sheet ───── last"
    assert text_of((heading("Score sheet", 12, ASCII, " 18 19 "),)) == " ---- 18 19"


def test_figures_are_flush_right_and_below_a_name_that_leaves_no_room() -> None:
    facts = (TurnFact("scores as it stands", "123456789101112"), TurnFact("to beat", "9 (Ann)"))
    head, name, digital, beat = facts_picture(facts, 28, LINES)
    assert text_of((head,)).startswith(" This turn ──")
    assert text_of((name,)) == " scores as it stands"
    assert text_of((digital,)) == "             123456789101112"
    assert text_of((beat,)).endswith("9 (Ann)")
    assert width_of(beat) == width_of(digital)
