"""Records that somebody has changed, and how that comes to light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from boxctl.audit.verify_journal import JournalVerification, verify_all, verify_one
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.cli import main
from boxctl.journal.disk.schema import SPAN, entry_id
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.printed_heads import BareHash, PrintedHead
from boxctl.journal.proof.signed_heads import SignedHead
from boxctl.journal.query import read_sound_match, reading
from boxctl.journal.recorded_match import RecordedMatch
from hardware.devices import DeviceLost
from tests.support.records.forger import Forged, forges, rows, writes
from tests.support.records.journals import Bare
from tests.support.records.recorded_evening import a_short_match, play_to_the_end
from tests.support.soak import SOAK
from tests.support.soak import tried as count_tried
from tests.support.tables.virtual_table import SECOND, BuildTable

COLUMNS = ("id", "kind", "body", "hash")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches in one file: one that is signed, one that was left, one cut short."""
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    table = a_short_match(path)
    table.presses("new")
    table.makes_ready()
    table.throws(3, 4)
    table.runtime.leave()
    table.starts_again()
    table.throws(4, 5)
    table.shuts(9)
    table.loses_power()
    Bare(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture
def journal(evening: Path, tmp_path: Path) -> Path:
    """A copy of the evening to do as one likes with."""
    copyfile(evening, tmp_path / "journal.db")
    return tmp_path / "journal.db"


def verified(
    path: Path, printed: PrintedHead | None = None, key: bytes | None = None
) -> JournalVerification:
    with reading(path) as connection:
        return verify_all(connection, VerifyAgainst(printed=printed, key=key))


def told(path: Path, printed: PrintedHead | None = None) -> str:
    """What does not hold, in words."""
    found = verified(path, printed)
    assert not found.holds
    wrong = [verdict.sentence for verdict in found.verdicts if not verdict.holds]
    return " ".join([found.missing, *wrong])


def signed_head(path: Path) -> SignedHead:
    with reading(path) as connection:
        (signed,) = verify_one(connection, 1).verdicts[0].signed
    return signed


def read(path: Path, number: int) -> RecordedMatch:
    return read_sound_match(path, str(number))


@pytest.mark.parametrize(
    "name", ["tournament", "last-standing", "long-game", "canadienne", "lucky-seven", "the-300"]
)
def test_a_match_as_it_was_played_holds(a_table: BuildTable, name: str) -> None:
    table = a_table(name, "Ann,Bob", ties="roll_off", journal=True)
    play_to_the_end(table, seed=3)
    assert verified(table.path).holds


def test_an_evening_as_it_was_played_holds(evening: Path) -> None:
    found = verified(evening)
    assert found.holds
    assert len(found.verdicts) == 3
    assert [len(verdict.signed) for verdict in found.verdicts] == [1, 0, 0]


def test_a_match_with_doubts_and_interruptions_holds(a_table: BuildTable) -> None:
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(2, 3)
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.waits(100)
    for lever, button in ((5, "confirm"), (8, None)):
        table.loses_power()
        table.wood.shut(lever, table.now)
        table.wood.advance(table.now + SECOND)
        table.starts_again()
        if button is not None:
            table.presses("confirm")
        else:
            table.opens(lever)
    table.throws(6, 1)
    kinds = [kept.kind for kept in table.read().entries]
    assert {"device", "resumed", "declared", "goes_on"} <= set(kinds)
    assert any(ruling.unverified for ruling in table.read().rulings)
    assert verified(table.path).holds


def test_a_record_that_ends_anywhere_holds(journal: Path) -> None:
    """What was recorded before the power went is no less true for that."""
    for number in range(len(read(journal, 3).entries) - 1, 0, -1):
        writes(journal, "DELETE FROM entry WHERE id = ?", (entry_id(3, number),))
        assert verified(journal).holds


def changed_anywhere(kept: RecordedEntry) -> Iterator[RecordedEntry]:
    """The entry with one bit changed, once for each byte of its kind, its body and its hash."""
    for field in ("kind", "text"):
        raw = getattr(kept, field).encode()
        for at in range(len(raw)):
            changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
            yield replace(kept, **{field: changed.decode(errors="surrogateescape")})
    for at, byte in enumerate(kept.hash):
        yield replace(kept, hash=kept.hash[:at] + bytes([byte ^ 1]) + kept.hash[at + 1 :])


def test_there_is_no_byte_that_the_chain_does_not_hold(evening: Path) -> None:
    match = read(evening, 1)
    tried = 0
    for at, kept in enumerate(match.entries):
        for changed in changed_anywhere(kept):
            entries = (*match.entries[:at], changed, *match.entries[at + 1 :])
            broken = chain_break(RecordedMatch(1, entries))
            assert broken is not None
            assert broken.number == at
            tried += 1
    assert tried > 5000


@given(st.data())
@settings(max_examples=50 * SOAK, deadline=None)
def test_every_change_of_a_single_byte_is_found(
    evening: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("changed") / "journal.db"
    copyfile(evening, path)
    found = Bare(path).execute("SELECT id, kind, body, hash FROM entry")
    row = data.draw(st.sampled_from(found))
    column = data.draw(st.sampled_from(COLUMNS))
    value = row[COLUMNS.index(column)]
    if column == "id":
        raw = bytearray(value.to_bytes(8, "big"))
    else:
        raw = bytearray(value if column == "hash" else value.encode())
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    if column == "id":
        changed: object = int.from_bytes(raw, "big", signed=True)
        assume(changed not in {id for id, *_rest in found})
    else:
        changed = bytes(raw)
    cast = {"id": "?", "hash": "?"}.get(column, "CAST(? AS TEXT)")
    writes(path, f"UPDATE entry SET {column} = {cast} WHERE id = ?", (changed, row[0]))
    assert not verified(path).holds
    count_tried("changed bytes of a record")


# With this one the index tells of another match than the table.
@example(at=125_348_054, change=16)
@given(at=st.integers(0, 2**32), change=st.integers(1, 255))
@settings(max_examples=50 * SOAK, deadline=None)
def test_a_changed_byte_of_the_file_is_found_or_changes_no_entry(
    evening: Path, tmp_path_factory: pytest.TempPathFactory, at: int, change: int
) -> None:
    path = tmp_path_factory.mktemp("changed") / "journal.db"
    content = bytearray(evening.read_bytes())
    content[at % len(content)] ^= change
    path.write_bytes(content)
    if main(["verify", str(path)]) == 0:
        assert rows(path) == rows(evening)
    count_tried("changed bytes of a record")


def test_a_removed_tail_is_found_by_the_head_on_paper(journal: Path) -> None:
    signed = signed_head(journal)
    writes(journal, "DELETE FROM head")
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(2, 0),))
    assert verified(journal, signed).holds
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(1, 30),))
    assert verified(journal).holds
    assert "the head tells of 31 entries, and from here on they are missing" in told(
        journal, signed
    )
    assert "from here on they are missing" in told(journal, signed.head)
    assert "no match has an entry with the hash" in told(journal, BareHash(signed.head.hash))


