"""The card of an evening has room for all its players and matches, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

pytest.importorskip("cryptography", reason="the code of an evening is signed")

from boxctl.audit.cards.card_of_evening import MOST_MATCHES
from boxctl.journal.proof.chain import Head, sha256_of
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.printed_evening import evening_of_heads, evening_text
from boxctl.presentation.drawing.shapes import BLACK, Drawing, Line, Rectangle
from boxctl.presentation.score_card.contents import CardLine, MatchOnCard, ScoreCard, card_lines
from boxctl.presentation.score_card.fitted_text import SMALLEST
from boxctl.presentation.score_card.paper import SHEETS, Paper
from boxctl.presentation.score_card.sheet import SIGN, card_sheets
from groundwork.language import language, speaking
from tests.boxctl.presentation.score_card.test_score_card import NAMES
from tests.support.drawn_labels import assert_labels_have_room, labels_of

GAME = "Shut the Box (changed: Shut from the start: 1-6, doubles thrown again, paid double)"


LEAST_OF_LONG_NAMES = 1.2
"""A name of forty letters is set so small rather than cut, in millimetres."""

ORDINARY = ("Ann", "Bob", "Cleo", "Dominique", "Émilie", "Friedrich", "Großmutter", "Zoë")


def an_evening(
    players: int,
    matches: int,
    *,
    told: bool = False,
    first: int = 1200,
    called: Sequence[str] = NAMES,
) -> ScoreCard:
    """The card of an evening; ``told`` with a stake, several games and all notes."""
    random = Random(players * 100 + matches)
    names = [
        called[at % len(called)] + (str(at) if at >= len(called) else "") for at in range(players)
    ]
    numbers = range(first, first + matches)
    heads = [
        Head(number, random.randrange(20, 2000), sha256_of(b"%d" % number)) for number in numbers
    ]
    key = BoxKey(b"k" * 32)
    lines = tuple(
        _line(random, name, matches, told=told, signs=at < 7) for at, name in enumerate(names)
    )
    note = "Matches 1203, 1207-1209 and 1215 count as they were overruled."
    return ScoreCard(
        number=first,
        game="The evening of 2026-11-21",
        box="the box in the back room",
        began="2026-11-21",
        rounds=tuple(map(str, numbers)),
        lines=lines,
        result="",
        notes=(note, note) if told else (),
        head=evening_text(evening_of_heads(heads, "2026-11-21T22:15:00.000Z", key)),
        matches=tuple(
            MatchOnCard(each, "20:15", GAME, tuple((name, "7") for name in names), "Ann wins.")
            for each in numbers
        ),
        games=tuple(f"{first + at}: {GAME}" for at in range(min(5, matches))) if told else (GAME,),
    )


def _line(random: Random, name: str, matches: int, *, told: bool, signs: bool) -> CardLine:
    made = tuple(random.choice([None, 0, 9, 45, 120]) for _match in range(matches))
    played = [place for place, score in enumerate(made) if score is not None]
    return CardLine(
        name,
        made,
        wins=len(played) // 2,
        shut=made.count(0),
        money=random.choice(["+£1,234.50", "−£120.00", "+£10.50 −€3.20"]) if told else "",
        played=len(played),
        won_in=frozenset(played[::2]),
        shut_in=frozenset(place for place in played if made[place] == 0),
        signs=signs,
    )


def cells_of(drawing: Drawing) -> int:
    return sum(isinstance(each, Rectangle) and each.fill is None for each in drawing.shapes)


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("players", range(1, 9))
def test_all_texts_have_room_and_can_be_read(code: str, players: int) -> None:
    with speaking(language(code)):
        for matches in (1, 2, 3, 7, 19, 20, 21, 33, 40):
            for told in (False, True):
                sheets = card_sheets(an_evening(players, matches, told=told))
                assert sum(map(cells_of, sheets)) >= players * matches
                for sheet in sheets:
                    assert_labels_have_room(sheet, *SHEETS["a5"])
                    assert min(label.size for label in labels_of(sheet)) >= LEAST_OF_LONG_NAMES


@pytest.mark.parametrize("players", [2, 5, 8, 14])
@pytest.mark.parametrize("matches", [3, 20, 40])
def test_ordinary_names_and_all_scores_are_as_large_as_small_print(
    players: int, matches: int
) -> None:
    for sheet in card_sheets(an_evening(players, matches, told=True, called=ORDINARY)):
        assert min(label.size for label in labels_of(sheet)) >= SMALLEST


@pytest.mark.parametrize("players", [1, 4, 8, 9, 17, 32])
def test_everybody_has_one_line_to_sign_and_no_name_is_cut(players: int) -> None:
    card = an_evening(players, 12, told=True)
    sheets = card_sheets(card)
    assert len(sheets) >= -(-players // 8)
    drawn = "".join(label.text for sheet in sheets for label in labels_of(sheet)).replace(" ", "")
    assert all(line.name.replace(" ", "") in drawn for line in card.lines)
    lines = [each for sheet in sheets for each in sheet.shapes if isinstance(each, Line)]
    long = [
        each
        for each in lines
        if each.colour == BLACK and each.end[0] - each.start[0] >= SIGN - 2.01
    ]
    assert len(long) == sum(line.signs for line in card.lines) + 2 * len(sheets)


def test_a_crowd_plays_on_several_sheets_that_say_so() -> None:
    sheets = card_sheets(an_evening(20, 10))
    told = [label.text for sheet in sheets for label in labels_of(sheet)]
    assert [f"Sheet {each} of {len(sheets)}." in told for each in range(1, len(sheets) + 1)] == [
        True
    ] * len(sheets)
    for sheet in sheets:
        assert_labels_have_room(sheet, *SHEETS["a5"])


@pytest.mark.parametrize("paper", SHEETS)
def test_the_paper_is_as_large_as_it_was_asked_for(paper: Paper) -> None:
    for sheet in card_sheets(an_evening(4, 12), paper):
        assert (sheet.width, sheet.height) == SHEETS[paper]
        assert_labels_have_room(sheet, *SHEETS[paper])


def test_the_most_matches_of_a_card_have_room() -> None:
    for told in (False, True):
        sheets = card_sheets(an_evening(8, MOST_MATCHES, told=told))
        assert sum(map(cells_of, sheets)) >= 8 * MOST_MATCHES
        for sheet in sheets:
            assert_labels_have_room(sheet, *SHEETS["a5"])


def test_a_winner_is_bold_and_a_shut_box_is_marked() -> None:
    card = an_evening(2, 5)
    (sheet,) = card_sheets(card)
    bold = [label.text for label in labels_of(sheet) if label.bold]
    for line in card.lines:
        for place in line.won_in:
            assert f"{line.rounds[place]}{'*' * (place in line.shut_in)}" in bold


def test_the_text_for_a_chat_has_a_line_for_each_match_and_each_player() -> None:
    card = an_evening(2, 3, told=True)
    title, *lines = card_lines(card)
    assert title == "The evening of 2026-11-21"
    assert lines[0] == f"match 1200, 20:15, {GAME}: Ann 7, {NAMES[1]} 7. Ann wins."
    ann = card.lines[0]
    assert lines[3].startswith(f"Ann: {ann.wins} of ")
    assert lines[3].endswith(ann.money)
    assert lines[5:] == list(card.notes)
