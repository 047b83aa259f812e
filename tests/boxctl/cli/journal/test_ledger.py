"""Who pays whom after an evening of several matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records import journals
from tests.support.records.forger import Forged, begins_the_next_match, forges
from tests.support.records.recorded_evening import SHORT_BOX, a_short_match, play_turns
from tests.support.records.signed_records import plays_signed_matches, signed_table
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]
Turn = tuple[int, ...]

HIGH, LOW = (9,), (9, 8)
"""The turns of a loser, with 15 points, and of a winner, with 7."""


def plays(players: str, *turns: Turn, leaves: bool = False, **settings: Any) -> VirtualTable:
    """A match of the evening; whoever has the lower turn wins."""
    settings = {"down": SHORT_BOX, "stake": "50p"} | settings
    table = VirtualTable("classic", players, journal=usual_place(), **settings)
    play_turns(table, *turns)
    if leaves:
        table.runtime.leave()
    table.close()
    return table


@pytest.fixture
def evening() -> None:
    """Ann wins twice, once against two; Bob wins once; the last match was left."""
    plays("Ann,Bob", LOW, HIGH)
    plays("Ann,Bob,Cy", LOW, HIGH, HIGH)
    plays("Ann,Bob", HIGH, LOW)
    plays("Ann,Cy", HIGH, leaves=True)


def text(capsys: Captured, *arguments: str, status: int = 0) -> list[str]:
    """What is said, without that there is no key to hold these journals against."""
    assert main(["ledger", *arguments]) == status
    said = capsys.readouterr().out.splitlines()
    if not usual_place().with_name("box.key").exists():
        assert said.pop() == "No key of the box is known here, so anybody can have written this."
    return said


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("\u0410nn", r"'Ann' and '\u0410nn'"),
        ("Ann\ufe0f", r"'Ann' and 'Ann\ufe0f'"),
        ("ann", "Ann and ann"),
        ("ANN", "Ann and ANN"),
    ],
)
def test_names_that_look_alike_are_told(capsys: Captured, other: str, told: str) -> None:
    plays("Ann,Bob", LOW, HIGH)
    plays(f"{other},Bob", HIGH, LOW)
    told_last = text(capsys)[-1]
    assert told_last == f"These names look alike, and each counts for itself: {told}."
    assert answer(capsys, "ledger", "--json")["alike"] == [["Ann", other]]
    main(["history"])
    assert told_last in capsys.readouterr().out
    assert answer(capsys, "history", "--json")["alike"] == [["Ann", other]]


def test_people_read_who_pays_whom(capsys: Captured, evening: None) -> None:
    assert text(capsys) == [
        "Matches 1-3 count.",
        "  Ann  +£1.00",
        "  Bob    −50p",
        "  Cy     −50p",
        "Bob pays Ann 50p.",
        "Cy pays Ann 50p.",
        "Match 4 does not count: it was left before its end.",
    ]


def test_programs_read_minor_units(capsys: Captured, evening: None) -> None:
    found = answer(capsys, "ledger")
    assert found["accounts"] == [
        {
            "currency": "GBP",
            "players": {"Ann": 100, "Bob": -50, "Cy": -50},
            "payments": [
                {"from": "Bob", "to": "Ann", "amount": 50},
                {"from": "Cy", "to": "Ann", "amount": 50},
            ],
            "fewest": True,
        }
    ]
    assert [match["match"] for match in found["counted"]] == [1, 2, 3]
    assert found["counted"][1] == {
        "match": 2,
        "began": journals.EVENING,
        "currency": "GBP",
        "payout": {"Ann": 100, "Bob": -50, "Cy": -50},
        "overruled": [],
    }
    assert found["uncounted"] == [{"match": 4, "reason": "left", "text": None}]
    assert (found["holds"], found["proof"]) == (True, [])


def test_some_of_the_matches(capsys: Captured, evening: None) -> None:
    assert text(capsys, "1", "3")[1:4] == ["  Ann  £0.00", "  Bob  £0.00", "Nobody owes anything."]
    assert text(capsys, "2-3")[0] == "Matches 2-3 count."
    assert text(capsys, "2-last")[0] == "Matches 2-3 count."
    assert text(capsys, "last")[0] == "No match that was played for money counts."
    assert text(capsys, "all")[0] == "Matches 1-3 count."
    assert 'there is no match "9"' in refusal(capsys, "ledger", "9")
    assert 'there is no match "3-x"' in refusal(capsys, "ledger", "3-x")


def test_only_matches_between_these_players(capsys: Captured, evening: None) -> None:
    told = text(capsys, "--players", "Ann, Bob")
    assert told[0] == "Matches 1 and 3 count."
    assert told[-2:] == [
        "Match 2 does not count: others played in it.",
        "Match 4 does not count: others played in it.",
    ]


def test_a_match_that_is_not_over_does_not_count(capsys: Captured) -> None:
    plays("Ann,Bob", LOW)
    assert text(capsys)[1] == "Match 1 does not count: it is not over."


def test_who_plays_for_nothing_owes_nothing(capsys: Captured) -> None:
    plays("Ann,Bob", LOW, HIGH, stake=0)
    assert text(capsys) == ["No match that was played for money counts."]


def test_currencies_are_never_added_up(capsys: Captured) -> None:
    plays("Ann,Bob", LOW, HIGH, stake="1 €")
    plays("Ann,Bob", HIGH, LOW, stake="£1")
    plays("Ann,Bob", HIGH, LOW, stake=5)
    assert text(capsys)[1:] == [
        "In EUR:", "  Ann  +€1.00", "  Bob  −€1.00", "Bob pays Ann €1.00.",
        "In GBP:", "  Bob  +£1.00", "  Ann  −£1.00", "Ann pays Bob £1.00.",
        "Without a currency, in minor units:", "  Bob  +5", "  Ann  −5", "Ann pays Bob 5.",
    ]  # fmt: skip


def test_a_match_counts_as_it_was_overruled(capsys: Captured) -> None:
    a_short_match(usual_place())
    assert text(capsys)[1:3] == ["  Bob  +50", "  Ann  −50"]
    assert main(["overrule", "1", "28", "--score", "15", "--reason", "seen"]) == 0
    capsys.readouterr()
    told = text(capsys)
    assert told[1:3] == ["  Ann  +50", "  Bob  −50"]
    assert told[-1] == "Match 1 counts as it was overruled."
    (match,) = answer(capsys, "ledger")["counted"]
    assert match["overruled"] == [28]


def test_a_match_that_was_tampered_with_is_told_and_never_counted(
    capsys: Captured, evening: None
) -> None:
    def bob_has_won(entries: Forged) -> Forged:
        forged = json.loads(json.dumps(entries).replace('"Ann": 50', '"Ann": -5000'))
        return [(kind, body) for kind, body in forged]

    forges(usual_place(), 1, bob_has_won)
    told = text(capsys, status=1)
    assert told[0] == "Matches 2-3 count."
    (about,) = [line for line in told if "Match 1 " in line]
    assert about.startswith("Match 1 does not count: match 1 does not hold")
    found = answer(capsys, "ledger", status=1)
    assert (found["holds"], found["uncounted"][0]["reason"]) == (False, "unsound")


def test_a_match_that_was_taken_away_is_noticed(capsys: Captured, evening: None) -> None:
    connection = journals.Bare(usual_place())
    connection.execute("DELETE FROM entry WHERE id / 1000000000 = 2")
    told = text(capsys, status=1)
    assert told[0] == "Match 1 counts."
    assert "Match 3 does not count: match 3 does not hold" in told[-2]


class TestWhen:
    @pytest.fixture(autouse=True)
    def three_evenings(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for began in (
            "2026-11-19T20:00:00.000Z",
            "2026-11-20T20:00:00.000Z",
            "2026-11-20T23:30:00.000Z",
            "2026-11-21T04:00:00.000Z",
        ):
            monkeypatch.setattr(journals, "EVENING", began)
            plays("Ann,Bob", LOW, HIGH)
        monkeypatch.setenv("TZ", "UTC")

    def test_the_newest_evening_goes_past_midnight(self, capsys: Captured) -> None:
        assert text(capsys)[0] == "Matches 2-4 count."

    def test_since_a_day_or_a_time(self, capsys: Captured) -> None:
        assert text(capsys, "--since", "2026-11-20T21:00Z")[0] == "Matches 3-4 count."
        assert text(capsys, "--since", "2026-11-19T00:00Z")[0] == "Matches 1-4 count."
        assert text(capsys, "--since", "2027-01-01")[0].startswith("No match")

    def test_a_time_has_to_be_one(self, capsys: Captured) -> None:
        assert "is no time" in refusal(capsys, "ledger", "--since", "yesterday")
        assert "not both" in refusal(capsys, "ledger", "3", "--since", "2026-11-20")

    def test_a_match_that_cannot_tell_when_it_began_is_not_passed_over(
        self, capsys: Captured
    ) -> None:
        journals.Bare(usual_place()).execute("UPDATE entry SET body = '3' WHERE id = 1000000000")
        assert "Match 1 does not count" in text(capsys, "--since", "2027-01-01", status=1)[-1]


class TestAForgedTime:
    """A match in the middle of the evening gets an earlier time, and its chain is made right."""

    MATCHES, FORGED = 12, 3

    @pytest.fixture(autouse=True)
    def an_evening_of_twelve(self) -> None:
        """More than the ledger of the key has heads of."""
        plays_signed_matches(usual_place(), self.MATCHES)

        def long_ago(entries: Forged) -> Forged:
            (kind, header), *rest = entries
            return [(kind, {**header, "began": "2020-01-01T20:00:00.000Z"}), *rest]

        forges(usual_place(), self.FORGED, long_ago)

    def test_the_matches_before_it_are_not_left_out_of_the_evening(self, capsys: Captured) -> None:
        told = text(capsys, status=1)
        assert told[0] == "Matches 1-2 and 4-12 count."
        assert told[-1].startswith("Match 3 does not count: match 3 does not hold")

    def test_it_is_not_left_out_by_its_time(self, capsys: Captured) -> None:
        told = text(capsys, "--since", "2024-01-01", status=1)
        assert told[-1].startswith("Match 3 does not count: match 3 does not hold")
        assert main(["history", "--since", "2024-01-01"]) == 1


@pytest.mark.parametrize("began", ["2020-01-01T20:00:00.000Z", "2222-01-01T20:00:00.000Z"])
def test_a_header_with_another_time_that_the_box_goes_on_with_hides_no_match(
    capsys: Captured, began: str
) -> None:
    """Somebody writes the beginning of the next match; the box plays it, and signs it."""
    plays_signed_matches(usual_place(), 1)
    begins_the_next_match(usual_place(), began=began)
    table = signed_table(usual_place())
    play_turns(table, (7,), (7, 8))
    table.presses("new")
    table.makes_ready()
    play_turns(table, (7,), (7, 8))
    table.close()
    assert text(capsys)[0] == "Matches 1-3 count."


def test_a_journal_without_a_match(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    assert text(capsys, "--journal", str(tmp_path / "empty.db")) == [
        "No match that was played for money counts."
    ]
    assert "BX601" in refusal(capsys, "ledger", "--journal", str(tmp_path / "none.db"))
