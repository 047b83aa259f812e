"""The box's key knows a journal by its number, whatever its file is called and wherever it is."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.cli import main
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.ledger import (
    EMPTY,
    MOST_PLACES,
    Ledger,
    LedgerHead,
    path_of_ledger,
    usable_ledger,
    write_ledger,
)
from boxctl.journal.query import read_sound_match
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from tests.support.records.forger import begins_the_next_match, writes
from tests.support.records.journals import Bare
from tests.support.records.recorded_evening import play_turns
from tests.support.records.signed_records import (
    plays_half_a_signed_match,
    plays_signed_matches,
    signed_table,
)

Captured = pytest.CaptureFixture[str]
PARTS = ("", "-wal", "-shm")
OLDER = "BX613: the journal is older than its key, or another one: the box signed match "
NOT_LISTED = "box.ledger cannot be used (it does not list this journal), so nobody can tell"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of two whole matches."""
    folder = tmp_path / "box"
    folder.mkdir()
    return plays_signed_matches(folder / "journal.db", 2)


def copied(journal: Path, to: Path) -> Path:
    """A copy as it is now, without its key and its ledger."""
    to.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
    return to


def renamed(journal: Path, to: Path) -> Path:
    for part in PARTS:
        if Path(f"{journal}{part}").exists():
            Path(f"{journal}{part}").rename(f"{to}{part}")
    return to


def taken_away(journal: Path) -> None:
    for part in PARTS:
        Path(f"{journal}{part}").unlink(missing_ok=True)


def says(capsys: Captured, *command: str) -> tuple[int, str]:
    """The exit status, and what the command has said to people, on both streams."""
    capsys.readouterr()
    status = main(list(command))
    return status, "".join(capsys.readouterr())


def starts(journal: Path) -> tuple[bool, list[str]]:
    """Whether a program goes on with the match of this journal, and what it says when it starts."""
    table = signed_table(journal, as_left=True)
    table.close()
    told = [start_remark_in_words(remark) for remark in table.opened.remarks]
    return table.opened.match is not None, told


def is_found(capsys: Captured, journal: Path, what: str) -> None:
    """verify, the payout, the history and head say what is wrong, and nothing is signed."""
    for command in (["verify", str(journal)], ["ledger", "all"], ["history"]):
        more = [] if command[0] == "verify" else ["--journal", str(journal)]
        status, told = says(capsys, *command, *more)
        assert (status, what in told) == (1, True), (command, told)
    signed = Bare(journal).execute("SELECT * FROM head")
    match = read_sound_match(journal, "1")
    turn = next(kept.number for kept in match.of_kind("ruling") if "score" in kept.body)
    overrule = ["overrule", "1", str(turn), "--score", "3", "--reason", "so"]
    for command in (["head", "1"], overrule):
        status, told = says(capsys, *command, "--journal", str(journal))
        assert (status, told.startswith("BX6")) == (1, True), (command, told)
    assert Bare(journal).execute("SELECT * FROM head") == signed


def holds(capsys: Captured, journal: Path) -> None:
    status, told = says(capsys, "verify", str(journal))
    assert (status, "BX6" in told) == (0, False), told
    assert says(capsys, "head", "1", "--journal", str(journal))[0] == 0


def rolled_back(journal: Path, to: Path) -> Path:
    """The journal as it was a match ago, in this file; the newest one is gone."""
    before = copied(journal, to.with_name("before.db"))
    plays_signed_matches(journal, 1)
    taken_away(journal)
    return renamed(before, to)


@pytest.mark.parametrize("place", ["box/pub.db", "box/journal.db", "elsewhere/pub.db"])
def test_a_journal_that_is_renamed_or_moved_with_its_key_holds_and_goes_on(
    tmp_path: Path, capsys: Captured, place: str
) -> None:
    (tmp_path / "box").mkdir()
    moved = plays_half_a_signed_match(tmp_path / "box" / "journal.db")
    to = tmp_path / place
    to.parent.mkdir(exist_ok=True)
    for file in ("box.key", "box.ledger"):
        moved.with_name(file).rename(to.with_name(file))
    renamed(moved, to)
    holds(capsys, to)
    assert starts(to) == (True, [])
    holds(capsys, to)


