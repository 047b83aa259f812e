"""A result of another box in the house is proved by its record, not only told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.record_file import record_of
from boxctl.audit.told.verify_told import verify_tournament
from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.proof.printed_heads import read_head
from boxctl.journal.proof.signed_heads import SignedHead
from boxctl.journal.query import reading
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.tournament.events import DecidedBy, PairingDecided
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.recorded_evening import a_short_match

Captured = pytest.CaptureFixture[str]

Change = Any


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The journal of the box in the back room, on which Bob has beaten Ann."""
    path = tmp_path / "back" / "journal.db"
    path.parent.mkdir()
    a_short_match(path)
    return path


@pytest.fixture
def pairing(capsys: Captured) -> str:
    """The number of the pairing of Ann and Bob in the tournament of this box."""
    told = ("--names", "Ann,Bob,Cas", "--system", "round-robin", "--seeded")
    assert main(["tournament", "begin", *told]) == 0
    for _ in range(3):
        assert main(["tournament", "next"]) == 0
        found = TOURNAMENTS.read(usual_place()).state.pairings[-1]
        if set(found.names) == {"Ann", "Bob"}:
            capsys.readouterr()
            return str(found.number)
        assert main(["tournament", "result", str(found.number), "--draw"]) == 0
    raise AssertionError("they do not meet")


def brought(journal: Path, change: Change = None) -> str:
    """Save the record of match 1 as the page of that box does; return the file."""
    with reading(journal) as connection:
        record: Any = record_of(connection, 1)
    if change is not None:
        change(record)
    file = journal.with_name("match.json")
    file.write_text(json.dumps(record))
    return str(file)


def decided() -> PairingDecided:
    (*_others, last) = TOURNAMENTS.events_of(TOURNAMENTS.read(usual_place()).record)
    assert isinstance(last, PairingDecided)
    return last


@pytest.mark.parametrize("of_journal", [False, True], ids=["record", "journal"])
def test_a_record_of_the_other_box_decides_the_pairing_and_leaves_its_head(
    other: Path, pairing: str, capsys: Captured, of_journal: bool
) -> None:
    file = str(other) if of_journal else brought(other)
    assert main(["tournament", "result", pairing, "--from", file]) == 0
    told = decided()
    assert (told.winner, told.decided_by) == ("Bob", DecidedBy.MATCH)
    assert told.signed is not None
    head = read_head(told.signed)
    assert isinstance(head, SignedHead)
    assert head.holds
    assert told.match is not None
    assert (head.head.match, head.head.entries) == (told.match.match, told.match.entries)
    capsys.readouterr()
    (verdict,) = answer(capsys, "verify")["tournaments"]
    assert verdict["holds"]
    assert (verdict["elsewhere"], verdict["signed_elsewhere"]) == (1, 1)
    assert "Its signed head is kept here" in verdict["text"]
    assert main(["verify", file, "--head", told.signed]) == 0


def test_a_record_counts_once(other: Path, pairing: str, capsys: Captured) -> None:
    file = brought(other)
    assert main(["tournament", "result", pairing, "--from", file]) == 0
    begun = ("--names", "Ann,Bob,Cas", "--system", "swiss", "--rounds", "2", "--seeded")
    assert main(["tournament", "begin", *begun]) == 0
    assert main(["tournament", "player", "Cas", "away"]) == 0
    for number in ("1", "2"):
        assert main(["tournament", "next"]) == 0
        capsys.readouterr()
        if number == "1":
            assert main(["tournament", "result", number, "--from", file]) == 0
    assert "match 1 of" in (said := refusal(capsys, "tournament", "result", "2", "--from", file))
    assert said.startswith("BX813")


def forged(record: Any) -> None:
    record["entries"][-1]["body"] = record["entries"][-1]["body"].replace("Bob", "Ann")


def unsigned(record: Any) -> None:
    record["head"] = None


@pytest.mark.parametrize("change", [forged, unsigned])
def test_what_does_not_prove_itself_decides_nothing(
    other: Path, pairing: str, capsys: Captured, change: Change
) -> None:
    file = brought(other, change)
    assert refusal(capsys, "tournament", "result", pairing, "--from", file).startswith("BX818")
    assert TOURNAMENTS.read(usual_place()).state.pairing(int(pairing)).is_open


def test_a_match_of_others_decides_nothing(other: Path, pairing: str, capsys: Captured) -> None:
    of_others = next(
        each.number
        for each in TOURNAMENTS.read(usual_place()).state.pairings
        if set(each.names) != {"Ann", "Bob"}
    )
    said = refusal(capsys, "tournament", "result", str(of_others), "--from", brought(other))
    assert said.startswith("BX818")


def test_of_several_matches_one_has_to_be_named(
    other: Path, pairing: str, capsys: Captured
) -> None:
    a_short_match(other)
    said = refusal(capsys, "tournament", "result", pairing, "--from", str(other))
    assert said.startswith("BX819")
    assert "1, 2" in said
    told = ("tournament", "result", pairing, "--from", str(other), "--match", "2")
    assert main([*told]) == 0
    assert decided().match is not None


def test_a_file_that_is_no_record_is_said_so(
    pairing: str, capsys: Captured, tmp_path: Path
) -> None:
    file = tmp_path / "shopping.json"
    file.write_text("{}")
    assert refusal(capsys, "tournament", "result", pairing, "--from", str(file)).startswith("BX707")


def test_the_record_says_who_has_won(other: Path, pairing: str, capsys: Captured) -> None:
    told = ("--from", brought(other), "--winner", "Ann")
    said = refusal(capsys, "tournament", "result", pairing, *told)
    assert "--from FILE says who has won by itself" in said


@pytest.mark.parametrize("place", [("1", "2"), ("key", "0"), ("signature", "0")])
def test_another_head_than_that_of_the_match_is_found_though_the_chain_is_right(
    other: Path, pairing: str, place: tuple[str, str]
) -> None:
    assert main(["tournament", "result", pairing, "--from", brought(other)]) == 0
    named, written = place
    parts = (decided().signed or "").split(":")
    at = {"1": 1, "key": 4, "signature": 5}[named]
    parts[at] = written if named == "1" else written * len(parts[at])

    def another_head(entries: Forged) -> Forged:
        kind, body = entries[-1]
        return [*entries[:-1], (kind, {**body, "signed": ":".join(parts)})]

    number = TOURNAMENTS.read(usual_place()).number
    forges(usual_place(), number, another_head)
    writes(usual_place(), f"DELETE FROM head WHERE match = {number}")
    with reading(usual_place()) as connection:
        verdict = verify_tournament(connection, number)
    assert verdict.wrong == f"the signed head of pairing {pairing} is not that of its match"
