"""``boxctl judge``, as people at a table read it."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from boxctl.cli import main

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


@pytest.mark.parametrize("shut", ["x", "1-9", "10"])
def test_tiles_that_cannot_be_shut_already_are_one_sentence(
    shut: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "--shut", shut, "throw 2 3"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