@pytest.mark.parametrize("place", ["box/pub.db", "box/journal.db", "elsewhere/pub.db"])
def test_an_older_copy_is_found_under_any_name(
    journal: Path, tmp_path: Path, capsys: Captured, place: str
) -> None:
    old = rolled_back(journal, tmp_path / place)
    if old.parent != journal.parent:
        for file in ("box.key", "box.ledger"):
            journal.with_name(file).rename(old.with_name(file))
    is_found(capsys, old, f"{OLDER}3 up to entry ")
    goes_on, (told,) = starts(old)
    assert (goes_on, told.startswith(f"{OLDER}3 ")) == (False, True)
    match = read_sound_match(old, "last")
    assert (match.number, [kept.body["match"] for kept in match.of_kind("missing")]) == (3, [3])
    holds(capsys, old)


def test_a_copy_beside_the_journal_is_told_from_it_as_soon_as_one_of_them_goes_on(
    journal: Path, capsys: Captured
) -> None:
    copy = copied(journal, journal.with_name("copy.db"))
    for each in (journal, copy):
        holds(capsys, each)
    plays_signed_matches(journal, 1)
    holds(capsys, journal)
    is_found(capsys, copy, f"{OLDER}3 ")


def test_of_two_journals_of_one_number_each_start_is_told_and_none_is_kept_from_playing(
    journal: Path, capsys: Captured
) -> None:
    fork = copied(journal, journal.with_name("fork.db"))
    plays_signed_matches(journal, 1)
    for played, other in ((fork, journal), (journal, fork), (fork, journal)):
        _goes_on, told = starts(played)
        assert [remark.startswith(OLDER) for remark in told] == [True]
        assert starts(played)[1] == []
        holds(capsys, played)
        is_found(capsys, other, OLDER)
    for each in (journal, fork):
        assert next(read_sound_match(each, "4").of_kind("missing"), None) is not None


def test_another_journal_in_its_place_does_not_make_the_box_forget_it(
    journal: Path, capsys: Captured
) -> None:
    """It is rolled back while a new journal stands in its place, whose record says that it does."""
    before = copied(journal, journal.with_name("before.db"))
    plays_signed_matches(journal, 1)
    taken_away(journal)
    goes_on, (told,) = starts(journal)
    assert (goes_on, told.startswith(f"{OLDER}3 ")) == (False, True)
    holds(capsys, journal)
    assert len(list(read_sound_match(journal, "1").of_kind("missing"))) == 3
    is_found(capsys, before, f"{OLDER}3 ")


def test_a_header_of_another_number_does_not_hide_an_older_copy(
    tmp_path: Path, capsys: Captured
) -> None:
    journal = plays_signed_matches(tmp_path / "journal.db", 1)
    old = rolled_back(journal, tmp_path / "old.db")
    begins_the_next_match(old, journal="00" * 8)
    is_found(capsys, old, f"{OLDER}2 ")
    writes(old, "DELETE FROM head")
    is_found(capsys, old, f"{OLDER}2 ")
    assert starts(old)[1][0].startswith(f"{OLDER}2 ")


def test_a_ledger_that_does_not_list_the_journal_was_exchanged(
    tmp_path: Path, capsys: Captured
) -> None:
    journal = plays_half_a_signed_match(tmp_path / "journal.db")
    write_ledger(journal, EMPTY, key_beside(journal))
    is_found(capsys, journal, NOT_LISTED)
    goes_on, (told,) = starts(journal)
    assert (goes_on, NOT_LISTED in told) == (False, True)
    (lost,) = read_sound_match(journal, "last").of_kind("ledger")
    assert lost.body["why"] == "not_listed"
    assert says(capsys, "replay", "last", "--journal", str(journal))[0] == 0
    holds(capsys, journal)


def test_a_journal_is_listed_before_it_is_signed_in(tmp_path: Path, mocker: MockerFixture) -> None:
    """The power fails when the key has signed, and before its ledger has the head."""
    mocker.patch.object(HeadSigner, "remember", autospec=True)
    journal = plays_half_a_signed_match(tmp_path / "journal.db")
    assert starts(journal) == (True, [])


def test_what_cannot_be_listed_is_not_signed_until_it_can(
    tmp_path: Path, capsys: Captured, mocker: MockerFixture
) -> None:
    journal = plays_half_a_signed_match(tmp_path / "journal.db")
    new = journal.with_name("new.db")
    refused = mocker.patch(
        "boxctl.journal.proof.head_signer.write_ledger",
        side_effect=OSError(28, "No space left on device"),
        autospec=True,
    )
    plays_half_a_signed_match(new)
    assert Bare(new).execute("SELECT * FROM head") == []
    status, told = says(capsys, "head", "1", "--journal", str(new))
    assert (status, told.startswith("BX608: ")) == (1, True)
    mocker.stop(refused)
    status, told = says(capsys, "head", "1", "--journal", str(new))
    assert (status, "BX614: " in told) == (0, True)