def test_a_removed_tail_is_found_by_the_head_in_the_file(journal: Path) -> None:
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(1, 30),))
    assert "match 1, entry 30" in told(journal)


def test_a_removed_tail_is_found_by_the_match_after_it(journal: Path) -> None:
    writes(journal, "DELETE FROM head")
    writes(journal, "DELETE FROM entry WHERE id = ?", (entry_id(1, 30),))
    assert "match 1, entry 30" in told(journal)


def test_two_entries_exchanged_are_found(journal: Path) -> None:
    one, other = entry_id(1, 8), entry_id(1, 12)
    for was, becomes in ((one, -1), (other, one), (-1, other)):
        writes(journal, "UPDATE entry SET id = ? WHERE id = ?", (becomes, was))
    assert told(journal).startswith(
        " match 1 does not hold: match 1, entry 8: this entry is not as it was written."
    )


def test_an_entry_taken_away_is_found(journal: Path) -> None:
    writes(journal, "DELETE FROM entry WHERE id = ?", (entry_id(1, 8),))
    assert "match 1, entry 8: this entry is missing" in told(journal)


def test_an_entry_taken_away_and_the_others_moved_up_is_found(journal: Path) -> None:
    writes(journal, "DELETE FROM entry WHERE id = ?", (entry_id(3, 2),))
    for number in range(3, len(rows(journal))):
        writes(
            journal,
            "UPDATE entry SET id = ? WHERE id = ?",
            (entry_id(3, number - 1), entry_id(3, number)),
        )
    assert "match 3, entry 2: this entry is not as it was written" in told(journal)


