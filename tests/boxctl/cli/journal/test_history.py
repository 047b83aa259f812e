"""How the players have fared, as people and programs are told."""

from __future__ import annotations

import csv
import io
from datetime import UTC
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.disk.schema import SPAN
from boxctl.presentation.journal.player_history import ASCII, BLOCKS
from tests.boxctl.cli.test_commands import Captured, answer, refusal
from tests.support.records.forger import writes
from tests.support.records.simulated_records import SimulatedMatch, record_matches

NO_KEY = "No key of the box is known here, so anybody can have written this."


@pytest.fixture
def evening() -> Path:
    """Ann and Bob play three matches for money and one of another game; one is not over."""
    path = usual_place()
    matches = [
        *(SimulatedMatch(seed=seed, settings={"stake": "50p"}) for seed in (1, 2, 3)),
        SimulatedMatch(variant="long-game", settings={"tiles": "7"}),
        SimulatedMatch(events=3),
    ]
    return record_matches(path, matches)


def text(capsys: Captured, *arguments: str, status: int = 0) -> list[str]:
    assert main(["history", *arguments]) == status
    return capsys.readouterr().out.splitlines()


def test_people_read_a_table_for_each_game(capsys: Captured, evening: Path) -> None:
    told = text(capsys)
    assert told[0] == "4 matches count, from 2026-11-21 on."
    classic = told.index("Shut the Box")
    assert told[classic + 1].split("  ")[-1] == "money"
    table = told[classic + 1 : classic + 4]
    assert [line.split()[0] for line in table[1:]] == ["Ann", "Bob"]
    assert len({len(line) for line in table}) == 1, "the columns are aligned"
    assert any(line.startswith("The long game (Number of tiles: 7") for line in told)
    assert "Match 5 does not count: it is not over." in told
    assert told[-1] == NO_KEY


def test_a_match_with_handicaps_is_of_another_game_and_says_who_had_them(capsys: Captured) -> None:
    given = (("Ann", "5"), ("Bob", "3"))
    record_matches(usual_place(), [SimulatedMatch(handicaps=given), SimulatedMatch(seed=2)])
    told = text(capsys)
    assert "Shut the Box" in told
    assert "Shut the Box (Handicap: Ann +5, Bob +3)" in told
    assert "Shut the Box (Vorgabe: Ann +5, Bob +3)" in text(capsys, "--lang", "de")


def test_people_read_charts_over_time(capsys: Captured, evening: Path) -> None:
    told = text(capsys, "--rules", "classic", "--player", "Ann")
    (scale,) = (at for at, line in enumerate(told) if line.startswith("  score of a turn, from "))
    name, chart = told[scale + 1].split()
    assert (name, len(chart)) == ("Ann", 3)
    assert set(chart) <= set(BLOCKS)


@pytest.mark.parametrize("how", ["option", "console", "encoding"])
def test_charts_without_block_characters(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, evening: Path, how: str
) -> None:
    if how == "console":
        monkeypatch.setenv("TERM", "linux")
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii" if how == "encoding" else "utf-8")
    monkeypatch.setattr("sys.stdout", output)
    assert main(["history", *(["--ascii"] if how == "option" else [])]) == 0
    output.seek(0)
    told = output.read()
    assert not set(told) & set(BLOCKS)
    assert set(told) & set(ASCII)


def test_programs_read_numbers(capsys: Captured, evening: Path) -> None:
    found = answer(capsys, "history", "--player", "Ann, Bob", "--rules", "classic")
    assert (found["holds"], found["counted"], found["proof"]) == (True, 3, [])
    assert [player["player"] for player in found["players"]] == ["Ann", "Bob"]
    ann, bob = (player["games"][0] for player in found["players"])
    assert (ann["rules"], ann["settings"], ann["matches"], ann["against"]) == ("classic", {}, 3, 3)
    assert ann["won"] + bob["won"] + ann["shared"] == 3
    assert [set(each["money"][0]) for each in (ann, bob)] == [{"currency", "amount"}] * 2
    assert ann["money"][0]["amount"] == -bob["money"][0]["amount"]
    assert ann["luck"]["unit"] == "points"
    assert len(ann["trend"]) == 3
    assert set(ann["trend"][0]) == {"began", "matches", "score", "luck", "skill"}
    assert found["uncounted"] == [{"match": 5, "reason": "not over", "text": None}]


def test_the_matches_since_a_day(capsys: Captured) -> None:
    days = ("2026-11-01", "2026-11-05", "2026-11-09")
    record_matches(usual_place(), [SimulatedMatch(began=f"{day}T20:00:00.000Z") for day in days])
    assert answer(capsys, "history", "--since", "2026-11-05")["counted"] == 2
    assert text(capsys, "--since", "2026-11-20")[0] == "No match counts yet."
    assert "is no time" in refusal(capsys, "history", "--since", "soon")


