"""Keys and ledgers that were lost, taken away or put in place of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxctl.audit.narrate import narrate
from boxctl.cli import main
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import LeversRestored
from boxctl.journal.proof.ledger import path_of_ledger, read_ledger
from boxctl.journal.query import read_sound_match
from boxctl.journal.session import SessionSigner
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from tests.boxctl.journal.forged.conftest import (
    LEDGERS,
    Captured,
    Forge,
    recorded,
    takes_signatures_away,
    takes_the_ledger_away,
    tells_another_story,
    verified,
)
from tests.support.records.forger import writes
from tests.support.records.journals import EVENING, Bare
from tests.support.records.signed_records import (
    plays_half_a_signed_match,
    plays_signed_matches,
    signed_table,
)


@pytest.mark.parametrize("ledger", LEDGERS)
def test_that_the_ledger_was_lost_is_in_the_record(
    journal: Path, capsys: Captured, ledger: Forge
) -> None:
    """The last match is taken away: nothing else tells of it."""
    plays_signed_matches(journal, 2)
    for statement in ("DELETE FROM entry WHERE id >= 2000000000", "DELETE FROM head WHERE match=2"):
        writes(journal, statement)
    ledger(journal)
    assert verified(capsys, journal, "all")[0] == 1
    signed_table(journal).close()
    match = read_sound_match(journal, "last")
    (entry,) = match.of_kind("ledger")
    (told,) = [told.text for told in narrate(match) if told.entry == entry.number]
    assert told.startswith("the ledger of the box's key ")
    assert told.endswith(": the journal can have been older than its key")


def test_all_matches_that_are_gone_with_the_ledger_are_missed(
    journal: Path, capsys: Captured
) -> None:
    plays_signed_matches(journal, 1)
    for table in ("entry", "head"):
        writes(journal, f"DELETE FROM {table}")
    takes_the_ledger_away(journal)
    assert verified(capsys, journal, "all")[0] == 1


def test_a_head_that_was_never_signed_is_not_told_of_as_missing(journal: Path) -> None:
    """A ledger that its key has not signed can name anything."""
    plays_half_a_signed_match(journal)
    path = path_of_ledger(journal)
    data = json.loads(path.read_text())
    data["journals"]["journal.db"].append([7, 30, "ab" * 32, 5, EVENING])
    path.write_text(json.dumps(data))
    table = signed_table(journal, as_left=True)
    (told,) = [start_remark_in_words(remark) for remark in table.opened.remarks]
    assert "the box's key has not signed it" in told
    table.close()
    assert list(read_sound_match(journal, "last").of_kind("missing")) == []


def test_a_key_that_cannot_be_used_proves_nothing(journal: Path, capsys: Captured) -> None:
    plays_signed_matches(journal, 1)
    key = recorded_key(journal)
    tells_another_story(journal, (7, 8), (7,))
    takes_signatures_away(journal)
    takes_the_ledger_away(journal)
    journal.with_name("box.key").chmod(0o644)
    assert verified(capsys, journal)[0] == 1
    assert main(["verify", "1", "--journal", str(journal), "--key", key]) == 1


def recorded_key(journal: Path) -> str:
    ((key,),) = Bare(journal).execute("SELECT DISTINCT hex(key) FROM head")
    return str(key)


def test_a_key_that_was_taken_away_is_known_from_its_ledger(
    journal: Path, capsys: Captured
) -> None:
    plays_signed_matches(journal, 1)
    journal.with_name("box.key").unlink()
    assert verified(capsys, journal)[0] == 0
    takes_signatures_away(journal)
    status, told = verified(capsys, journal)
    assert (status, "nothing of it is signed by" in told) == (1, True)


def test_where_no_key_is_known_people_are_told_so(journal: Path, capsys: Captured) -> None:
    plays_signed_matches(journal, 1)
    assert keys_asked_for(journal, capsys) == [recorded_key(journal).lower()]
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    told = verified(capsys, journal)[1].splitlines()
    assert told[-2:] == [
        "No key of the box is known here, so anybody can have written this.",
        "Name the key with --key.",
    ]
    assert keys_asked_for(journal, capsys) == []


def keys_asked_for(journal: Path, capsys: Captured) -> list[str]:
    """The keys of which one has to have signed, for programs."""
    assert main(["verify", str(journal), "--json"]) == 0
    keys: list[str] = json.loads(capsys.readouterr().out)["keys"]
    return keys


@pytest.mark.parametrize("ledger", LEDGERS)
def test_a_ledger_that_is_taken_away_while_the_box_plays_is_written_again_as_it_was(
    journal: Path, capsys: Captured, ledger: Forge
) -> None:
    plays_signed_matches(journal, 2)
    turn = next(kept for kept in recorded(journal, 1).of_kind("ruling") if "score" in kept.body)
    overruling = [str(turn.number), "--score", "0", "--reason", "cheated"]
    assert main(["overrule", "1", *overruling, "--journal", str(journal)]) == 0
    before = read_ledger(journal)
    match = recorded(journal, 2)
    signer = SessionSigner(journal, lambda: None, resumed=match)
    appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
    signer(appending, milestone=True)
    ledger(journal)
    appending.append([Entry(LeversRestored.kind, {"at": 9.0, "now": EVENING})])
    signer(appending, milestone=True)
    appending.close()
    after = read_ledger(journal)
    assert before is not None
    assert after is not None
    assert after.late == before.late
    assert len(list(recorded(journal, 2).of_kind("ledger"))) == 1
    capsys.readouterr()
    assert verified(capsys, journal, "all")[0] == 0


@pytest.mark.parametrize("ledger", LEDGERS)
def test_a_key_whose_ledger_was_lost_is_not_exchanged(
    journal: Path, capsys: Captured, ledger: Forge
) -> None:
    """The new ledger would look as if nothing were missing in it."""
    plays_signed_matches(journal, 1)
    ledger(journal)
    before = journal.with_name("box.key").read_bytes()
    assert main(["key", "--rotate", "--journal", str(journal)]) == 1
    assert capsys.readouterr().err.startswith("BX613: nobody can tell whether the journal is older")
    assert journal.with_name("box.key").read_bytes() == before


def test_a_key_that_a_command_has_made_is_in_the_record(journal: Path) -> None:
    """Nothing else would ever say so: at the next start it has signed in this journal before."""
    plays_signed_matches(journal, 1)
    before = recorded_key(journal).lower()
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    assert main(["head", "1", "--journal", str(journal)]) == 0
    match = recorded(journal, 1)
    *_first, key = match.of_kind("key")
    (unsigned,) = match.of_kind("unsigned")
    assert key.body["before"] == before
    assert key.body["signed_by_before"] is None
    assert unsigned.number == key.number + 1