def test_an_entry_put_in_is_found(journal: Path) -> None:
    writes(
        journal,
        "INSERT INTO entry (id, kind, body, hash) SELECT ?, kind, body, hash FROM entry "
        "WHERE id = ?",
        (entry_id(1, 31), entry_id(1, 30)),
    )
    assert "match 1, entry 31: this entry is not as it was written" in told(journal)


def test_a_match_taken_away_is_found(journal: Path) -> None:
    writes(journal, "DELETE FROM entry WHERE id / ? = 2", (SPAN,))
    assert "match 3, entry 0: match 2, which came before it, is missing" in told(journal)
    with reading(journal) as connection:
        assert verify_one(connection, 1).holds
        assert not verify_one(connection, 3).holds


def test_the_last_match_taken_away_is_found_by_its_head(journal: Path) -> None:
    head = read(journal, 3).head
    assert verified(journal, head).holds
    writes(journal, "DELETE FROM entry WHERE id / ? = 3", (SPAN,))
    assert verified(journal).holds
    assert told(journal, head).startswith("match 3, of which a head was printed, is missing.")


def test_a_match_put_in_is_found(journal: Path) -> None:
    forges(
        journal, 4, lambda nothing: [("match", {**read(journal, 3).entries[0].body, "after": None})]
    )
    assert "match 4, entry 0: match 3 was put in before it" in told(journal)


def forges_a_score(journal: Path) -> None:
    """Bob's 7 becomes a 6, wherever it is told, and the chain is made right again."""

    def better_for_bob(entries: Forged) -> Forged:
        for _kind, body in entries:
            if body.get("verdict") == "turn_over" and body["player"] == "Bob":
                body["score"] = 6
        return entries

    forges(journal, 1, better_for_bob)


def test_a_forged_chain_is_found_by_the_signature(journal: Path) -> None:
    forges_a_score(journal)
    assert "match 1, entry 30: up to here it is another match" in told(journal)


def test_a_forged_chain_without_signature_is_found_by_today_s_referee(journal: Path) -> None:
    forges_a_score(journal)
    writes(journal, "DELETE FROM head")
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(2, 0),))
    sentence = told(journal)
    assert "match 1 is ruled otherwise today: match 1, entry 28: boxctl " in sentence
    assert 'has ruled R3.6 "' in sentence


def test_the_versions_that_ruled_then_and_now_are_named(journal: Path) -> None:
    def ruled_by_an_old_version(entries: Forged) -> Forged:
        entries[0][1]["software"]["boxctl"] = "0.0.7"
        entries[3][1]["throw"] = [4, 4]
        return entries

    forges(journal, 3, ruled_by_an_old_version)
    (verdict,) = [found for found in verified(journal).verdicts if not found.holds]
    assert verdict.differs is not None
    assert (verdict.differs.entry, verdict.differs.then["boxctl"]) == (3, "0.0.7")
    assert verdict.differs.recorded is not None
    assert verdict.differs.recorded["text"].startswith("You threw 4 and 4")
    assert verdict.differs.now is not None
    assert verdict.differs.now["text"].startswith("You threw 4 and 5")


