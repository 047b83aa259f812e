"""A page is told what the command prints: every game, a few positions, the same JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from boxctl.cli import main
from boxctl.odds.aims import usual_aim
from boxctl.presentation.answers.other_players import FIELDS, fields_for
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, write_tiles
from boxctl.rules.variants import names, variant
from boxctl.web.asking.page_answers import every_answer, legal_answer, odds_answer, told_answers
from boxctl.web.asking.questions import LegalAsked, OddsAsked, ToldAsked, read_odds
from groundwork.faults import Fault
from groundwork.reader import reading_on_page

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


def position(**told: Any) -> OddsAsked:
    """Return a question about a position, as a page sends it that tells only this."""
    asked = read_odds(told)
    assert asked is not None
    return asked


def matches_of(rules: RuleSet) -> list[Json]:
    """What can be told of the others in a match by these rules, each kind of it."""
    told = fields_for(rules)
    made = "+".join(map(str, list(numbers(rules.in_play))[:2]))
    made = made if rules.ties == "fewest_tiles" else "5"
    both = made if rules.ties == "fewest_tiles" else "4"
    if "totals" in told:
        matches: list[Json] = [
            {"totals": "5,9"},
            {"totals": "5, 9, 3", "scores": made},
            {"totals": "5,9", "handicap": "2,0"},
            {"beat": 7, "to_come": 1},
        ]
        if "rounds_to_come" in told:
            matches.append({"totals": "5,9", "rounds_to_come": 1})
        return matches
    if "wins" in told:
        most = rules.wins - 1
        return [
            {"wins": f"{most},{most}"},
            {"wins": f"{most},{most}", "scores": made},
            {"wins": f"{most},{most}", "handicap": "2,0"},
        ]
    if "scores" in told:
        return [
            {"scores": f"{made},{both}", "to_come": 1},
            {"scores": made, "handicap": "1,0"},
            {"beat": both, "to_come": 2},
            {"to_come": 1, "roll_off": True},
        ]
    return [{"to_come": 2}] if "to_come" in told else []


def matches_to_win() -> Iterator[Any]:
    """Every variant; those whose matches have rounds on a small box, in the full tests whole."""
    rounds = {"rounds": "5", "target": "none"}
    for name, settings in [*((name, {}) for name in names()), ("tournament", rounds)]:
        called = "-".join([name, *settings])
        told = fields_for(with_settings(variant(name), settings.items()))
        if not {"totals", "wins"}.isdisjoint(told):
            yield pytest.param(name, {**settings, "tiles": "4"}, id=f"{called}-small")
            yield pytest.param(name, settings, id=called, marks=pytest.mark.full)
        else:
            yield pytest.param(name, settings, id=called)


@pytest.mark.parametrize(("name", "settings"), [*matches_to_win()])
def test_a_chance_to_win_a_match(
    capsys: pytest.CaptureFixture[str], name: str, settings: dict[str, str]
) -> None:
    rules = with_settings(variant(name), settings.items())
    some = write_tiles(sum(1 << tile - 1 for tile in list(numbers(rules.in_play))[:4]))
    changed = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    for told in matches_of(rules):
        options = [
            word
            for key, value in told.items()
            for word in (option_of(key), *([] if value is True else [str(value)]))
        ]
        for throw in ("", throws_of(rules)[0]):
            asked = position(rules=name, settings=settings, open=some, throw=throw, **told)
            command = ["odds", "--rules", name, *changed, "--open", some, *options]
            command += ["--throw", throw] if throw else []
            if main([*command, "--json"]) == 2:
                code = capsys.readouterr().err.split(":")[0]
                with pytest.raises(Fault, match=f"{code}|BX780"):
                    odds_answer(asked)
                continue
            document = json.loads(capsys.readouterr().out)
            answer = odds_answer(asked)
            assert as_json(answer["answer"]) == document
            assert document["aim"] == "win"
            assert answer["lines"]


@pytest.mark.parametrize(
    ("name", "told", "said"),
    [
        ("classic", {"totals": "3,4"}, '"Totals before this round" is for a tournament'),
        ("tournament", {"scores": "3"}, '"Scores of this round" needs "Totals before this'),
        ("tournament", {"totals": "3,x"}, '"Totals before this round": "x" is not a whole'),
        ("tournament", {"totals": "3,4", "beat": 3}, 'goes with "Scores of this round" only'),
        ("tournament", {"totals": "3,4", "handicap": "1"}, '"Handicaps" 1: give one from 0'),
        ("tournament", {"totals": "3,4", "rounds_to_come": 1}, '"Rounds that follow this one"'),
        ("best-of-three", {"wins": "1"}, '"Rounds won before this one" names all players'),
        ("best-of-three", {"wins": "2,0"}, "with wins = 2 the match is over"),
        ("best-of-three", {"wins": "1,0", "scores": "0"}, "a shut box has won the round"),
        ("best-of-three", {"wins": "1,0", "to_come": 1}, "it tells who is still to play"),
        ("best-of-three", {"wins": "1,0", "scores": "99"}, "write the tiles left open"),
        ("classic", {"scores": "1+2"}, "write the score"),
        ("classic", {"scores": "3", "beat": 3}, "which tell the lowest of them"),
        ("classic", {"wins": "1,0"}, '"Rounds won before this one" is for match = rounds_won'),
    ],
)
def test_what_cannot_be_told_of_a_match_is_refused_as_the_command_does(
    capsys: pytest.CaptureFixture[str], name: str, told: Json, said: str
) -> None:
    with pytest.raises(Fault) as refused, reading_on_page():
        odds_answer(position(rules=name, **told))
    assert refused.value.code == "BX779"
    assert said in str(refused.value)
    assert "--" not in str(refused.value)
    options = [word for key, value in told.items() for word in (option_of(key), str(value))]
    assert main(["odds", "--rules", name, *options]) == 2
    printed_fault = capsys.readouterr().err
    for key, words in FIELDS.items():
        printed_fault = printed_fault.replace(option_of(key), f'"{words}"')
    assert said in printed_fault


def option_of(field: str) -> str:
    return "--" + field.replace("_", "-")


def test_a_long_match_is_too_much_for_a_page() -> None:
    with pytest.raises(Fault, match="BX780"):
        odds_answer(position(rules="best-of-seven", wins="0,0", open="1-3"))


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
                asked = position(rules=name, open=open, throw=throw, aim=aim)
                if (name, open) == ("the-300", ""):
                    with pytest.raises(Fault, match="BX780"):
                        odds_answer(asked)
                    continue
                answer = odds_answer(asked)
                told = printed(capsys, "odds", "--rules", name, *options)
                assert as_json(answer["answer"]) == told
                assert answer["lines"]


def test_a_chance_to_win(capsys: pytest.CaptureFixture[str]) -> None:
    asked = position(
        rules="pub", settings={"tiles": "8"}, open="1-5", throw="2,3", aim="win", beat=7, to_come=1
    )
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
