"""The card to print: all of it is on the sheet, nothing covers anything else."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from boxctl.presentation.card import HEIGHT, WIDTH, CardMarks, card
from boxctl.presentation.drawing.pdf import broken, pdf, text_width
from boxctl.presentation.drawing.shapes import Disc, Drawing, Label, Rectangle, svg
from boxctl.presentation.rule_page.page import GameTitle, game_title, sections
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import load, names, variant
from groundwork.language import known_languages, language, use
from tests.support.any_rules import any_rules
from tests.support.drawn_labels import area_of, assert_labels_have_room, labels_of, overlap
from tests.support.setting_samples import changed
from tests.support.soak import SOAK

MOST_SENTENCES = 12


@pytest.fixture(params=known_languages())
def code(request: pytest.FixtureRequest) -> str:
    use(language(request.param))
    return str(request.param)


def card_of(name: str) -> Drawing:
    return card(game_title(load(name)), variant(name))


def assert_all_has_room(drawing: Drawing) -> None:
    assert_labels_have_room(drawing, WIDTH, HEIGHT)
    dice = [shape for shape in drawing.shapes if isinstance(shape, Disc)]
    for label in labels_of(drawing):
        for pip in dice:
            box = (pip.across, pip.down, pip.across, pip.down)
            assert not overlap(area_of(label), box), (label, pip)


@pytest.mark.parametrize("name", names())
def test_all_is_on_the_sheet_and_nothing_covers_anything(name: str, code: str) -> None:
    assert_all_has_room(card_of(name))


@pytest.mark.parametrize("name", names())
def test_a_card_has_few_sentences(name: str, code: str) -> None:
    told = [
        sentence.text
        for section in sections(variant(name))
        for sentence in section.sentences
        if not sentence.aside
    ]
    assert sum(len(re.findall(r"[.!](?= |$)", text)) for text in told) <= MOST_SENTENCES


@settings(max_examples=30 * SOAK, deadline=None)
@given(any_rules())
def test_any_rules_have_room_on_a_card(rules: RuleSet) -> None:
    title = GameTitle("House rules of the long evening", ("klackers",) * 12, "house")
    for code in known_languages():
        use(language(code))
        assert_all_has_room(card(title, rules))


@pytest.mark.parametrize("name", SETTINGS)
def test_a_card_marks_whatever_setting_is_changed(name: str) -> None:
    samples, title = SETTINGS[name].samples, GameTitle("The Crown", (), "the-crown")
    for value in {*samples.small[1:], *samples.usual[1:]}:
        usual, rules = (
            changed(RuleSet(), name, answer, has_effect=True)
            or changed(RuleSet(tiles=3), name, answer, has_effect=True)
            for answer in (SETTINGS[name].usual, value)
        )
        assert usual is not None
        assert rules is not None
        drawing = card(title, rules, CardMarks(usual, "the classic game", "boxctl rules show"))
        marked = [label.text for label in labels_of(drawing) if label.text.startswith("* ")]
        assert marked[1:], f"the card does not mark {name} = {value}"
        assert_labels_have_room(drawing, WIDTH, HEIGHT)


def test_the_box_is_drawn_as_it_stands_at_the_start() -> None:
    drawing = card_of("lucky-seven")
    large = [
        shape.text
        for shape in drawing.shapes
        if isinstance(shape, Label) and shape.bold and shape.text.isdigit()
    ]
    assert large == ["7"]


def test_an_svg_is_well_formed_and_as_large_as_a5(code: str) -> None:
    document = ElementTree.fromstring(svg(card_of("canoga"), code))
    assert (document.get("width"), document.get("height")) == ("148mm", "210mm")
    texts = ["".join(text.itertext()) for text in document.iter("{http://www.w3.org/2000/svg}text")]
    assert "Canoga" in texts


def test_names_cannot_break_the_drawing() -> None:
    title = GameTitle("<b>&\x1b[2J(\\)\u202e", (), "x")
    drawing = card(title, RuleSet())
    ElementTree.fromstring(svg(drawing, "en"))
    assert b"<b>&" in pdf([drawing], "en")
    assert b"\x1b" not in pdf([drawing], "en")
    assert rb"\(\\\)" in pdf([drawing], "en")


def test_a_pdf_finds_its_parts_where_its_table_says(code: str) -> None:
    file = pdf([card_of("classic")], code)
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", file)[0])
    assert file[start:].startswith(b"xref\n")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", file), start=1):
        assert file[int(place) :].startswith(b"%d 0 obj\n" % number)
    (length,) = re.findall(rb"/Length (\d+)", file)
    content = file.split(b"stream\n")[1].removesuffix(b"\nend")
    assert len(content) == int(length)
    assert b"[0 0 419.53 595.28]" in file


def test_text_is_broken_between_words() -> None:
    assert broken("one two three", 10, 45) == ["one two", "three"]
    assert broken("incomprehensibilities", 10, 20) == ["incomprehensibilities"]
    assert text_width("WWW", 10) > text_width("iii", 10) > 0
    assert text_width("abc", 10, bold=True) > text_width("abc", 10)


def test_rectangles_lie_on_the_sheet(code: str) -> None:
    for shape in card_of("the-300").shapes:
        if isinstance(shape, Rectangle):
            assert shape.left >= 0 and shape.left + shape.width <= WIDTH
            assert shape.top >= 0 and shape.top + shape.height <= HEIGHT


def test_it_says_who_has_which_handicap_and_nothing_where_nobody_has_one(code: str) -> None:
    title, rules = game_title(load("pub")), variant("pub")
    told = card(title, rules, handicap={"Ann": 5, "Bob": 12})
    assert_all_has_room(told)
    said = " ".join(label.text for label in labels_of(told))
    unsaid = " ".join(label.text for label in labels_of(card(title, rules)))
    for name in ("Ann", "Bob"):
        assert (name in said, name in unsaid) == (True, False)
    assert ("Ann 5" in said, "Bob 12" in said) == (True, True)
