"""``boxctl legal``, as people who settle a dispute read it."""

from __future__ import annotations

import json

import pytest

from boxctl.cli import main
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.objections import WantedMove, objection_in_words
from boxctl.rules.moves import Move, moves
from boxctl.rules.objections import Objection, objection
from boxctl.rules.tiles import tile
from boxctl.rules.variants import names, variant


def test_a_stop_number_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "3,4", "--open", "7"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("In this game a throw of 7 ends the turn (R5.2, ")


def test_any_other_total_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--rules", "unlucky-seven", "--throw", "4,4", "--open", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "8               R3.1, any tiles that add up to the total"
    ]


OPENING = "(R5.1, the first move must shut the opening tile)"
SUM = "(R3.1, any tiles that add up to the total)"
THAI = "(R3.4, exactly one tile: that of a die, or of the total)"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            "two-to-go --throw 1,3",
            [
                f"4 is a move for 1 and 3, but the 2 has to be shut first {OPENING}",
                f"3+1 makes 4, but the 2 has to be shut first {OPENING}",
                "A throw of 1 and 3 cannot shut the 2, and the turn is lost. (R5.1)",
            ],
        ),
        (
            "three-to-go --set opening_lost=match --throw 1,1",
            [
                f"2 is a move for 1 and 1, but the 3 has to be shut first {OPENING}",
                "A throw of 1 and 1 cannot shut the 3, and the match is lost. (R5.1)",
            ],
        ),
        (
            # It is thrown again, and nothing is lost.
            "two-to-go --set doubles=rethrow --set combine=thai --throw 3,3",
            [
                f"6 is a move for 3 and 3, but the 2 has to be shut first {OPENING}",
                f"3 is a move for 3 and 3, but the 2 has to be shut first {OPENING}",
                "The first move must shut the 2. (R5.1)",
            ],
        ),
        (
            "two-to-go --open 3-9 --throw 1,1",
            ["A throw allows: R3.1, any tiles that add up to the total"],
        ),
        (
            "classic --open 4 --throw 2,4",
            [f"4 cannot be made up to 6 with what is left {SUM}"],
        ),
        (
            "thai --open 1,4,9 --throw 2,3",
            [f"1 is no move for 2 and 3 {THAI}", f"4+1 is no move for 2 and 3 {THAI}"],
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
                "In this game a throw of 7 ends the turn (R5.2, a throw of the stop number ends "
                "the turn)"
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


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("classic --throw 4 --shut 4", "two dice must be thrown here (R2.3"),
        ("unlucky-seven --throw 3,4 --shut 7", "in this game a throw of 7 ends the turn (R5.2"),
        ("classic --throw 6,6 --shut 12", "there is no tile 12, the box has tiles 1 to 9 (R1.1"),
        ("even-stevens --throw 3,4 --shut 7", "the 7 is not in play (R1.2"),
        ("even-stevens --throw 6,4 --shut 7+3", "the 3 and the 7 are not in play (R1.2"),
        ("classic --open 2,9 --throw 3,4 --shut 7", "the 7 is shut already (R3.1"),
        ("long-game --open 2,9 --throw 3,4 --shut 7", "the 7 is not still to be moved (R3.1"),
        ("two-to-go --throw 1,3 --shut 3,1", "3+1 makes 4, but the 2 has to be shut first (R5.1"),
        ("two-to-go --throw 1,3 --shut 3", "The first move must shut the 2 (R5.1"),
        (
            "classic --throw 2,4 --shut 4",
            "4 alone is only a part of a move for 2 and 4: 2 to go (R3.5",
        ),
        ("pub --open 1-6 --throw 5 --shut 6+1", "6+1 would need two dice (R2.2"),
        ("classic --throw 2,4 --shut 9", "9 is more than the 6 you threw (R3.1"),
        ("canoga --throw 2,4 --shut 5+1", "5+1 is no move for 2 and 4, which allows 8, 6, 2"),
        ("subtract --throw 2,4 --shut 4,3", "4+3 makes 7, which is more than the 6 you threw"),
    ],
)
def test_what_forbids_a_move_that_somebody_names(
    capsys: pytest.CaptureFixture[str], asked: str, why: str
) -> None:
    assert main(["legal", "--rules", *asked.split()]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"not allowed: {why}")
    assert main(["legal", "--json", "--rules", *asked.split()]) == 1
    document = json.loads(capsys.readouterr().out)
    assert not document["allowed"]
    assert document["why"].startswith(why)
    assert f"({document['rule']}, " in told


