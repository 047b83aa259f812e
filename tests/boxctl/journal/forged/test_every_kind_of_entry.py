"""Somebody without the key writes an entry of any kind at any place of a match under way.

Either the box, or ``boxctl verify``, finds that, or the match ends as it would have ended.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.schema import entry_id
from boxctl.journal.entries import RecordedEntry, as_text
from boxctl.journal.entry_kinds import (
    KINDS,
    DeviceChanged,
    EntriesUnsigned,
    EventHeard,
    HeadMissing,
    KeyIntroduced,
    LedgerGone,
    LeversDeclared,
    LeversRestored,
    MatchLeft,
    MatchResumed,
    RulingMade,
    TurnOverruled,
)
from boxctl.journal.proof.chain import GENESIS, link
from boxctl.journal.proof.findings import unsigned_entries
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.integrity import BreakReason, ChainBreak, first_break
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.ledger import EMPTY, known_keys, write_ledger
from boxctl.journal.proof.signed_heads import kept, signed_breaks
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import RecordedMatch
from tests.boxctl.journal.forged.conftest import Captured, recorded
from tests.support.records.forger import ForgedTexts, forges_texts, writes
from tests.support.records.journals import EVENING
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.records.sample_entries import SAMPLES
from tests.support.records.signed_records import (
    plays_half_a_signed_match,
    plays_signed_matches,
    signed_table,
)
from tests.support.soak import LONG, chance, tried

OF_A_LATER_VERSION = "of_a_later_version"

NOW = {"now": EVENING}
AT_9 = {"at": 9.0, **NOW}
INVENTED: dict[str, list[dict[str, Any]]] = {
    EventHeard.kind: [
        {"line": line, "event": {"at": 30.0, **event}}
        for line in (12, 13)
        for event in ({"throw": [4, 4]}, {"shut": 8}, {"open": 7}, {"press": "confirm"}, {})
    ],
    DeviceChanged.kind: [
        {"at": 9.0, "device": "tile 7", "answers": False, "fault": "stuck"},
        {"at": 9.0, "device": "tile 8", "answers": True, "left_out": True},
        {"at": 9.0, "device": "roller", "answers": False, "says": "unplugged"},
    ],
    MatchResumed.kind: [
        {**AT_9, "put_back": {"open": [8], "shut": [9]}, "software": {"boxctl": "0"}},
        {
            "at": 1e300,
            "now": "2001-01-01T00:00:00.000Z",
            "put_back": {"open": [], "shut": []},
            "software": {"boxctl": "9"},
        },
    ],
    LeversRestored.kind: [AT_9, {"at": 1e300, **NOW}],
    LeversDeclared.kind: [{**AT_9, "levers": [9]}, {**AT_9, "levers": []}],
    MatchLeft.kind: [{**AT_9, "reason": "players_left"}],
    TurnOverruled.kind: [
        {**NOW, "ruling": ruling, "player": "Ann", "score": 0, "was": 17, "reason": "", "by": None}
        for ruling in range(4, 12)
    ],
    KeyIntroduced.kind: [{**NOW, "key": "00" * 32, "before": None, "signed_by_before": None}],
    HeadMissing.kind: [{**NOW, "match": 1, "entries": 3, "head": "00" * 32, "signed": EVENING}],
    LedgerGone.kind: [{**NOW, "why": "missing"}],
    EntriesUnsigned.kind: [{**NOW, "signed": 3, "entries": 5}],
    OF_A_LATER_VERSION: [{}, {"score": 0}],
}
"""Entries that the match has not got; of kinds that it has, its own are written again, too."""


def candidates(match: RecordedMatch, *others: RecordedMatch) -> list[tuple[str, str]]:
    """Every entry that is tried: the invented ones, those of this match and those of others."""
    samples = {kind: SAMPLES[kind][:1] for kind in KINDS if kind not in ("match", "ruling")}
    tried = {**samples, **INVENTED}
    invented = [(kind, as_text(body)) for kind in tried for body in tried[kind]]
    own = [(kept.kind, kept.text) for each in (match, *others) for kept in each.entries]
    return list(dict.fromkeys([*invented, *own]))


def forgeries(match: RecordedMatch, *others: RecordedMatch) -> Iterator[ForgedTexts]:
    """The match with one entry put in, put in place of another, or put at its end after a cut."""
    texts = texts_of(match)
    for entry in candidates(match, *others):
        for place in range(len(texts) + 1):
            yield [*texts[:place], entry, *texts[place:]]
            yield [*texts[:place], entry, *texts[place + 1 :]]
            yield [*texts[:place], entry]


def texts_of(match: RecordedMatch) -> ForgedTexts:
    return [(kept.kind, kept.text) for kept in match.entries]


def chained(texts: ForgedTexts) -> RecordedMatch:
    """A match 1 of these entries, with its chain right."""
    before, made = GENESIS, []
    for number, (kind, text) in enumerate(texts):
        before = link(before, 1, number, kind, text)
        made.append(RecordedEntry(1, number, kind, text, before))
    return RecordedMatch(1, tuple(made))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann has scored 17, Bob has shut the 7 and thrown again, and the program has ended."""
    journal = tmp_path_factory.mktemp("played") / "journal.db"
    table = signed_table(plays_half_a_signed_match(journal), as_left=True)
    table.throws(3, 4)
    table.shuts(7)
    table.throws(4, 4)
    table.close()
    return journal


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> RecordedMatch:
    """A whole match of another box."""
    folder = tmp_path_factory.mktemp("elsewhere")
    return recorded(plays_signed_matches(folder / "journal.db", 1), 1)