def test_a_variant_by_any_of_its_names(capsys: Captured, evening: Path) -> None:
    assert answer(capsys, "history", "--rules", "klackers")["counted"] == 3
    assert "BX201" in refusal(capsys, "history", "--rules", "chess")


def test_what_was_tampered_with_is_told(capsys: Captured, evening: Path) -> None:
    of_match_1 = "UPDATE entry SET body = replace(body, 'Ann', 'Eve') WHERE id < ?"
    writes(evening, of_match_1, (2 * SPAN,))
    told = text(capsys, status=1)
    assert any(line.startswith("Match 1 does not count: match 1 does not hold") for line in told)


def test_a_journal_without_a_match(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    told = text(capsys, "--journal", str(tmp_path / "empty.db"))
    assert told == ["No match counts yet.", NO_KEY]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_in_another_language(capsys: Captured, evening: Path, language: str) -> None:
    english = text(capsys)
    said = text(capsys, "--lang", language)
    assert len(said) == len(english)
    kept = {line for line in said if line in english and any(map(str.isalpha, line))}
    # Charts stay as they are, and so does the game where it is called the same.
    assert all(set(line) & set(BLOCKS) or line.startswith("Shut the Box") for line in kept)


def test_money_is_written_as_people_do(capsys: Captured, evening: Path) -> None:
    assert any(line.endswith("p") for line in text(capsys, "--rules", "classic"))


def test_what_was_given_away_is_the_same_figure_everywhere(capsys: Captured, evening: Path) -> None:
    """History counts what `analyse` says of each match, and both say it in the same words."""
    played = [match for match in answer(capsys, "history")["players"] if match["player"] == "Ann"]
    (classic,) = (game for game in played[0]["games"] if game["rules"] == "classic")
    told = classic["luck"]["given_away"]
    found = [
        each
        for number in (1, 2, 3)
        for each in answer(capsys, "analyse", str(number))["given_away"]
        if each["player"] == "Ann"
    ]
    assert told["total"] == pytest.approx(sum(each["total"] for each in found))
    assert told["turns"] == sum(each["turns"] for each in found) == classic["turns"]
    assert told["mean"] == pytest.approx(-classic["luck"]["skill"])
    assert told["least"] <= told["mean"] <= told["most"]
    (said,) = (line for line in text(capsys, "--player", "Ann", "--rules", "classic")
               if "gave away" in line)  # fmt: skip
    assert f"gave away {told['total']:.2f} points in 3 turns" in said
    assert f"95% sure: between {told['least']:.2f} and {told['most']:.2f} a turn" in said


def test_an_evening_alone(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """After midnight it is still the same evening; what was played in the morning is not."""
    began = ("2026-11-20T21:00:00.000Z", "2026-11-21T09:00:00.000Z", "2026-11-21T19:00:00.000Z")
    record_matches(usual_place(), [SimulatedMatch(began=time) for time in began])
    monkeypatch.setattr("groundwork.clock.unix_s", lambda: 1_795_307_400.0)
    monkeypatch.setattr("groundwork.local_time.zone_here", lambda: UTC)
    assert answer(capsys, "history", "--since", "tonight")["counted"] == 1


def test_a_season_is_a_table_with_a_row_for_each_player_and_match(
    capfdbinary: pytest.CaptureFixture[bytes], evening: Path
) -> None:
    assert main(["history", "--csv"]) == 0
    written, noted = capfdbinary.readouterr()
    assert written.count(b"\r\n") == written.count(b"\n")
    rows = list(csv.DictReader(io.StringIO(written.decode(), newline=""), strict=True))
    assert [row["match"] for row in rows] == ["1", "1", "2", "2", "3", "3", "4", "4"]
    assert [row["player"] for row in rows] == ["Ann", "Bob"] * 4
    for ann, bob in zip(rows[:6:2], rows[1:6:2], strict=True):
        assert int(ann["money"]) + int(bob["money"]) == 0
        assert ann["currency"] == "GBP"
        won = {"won": -1, "lost": 1, "shared": 0}[ann["outcome"]]
        assert (int(ann["score"]) - int(bob["score"])) * won >= 0
    assert rows[6]["title"] == "The long game"
    assert rows[6]["money"] == ""
    assert b"Match 5 does not count: it is not over." in noted


def test_a_season_of_one_player_and_no_formula_of_a_name(capsys: Captured) -> None:
    record_matches(usual_place(), [SimulatedMatch(players='=1+1,Zoë "Z"')])
    (_columns, formula, quoted) = text(capsys, "--csv")
    assert ",'=1+1,1,2," in formula
    assert ',"Zoë ""Z""",2,2,' in quoted
    (_columns, one) = text(capsys, "--csv", "--player", "=1+1")
    assert one == formula


def test_a_season_is_a_table_or_a_document(capsys: Captured) -> None:
    assert "--csv or --json, not both" in refusal(capsys, "history", "--csv", "--json")
