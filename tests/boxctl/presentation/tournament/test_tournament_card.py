"""The card of a tournament has room for 3 to 32 names in every language, and all results."""

from __future__ import annotations

from random import Random

import pytest

from boxctl.presentation.drawing.shapes import BLACK, Line
from boxctl.presentation.score_card.paper import SHEETS, Paper
from boxctl.presentation.tournament.card import SIGN, tournament_sheets
from boxctl.tournament.draw import draw, is_over, may_draw
from boxctl.tournament.events import (
    Begun,
    DecidedBy,
    PairingDecided,
    ResultCorrected,
    RoundDrawn,
    System,
)
from boxctl.tournament.fold import after, begin
from boxctl.tournament.state import Tournament
from groundwork.language import language, speaking
from tests.boxctl.presentation.score_card.test_score_card import HEAD, NAMES
from tests.support.drawn_labels import assert_labels_have_room, labels_of


def held(system: System, count: int, most: int = 1000) -> Tournament:
    """A tournament of so many names after ``most`` results, some of them draws."""
    random = Random(count)
    names = (*NAMES[:7], *(f"Player {number}" for number in range(8, 33)))
    cup = begin(
        Begun(
            system=system,
            names=names[:count],
            boxes=("pub",),
            rounds=min(5, count - 1) if system is System.SWISS else 0,
            seed=7,
            variant="classic",
            settings={"down": "1-6"},
            handicap={},
        )
    )
    for _result in range(most):
        if not cup.open and may_draw(cup):
            cup = after(cup, RoundDrawn(round=cup.round + 1, pairings=draw(cup)))
        if is_over(cup):
            break
        pairing = cup.open[0]
        draws = system is not System.KNOCKOUT and random.random() < 0.2
        cup = after(
            cup,
            PairingDecided(
                pairing=pairing.number,
                winner=None if draws else random.choice(pairing.names),
                decided_by=DecidedBy.ORGANISER,
                match=None,
            ),
        )
    return cup


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize("count", [3, 5, 8, 9, 16, 17, 32])
def test_all_texts_have_room(code: str, system: System, count: int) -> None:
    with speaking(language(code)):
        for most in (0, 2, 1000):
            for drawing in tournament_sheets(12, held(system, count, most), HEAD, "a5"):
                assert_labels_have_room(drawing, *SHEETS["a5"])


@pytest.mark.parametrize("paper", SHEETS)
def test_the_paper_is_as_large_as_it_was_asked_for(paper: Paper) -> None:
    for drawing in tournament_sheets(1, held(System.SWISS, 17), HEAD, paper):
        assert (drawing.width, drawing.height) == SHEETS[paper]


@pytest.mark.parametrize(("count", "sheets"), [(8, 1), (9, 2), (16, 2), (17, 3), (32, 3)])
def test_everybody_signs_once_and_no_name_is_cut(count: int, sheets: int) -> None:
    drawings = tournament_sheets(1, held(System.KNOCKOUT, count), HEAD, "a5")
    assert len(drawings) == sheets
    shapes = [shape for drawing in drawings for shape in drawing.shapes]
    black = [each for each in shapes if isinstance(each, Line) and each.colour == BLACK]
    lengths = [round(line.end[0] - line.start[0], 1) for line in black]
    assert lengths.count(SIGN - 2) == count
    texts = "".join(label.text for each in drawings for label in labels_of(each))
    for name in NAMES[: min(count, 7)]:
        assert name.replace(" ", "") in texts.replace(" ", "")


def test_each_two_have_their_result_in_the_cross_table() -> None:
    cup = held(System.ROUND_ROBIN, 6)
    (drawing,) = tournament_sheets(1, cup, HEAD, "a5")
    texts = [label.text for label in labels_of(drawing) if label.size <= 3.0]
    draws = sum(pairing.winner is None for pairing in cup.pairings)
    assert texts.count("½") == 2 * draws
    assert texts.count("1") - 2 == texts.count("0") == len(cup.pairings) - draws


def test_a_correction_is_on_the_first_sheet() -> None:
    cup = held(System.ROUND_ROBIN, 9)
    pairing = cup.pairings[0]
    told = ResultCorrected(
        pairing=1, winner=pairing.names[0], reason="card read upside down", by="Pat"
    )
    drawings = tournament_sheets(1, after(cup, told), HEAD, "a5")
    said = ["upside down" in " ".join(label.text for label in labels_of(each)) for each in drawings]
    assert said == [True, False]
