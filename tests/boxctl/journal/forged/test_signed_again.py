"""A forged match is signed, overruled or replaced by one of another journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.signed_heads import HeadStamp, head_message
from tests.boxctl.journal.forged.conftest import (
    HEADS,
    LEDGERS,
    Captured,
    Forge,
    recorded,
    signs_himself,
    takes_signatures_away,
    tells_another_story,
    verified,
)
from tests.support.records.forger import writes
from tests.support.records.journals import EVENING, Bare
from tests.support.records.signed_records import (
    plays_signed_matches,
    signed_table,
)


@pytest.mark.parametrize("heads", HEADS)
def test_a_forged_match_is_signed_by_no_command_unnoticed(
    journal: Path, capsys: Captured, heads: Forge
) -> None:
    plays_signed_matches(journal, 1)
    tells_another_story(journal, (7, 8), (7,))
    heads(journal)
    turn = next(kept for kept in recorded(journal, 1).of_kind("ruling") if "score" in kept.body)
    overruling = ["overrule", "1", str(turn.number), "--score", "9", "--reason", "so"]
    for command in (["head", "1"], overruling):
        assert main([*command, "--journal", str(journal)]) == 1
        assert capsys.readouterr().err.startswith("BX613: the journal is older than its key")
        assert verified(capsys, journal)[0] == 1


@pytest.mark.parametrize("ledger", LEDGERS)
def test_nor_is_it_without_the_ledger_of_the_key(
    journal: Path, capsys: Captured, ledger: Forge
) -> None:
    plays_signed_matches(journal, 1)
    tells_another_story(journal, (7, 8), (7,))
    takes_signatures_away(journal)
    ledger(journal)
    assert main(["head", "1", "--journal", str(journal)]) == 1
    assert capsys.readouterr().err.startswith("BX613: nobody can tell whether the journal is older")
    signed_table(journal).close()
    assert main(["head", "1", "--journal", str(journal)]) == 0
    assert capsys.readouterr().err.startswith("BX614: no key of this box had signed the end of")
    status, told = verified(capsys, journal)
    assert (status, "anybody can have written match 1: no key" in told) == (1, True)


def test_a_match_of_another_journal_of_the_same_key(journal: Path, capsys: Captured) -> None:
    """A practice match on the same box, under another name."""
    plays_signed_matches(journal, 1)
    other = plays_signed_matches(journal.with_name("other.db"), 2)
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS other", (str(other),))
        for table in ("entry (id, kind, body, hash)", "head"):
            columns = "id, kind, body, hash" if "(" in table else "*"
            key = "id >= 2000000000" if "(" in table else "match = 2"
            name = table.split()[0]
            connection.execute(
                f"INSERT INTO {table} SELECT {columns} FROM other.{name} WHERE {key}"
            )
    status, told = verified(capsys, journal, "2")
    assert status == 1
    assert "match 2, entry 0: it is a match of another journal" in told


def test_a_signature_of_a_match_of_another_journal(journal: Path, capsys: Captured) -> None:
    plays_signed_matches(journal, 1)
    match = recorded(journal, 1)
    key = BoxKey(journal.with_name("box.key").read_bytes())
    stamp = HeadStamp("00" * 8, 90, EVENING)
    head = Head(1, len(match.entries), match.head.hash)
    writes(
        journal,
        "UPDATE head SET journal = ?, counter = 90, time = ?, signature = ?",
        (stamp.journal, EVENING, key.sign(head_message(head, stamp))),
    )
    status, told = verified(capsys, journal)
    assert (status, "it is a match of another journal" in told) == (1, True)


def test_an_overruling_cannot_be_taken_back_however_many_matches_follow(
    journal: Path, capsys: Captured
) -> None:
    plays_signed_matches(journal, 2)
    turn = next(kept for kept in recorded(journal, 1).of_kind("ruling") if "score" in kept.body)
    overruling = [str(turn.number), "--score", "0", "--reason", "cheated"]
    assert main(["overrule", "1", *overruling, "--journal", str(journal)]) == 0
    plays_signed_matches(journal, 9)
    last = len(recorded(journal, 1).entries)
    writes(journal, "DELETE FROM entry WHERE id = ?", (1_000_000_000 + last - 1,))
    writes(journal, "DELETE FROM head WHERE match = 1 AND entries = ?", (last,))
    capsys.readouterr()
    status, told = verified(capsys, journal)
    assert status == 1
    assert f"the box signed match 1 up to entry {last - 1} at" in told


@pytest.mark.parametrize("heads", [signs_himself, lambda _journal: None], ids=["his key", "none"])
def test_of_two_matches_in_a_damaged_file_the_one_that_the_box_has_signed_is_saved(
    journal: Path, heads: Forge
) -> None:
    plays_signed_matches(journal, 1)
    true, head = recorded(journal, 1), Bare(journal).execute("SELECT * FROM head")
    whole = journal.read_bytes()
    tells_another_story(journal, (7, 8), (7,))
    heads(journal)
    Bare(journal).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # Whichever pages come first, and whatever a start makes of them.
    for content in (journal.read_bytes() + whole[4096:], whole + journal.read_bytes()[4096:]):
        journal.write_bytes(bytes(100) + content[100:])
        signed_table(journal, as_left=True).close()
        assert recorded(journal, 1) == true
        assert head[0] in Bare(journal).execute("SELECT * FROM head")
        Bare(journal).execute("PRAGMA wal_checkpoint(TRUNCATE)")
