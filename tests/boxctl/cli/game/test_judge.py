"""``boxctl judge``, as people at a table read it."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import get_args

import pytest

from boxctl.cli import main
from boxctl.odds.turn_states import memories_of_turn
from boxctl.rules.ruleset import Doubles
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import read_tiles
from boxctl.rules.variants import variant
from tests.support import second_reading
from tests.support.soak import chance

README = Path(__file__).parents[4] / "README.md"


def test_the_readme_shows_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r'^boxctl judge "throw 2 3" "shut 7"\n```\n\n((?:    .*\n)+)',
                      README.read_text(encoding="utf-8"), re.MULTILINE)  # fmt: skip
    assert found is not None
    assert main(["judge", "throw 2 3", "shut 7"]) == 0
    shown = [line.removeprefix("    ") for line in found[1].splitlines()]
    assert capsys.readouterr().out.splitlines() == shown


def test_lines_come_from_standard_input_where_none_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("throw 2 3\n\n  shut 7; 7 up\n"))
    assert main(["judge", "--players", "Ann,Bob"]) == 0
    told = capsys.readouterr().out
    assert "Ann, your turn: throw two dice." in told
    assert "7 is more than the 5 you threw" in told
    assert told.endswith("(R4.5, tiles that are part of no allowed move)\n")


def test_it_stops_at_what_it_does_not_understand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "throw 2 3", "shoot 7", "shut 5"]) == 2
    told = capsys.readouterr()
    assert "You threw 2 and 3" in told.out
    assert "is shut" not in told.out
    assert told.err == 'BX207: "shoot" is not understood: did you mean shut?\n'


def test_settings_that_contradict_the_players_are_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["judge", "players Ann, Bob, Cy", "rules long-game", "throw 2 3"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("fr", ["joueurs Anne, Luc", "Anne lance 2 et 3", "elle rabat le 7", "relève le 7"]),
        ("de", ["Spieler Anna, Bert", "Anna würfelt 2 und 3", "klappt die 7 um", "7 wieder auf"]),
    ],
)
def test_it_understands_each_language(
    capsys: pytest.CaptureFixture[str], code: str, told: list[str]
) -> None:
    assert main(["judge", "--json", "--lang", code, *told]) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    verdicts = [[ruling["verdict"] for ruling in line["rulings"]] for line in lines]
    assert verdicts == [[], ["ready", "throw"], ["refused"], ["restored"]]


def test_what_waits_is_ruled_once_all_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["rules pub settle_ms=3000", "throw 2 2", "shut 3 1", "throw 3 4", "shut 4"]
    assert main(["judge", "--json", *told]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["rules"] == "pub"
    assert document["players"] == ["Player 1"]
    assert all(line["line"] for line in document["lines"])


def test_it_begins_in_the_middle_of_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--shut", "7,8", "throw 6 1", "shut 7"]) == 0
    assert "shut 6+1, 5+2, 4+3 or 4+2+1." in capsys.readouterr().out
    assert main(["judge", "--json", "--rules", "canoga", "--shut", "8+7", "throw 2 3"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["rules"], document["shut"]) == ("canoga", [7, 8])
    assert document["lines"][0]["rulings"][-1]["open"] == [1, 2, 3, 4, 5, 6, 9]


MID_TURN = [
    (
        "--rules high-rollers --shut 1-8",
        "Nobody has said how many markers are banked: none is assumed (--markers N says how many).",
        "A throw of 1 and 2 cannot be played.",
    ),
    (
        "--rules high-rollers --shut 1-8 --markers 2",
        "",
        "1 and 2 cannot be played, which costs a marker: 1 is left, throw again.",
    ),
    ("--rules high-rollers --shut 1-8 --markers 0", "", "A throw of 1 and 2 cannot be played."),
    (
        "--set doubles=extra --shut 1-8",
        "Nobody has said whether the throw before was a double that was played: no is assumed "
        "(--markers 1 says yes).",
        "A throw of 1 and 2 cannot be played.",
    ),
    (
        "--set doubles=extra --shut 1-8 --markers 1",
        "",
        "1 and 2 cannot be played, but comes right after a double: throw again.",
    ),
    # Nothing of the throws before counts, or there are none.
    ("--set doubles=rethrow --shut 1-8", "", "A throw of 1 and 2 cannot be played."),
    ("--rules high-rollers", "", "You threw 1 and 2, 3 in all: shut 3 or 2+1."),
]


@pytest.mark.parametrize(("options", "assumed", "ruled"), MID_TURN)
def test_what_the_throws_before_have_left_to_the_turn_is_told_or_said_to_be_assumed(
    options: str, assumed: str, ruled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", *options.split(), "throw 1 2", "wait"]) == 0
    told = capsys.readouterr().out
    assert ruled in told
    assert told.count("assumed") == bool(assumed)
    assert assumed in told
    assert main(["judge", "--json", *options.split(), "throw 1 2"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["markers"] == int(options.partition("--markers ")[2] or 0)
    assert document["lines"][0]["note"] == (assumed or None)


def test_every_setting_with_a_memory_has_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    for doubles in get_args(Doubles):
        rules = with_settings(variant("classic"), [("doubles", doubles)])
        remembers = len(memories_of_turn(rules, read_tiles("9"))) > 1
        assert main(["judge", "--set", f"doubles={doubles}", "--shut", "1-8", "throw 1 2"]) == 0
        assert ("is assumed" in capsys.readouterr().out) is remembers


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--markers 1", "--markers 1 cannot be: by these rules it is 0 to 0 with 1-9 to be moved."),
        ("--shut 8 --markers -1", "by these rules it is 0 to 1 with 1-7,9 to be moved."),
        ("--shut 7,8 --markers 3", "by these rules it is 0 to 2 with 1-6,9 to be moved."),
    ],
)
def test_markers_that_a_turn_cannot_have_are_one_sentence(
    options: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "--rules", "high-rollers", *options.split(), "throw 2 3"]) == 2
    assert capsys.readouterr().err.endswith(f"{says}\n")


@pytest.mark.parametrize(
    "told",
    [
        "--players|Ann,Bob|--handicap|Bob=7|Ann throws 6 6",
        "--handicap|Bob=7|players Ann, Bob|Ann throws 6 6",
        "--handicap|Bob=7|players Ann, Bob|rules pub tiles=3|Ann throws 6 6",
        "players Ann, Bob +7|Ann throws 6 6",
    ],
)
def test_a_handicap_counts_however_the_players_are_told(
    told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "--set", "tiles=3", *told.split("|"), "Bob throws 6 6"]) == 0
    assert "Ann 6, Bob 13" in capsys.readouterr().out


def test_a_handicap_of_nobody_who_plays_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for asked, players in (
        (["--handicap", "Cy=5"], "Player 1"),
        (["--handicap", "Cy=5", "players Ann, Bob"], "Ann, Bob"),
        (["--players", "Ann,Bob", "--handicap", "Cy=5"], "Ann, Bob"),
    ):
        assert main(["judge", *asked, "throw 1 2"]) == 2
        assert capsys.readouterr().err == (
            f'BX203: handicap = Cy=5: nobody called "Cy" plays: it is for one of {players}.\n'
        )


AGAIN = "Or throw the double again."


def test_a_double_may_be_thrown_again_as_long_as_nothing_of_it_is_moved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = {
        "throw 3 3": True,
        "throw 6": True,  # void, and replaces nothing
        "shut 9": False,  # to be put back
        "open 9": True,
        "shut 5": False,
        "open 5": True,
        "open 7": False,
        "shut 7": True,
        "throw 2 2": True,  # replaces it
        "throw 1 2": False,  # no double
        "shut 3": False,
        "throw 1 1": True,
        "shut 2": False,
    }
    options = ["--set", "doubles=may_rethrow", "--shut", "7,8"]
    assert main(["judge", *options, *told]) == 0
    offered, line = {}, ""
    for said in capsys.readouterr().out.splitlines():
        line = line if said.startswith(" ") else said
        offered[line] = AGAIN in said
    assert offered == told
    assert main(["judge", "--json", *options, *told]) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert {line["line"]: line.get("again") == "R5.7" for line in lines} == told


def test_it_is_offered_as_the_second_reading_offers_it(capsys: pytest.CaptureFixture[str]) -> None:
    random = chance("judge again")
    offers = 0
    for _ in range(40):
        shut = random.sample(range(1, 10), random.randint(1, 5))
        reading = a_turn_of_the_second_reading(frozenset(shut))
        at, expected = 0, []
        told: list[str] = []
        for _ in range(12):
            kind = random.choice(("throw", "shut", "open")) if told else "throw"
            values = random.choice(((2, 2), (3, 3), (1, 1), (1, 3), (5,))) if told else (3, 3)
            tile = random.randint(1, 9)
            if kind != "throw" and (tile in reading.levers) is (kind == "open"):
                continue
            at += 1
            told.append(
                f"throw {' '.join(map(str, values))}" if kind == "throw" else f"{kind} {tile}"
            )
            event = {"throw": values} if kind == "throw" else {kind: tile}
            reading.read_line(at, json.dumps({"at": at} | event))
            reading.run_clock(at * 1_000_000 + 500_000)
            if reading.phase != "turn":
                told.pop()
                break
            expected.append(reading.may_throw_again())
        options = ["--set", "doubles=may_rethrow", "--shut", ",".join(map(str, shut))]
        assert main(["judge", "--json", *options, *told]) == 0
        lines = json.loads(capsys.readouterr().out)["lines"][: len(told)]
        assert [line.get("again") == "R5.7" for line in lines] == expected, (shut, told)
        offers += sum(expected)
    assert offers > 40


def a_turn_of_the_second_reading(shut: frozenset[int]) -> second_reading.Referee:
    """The second reading in a turn that has shut these tiles already."""
    rules = second_reading.Rules(doubles="may_rethrow")
    reading = second_reading.Referee(rules, ["Ann"])
    reading.book -= shut
    reading.levers -= shut
    reading.seen -= shut
    reading.committed |= shut
    return reading


@pytest.mark.parametrize("shut", ["x", "1-9", "10"])
def test_tiles_that_cannot_be_shut_already_are_one_sentence(
    shut: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "--shut", shut, "throw 2 3"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
