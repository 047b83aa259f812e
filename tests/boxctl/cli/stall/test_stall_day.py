"""A day at a stall by its commands: goes at the terminal, payments, corrections."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.stall import stall_go
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.query import numbers_in, reading
from boxctl.journal.stall_record import STALLS
from boxctl.stall.day import Day
from tests.boxctl.cli.test_commands import Captured, answer, refusal
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.tables.virtual_table import VirtualTable

FETE = ("--go", "50p", "--prize", "£2.50", "--best", "£5", "--pot", "5p", "--float", "£20")
PAGE = (Path(__file__).parents[4] / "docs" / "stall.md").read_text(encoding="utf-8")
PLAIN = ("--plain", "--pace", "instant")


@pytest.fixture
def nobody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots play; the input is at its end."""
    monkeypatch.setattr("sys.stdin", io.StringIO())


def stall(*words: str) -> int:
    return main(["stall", *words])


def begins(*more: str) -> None:
    assert stall("begin", *FETE, *more) == 0


def day() -> Day:
    return STALLS.read(usual_place()).state


def matches() -> list[int]:
    with reading(usual_place()) as connection:
        return list(numbers_in(connection))


def test_the_sheet_of_the_page_is_what_is_said(capsys: Captured) -> None:
    terms = ("--go", "50p", "--prize", "£2.50", "--best", "£1", "--pot", "5p", "--float", "£20")
    assert stall("begin", *terms) == 0
    assert stall("go", "Ann", "--score", "9") == 0
    assert stall("go", "Bob", "--score", "0") == 0
    assert stall("pay") == 0
    assert stall("go", "Cy", "--score", "12") == 0
    assert stall("correct", "3", "--void", "--reason", "a die fell", "--by", "Cy") == 0
    assert stall("go", "Dee", "--score", "7") == 0
    capsys.readouterr()
    assert stall("close", "--counted", "£18.90") == 0
    assert f"```text\n{capsys.readouterr().out}```" in PAGE
    assert set(answer(capsys, "stall", "sheet")) <= fields_told()


def test_a_day_begins_with_what_it_pays_out_on_average(capsys: Captured) -> None:
    terms = ("--go", "50p", "--prize", "£2.50", "--brought", "£4", "--pot", "5p")
    assert stall("odds", *terms) == 0
    odds = capsys.readouterr().out
    assert stall("begin", *terms) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{odds}\nStall 1: ")


def test_a_day_of_a_game_that_is_too_large_to_be_solved_begins_with_a_note(
    capsys: Captured,
) -> None:
    begins("--set", "tiles=24", "--set", "dice=4d6")
    told = capsys.readouterr()
    assert told.out.startswith("Stall 1: ")
    assert told.err


def test_a_day_that_cannot_be_begun_tells_no_odds(capsys: Captured) -> None:
    begins()
    capsys.readouterr()
    assert main(["stall", "begin"]) != 0
    assert capsys.readouterr().out == ""


def fields_told() -> set[str]:
    return set(re.findall(r"`(\w+)`", PAGE))


def test_the_fields_of_a_go_are_told(capsys: Captured) -> None:
    begins()
    assert stall("go", "Ann", "--score", "0") == 0
    assert stall("correct", "1", "--score", "4", "--reason", "so") == 0
    capsys.readouterr()
    found = answer(capsys, "stall", "sheet")
    assert {*found["goes"][0], *found["corrections"][0]} <= fields_told()


@pytest.mark.usefixtures("nobody_types")
def test_a_go_is_played_by_the_rules_of_the_stall_and_counts_by_itself(capsys: Captured) -> None:
    begins("--rules", "canoga", "--set", "tiles=10")
    assert stall("go", "random", *PLAIN, "--seed", "4") == 0
    (go,) = day().goes
    assert go.match is not None
    assert go.match.match == 2
    assert go.score is not None
    assert f"Go 1, Robot Rory: {go.score}." in capsys.readouterr().out
    assert main(["verify"]) == 0


