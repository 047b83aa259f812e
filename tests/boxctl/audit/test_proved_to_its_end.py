"""Matches of which only the beginning is proved, and how that comes to light."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.audit.verify_journal import verify_all
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import DeviceChanged, MatchBegan, RulingMade
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.ledger import path_of_ledger
from boxctl.journal.proof.printed_heads import as_text
from boxctl.journal.proof.signed_heads import SignedHead, kept
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import read_match
from boxctl.journal.session import Journal
from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.times import START
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import writes
from tests.support.records.journals import BOX, EVENING
from tests.support.tables.virtual_table import BuildTable, VirtualTable

Captured = pytest.CaptureFixture[str]

SIGNED = 4
"""How many entries the box has signed: its header, two rulings and a throw."""


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    """A match that is interrupted after its first throw, and signed up to there."""
    table = a_table("classic", "Ann,Bob", journal=usual_place())
    table.throws(2, 3)
    add_signature(table.path, table.read())
    return table


@pytest.fixture
def head(table: VirtualTable) -> SignedHead:
    """The head that was signed then."""
    with reading(table.path) as connection:
        (head,) = kept(connection, 1)
    assert head.head.entries == SIGNED
    return head


def plays_on(table: VirtualTable) -> None:
    """Another throw, which nobody signs."""
    table.shuts(5)
    table.throws(1, 2)


def another_key_signs(table: VirtualTable) -> bytes:
    """Somebody signs with a key of his own, and puts the box's key and ledger back."""
    ledger = path_of_ledger(table.path).read_bytes()
    mine = table.path.with_name("box.key")
    away = mine.rename(table.path.with_name("away"))
    add_signature(table.path, table.read())
    another = key_beside(table.path).public
    away.rename(mine)
    path_of_ledger(table.path).write_bytes(ledger)
    return another


def verified(capsys: Captured, *arguments: str, status: int) -> str:
    assert main(["verify", *arguments]) == status
    return capsys.readouterr().out


@pytest.mark.parametrize("what", ["1", "the whole file"])
@pytest.mark.parametrize("asked", ["by --key", "by the key beside the journal"])
def test_a_tail_that_another_key_has_signed(
    capsys: Captured, table: VirtualTable, head: SignedHead, what: str, asked: str
) -> None:
    plays_on(table)
    another = another_key_signs(table)
    options = ["--key", head.key.hex()] if asked == "by --key" else []
    found = verified(capsys, what if what == "1" else str(table.path), *options, status=1)
    assert found == (
        "match 1 holds up to entry 3 only: the last 4 entries are not signed by "
        f"{head.key.hex()[:16]}…. Another key has signed that: {another.hex()[:16]}….\n"
    )
    assert "holds: 8 entries, signed up to entry 7" in verified(
        capsys, "1", "--key", another.hex(), status=0
    )


def test_a_tail_that_nobody_has_signed(
    capsys: Captured, table: VirtualTable, head: SignedHead
) -> None:
    plays_on(table)
    assert "up to entry 3 only" in verified(capsys, "1", "--key", head.key.hex(), status=1)
    assert "up to entry 3 only" in verified(capsys, "1", status=1)
    (match,) = answer(capsys, "verify", "1", status=1)["matches"]
    assert (match["holds"], match["broken"]) == (False, None)
    assert match["unproved"] == {"proved": SIGNED, "lacks": "signature"}


def test_a_match_whose_signatures_were_taken_away(capsys: Captured, table: VirtualTable) -> None:
    writes(table.path, "DELETE FROM head")
    assert "nothing of it is signed by" in verified(capsys, "1", status=1)


def test_a_match_signed_to_its_end(capsys: Captured, table: VirtualTable, head: SignedHead) -> None:
    signed = f"match 1 holds: 4 entries, signed up to entry 3 by {head.key.hex()[:16]}….\n"
    assert verified(capsys, "1", status=0) == signed
    assert verified(capsys, "1", "--key", head.key.hex(), status=0) == signed


def test_nothing_is_asked_of_signatures_where_no_key_is_known(
    capsys: Captured, table: VirtualTable
) -> None:
    plays_on(table)
    for file in ("box.key", "box.ledger"):
        table.path.with_name(file).unlink()
    assert "match 1 holds: 8 entries, signed up to entry 3" in verified(capsys, "1", status=0)
    assert not table.path.with_name("box.key").exists()


def test_a_program_reads_that_no_key_is_known(capsys: Captured, table: VirtualTable) -> None:
    assert answer(capsys, "verify", "1")["key_known"] is True
    for file in ("box.key", "box.ledger"):
        table.path.with_name(file).unlink()
    assert answer(capsys, "verify", "1")["key_known"] is False


@pytest.mark.parametrize("command", [["replay", "1"], ["dispute", "1", "last"]])
def test_what_shows_a_match_says_where_nobody_has_signed_it(
    capsys: Captured, table: VirtualTable, command: list[str]
) -> None:
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    plays_on(table)
    table.close()
    assert main(command) == 0
    assert capsys.readouterr().err == (
        f"no key of the box has signed match 1 from entry {SIGNED} on: boxctl verify 1 tells more\n"
    )