@pytest.mark.parametrize("lacks", [1, 3, 5])
def test_a_ruling_that_lacks_in_the_middle_is_found(journal: Path, lacks: int) -> None:
    def without_a_ruling(entries: Forged) -> Forged:
        assert entries[lacks][0] == "ruling"
        return [*entries[:lacks], *entries[lacks + 1 :], ("event", entries[2][1])]

    forges(journal, 3, without_a_ruling)
    assert "match 3 is ruled otherwise today" in told(journal)


def test_an_event_that_cannot_be_is_found(journal: Path) -> None:
    forges(
        journal,
        3,
        lambda entries: [*entries, ("event", {"line": 9, "event": {"at": 0, "shut": 3}})],
    )
    assert "the time goes back" in told(journal)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ruling", {}),
        ("ruling", {"at": "soon"}),
        ("event", {"line": 1, "event": {"shut": 3}}),
        ("event", {"line": 1, "event": 3}),
        ("match", {"players": 3}),
        ("resumed", {"at": 1, "now": "yesterday", "put_back": {}, "software": {}}),
        ("overruled", {"ruling": 1}),
    ],
)
def test_an_entry_that_boxctl_never_writes_is_found(
    journal: Path, kind: str, body: dict[str, object]
) -> None:
    forges(journal, 3, lambda entries: [*entries, (kind, body)])
    assert "this entry was never written by boxctl" in told(journal)


def test_an_overruling_that_cannot_be_is_found(journal: Path) -> None:
    shut = {"now": "2026-11-21T20:15:00.000Z", "ruling": 15, "player": "Ann", "score": 7}
    words = {"was": 9, "reason": "so", "by": None}
    writes(journal, "DELETE FROM head")
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(2, 0),))
    tie: Forged = [("overruled", {**shut, **words})]
    forges(journal, 1, lambda entries: [*entries, *tie])
    assert verified(journal).holds  # 7 to 7 is a shared win
    forges(journal, 1, lambda entries: _with_roll_off(entries))
    assert "were never played" in told(journal)


def _with_roll_off(entries: Forged) -> Forged:
    entries[0][1]["rules"]["ties"] = "roll_off"
    return entries


def test_a_signature_by_another_box_is_found_by_the_key(journal: Path, evening: Path) -> None:
    mine = key_beside(evening).public
    assert signed_head(journal).key == mine
    with reading(journal) as connection:
        assert verify_one(connection, 1, VerifyAgainst(key=mine)).holds
        assert not verify_one(connection, 1, VerifyAgainst(key=bytes(32))).holds
        assert not verify_one(connection, 3, VerifyAgainst(key=mine)).holds


@pytest.mark.parametrize("column", ["entries", "hash", "key", "signature"])
def test_a_changed_signature_is_found(journal: Path, column: str) -> None:
    writes(journal, f"UPDATE head SET {column} = CAST({column} AS TEXT) || 'x'")
    assert not verified(journal).holds


def test_a_double_that_was_thrown_again_can_be_proved(
    a_table: BuildTable,
) -> None:
    """R5.7: the record holds, and not if the double is another one, or was not replaced."""
    table = a_table(players="Ann", journal=True, doubles="may_rethrow")
    table.throws(3, 3)
    table.throws(4, 4)
    table.shuts(8)
    table.loses_power()
    assert verified(table.path).holds

    def by_another_double(entries: Forged) -> Forged:
        for _kind, body in entries:
            if body.get("verdict") == "again":
                body["throw"] = [4, 4]
        return entries

    def unseen(entries: Forged) -> Forged:
        return [entry for entry in entries if entry[1].get("verdict") != "again"]

    for forge in (by_another_double, unseen):
        copy = table.path.with_name(f"{forge.__name__}.db")
        Bare(table.path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        copyfile(table.path, copy)
        forges(copy, 1, forge)
        assert "match 1 is ruled otherwise today" in told(copy)
