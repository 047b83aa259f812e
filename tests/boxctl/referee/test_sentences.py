"""What the referee says, in the situations in which a person has to understand it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from tests.support.tables.referee_alone import RefereeAlone

Happened = Callable[[RefereeAlone], None]


def threw(*values: int, then: Happened | None = None) -> Happened:
    """A throw, and what follows it."""

    def happened(table: RefereeAlone) -> None:
        table.throws(*values)
        if then is not None:
            then(table)

    return happened


def shut(*tiles: int) -> Happened:
    return lambda table: table.shuts(*tiles)


def opened(*tiles: int) -> Happened:
    return lambda table: table.opens(*tiles)


def after(*happenings: Happened) -> Happened:
    def happened(table: RefereeAlone) -> None:
        for happening in happenings:
            happening(table)

    return happened


SAID = [
    ("classic", threw(2, 3, then=shut(7)), "7 is more than the 5 you threw: put the 7 back up."),
    (
        "classic",
        threw(3, 4, then=shut(1, 5)),
        "5+1 makes 6, and cannot be made up to 7 with what is left: put the 5 back up.",
    ),
    ("classic", threw(2, 3), "You threw 2 and 3, 5 in all: shut 5, 4+1 or 3+2."),
    ("classic", threw(1, 1, then=shut(2)), "The 2 is shut for 1 and 1."),
    ("classic", shut(3), "Throw first: put the 3 back up."),
    (
        "classic",
        after(threw(1, 1), shut(2), opened(2)),
        "The 2 belongs to a move you have made: put the 2 back down.",
    ),
    (
        "three-down-extreme",
        threw(2, 2, then=opened(1)),
        "The 1 is not in play: put the 1 back down.",
    ),
    (
        "canoga",
        threw(2, 4, then=shut(3)),
        "3 is no move for 2 and 4, which allows 8, 6, 2 or 4+2: put the 3 back up.",
    ),
    ("canoga", threw(2, 4, then=shut(2)), "The 2 will do: throw again, confirm or add to it."),
    (
        "two-to-go",
        threw(3, 4, then=shut(7)),
        "The first move must shut the 2: put the 7 back up.",
    ),
    (
        "two-to-go",
        threw(1, 3),
        "A throw of 1 and 3 cannot shut the 2, and the turn is lost. Ann scores 45.",
    ),
    ("classic", threw(3), "You threw one die, but it has to be two dice: throw again."),
    (
        "classic",
        threw(7, 1),
        "The throw does not count, a die with 6 sides cannot show 7: throw again.",
    ),
    (
        "classic",
        threw(3, 4, then=threw(1, 1)),
        "The throw of 1 and 1 does not count: your throw of 3 and 4 is still to be played.",
    ),
    (
        "classic",
        threw(3, 4, then=after(shut(9, 8), opened(9))),
        "Not all right yet: put the 8 back up.",
    ),
    ("doubles", threw(6, 6), "You threw 6 and 6, 12 in all: shut 9+3, 8+4, 7+5, 9+2+1, 8+3+1, "
     "7+4+1, 7+3+2, 6+5+1 … (12 ways)."),
    ("unlucky-seven", threw(3, 4), "7 is the number that ends the turn. Ann scores 45."),
    ("three-down-extreme", threw(1, 2), "A throw of 1 and 2 cannot be played. Ann scores 39."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "happened", "text"), SAID)
def test_what_is_said(variant: str, happened: Happened, text: str) -> None:
    table = RefereeAlone(variant, "Ann")
    happened(table)
    said = [sentence(ruling, WRITTEN) for ruling in table.new]
    assert said[0] == text


def test_a_tie_of_first_throws() -> None:
    table = RefereeAlone("classic", "Ann,Bob,Cy", first_player="highest")
    table.throws(5)
    table.throws(5)
    table.throws(1)
    assert table.text == "Cy throws 1. Ann and Bob tie with 5: Ann throws again."
    table.throws(6)
    table.throws(2)
    assert sentence(table.new[0], WRITTEN) == "Bob throws 2: Ann starts with 6."


def test_the_long_game_says_who_does_what() -> None:
    table = RefereeAlone("long-game", "Ann,Bob")
    assert table.text == "Ann, your turn: throw two dice. You shut."
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert [sentence(ruling, WRITTEN) for ruling in table.new] == [
        "A throw of 1 and 1 cannot be played. Bob takes the box as it stands.",
        "Bob, your turn: throw two dice. You open.",
    ]
    table.throws(1, 1)
    table.shuts(7)
    assert table.text == "The 7 is not yours to move: put the 7 back up."


def test_between_turns() -> None:
    table = RefereeAlone("classic", "Ann,Bob")
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.text.endswith("Make the box ready for Bob: stand the 2 up.")
    table.shuts(7)
    assert table.text == "For Bob's turn, stand the 2 and the 7 up."


def test_a_tie_that_is_played_off_is_said() -> None:
    table = RefereeAlone("two-to-go", "Ann,Bob,Cy", ties="roll_off")
    for _ in range(3):
        table.throws(1, 3)
    assert sentence(table.last("round_over"), WRITTEN) == (
        "The round is over: Ann 45, Bob 45, Cy 45. Ann, Bob and Cy tie and play one more turn each."
    )


def test_totals_are_called_totals() -> None:
    table = RefereeAlone("tournament", "Ann,Bob", opening_tile=2)
    for _ in range(2):
        table.throws(1, 3)
    assert (
        sentence(table.last("round_over"), WRITTEN) == "The round is over. Totals: Ann 45, Bob 45."
    )


def test_many_tiles_are_told_without_articles() -> None:
    table = RefereeAlone()
    table.throws(1, 1)
    table.shuts(6, 7, 8, 9)
    assert table.text.endswith("put 6, 7, 8 and 9 back up.")