@pytest.mark.parametrize("name", names())
def test_a_named_move_is_allowed_if_it_is_listed(name: str) -> None:
    """What is listed is allowed, and every other set of two or fewer tiles gets a reason."""
    rules = variant(name)
    throw = (1,) * rules.dice.count if rules.dice.count != 2 else (2, 3)
    opening = rules.opening_tile is not None
    listed = {move.tiles for move in moves(rules, rules.in_play, throw, opening=opening)}
    numbers = range(1, rules.tiles + 2)
    for wanted in {tile(one) | tile(other) for one in numbers for other in numbers} | listed:
        answer = objection(rules, rules.in_play, throw, wanted)
        assert isinstance(answer, Move) == (wanted in listed)
        if isinstance(answer, Objection):
            said = objection_in_words(
                WantedMove(rules, rules.in_play, throw, wanted), answer, WRITTEN
            )
            assert all(rule in said for rule in answer.rules)


def test_every_variant_answers_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["legal", "--every-variant", "--open", "4", "--throw", "2,4", "--shut", "4"]
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    answers = {line.split()[1]: line.split()[0] for line in lines}
    assert answers.keys() == set(names())
    assert answers["thai"] == "yes"
    assert answers["classic"] == "no"
    # Those that allow it come first.
    assert [line.split()[0] for line in lines] == sorted(answers.values(), reverse=True)


def test_every_variant_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--every-variant", "--throw", "3,4", "--json"]) == 0
    found = {each["rules"]: each for each in json.loads(capsys.readouterr().out)["variants"]}
    assert found.keys() == set(names())
    assert found["classic"]["allowed"]
    assert {"tiles": [7], "rule": "R3.1"} in found["classic"]["moves"]
    # Its total ends the turn, so nothing is moved for it.
    assert not found["unlucky-seven"]["allowed"]
    assert "(R5.2" in found["unlucky-seven"]["why"]


def test_a_variant_that_cannot_have_the_question_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["legal", "--every-variant", "--open", "12", "--throw", "6,6"]) == 0
    lines = {line.split()[1]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["full-house"].startswith("yes")
    assert "there is no tile 12" in lines["classic"]


def test_every_variant_wants_no_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "--every-variant", "--rules", "thai", "--throw", "3,4"]) == 2
    assert "leave --rules out" in capsys.readouterr().err


@pytest.mark.parametrize("name", names())
def test_every_way_to_combine_is_in_words(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A throw that cannot be played has its rules told, whatever the game."""
    rules = variant(name)
    dice = ",".join(["1"] * rules.dice.count)
    last = str(rules.tiles)
    assert main(["legal", "--rules", name, "--open", last, "--throw", dice]) in (0, 1)
    told = capsys.readouterr().out
    if told.startswith("no move") and "no tile left to move" not in told:
        assert "R5.1" in told or "R3." in told


AGAIN = "Or throw the double again. (R5.7, a double may be thrown again instead of being played)"


@pytest.mark.parametrize(
    ("asked", "is_offered", "status"),
    [
        ("--open 6,9 --throw 3,3", True, 0),
        ("--open 6,9 --throw 3,3 --shut 6", True, 0),
        ("--open 6,9 --throw 3,3 --shut 9", True, 1),  # nothing is moved yet
        ("--open 1-9 --throw 3,3 --shut 5", True, 1),
        ("--open 1-9 --throw 2,4", False, 0),
        ("--open 1-9 --throw 2,4 --shut 6", False, 0),
        ("--open 7,9 --throw 3,3 --shut 9", False, 1),  # it has to be thrown again (R5.4)
        ("--open 6,9 --throw 3 --shut 9", False, 1),
        ("--open 6,9 --throw 3,3 --set stop_number=6", False, 0),
        ("--open 6,9 --throw 3,3 --shut 6 --set stop_number=6", False, 1),
    ],
)
def test_a_double_that_may_be_thrown_again(
    capsys: pytest.CaptureFixture[str], asked: str, is_offered: bool, status: int
) -> None:
    arguments = ["legal", "--set", "doubles=may_rethrow", *asked.split()]
    assert main(arguments) == status
    assert (AGAIN in capsys.readouterr().out.splitlines()) is is_offered
    main([*arguments, "--json"])
    assert json.loads(capsys.readouterr().out).get("again") == ("R5.7" if is_offered else None)
    main([*arguments, "--every-variant"])
    lines = {line.split()[1]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["classic"].endswith(AGAIN) is is_offered
