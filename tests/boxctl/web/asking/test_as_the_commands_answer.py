"""A page is told what the command prints: every game, a few positions, the same JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("starlette")

from boxctl.cli import main
from boxctl.odds.aims import usual_aim
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers, write_tiles
from boxctl.rules.variants import names, variant
from boxctl.web.asking.page_answers import every_answer, legal_answer, odds_answer, told_answers
from boxctl.web.asking.questions import LegalAsked, OddsAsked, ToldAsked
from groundwork.faults import Fault

Json = dict[str, Any]


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> Json:
    """Return what a command prints for programs."""
    capsys.readouterr()
    main([*command, "--json"])
    document: Json = json.loads(capsys.readouterr().out)
    return document


def as_json(answer: object) -> Json:
    document: Json = json.loads(json.dumps(answer))
    return document


def throws_of(rules: RuleSet) -> list[str]:
    """A double, a mixed throw, and one die."""
    count = rules.dice.count
    mixed = [str(1 + at % rules.dice.sides) for at in range(count)]
    return [",".join(["3"] * count), ",".join(mixed), "2"]


@pytest.mark.parametrize("name", names())
def test_what_a_throw_allows(capsys: pytest.CaptureFixture[str], name: str) -> None:
    rules = variant(name)
    last = write_tiles(1 << rules.tiles - 1)
    for open in ("", "1,2,5", last):
        for throw in throws_of(rules):
            for shut in ("", "5", "1+2"):
                options = ["--open", open] if open else []
                options += ["--shut", shut] if shut else []
                told = printed(capsys, "legal", "--rules", name, "--throw", throw, *options)
                asked = LegalAsked(rules=name, settings={}, open=open, throw=throw, shut=shut)
                answer = legal_answer(asked)
                assert as_json(answer["answer"]) == told
                assert answer["lines"]
                assert answer["allowed"] == told.get("allowed", bool(told["moves"]))


@pytest.mark.parametrize(
    ("open", "throw", "shut"),
    [("", "3,4", ""), ("4", "2,4", "4"), ("12", "6,6", ""), ("1,2", "9", "1")],
)
def test_which_games_allow_it(
    capsys: pytest.CaptureFixture[str], open: str, throw: str, shut: str
) -> None:
    options = ["--open", open] if open else []
    options += ["--shut", shut] if shut else []
    told = printed(capsys, "legal", "--every-variant", "--throw", throw, *options)
    answer = every_answer(LegalAsked(rules="", settings={}, open=open, throw=throw, shut=shut))
    assert as_json(answer["answer"]) == told
    assert [each["rules"] for each in answer["variants"]] == [
        each["rules"] for each in told["variants"]
    ]
    assert answer["allowed"] == any(each["allowed"] for each in told["variants"])


@pytest.mark.parametrize("name", names())
def test_what_the_referee_says(capsys: pytest.CaptureFixture[str], name: str) -> None:
    dice = " ".join(["3"] * variant(name).dice.count)
    lines = [f"throw {dice}", "shut 3", "shut 7, open 7", "confirm", "wait 4"]
    told = printed(capsys, "judge", "--rules", name, *lines)
    asked = ToldAsked(rules=name, settings={}, lines=lines, players=[], shut="", markers=None)
    answer = told_answers(asked)
    assert as_json(answer["answer"]) == told
    assert answer["wrong"] == ""
    assert [each["line"] or None for each in answer["lines"]] == [
        each["line"] for each in told["lines"]
    ]


@pytest.mark.parametrize("name", names())
def test_what_a_position_is_worth(capsys: pytest.CaptureFixture[str], name: str) -> None:
    rules = variant(name)
    some = write_tiles(sum(1 << tile - 1 for tile in list(numbers(rules.in_play))[:4]))
    for aim in (usual_aim(rules), "shut"):
        for open in ("", some):
            for throw in ("", throws_of(rules)[0]):
                options = ["--aim", aim, *(["--open", open] if open else [])]
                options += ["--throw", throw] if throw else []
                asked = OddsAsked(rules=name, settings={}, open=open, throw=throw, aim=aim,
                                  beat=None, to_come=None, opens=False, markers=0)  # fmt: skip
                if (name, open) == ("the-300", ""):
                    with pytest.raises(Fault, match="BX780"):
                        odds_answer(asked)
                    continue
                answer = odds_answer(asked)
                told = printed(capsys, "odds", "--rules", name, *options)
                assert as_json(answer["answer"]) == told
                assert answer["lines"]


def test_a_chance_to_win(capsys: pytest.CaptureFixture[str]) -> None:
    asked = OddsAsked(rules="pub", settings={"tiles": "8"}, open="1-5", throw="2,3", aim="win",
                      beat=7, to_come=1, opens=False, markers=0)  # fmt: skip
    told = printed(
        capsys, "odds", "--rules", "pub", "--set", "tiles=8", "--open", "1-5", "--throw", "2,3",
        "--aim", "win", "--beat", "7", "--to-come", "1",
    )  # fmt: skip
    answer = odds_answer(asked)
    assert as_json(answer["answer"]) == told
    assert [row["remark"] for row in answer["rows"]].count("best") == 1
    assert max(row["bar"] for row in answer["rows"]) == 1.0


def test_settings_of_the_table_count(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(
        capsys, "judge", "--rules", "canoga", "--set", "tiles=12", "--shut", "1-3",
        "--players", "Ann,Bob", "throw 2 4", "shut 12",
    )  # fmt: skip
    asked = ToldAsked(rules="canoga", settings={"tiles": "12"}, lines=["throw 2 4", "shut 12"],
                      players=["Ann", "Bob"], shut="1-3", markers=None)  # fmt: skip
    assert as_json(told_answers(asked)["answer"]) == told
