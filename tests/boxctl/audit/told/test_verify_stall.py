"""A day of a stall is verified: goes, prizes and pots that were forged are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.told.verify_told import ToldVerification, verify_stall
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.ledger import known_keys
from boxctl.journal.query import numbers_in, reading, records_of
from boxctl.journal.recorded_match import read_match
from boxctl.journal.stall_record import STALLS
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]

FETE = ("--go", "50p", "--prize", "£2.50", "--pot", "5p", "--float", "£20")


def stall(path: Path, *words: str) -> int:
    return main(["stall", *words, "--journal", str(path)])


def verified(path: Path, number: int) -> ToldVerification:
    with reading(path) as connection:
        return verify_stall(connection, number, VerifyAgainst(known=known_keys(path)))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Stall 1 has a shut box that was paid, and a go that is match 2."""
    path = tmp_path / "journal.db"
    assert stall(path, "begin", *FETE) == 0
    assert stall(path, "go", "Ann", "--score", "0") == 0
    assert stall(path, "pay") == 0
    table = VirtualTable("classic", "Bob", journal=path)
    play_to_the_end(table, seed=1)
    add_signature(path, table.read())
    table.close()
    assert stall(path, "go", "Bob", "--match", "2") == 0
    return path


def changes(path: Path, number: int, kind: str, **changed: Any) -> None:
    """The last entry of this kind says something else, and the chain is right."""

    def forge(entries: Forged) -> Forged:
        place = max(at for at, (each, _body) in enumerate(entries) if each == kind)
        told = (kind, {**entries[place][1], **changed})
        return [*entries[:place], told, *entries[place + 1 :]]

    forges(path, number, forge)
    writes(path, f"DELETE FROM head WHERE match = {number}")


def test_a_day_is_signed_numbered_among_the_matches_and_is_none(journal: Path) -> None:
    verdict = verified(journal, 1)
    assert verdict.holds
    assert (verdict.results, verdict.elsewhere) == (2, 0)
    assert verdict.signed is not None
    assert verdict.signed.head.entries == verdict.entries
    with reading(journal) as connection:
        assert list(numbers_in(connection)) == [2]
        assert list(records_of(connection, "stall")) == [1]
    assert main(["verify", "--journal", str(journal)]) == 0
    assert main(["verify", "1", "--journal", str(journal)]) == 0


def test_a_score_that_its_match_has_not_is_found(journal: Path) -> None:
    changes(journal, 1, "played", score=0)
    assert verified(journal, 1).wrong == "match 2 does not say what go 2 has as its score"


@pytest.mark.parametrize("amount", [255 + 50, -255])
def test_a_prize_that_was_not_due_is_found(journal: Path, amount: int) -> None:
    changes(journal, 1, "settled", amount=amount)
    assert "this is not what is due for go 1" in verified(journal, 1).wrong


def test_a_prize_that_is_paid_twice_is_found(journal: Path) -> None:
    def twice(entries: Forged) -> Forged:
        paid = next(each for each in entries if each[0] == "settled")
        return [*entries, paid]

    forges(journal, 1, twice)
    writes(journal, "DELETE FROM head WHERE match = 1")
    assert "this is not what is due for go 1" in verified(journal, 1).wrong


def test_a_go_that_was_slipped_in_is_found(journal: Path) -> None:
    changes(journal, 1, "paid", go=5)
    assert "there is no go 5" in verified(journal, 1).wrong


def test_a_match_that_counts_twice_is_found(journal: Path) -> None:
    def twice(entries: Forged) -> Forged:
        paid, played = entries[-2:]
        return [
            *entries,
            (paid[0], {**paid[1], "go": 3}),
            (played[0], {**played[1], "go": 3}),
        ]

    forges(journal, 1, twice)
    writes(journal, "DELETE FROM head WHERE match = 1")
    assert verified(journal, 1).wrong == "match 2 is the score of two goes"


def test_what_was_written_otherwise_is_found(journal: Path) -> None:
    writes(journal, """UPDATE entry SET body = replace(body, 'Ann', 'Eve') WHERE match = 1""")
    assert verified(journal, 1).broken is not None
    with pytest.raises(JournalFault, match="BX611"):
        STALLS.read(journal)