@pytest.mark.usefixtures("nobody_types")
def test_a_match_that_was_over_as_the_plug_was_pulled_counts(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins()
    with monkeypatch.context() as plug:
        plug.setattr(stall_go, "_taken", lambda _journal, found: (found, None))
        assert stall("go", "random", *PLAIN, "--seed", "4") == 0
    assert day().open is not None
    assert stall("go", *PLAIN) == 0
    assert day().open is None
    assert matches() == [2]


def test_a_go_that_was_left_is_gone_on_with(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins()
    for typed in ("\n\n", "\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert stall("go", *PLAIN) == 0
        assert "is not played to its end: boxctl stall go goes on" in capsys.readouterr().out
    assert matches() == [2]
    assert refusal(capsys, "stall", "go", "Bob", "--score", "3").startswith("BX833")
    assert stall("go", "--score", "12") == 0
    assert [(go.name, go.score) for go in day().goes] == [("Player 1", 12)]


def test_a_go_that_was_left_is_given_back(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins()
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert stall("go", "Ann", *PLAIN) == 0
    assert stall("correct", "1", "--void", "--reason", "the last bus") == 0
    capsys.readouterr()
    assert answer(capsys, "stall", "sheet")["refunded"] == 50


def test_a_match_of_another_journal_counts_and_is_verified_there(
    capsys: Captured, tmp_path: Path
) -> None:
    other = tmp_path / "box.db"
    table = VirtualTable("classic", "Ann", journal=other)
    play_to_the_end(table)
    table.close()
    begins()
    assert stall("go", "Ann", "--match", "1", "--record", str(other)) == 0
    capsys.readouterr()
    assert main(["verify"]) == 0
    assert "One result is of a match of another journal" in capsys.readouterr().out


@pytest.mark.usefixtures("nobody_types")
def test_a_match_that_a_robot_has_played_is_nobodys_go(capsys: Captured) -> None:
    assert main(["play", *PLAIN, "--players", "best", "--seed", "4", "--new"]) == 0
    begins()
    capsys.readouterr()
    refused = refusal(capsys, "stall", "go", "Ann", "--match", "1")
    assert refused.startswith("BX836: match 1 was played by a robot")
    assert not day().goes


def test_winners_are_paid_one_by_one_or_all(capsys: Captured) -> None:
    begins()
    for name in ("Ann", "Bob", "Cy"):
        assert stall("go", name, "--score", "0") == 0
    capsys.readouterr()
    assert stall("pay", "2") == 0
    assert capsys.readouterr().out.splitlines()[0] == "Go 2: paid Bob £2.55."
    assert stall("pay") == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Go 1: paid Ann £2.55.",
        "Go 3: paid Cy £2.55.",
    ]
    assert stall("pay") == 0
    assert capsys.readouterr().out.startswith("Nothing is due.")
    assert refusal(capsys, "stall", "pay", "2").startswith("BX835")


def test_who_was_paid_by_mistake_gives_it_back(capsys: Captured) -> None:
    begins()
    assert stall("go", "Ann", "--score", "0") == 0
    assert stall("pay") == 0
    assert stall("correct", "1", "--score", "9", "--reason", "the 9 stood open", "--by", "Cy") == 0
    shown = capsys.readouterr().out
    assert "Go 1: Ann gives back £2.55." in shown
    assert "Corrected, go 1: 9; before: shut the box. the 9 stood open (Cy)" in shown.splitlines()
    assert stall("pay", "1") == 0
    assert "Go 1: Ann gave back £2.55." in capsys.readouterr().out
    assert answer(capsys, "stall", "sheet")["in_tin"] == 2050


@pytest.mark.parametrize(
    ("counted", "says"),
    [
        ("£20.50", "Counted: £20.50. It balances."),
        ("£20.43", "Counted: £20.43, 7p too little."),
        ("£21", "Counted: £21.00, 50p too much."),
    ],
)
def test_what_is_counted_is_compared_with_what_was_in_the_tin(
    capsys: Captured, counted: str, says: str
) -> None:
    begins()
    assert stall("go", "Ann", "--score", "9") == 0
    assert stall("close", "--counted", counted) == 0
    assert stall("pay") == 0
    capsys.readouterr()
    assert stall("sheet") == 0
    shown = capsys.readouterr().out.splitlines()
    assert says in shown
    assert "The best of the day: 9 (Ann)." in shown


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("begin",), "BX833"),
        (("go", "a,b", "--score", "3"), "BX101"),
        (("go", "Ann", "--score", "46"), "BX836"),
        (("go", "Ann", "--match", "7"), "BX836"),
        (("go", "Ann", "--rules=pub"), "BX101"),
        (("pay", "9"), "BX834"),
        (("pay", "1"), "BX835"),
        (("correct", "1", "--score", "12", "--reason", "so"), "BX833"),
        (("correct", "9", "--void", "--reason", "so"), "BX834"),
        (("close", "--counted", "1 €"), "BX830"),
        (("sheet", "--stall", "7"), "BX832"),
        (("dance",), "BX101"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    capsys: Captured, said: tuple[str, ...], code: str
) -> None:
    begins()
    assert stall("go", "Ann", "--score", "12") == 0
    capsys.readouterr()
    assert refusal(capsys, "stall", *said).startswith(code)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ((), "BX830"),
        (("--go", "50p", "--prize", "1 €"), "BX830"),
        (("--go", "50p", "--prize", "£1", "--float", "1 €"), "BX830"),
        (("--go", "50p", "--prize", "£1", "--rules", "tournament"), "BX831"),
        (("--go", "50p", "--prize", "£1", "--set", "tiles=99"), "BX2"),
    ],
)
def test_a_day_that_cannot_begin(capsys: Captured, told: tuple[str, ...], code: str) -> None:
    assert refusal(capsys, "stall", "begin", *told).startswith(code)
    assert refusal(capsys, "stall", "sheet").startswith("BX832")


def test_the_next_day_has_other_terms_and_the_same_pot(capsys: Captured) -> None:
    begins("--brought", "£3")
    assert stall("go", "Ann", "--score", "9") == 0
    assert stall("close") == 0
    capsys.readouterr()
    assert refusal(capsys, "stall", "begin", "--brought", "£9").startswith("BX830")
    assert refusal(capsys, "stall", "begin", "--go", "1 €", "--prize", "5 €").startswith("BX830")
    assert stall("begin", "--prize", "£3", "--best", "0") == 0
    capsys.readouterr()
    found = answer(capsys, "stall", "sheet")
    assert [found[each] for each in ("go", "prize", "best", "pot")] == [50, 300, 0, 5]
    assert (found["brought"], found["float"], found["in_tin"]) == (305, 0, 305)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_no_line_of_the_sheet_is_wider_than_a_terminal(capsys: Captured, lang: str) -> None:
    begins("--brought", "£3")
    for number in range(5):
        name = f"Maximiliane-Theodora {number} von und zu Hohenstein"
        assert stall("go", name, "--score", "0") == 0
    assert stall("correct", "2", "--void", "--reason", "so") == 0
    assert stall("close", "--counted", "£1234.50") == 0
    capsys.readouterr()
    assert stall("sheet", "--goes", "--lang", lang) == 0
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= 80
