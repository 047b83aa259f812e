"""``boxctl legal``, as people who settle a dispute read it."""

from __future__ import annotations

import pytest

from boxctl.cli import main
from boxctl.rules.variants import names, variant


def test_a_stop_number_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "3,4", "--open", "7"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last == "In this game a throw of 7 ends the turn. (R5.2)"


def test_any_other_total_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "4,4", "--open", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "8               R3.1, any tiles that add up to the total"
    ]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            "two-to-go --throw 1,3",
            ["A throw of 1 and 3 cannot shut the 2, and the turn is lost. (R5.1)"],
        ),
        (
            "two-to-go --set opening_lost=match --throw 1,3",
            ["A throw of 1 and 3 cannot shut the 2, and the match is lost. (R5.1)"],
        ),
        (
            # It is thrown again, and nothing is lost.
            "two-to-go --set doubles=rethrow --set combine=thai --throw 3,3",
            ["The first move must shut the 2. (R5.1)"],
        ),
        (
            "two-to-go --open 3-9 --throw 1,1",
            ["A throw allows: R3.1, any tiles that add up to the total"],
        ),
        (
            "thai --open 1,4,9 --throw 2,3",
            ["A throw allows: R3.4, exactly one tile: that of a die, or of the total"],
        ),
        (
            "subtract --open 9 --throw 1,2",
            [
                "A throw allows: R3.1, any tiles that add up to the total",
                "A throw allows: R3.2, any tiles that add up to the difference of the dice",
            ],
        ),
        (
            "unlucky-seven --open 9 --throw 3,4",
            [
                "A throw allows: R3.1, any tiles that add up to the total",
                "In this game a throw of 7 ends the turn. (R5.2)",
            ],
        ),
    ],
)
def test_why_there_is_no_move(
    capsys: pytest.CaptureFixture[str], asked: str, why: list[str]
) -> None:
    assert main(["legal", "--rules", *asked.split()]) == 1
    first, *told = capsys.readouterr().out.splitlines()
    assert first.startswith("no move: ")
    assert told == why


@pytest.mark.parametrize("name", names())
def test_every_way_to_combine_is_in_words(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A throw that cannot be played has its rules told, whatever the game."""
    rules = variant(name)
    dice = ",".join(["1"] * rules.dice.count)
    last = str(rules.tiles)
    assert main(["legal", "--rules", name, "--open", last, "--throw", dice]) in (0, 1)
    told = capsys.readouterr().out
    if told.startswith("no move") and "no tile left to move" not in told:
        assert "(R5.1)" in told or "A throw allows: R3." in told