def test_a_list_names_the_matches_that_nobody_has_signed(
    capsys: Captured, table: VirtualTable
) -> None:
    assert main(["matches"]) == 0
    assert capsys.readouterr().err == ""
    plays_on(table)
    table.close()
    assert main(["matches"]) == 0
    assert capsys.readouterr().err == (
        "no key of the box has signed the end of match 1: boxctl verify tells more\n"
    )
    table.path.with_name("box.key").chmod(0o644)
    assert main(["matches"]) == 0
    assert capsys.readouterr().err.startswith("BX608")


def printed(head: SignedHead, form: str) -> str:
    """The head on paper, in each form that verify reads."""
    text = as_text(head)
    return {
        "signed": text,
        "without signature": text.rsplit(":", 5)[0],
        "hash alone": head.head.hash.hex(),
    }[form]


@pytest.mark.parametrize("form", ["signed", "without signature", "hash alone"])
@pytest.mark.parametrize("what", ["1", "the whole file"])
def test_a_printed_head_that_covers_a_beginning_only(
    capsys: Captured, table: VirtualTable, head: SignedHead, form: str, what: str
) -> None:
    plays_on(table)
    add_signature(table.path, table.read())
    known = printed(head, form)
    match = what if what == "1" else str(table.path)
    assert verified(capsys, match, "--head", known, status=1) == (
        "match 1 holds up to entry 3 only: the head does not cover the last 4 entries "
        "(--prefix asks only about what it covers).\n"
    )
    assert "match 1 holds" in verified(capsys, match, "--head", known, "--prefix", status=0)


def test_a_beginning_that_was_changed_does_not_hold_for_all_its_later_signature(
    a_table: BuildTable, capsys: Captured, table: VirtualTable, head: SignedHead
) -> None:
    another = a_table("classic", "Ann,Bob", journal=table.path.with_name("other.db"))
    another.throws(3, 2)
    plays_on(another)
    add_signature(another.path, another.read())
    found = verified(
        capsys, "1", "--journal", str(another.path), "--head", as_text(head), "--prefix", status=1
    )
    assert "entry 2: up to here it is another match" in found or "entry 3" in found


def test_a_beginning_that_no_asked_key_has_signed(
    capsys: Captured, table: VirtualTable, head: SignedHead
) -> None:
    plays_on(table)
    bare = printed(head, "without signature")
    key = bytes(32).hex()
    found = verified(capsys, "1", "--head", bare, "--prefix", "--key", key, status=1)
    assert f"nothing of it is signed by {key[:16]}…." in found


@pytest.mark.parametrize("form", ["without signature", "hash alone"])
def test_a_forger_can_bring_paper_of_his_own_and_no_signature(
    capsys: Captured, table: VirtualTable, head: SignedHead, form: str
) -> None:
    plays_on(table)
    with reading(table.path) as connection:
        record = read_match(connection, 1)
    assert record is not None
    paper = printed(replace(head, head=record.head), form)
    found = verified(capsys, "1", "--head", paper, status=1)
    assert "up to entry 3 only: the last 4 entries are not signed" in found


def test_a_prefix_of_no_head(capsys: Captured, table: VirtualTable) -> None:
    assert "name the head with --head" in refusal(capsys, "verify", "1", "--prefix")


def test_everything_is_signed_in_the_transaction_that_writes_it(tmp_path: Path) -> None:
    """A program that is killed leaves nothing that its box has not signed."""
    path = tmp_path / "journal.db"
    signer = HeadSigner(path, lambda: EVENING)
    appending = Appender(lambda: open_to_write(path), seal=signer.seal)
    appending.append([Entry(MatchBegan.kind, {})])
    assert signer.prepare()
    appending.seal()
    for turn in range(3):
        appending.append([Entry(DeviceChanged.kind, {"turn": turn}), Entry(DeviceChanged.kind, {})])
        assert appending.head is not None
        with reading(path) as connection:
            (only,) = kept(connection, 1)
        assert (only.head, only.key) == (appending.head, key_beside(path).public)
        assert only.holds
    appending.append(
        [
            Entry(DeviceChanged.kind, {"left": True}),
            Entry(MatchBegan.kind, {}),
            Entry(DeviceChanged.kind, {}),
        ]
    )
    with reading(path) as connection:
        assert [[one.head.entries for one in kept(connection, match)] for match in (1, 2)] == [
            [8],
            [2],
        ]
    appending.close()


def test_a_program_signs_what_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path, BOX)
    recorder = journal.record("classic", lambda: None)
    referee = Referee(RuleSet(), ["Ann"], RuleSet().in_play)
    recorder.append(
        MatchBegan(
            rules=written(RuleSet()), players=("Ann",), levers=RuleSet().in_play, at=START, line=0
        )
    )
    for ruling in referee.begin():
        recorder.append(RulingMade(ruling=ruling))
    journal.close()
    known = VerifyAgainst(known=frozenset((key_beside(path).public,)))
    with reading(path) as connection:
        assert verify_all(connection, known).holds