# ------------------------------------------------------------------------ ledgers of before


def by_names(journal: Path, change: Callable[[Ledger], Ledger] = lambda ledger: ledger) -> None:
    """The ledger is as an earlier version has left it: it knows journals by their file names."""
    ledger = usable_ledger(journal)
    assert ledger is not None
    number = next(place for place in ledger.heads if place.startswith("/"))
    before = Ledger(
        {journal.name: ledger.heads[number]},
        ledger.handovers,
        late={journal.name: ledger.late.get(number, ())},
    )
    write_ledger(journal, change(before), key_beside(journal))


def overrules(journal: Path) -> None:
    match = read_sound_match(journal, "1")
    turn = next(kept for kept in match.of_kind("ruling") if "score" in kept.body)
    how = ["--score", "0", "--reason", "cheated"]
    assert main(["overrule", "1", str(turn.number), *how, "--journal", str(journal)]) == 0


@pytest.mark.parametrize("name", ["journal.db", "pub.db"])
def test_a_ledger_of_before_is_read_and_carried_over(
    journal: Path, capsys: Captured, name: str
) -> None:
    overrules(journal)
    by_names(journal)
    old = copied(journal, journal.with_name("old.db"))
    journal = renamed(journal, journal.with_name(name))
    holds(capsys, journal)
    plays_signed_matches(journal, 1)
    holds(capsys, journal)
    is_found(capsys, old, f"{OLDER}3 ")
    match = read_sound_match(journal, "1")
    entry = 1_000_000_000 + len(match.entries) - 1
    writes(journal, "DELETE FROM entry WHERE id = ?", (entry,))
    writes(journal, "DELETE FROM head WHERE match = 1 AND entries = ?", (len(match.entries),))
    is_found(capsys, journal, f"{OLDER}1 up to entry {len(match.entries) - 1} ")


def test_an_older_copy_under_another_name_is_found_by_a_ledger_of_before(
    journal: Path, capsys: Captured
) -> None:
    before = copied(journal, journal.with_name("before.db"))
    plays_signed_matches(journal, 1)
    by_names(journal)
    taken_away(journal)
    is_found(capsys, before, f"{OLDER}3 ")
    assert starts(before)[1][0].startswith(f"{OLDER}3 ")
    assert starts(before)[1] == []
    holds(capsys, before)


def test_one_that_is_older_than_all_that_a_ledger_of_before_lists_cannot_be_compared(
    journal: Path, capsys: Captured
) -> None:
    before = copied(journal, journal.with_name("before.db"))
    plays_signed_matches(journal, 9)
    by_names(journal)
    is_found(capsys, before, NOT_LISTED)


def test_an_earlier_version_can_go_on_with_the_ledger(journal: Path) -> None:
    """It reads what is listed by names, and passes on what is listed by numbers."""
    ledger = usable_ledger(journal)
    assert ledger is not None
    data = json.loads(path_of_ledger(journal).read_text())
    by_name, by_number = data["journals"]["journal.db"], list(data["journals"])
    assert [match for match, *_head in by_name] == [1, 2]
    assert len(by_number) == 2
    assert ledger.is_signed_by([key_beside(journal).public])


def test_a_ledger_does_not_grow_with_the_journals_that_are_begun_anew(journal: Path) -> None:
    key, ledger = key_beside(journal), usable_ledger(journal)
    assert ledger is not None
    (signed, *_others) = ledger.of_places([journal.name])
    heads: dict[str, tuple[LedgerHead, ...]] = {f"{at}.db": (signed,) for at in range(MOST_PLACES)}
    write_ledger(journal, Ledger({**heads, **ledger.heads}), key)
    plays_signed_matches(journal, 1)
    after = usable_ledger(journal)
    assert after is not None
    assert len(after.heads) == MOST_PLACES
    assert ledger.heads.keys() <= after.heads.keys()


def test_a_match_that_goes_on_is_remembered_by_number_and_name(journal: Path) -> None:
    table = signed_table(journal)
    play_turns(table, (7,))
    table.close()
    ledger = usable_ledger(journal)
    assert ledger is not None
    number = read_sound_match(journal, "1").journal
    assert ledger.heads[f"/{number}"] == ledger.heads["journal.db"]
    assert [signed.head.match for signed in ledger.heads["journal.db"]] == [1, 2, 3]
