"""Somebody who can write to the journal's directory puts files and rows in the way."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.cli import main
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof import head_signer
from boxctl.journal.proof.head_signer import finish_rotation, first_key, locked_ledger, rotate_key
from boxctl.journal.proof.keys import (
    BoxKey,
    key_beside,
    new_secret,
    path_of_key,
    read_key_file,
    write_secret,
)
from boxctl.journal.proof.ledger import (
    EMPTY,
    Handover,
    handover_message,
    path_of_ledger,
    read_ledger,
    write_ledger,
)
from tests.support.records.forger import writes
from tests.support.records.journals import EVENING
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with the beginning of a match, signed by its box."""
    return plays_a_match(tmp_path / "journal.db")


@contextmanager
def held_by_somebody(lock: Path) -> Iterator[None]:
    file = os.open(lock, os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(file)


def verified(capsys: Captured, journal: Path) -> tuple[int, str]:
    return main(["verify", str(journal)]), capsys.readouterr().out


@pytest.mark.parametrize("kind", ["readable for others", "a link to such a file"])
def test_a_lock_of_the_ledger_that_others_can_open_holds_nobody_up(
    journal: Path, kind: str
) -> None:
    lock = journal.with_name("box.ledger-lock")
    lock.unlink()
    theirs = lock if kind == "readable for others" else journal.with_name("theirs")
    theirs.touch()
    theirs.chmod(0o666)
    if theirs != lock:
        lock.symlink_to(theirs)
    with held_by_somebody(theirs):
        plays_a_match(journal)
    assert lock.stat(follow_symlinks=False).st_mode & 0o777 == 0o600
    ledger = read_ledger(journal)
    assert ledger is not None
    assert [head.head.match for head in ledger.of_places([journal.name])] == [1, 2]


def test_a_lock_that_another_program_of_the_box_holds_is_waited_for_and_then_told(
    journal: Path, mocker: MockerFixture
) -> None:
    mocker.patch("boxctl.journal.proof.head_signer.PATIENCE", 0.0)
    with (
        locked_ledger(journal),
        pytest.raises(JournalFault, match="another program holds its lock"),
    ):
        rotate_key(journal, EVENING)


def test_a_key_put_where_an_exchange_was_cut_short_is_not_taken(journal: Path) -> None:
    mine, theirs = key_beside(journal).public, BoxKey(new_secret())
    secret = new_secret()
    following = BoxKey(secret)
    for ledger in (EMPTY, EMPTY.with_handover(handed_over_by(theirs.public.hex(), following))):
        put(path_of_key(journal).with_name("box.key-next"), secret)
        write_ledger(journal, ledger, following)
        finish_rotation(journal)
        assert key_beside(journal).public == mine
        assert not path_of_key(journal).with_name("box.key-next").exists()


def handed_over_by(before: str, after: BoxKey) -> Handover:
    """A handover that only the new key has signed."""
    message = handover_message(before, after.public.hex(), EVENING)
    return Handover(before, after.public.hex(), EVENING, "00" * 64, after.sign(message).hex())


def put(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)


def test_a_key_put_there_while_it_is_exchanged_is_not_taken(
    journal: Path, mocker: MockerFixture
) -> None:
    mine = key_beside(journal).public

    def in_between(path: Path, secret: bytes) -> None:
        put(path, b"theirs" + bytes(26))
        write(path, secret)

    write = write_secret
    mocker.patch.object(head_signer, "write_secret", in_between)
    with pytest.raises(JournalFault, match="BX608"):
        rotate_key(journal, EVENING)
    assert key_beside(journal).public == mine


def test_a_first_key_is_made_with_its_ledger_or_not_at_all(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    journal = tmp_path / "journal.db"
    cut = mocker.patch.object(head_signer, "write_ledger", side_effect=OSError)
    with pytest.raises(OSError):
        first_key(journal)
    assert not path_of_key(journal).exists()
    mocker.stop(cut)
    key = first_key(journal)
    ledger = read_ledger(journal)
    assert ledger is not None
    assert ledger.is_signed_by([key.public])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_another_user_is_refused(journal: Path) -> None:
    os.chown(path_of_key(journal), 4242, 4242)
    with pytest.raises(JournalFault, match="it belongs to another user"):
        read_key_file(path_of_key(journal))
    # The box's own user, by whom the directory is: root may use it, too.
    os.chown(journal.parent, 4242, 4242)
    read_key_file(path_of_key(journal))


IMPOSSIBLE = [
    "counter = 9223372036854775807",
    "counter = 1000000000",
    "counter = 1e300",
    "counter = 'x'",
    "counter = -1",
    "time = CAST(x'ff' AS TEXT)",
    "time = x'00'",
    "journal = CAST(x'eda080' AS TEXT)",
    "journal = 1",
]


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_a_signature_of_an_impossible_number_or_time_stops_nobody(
    journal: Path, capsys: Captured, change: str
) -> None:
    key = key_beside(journal).public
    row = "INSERT INTO head VALUES (99, 1, zeroblob(32), ?, zeroblob(64), 'j', 1, 't')"
    writes(journal, row, (key,))
    writes(journal, f"UPDATE head SET {change} WHERE match = 99")
    plays_a_match(journal)
    writes(journal, "DELETE FROM head WHERE match = 99")
    assert verified(capsys, journal)[0] == 0
    assert main(["head", "last", "--json", "--journal", str(journal)]) == 0
    head = json.loads(capsys.readouterr().out)
    assert 0 < head["counter"] < 20
    assert main(["verify", "last", "--head", head["text"], "--journal", str(journal)]) == 0


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_nor_does_one_of_the_match_itself(journal: Path, capsys: Captured, change: str) -> None:
    writes(journal, f"UPDATE head SET {change}")
    status, told = verified(capsys, journal)
    assert status == 1
    assert "a signature of it does not hold" in told
    assert main(["head", "1", "--journal", str(journal)]) == 1
    plays_a_match(journal)


def test_a_handover_of_what_is_no_text_is_none(journal: Path, capsys: Captured) -> None:
    key = key_beside(journal)
    handover = Handover("\udfff", key.public.hex(), "t", "zz", "zz")
    before = read_ledger(journal)
    assert before is not None
    write_ledger(journal, before.with_handover(handover), key)
    assert verified(capsys, journal)[0] == 0
    assert main(["key", "--journal", str(journal)]) == 0


def test_a_million_signatures_are_not_all_looked_at(
    journal: Path, capsys: Captured, mocker: MockerFixture
) -> None:
    row = "INSERT INTO head SELECT match, entries, hash, ?, signature, journal, 1, 't' FROM head "
    for number in range(300):
        writes(journal, row + "LIMIT 1", (number.to_bytes(32, "big"),))
    checked = mocker.patch(
        "boxctl.journal.proof.signed_heads.is_signed", return_value=False, autospec=True
    )
    assert verified(capsys, journal)[0] == 1
    assert checked.call_count < 120


def test_a_first_entry_that_is_no_header_is_listed_as_what_it_is(
    tmp_path: Path, capsys: Captured
) -> None:
    journal = a_short_match(tmp_path / "journal.db").path
    writes(journal, "UPDATE entry SET kind = 'songs', body = '{}' WHERE id = 1000000000")
    assert main(["matches", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out == "    1  cannot be read\n"


def test_the_ledger_of_a_key_cannot_be_read_for_ever(journal: Path, capsys: Captured) -> None:
    path_of_ledger(journal).unlink()
    os.mkfifo(path_of_ledger(journal))
    assert verified(capsys, journal)[0] == 1
