"""Somebody who can write to the journal's directory, and has not the key, wants another payout.

He edits a match, makes its chain right, takes signatures away or makes his own, and has the box
itself sign the result.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.audit.narrate import narrate
from boxctl.cli import main
from boxctl.journal.disk.appender import Appender, Head
from boxctl.journal.disk.file import open_to_read, open_to_write
from boxctl.journal.entries import GOES_ON, Entry, as_text
from boxctl.journal.proof.keys import BoxKey, key_of, new_secret
from boxctl.journal.proof.ledger import EMPTY, path_of_ledger, read_ledger, write_ledger
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead, head_message, keep
from boxctl.journal.query import read_sound_match
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.session_signer import SessionSigner
from boxctl.presentation.record.start_remarks import start_remark_in_words
from tests.support.records.forger import ForgedTexts, forges_texts, writes
from tests.support.records.journals import EVENING, Bare
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.records.signed_records import (
    plays_half_a_signed_match,
    plays_signed_matches,
    signed_table,
)
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]
Forge = Callable[[Path], object]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Where the journal is to be."""
    return tmp_path / "journal.db"


def recorded(journal: Path, number: int) -> RecordedMatch:
    with closing(open_to_read(journal)) as connection:
        match = read_match(connection, number)
    assert match is not None
    return match


def tells_another_story(journal: Path, *turns: tuple[int, ...]) -> None:
    """Match 1 is one that was played honestly, elsewhere: Ann scores 9 in it."""
    elsewhere = journal.with_name("elsewhere.db")
    table = VirtualTable("classic", "Ann,Bob", down=SHORT_BOX, stake=50, journal=elsewhere)
    play_turns(table, *turns)
    table.makes_ready()
    (_, header), *story = [(kept.kind, kept.text) for kept in table.read().entries]
    began = recorded(journal, 1).header

    def forge(_texts: ForgedTexts) -> ForgedTexts:
        mine = json.loads(header) | {key: began[key] for key in ("journal", "after", "began")}
        return [("match", as_text(mine)), *story]

    forges_texts(journal, 1, forge)


def signs(journal: Path, key: BoxKey) -> None:
    """Put a valid signature of another key to match 1."""
    match = recorded(journal, 1)
    stamp = HeadStamp(match.journal, 1, EVENING)
    signed = SignedHead(match.head, key.public, key.sign(head_message(match.head, stamp)), stamp)
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        keep(connection, signed)


def takes_signatures_away(journal: Path) -> None:
    writes(journal, "DELETE FROM head")


def signs_himself(journal: Path) -> None:
    takes_signatures_away(journal)
    signs(journal, key_of(new_secret()))


def leaves_a_ledger_of_nothing(journal: Path) -> None:
    path_of_ledger(journal).write_text(
        '{"key": "", "journals": {}, "handovers": [], "signature": ""}'
    )


def takes_the_ledger_away(journal: Path) -> None:
    path_of_ledger(journal).unlink()


def signs_a_ledger_of_his_own(journal: Path) -> None:
    write_ledger(journal, EMPTY, key_of(new_secret()))


HEADS = [takes_signatures_away, signs_himself]
LEDGERS = [leaves_a_ledger_of_nothing, takes_the_ledger_away, signs_a_ledger_of_his_own]


def verified(capsys: Captured, journal: Path, what: str = "1") -> tuple[int, str]:
    arguments = [what, "--journal", str(journal)] if what.isdigit() else [str(journal)]
    status = main(["verify", *arguments])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("ledger", LEDGERS)
def test_a_match_is_not_resumed_where_nobody_can_tell_what_was_signed(
    journal: Path, heads: Forge, ledger: Forge
) -> None:
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    heads(journal)
    ledger(journal)
    table = signed_table(journal)
    table.close()
    told = [start_remark_in_words(remark) for remark in table.opened.remarks]
    assert any(remark.startswith("BX613: the ledger of the box's key") for remark in told)
    assert table.opened.match is None


@pytest.mark.parametrize("heads", HEADS)
def test_a_forged_match_that_the_box_resumes_with_a_new_key_is_not_proved(
    journal: Path, capsys: Captured, heads: Forge
) -> None:
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    heads(journal)
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    play_turns(table, (7,))
    table.close()
    match = read_sound_match(journal, "1")
    assert match.over
    (entry,) = match.of_kind("unsigned")
    assert entry.body["signed"] == 0
    (told_later,) = [told.text for told in narrate(match) if told.entry == entry.number]
    assert told_later.startswith("no key of this box had signed any of this match when it was")
    assert verified(capsys, journal) == (
        1,
        "match 1 is not proved: no key of this box had signed any of it when it was taken up "
        "again, so somebody can have written it.\n",
    )


def test_nothing_is_signed_before_the_record_has_it_that_it_was_not(
    journal: Path, capsys: Captured
) -> None:
    """Somebody holds the journal when the box wants to say so, and lets go of it then."""
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    takes_signatures_away(journal)
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    match = recorded(journal, 1)
    signer = SessionSigner(journal, lambda: None, resumed=match)
    appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
    with closing(sqlite3.connect(journal, isolation_level=None)) as somebody:
        appending.connection.execute("PRAGMA busy_timeout = 0")
        somebody.execute("BEGIN IMMEDIATE")
        signer(appending, milestone=False)
    appending.append([Entry(GOES_ON, {"at": 9.0, "now": EVENING})])
    assert Bare(journal).execute("SELECT * FROM head") == []
    signer(appending, milestone=False)
    appending.close()
    assert len(list(recorded(journal, 1).of_kind("unsigned"))) == 1
    assert verified(capsys, journal)[0] == 1


def test_a_tail_that_was_added_before_the_box_resumes_is_not_proved(
    journal: Path, capsys: Captured
) -> None:
    plays_half_a_signed_match(journal)
    signed = len(recorded(journal, 1).entries)
    table = VirtualTable(
        "classic", "Ann,Bob", down=SHORT_BOX, stake=50, journal=journal, as_left=True
    )
    table.throws(3, 4)
    table.loses_power()
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    table.shuts(7)
    table.throws(1, 1)
    table.close()
    status, told = verified(capsys, journal)
    assert status == 1
    assert told.startswith(f"match 1 holds up to entry {signed - 1} only: no key of this box had")


def test_a_match_that_is_as_it_was_signed_goes_on_and_holds(
    journal: Path, capsys: Captured
) -> None:
    plays_half_a_signed_match(journal)
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    assert table.opened.remarks == ()
    play_turns(table, (7,))
    table.close()
    assert list(read_sound_match(journal, "1").of_kind("unsigned")) == []
    status, told = verified(capsys, journal)
    assert (status, "match 1 holds: " in told) == (0, True)


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
    assert (status, "match 1 is not proved: no key" in told) == (1, True)


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
    key = key_of(journal.with_name("box.key").read_bytes())
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
    appending.append([Entry(GOES_ON, {"at": 9.0, "now": EVENING})])
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
