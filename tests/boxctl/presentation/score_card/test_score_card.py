"""The card of a match has room for everybody who plays, in every language, and cuts no name."""

from __future__ import annotations

from random import Random

import pytest

from boxctl.odds.given_away import given_away
from boxctl.presentation.drawing.shapes import BLACK, Line, Rectangle
from boxctl.presentation.score_card.contents import CardLine, ScoreCard, card_lines
from boxctl.presentation.score_card.paper import SHEETS, Paper
from boxctl.presentation.score_card.sheet import SIGN, score_card
from groundwork.language import language, speaking
from tests.support.drawn_labels import assert_labels_have_room, labels_of

NAMES = (
    "Ann",
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "Jean-Baptiste de La Tour d’Auvergne",
    "Zoë",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "W" * 40,
    "Émilie",
    "Player 8",
)
HEAD = f"BOXCTL:3:118:{'A1' * 32}:{'B2' * 32}:{'C3' * 64}:0123456789ABCDEF:77:20261121T201500.000Z"
"""As long as the longest that is usual."""


def a_card(players: int, rounds: int, *, told: bool = False, wins: bool = False) -> ScoreCard:
    """The card of a match; ``told`` with a stake, handicaps, points given away, notes."""
    random = Random(players * 100 + rounds)
    scores = [tuple(random.randrange(46) for _round in range(rounds)) for _player in range(players)]
    lines = tuple(
        CardLine(
            NAMES[at],
            made,
            total=None if wins else sum(made),
            wins=random.randrange(9) if wins else None,
            shut=made.count(0),
            money=("+£1,234.50", "−£120.00")[at > 0] if told else "",
            handicap=-5 if told and at % 2 else 0,
            won=at < 2,
            given_away=given_away([random.random() * 9], None) if told else None,
        )
        for at, made in enumerate(scores)
    )
    note = "No lever was sensed: all is ruled as it was tapped. The program threw the dice."
    return ScoreCard(
        number=123,
        game="Shut the Box (changed: Shut from the start: 1-6, doubles thrown again, paid double)",
        box="the box in the back room",
        began="2026-11-29 20:15+01:00",
        rounds=tuple(map(str, range(1, rounds + 1))),
        lines=lines,
        result=f"{NAMES[0]} and {NAMES[1]} share the win.",
        pool="pool £160.00, paid out" if told else "",
        notes=(note, note) if told else (),
        head=HEAD,
    )


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("players", [1, 2, 5, 8])
@pytest.mark.parametrize("rounds", [1, 3, 12, 20, 45, 200])
def test_all_texts_have_room(code: str, players: int, rounds: int) -> None:
    with speaking(language(code)):
        for told, wins in ((False, False), (True, False), (True, True)):
            drawing = score_card(a_card(players, rounds, told=told, wins=wins))
            assert_labels_have_room(drawing, *SHEETS["a5"])


@pytest.mark.parametrize("paper", SHEETS)
def test_the_paper_is_as_large_as_it_was_asked_for(paper: Paper) -> None:
    drawing = score_card(a_card(4, 5), paper)
    assert (drawing.width, drawing.height) == SHEETS[paper]
    assert_labels_have_room(drawing, *SHEETS[paper])


@pytest.mark.parametrize("players", [2, 8])
def test_no_name_is_cut(players: int) -> None:
    drawn = "".join(label.text for label in labels_of(score_card(a_card(players, 1, told=True))))
    for name in NAMES[:players]:
        assert name.replace(" ", "") in drawn.replace(" ", "")


def test_every_player_has_a_line_to_sign_and_every_round_a_cell() -> None:
    few, many = (score_card(a_card(players, 20)) for players in (2, 8))
    cells = [
        sum(isinstance(each, Rectangle) and each.fill is None for each in drawing.shapes)
        for drawing in (few, many)
    ]
    assert cells == [2 * 20, 8 * 20]
    texts = [label.text for label in labels_of(many)]
    assert "under protest" in texts
    assert "signed by" in texts


def test_the_card_says_that_so_many_rounds_are_in_the_record_alone() -> None:
    texts = [label.text for label in labels_of(score_card(a_card(8, 200)))]
    assert "200" not in texts
    assert "Its 200 rounds have no room here: they are in the record." in texts
    assert not any("have no room" in label.text for label in labels_of(score_card(a_card(2, 20))))


def test_the_text_for_a_chat_has_a_line_for_each_player() -> None:
    title, *lines = card_lines(a_card(2, 3, told=True))
    assert title.endswith("match 123, 2026-11-29 20:15+01:00")
    made, gave = a_card(2, 3).lines[0], lines[0].split("; ")[-1]
    assert gave.startswith("gave away ")
    assert (
        lines[0] == f"Ann: {' + '.join(map(str, made.rounds))} = {made.total}; +£1,234.50; {gave}"
    )
    assert lines[1].startswith(f"{NAMES[1]}: ")
    assert "; handicap −5; −£120.00; gave away " in lines[1]
    assert lines[2:4] == [a_card(2, 3).result, "pool £160.00, paid out"]


@pytest.mark.parametrize("told", [False, True])
def test_a_line_to_sign_is_as_long_as_a_name(told: bool) -> None:
    drawing = score_card(a_card(3, 4, told=told, wins=told))
    signed = [each for each in drawing.shapes if isinstance(each, Line) and each.colour == BLACK]
    lengths = [line.end[0] - line.start[0] for line in signed]
    assert sum(length >= SIGN - 2.01 for length in lengths) == 3 + 2, "three names and a protest"