def test_all_kinds_are_tried(played: Path, elsewhere: RecordedMatch) -> None:
    tried_kinds = {kind for kind, _text in candidates(recorded(played, 1), elsewhere)}
    assert tried_kinds == {*KINDS, OF_A_LATER_VERSION}


def cut_short(played: Path, folder: Path, entries: int) -> Path:
    """The power failed when the box had written and signed so many entries."""
    folder.mkdir()
    journal = folder / played.name
    with closing(sqlite3.connect(played)) as source, closing(sqlite3.connect(journal)) as target:
        source.backup(target)
    journal.with_name("box.key").write_bytes(played.with_name("box.key").read_bytes())
    journal.with_name("box.key").chmod(0o600)
    write_ledger(journal, EMPTY, key_beside(journal))
    writes(journal, "DELETE FROM entry WHERE id >= ?", (entry_id(1, entries),))
    writes(journal, "DELETE FROM head")
    signer = HeadSigner(journal, lambda: EVENING)
    assert signer.prepare()
    with closing(open_to_write(journal)) as connection:
        signer.seal(connection, recorded(journal, 1).head)
    signer.remember()
    return journal


def is_found_at_once(journal: Path, forged: RecordedMatch) -> bool:
    """Whether the box says so for good if it goes on with this match, or does not go on with it."""
    with reading(journal) as connection:
        heads = kept(connection, 1)
    if first_break(forged) is not None or any(signed_breaks(forged, heads)):
        return True
    return bool(unsigned_entries(forged, heads, known_keys(journal), EVENING))


def ends(journal: Path, capsys: Captured) -> list[Any] | None:
    """What comes of match 1 when it is played on; None if something is found to be wrong."""
    table = signed_table(journal, as_left=True)
    if table.opened.match is not None:
        play_to_the_end(table)
    table.close()
    capsys.readouterr()
    if table.remarks or main(["verify", str(journal)]):
        return None
    answers = []
    for command in (["ledger", "all"], ["history"], ["matches"], ["replay", "1"]):
        capsys.readouterr()
        assert main([*command, "--json", "--journal", str(journal)]) == 0
        answers.append(capsys.readouterr().out)
    *documents, lines = answers
    rulings = [json.loads(line) for line in lines.splitlines()]
    return [*map(plain, map(json.loads, documents)), [plain(ruling) for ruling in rulings]]


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """What a command says, without where the journal is."""
    return {name: value for name, value in document.items() if name != "journal"}


def copied(journal: Path, folder: Path, texts: ForgedTexts) -> Path:
    """A copy of the box's files, with match 1 as forged."""
    shutil.copytree(journal.parent, folder)
    forges_texts(folder / journal.name, 1, lambda _texts: texts)
    return folder / journal.name


def test_an_entry_of_any_kind_anywhere_is_found_or_changes_nothing(
    played: Path, elsewhere: RecordedMatch, tmp_path: Path, capsys: Captured
) -> None:
    whole = texts_of(recorded(played, 1))
    random, cuts = chance("every kind of entry"), range(1, len(whole) + 1)
    for cut in cuts if LONG else sorted(random.sample(cuts, 3)):
        journal = cut_short(played, tmp_path / f"cut {cut}", cut)
        honest = recorded(journal, 1)
        as_it_is = ends(copied(journal, tmp_path / f"honest {cut}", texts_of(honest)), capsys)
        assert as_it_is is not None
        for number, texts in enumerate(forgeries(honest, elsewhere, recorded(played, 1))):
            tried("entries forged in a match under way")
            if texts == texts_of(honest) or is_found_at_once(journal, chained(texts)):
                continue
            forged = copied(journal, tmp_path / f"forged {cut} {number}", texts)
            assert ends(forged, capsys) in (None, as_it_is), (cut, texts)
            tried("of these taken up by the box")


def test_a_second_header_is_none_of_the_box(played: Path) -> None:
    match = recorded(played, 1)
    header, *_others = texts_of(match)
    broken = first_break(chained([*texts_of(match), header]))
    assert broken == ChainBreak(1, len(match.entries), BreakReason.NOT_BY_BOXCTL)


def test_a_ruling_that_takes_time_is_not_signed_as_that_of_a_start(
    played: Path, tmp_path: Path
) -> None:
    """Ann has shut the 7, and could still open it again: somebody rules that her move stands."""
    match = recorded(played, 1)
    ruled = next(
        kept for kept in match.of_kind(RulingMade.kind) if kept.body["verdict"] == "committed"
    )
    journal = cut_short(played, tmp_path / "cut", ruled.number)
    texts = texts_of(match)[: ruled.number + 1]
    assert is_found_at_once(journal, chained(texts))