class TestThePot:
    @pytest.fixture
    def tomorrow(self, journal: Path) -> Path:
        """Stall 3 is that of the next day: 5p are in the pot."""
        assert stall(journal, "close", "--counted", "£18.45") == 0
        assert stall(journal, "begin") == 0
        return journal

    def test_it_goes_on_to_tomorrow(self, tomorrow: Path) -> None:
        assert STALLS.read(tomorrow).state.pot == 5
        assert verified(tomorrow, 3).holds

    def test_what_is_paid_later_today_leaves_it_as_it_is(self, tomorrow: Path) -> None:
        assert stall(tomorrow, "go", "Cy", "--score", "0") == 0
        assert STALLS.read(tomorrow).state.awards[1].pot == 10
        assert verified(tomorrow, 3).holds

    def test_one_that_is_larger_than_it_was_is_found(self, tomorrow: Path) -> None:
        changes(tomorrow, 3, "stall", brought=5000)
        assert verified(tomorrow, 3).wrong == "it has not brought forward the pot of stall 1"

    def test_one_that_was_left_behind_is_found(self, tomorrow: Path) -> None:
        changes(tomorrow, 3, "stall", brought=0, yesterday=None)
        assert verified(tomorrow, 3).wrong == "it does not go on from stall 1, the one before it"

    def test_one_of_a_day_that_was_not_closed_is_found(self, tomorrow: Path) -> None:
        told = STALLS.read(tomorrow).state.opened.yesterday
        assert told is not None
        day = STALLS.read(tomorrow, 1).record.entries[told.entries - 2]
        earlier = {
            "journal": told.journal, "match": 1, "entries": told.entries - 1, "head": day.hash.hex()
        }  # fmt: skip
        changes(tomorrow, 3, "stall", yesterday=earlier)
        assert verified(tomorrow, 3).wrong == "it has not brought forward the pot of stall 1"


def test_a_replay_tells_the_goes_and_the_sheet(journal: Path, capsys: Captured) -> None:
    assert main(["replay", "1", "--journal", str(journal)]) == 0
    replayed = capsys.readouterr().out
    assert stall(journal, "sheet") == 0
    assert replayed.splitlines()[0].split() == ["1", "Ann", "shut", "the", "box", "wins", "£2.55"]
    assert replayed.endswith(capsys.readouterr().out)


def test_a_go_that_is_overruled_later_keeps_its_score_until_it_is_corrected(
    journal: Path, capsys: Captured
) -> None:
    here = ("--journal", str(journal))
    assert verified(journal, 1).overruled == ()
    was = STALLS.read(journal).state.go(2).score
    assert was is not None
    end = end_of_the_turn(journal, 2)
    told = ("overrule", "2", str(end), "--score", str(was + 1), "--reason", "the 1 stood open")
    assert main([*told, *here]) == 0
    verdict = verified(journal, 1)
    assert verdict.holds
    (said,) = (each.sentence for each in verdict.overruled)
    assert said == (
        f"Go 2 counts {was}; match 2 was overruled since, and by it: {was + 1}. "
        f"To take that over: boxctl stall correct 2 --score {was + 1} --reason TEXT"
    )
    assert verdict.sentence.endswith(said)
    assert verdict.as_json()["overruled"] == [2]
    capsys.readouterr()
    assert stall(journal, "sheet") == 0
    assert said in capsys.readouterr().out.splitlines()
    assert stall(journal, "correct", "2", "--score", str(was + 1), "--reason", "overruled") == 0
    assert STALLS.read(journal).state.go(2).score == was + 1
    assert verified(journal, 1).overruled == ()
    capsys.readouterr()
    assert stall(journal, "sheet") == 0
    assert "overruled since" not in capsys.readouterr().out


def end_of_the_turn(journal: Path, number: int) -> int:
    """The number of the entry with which the only turn of a match has ended."""
    with reading(journal) as connection:
        match = read_match(connection, number)
    assert match is not None
    (end,) = (
        entry.number
        for entry in match.entries
        if entry.kind == "ruling" and entry.body["verdict"] == "turn_over"
    )
    return end
