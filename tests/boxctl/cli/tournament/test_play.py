"""``boxctl tournament play``: the next pairing at the terminal, and its result without a word."""

from __future__ import annotations

import io
from itertools import takewhile
from pathlib import Path

import pytest

from boxctl.audit.told import results
from boxctl.cli import main
from boxctl.cli.tournament import tournament_play
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.query import numbers_in, reading
from boxctl.journal.recorded_match import read_match
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.events import DecidedBy
from boxctl.tournament.state import Tournament
from tests.boxctl.cli.test_commands import answer, refusal

Captured = pytest.CaptureFixture[str]

PLAIN = ("tournament", "play", "--plain", "--pace", "instant")


@pytest.fixture
def nobody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots play; the input is at its end."""
    monkeypatch.setattr("sys.stdin", io.StringIO())


ROBOTS = "random,random 2,random 3"


def begins(system: str = "round-robin", names: str = ROBOTS, *more: str) -> None:
    told = ["tournament", "begin", "--names", names, "--system", system, "--seed", "1", *more]
    assert main(told) == 0


def cup() -> Tournament:
    return TOURNAMENTS.read(usual_place()).state


@pytest.mark.usefixtures("nobody_types")
def test_a_pairing_is_played_by_its_rules_and_counts_by_itself(capsys: Captured) -> None:
    begins("round-robin", ROBOTS, "--rules", "canoga", "--handicap", "random=4")
    assert main([*PLAIN, "--seed", "4"]) == 0
    played = cup().pairing(1)
    with reading(usual_place()) as connection:
        match = read_match(connection, 2)
    assert match is not None
    assert match.variant == "canoga"
    assert match.players == played.names
    assert played.result is not None
    assert played.result.decided_by is DecidedBy.MATCH
    assert played.winner == results.winner_of(match)
    assert ("random" in played.names) == (match.header.handicap == {"random": 4})
    assert main(["verify"]) == 0


@pytest.mark.usefixtures("nobody_types")
def test_a_whole_tournament_of_robots_is_played_and_verified(capsys: Captured) -> None:
    begins("knockout", "random,random 2,random 3,random 4,random 5")
    capsys.readouterr()
    for seed in range(12):
        if answer(capsys, "tournament", "table")["over"]:
            break
        main([*PLAIN, "--seed", str(seed)])
        capsys.readouterr()
    told = answer(capsys, "tournament", "table")
    assert told["over"]
    assert [line["place"] for line in told["standings"]] == [1, 2, 3, 3, 5]
    assert main(["verify"]) == 0


def test_a_match_that_was_left_is_gone_on_with(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins("round-robin", "Ann,Bob,Cas")
    for typed in ("\n\n", "\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main([*PLAIN]) == 0
        assert "is not decided: boxctl tournament play goes on with it" in capsys.readouterr().out
    with reading(usual_place()) as connection:
        assert list(numbers_in(connection)) == [2]
    assert cup().pairing(1).is_open


@pytest.mark.usefixtures("nobody_types")
def test_a_match_that_was_over_as_the_plug_was_pulled_counts(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins()
    with monkeypatch.context() as plug:
        plug.setattr(tournament_play, "with_result", lambda _journal, found, _pairing: found)
        assert main([*PLAIN, "--seed", "4"]) == 0
    assert cup().pairing(1).is_open
    assert main([*PLAIN, "--seed", "5"]) == 0
    assert not cup().pairing(1).is_open
    with reading(usual_place()) as connection:
        assert list(numbers_in(connection)) == [2]


def test_what_is_played_is_settled_by_the_tournament(capsys: Captured) -> None:
    begins()
    capsys.readouterr()
    assert "--rules is settled already" in refusal(capsys, "tournament", "play", "--rules=pub")


def test_rules_that_two_cannot_play_are_refused_at_once(capsys: Captured) -> None:
    told = ("--names", "Ann,Bob,Cas", "--system", "swiss", "--set", "tiles=99")
    assert refusal(capsys, "tournament", "begin", *told).startswith("BX2")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("result", "9", "--winner", "Ann"), "BX811"),
        (("result", "1", "--winner", "Zoe"), "BX811"),
        (("result", "1"), "BX813"),
        (("player", "Zoe", "away"), "BX811"),
        (("player", "Ann", "late"), "BX206"),
        (("correct", "1", "--winner", "Ann", "--reason", "so"), "BX814"),
        (("table", "--tournament", "7"), "BX817"),
        (("dance",), "BX101"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    capsys: Captured, said: tuple[str, ...], code: str
) -> None:
    begins("round-robin", "Ann,Bob,Cas")
    assert main(["tournament", "next"]) == 0
    capsys.readouterr()
    assert refusal(capsys, "tournament", *said).startswith(code)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout"])
def test_no_line_is_wider_than_a_terminal(capsys: Captured, lang: str, system: str) -> None:
    names = ",".join(f"Maximiliane-Theodora {n}" for n in range(12))
    begins(system, names, "--boxes", "Stammtisch,Nebenzimmer")
    assert main(["tournament", "next"]) == 0
    assert main(["tournament", "result", "1", "--walkover", cup().pairing(1).one]) == 0
    assert main(["tournament", "player", cup().entrants[3].name, "withdrawn"]) == 0
    capsys.readouterr()
    assert main(["tournament", "table", "--lang", lang]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= 80
    table = list(takewhile(bool, shown))
    assert len(table) == 14
    # Of a knockout the whole bracket is below.
    assert (len(table) < len(shown)) == (system == "knockout")


def test_the_journal_may_be_another(capsys: Captured, tmp_path: Path) -> None:
    other = str(tmp_path / "evening.db")
    begins("swiss", "Ann,Bob,Cas", "--journal", other)
    capsys.readouterr()
    assert answer(capsys, "tournament", "next", "--journal", other)["round"] == 1
    assert not usual_place().exists()
