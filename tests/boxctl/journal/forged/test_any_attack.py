"""Somebody has the card for an hour, and not the key: whatever he does to the record.

He has older copies of the journal, too, a journal of practice matches that the same box has signed,
and a ledger of before either was begun. What he does is found, or is said by ``boxctl verify`` or
in the record, or nobody wins or loses another penny by it, then and when the match under way has
been played to its end. docs/threats.md says what remains possible; that he brings back the journal
together with its ledger is left out here.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.schema import SPAN, entry_id
from boxctl.journal.entries import as_text
from boxctl.journal.entry_kinds import HeadMissing, LedgerGone, MatchBegan, MatchLeft
from boxctl.journal.proof.chain import GENESIS, Head, link
from boxctl.journal.proof.keys import BoxKey, new_secret
from boxctl.journal.proof.ledger import EMPTY, path_of_ledger, write_ledger
from boxctl.journal.proof.signed_heads import HeadStamp, head_message
from tests.boxctl.journal.forged.conftest import Captured
from tests.boxctl.journal.forged.test_every_kind_of_entry import INVENTED
from tests.support.records.journals import EVENING, Bare
from tests.support.records.recorded_evening import play_to_the_end, play_turns
from tests.support.records.signed_records import plays_signed_matches, signed_table
from tests.support.soak import SOAK, chance, tried

TRIED = 8
"""The attacks of one search."""

Rows = list[tuple[str, str]]
"""The kinds and bodies of the entries of a match."""


@dataclass
class Loot:
    """What somebody has: the files of the box, and what he has copied earlier, the oldest first."""

    box: Path
    older: list[Path]
    practice: Path
    first_ledger: bytes


@pytest.fixture(scope="module")
def loot(tmp_path_factory: pytest.TempPathFactory) -> Loot:
    """The box has played three matches, and begun a fourth."""
    box = tmp_path_factory.mktemp("box")
    journal, copies = box / "journal.db", tmp_path_factory.mktemp("copies")
    practice = plays_signed_matches(box / "practice.db", 2)
    first_ledger = path_of_ledger(journal).read_bytes()
    older = []
    for number in range(3):
        plays_signed_matches(journal, 1)
        older.append(copied(journal, copies / f"{number}.db"))
    table = signed_table(journal)
    play_turns(table, (7,))
    table.close()
    older.append(copied(journal, copies / "3.db"))
    table = signed_table(journal, as_left=True)
    table.throws(3, 4)
    table.shuts(7)
    table.throws(4, 4)
    table.close()
    return Loot(box, older, practice, first_ledger)


def copied(journal: Path, to: Path) -> Path:
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
    return to


class Attacker:
    """Does to the files of a box what chance wants, in ``folder``; ``did`` is what he has done."""

    def __init__(self, random: Random, loot: Loot, folder: Path) -> None:
        self._random = random
        self._loot = loot
        self.journal = folder / "journal.db"
        self._his: BoxKey = BoxKey(new_secret())
        self.did: list[str] = []

    def attacks(self) -> None:
        """Change the record in a few ways, and cover the traces in others."""
        changes: list[Callable[[], object]] = [
            self._edits, self._edits, self._edits, self._inserts, self._inserts, self._removes,
            self._cuts_off, self._exchanges_matches, self._removes_a_match, self._brings_back,
            self._takes_from_practice, self._renames, self._takes_signatures, self._signs,
            self._exchanges_the_ledger,
        ]  # fmt: skip
        for change in self._random.choices(changes, k=self._random.randint(1, 3)):
            self.did.append(change.__name__)
            change()
        for trace in (self._links_anew, self._drops_what_does_not_fit, self._signs):
            if self._random.random() < 0.5:
                self.did.append(trace.__name__)
                trace()

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.journal, isolation_level=None)) as connection:
            return connection.execute(statement, values).fetchall()

    def _matches(self) -> list[int]:
        return [number for (number,) in self._run("SELECT DISTINCT id / ? FROM entry", SPAN)]

    def _read(self, match: int) -> Rows:
        span = (entry_id(match, 0), entry_id(match + 1, 0) - 1)
        return self._run("SELECT kind, body FROM entry WHERE id BETWEEN ? AND ? ORDER BY id", *span)

    def _write(self, match: int, rows: Rows) -> None:
        span = (entry_id(match, 0), entry_id(match + 1, 0) - 1)
        before = GENESIS
        with closing(sqlite3.connect(self.journal, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            connection.execute("DELETE FROM entry WHERE id BETWEEN ? AND ?", span)
            for number, (kind, body) in enumerate(rows):
                before = link(before, match, number, kind, body)
                connection.execute(
                    "INSERT INTO entry (id, kind, body, hash) VALUES (?, ?, ?, ?)",
                    (entry_id(match, number), kind, body, before),
                )
            connection.execute("COMMIT")

    def _some_match(self) -> tuple[int, Rows]:
        matches = self._matches()
        match = self._random.choice([*matches, matches[-1]]) if matches else 1
        return match, self._read(match)

    def _place(self, rows: Rows) -> int:
        """Somewhere, and often near the end."""
        return self._random.choice((self._random.randint(0, len(rows)), len(rows), len(rows) - 1))

    def _edits(self) -> None:
        match, rows = self._some_match()
        if rows:
            place = min(max(self._place(rows), 0), len(rows) - 1)
            kind, body = rows[place]
            rows[place] = (kind, as_text(self._altered(json.loads(body))))
            self._write(match, rows)

    def _altered(self, value: Any) -> Any:
        """The same with another number, name or order somewhere in it."""
        random = self._random
        if isinstance(value, dict) and value:
            name = random.choice(sorted(value))
            return {**value, name: self._altered(value[name])}
        if isinstance(value, list) and value:
            place = random.randrange(len(value))
            altered = [*value]
            altered[place] = self._altered(value[place])
            return random.choice((altered, value[::-1]))
        if isinstance(value, bool) or value is None:
            return not value
        if isinstance(value, int | float):
            return random.choice((0, 1, value + 1, -value, 50))
        return random.choice(("Ann", "Bob", "1", EVENING, "throw", value[:-1]))

    def _inserts(self) -> None:
        match, rows = self._some_match()
        kind = self._random.choice(sorted(INVENTED))
        own = self._random.choice(rows) if rows else (MatchLeft.kind, "{}")
        invented = (kind, as_text(self._random.choice(INVENTED[kind])))
        rows.insert(self._place(rows), self._random.choice((own, invented)))
        self._write(match, rows)

    def _removes(self) -> None:
        match, rows = self._some_match()
        if rows:
            del rows[min(max(self._place(rows), 0), len(rows) - 1)]
            self._write(match, rows)

    def _cuts_off(self) -> None:
        match, rows = self._some_match()
        self._write(match, rows[: self._random.randint(0, len(rows))])

    def _removes_a_match(self) -> None:
        match, _rows = self._some_match()
        self._write(match, [])
        if self._random.random() < 0.5:
            self._run("DELETE FROM head WHERE match = ?", match)

    def _exchanges_matches(self) -> None:
        (one, first), (other, second) = self._some_match(), self._some_match()
        self._write(one, second)
        self._write(other, first)

    def _brings_back(self) -> None:
        older = self._random.choice(self._loot.older)
        for part in ("", "-wal", "-shm"):
            Path(f"{self.journal}{part}").unlink(missing_ok=True)
        copied(older, self.journal)

    def _takes_from_practice(self) -> None:
        with closing(sqlite3.connect(self.journal, isolation_level=None)) as connection:
            connection.execute("ATTACH ? AS practice", (str(self._loot.practice),))
            match = self._random.choice((1, 2))
            for table, key in (("entry", f"id / {SPAN}"), ("head", "match")):
                columns = "id, kind, body, hash" if table == "entry" else "*"
                into = f"{table} ({columns})" if table == "entry" else table
                connection.execute(f"DELETE FROM main.{table} WHERE {key} = ?", (match,))
                connection.execute(
                    f"INSERT INTO main.{into} SELECT {columns} FROM practice.{table} "
                    f"WHERE {key} = ?",
                    (match,),
                )

    def _renames(self) -> None:
        to = self.journal.with_name(self._random.choice(("pub.db", "practice.db", "a.db")))
        if to != self.journal:
            for part in ("", "-wal", "-shm"):
                Path(f"{to}{part}").unlink(missing_ok=True)
                if Path(f"{self.journal}{part}").exists():
                    Path(f"{self.journal}{part}").rename(f"{to}{part}")
            self.journal = to

    def _takes_signatures(self) -> None:
        where, values = self._random.choice(
            (("1", ()), ("match = ?", (self._some_match()[0],)), ("counter > 3", ()))
        )
        self._run(f"DELETE FROM head WHERE {where}", *values)

    def _signs(self) -> None:
        """Sign every match to its end with a key of his own, in the place of the box's."""
        for match in self._matches():
            hashes = self._run("SELECT hash FROM entry WHERE id / ? = ? ORDER BY id", SPAN, match)
            kind, body = self._read(match)[0]
            number = json.loads(body).get("journal", "") if kind == MatchBegan.kind else ""
            stamp = HeadStamp(str(number), 900 + match, EVENING)
            head = Head(match, len(hashes), hashes[-1][0])
            signature = self._his.sign(head_message(head, stamp))
            self._run(
                "INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(match, head.entries, head.hash, self._his.public, signature),
                *(stamp.journal, stamp.counter, stamp.time),
            )

    def _exchanges_the_ledger(self) -> None:
        path = path_of_ledger(self.journal)
        exchange = self._random.choice(("gone", "his", "first", "none"))
        if exchange == "his":
            write_ledger(self.journal, EMPTY, self._his)
        elif exchange == "first":
            path.write_bytes(self._loot.first_ledger)
        elif exchange == "none":
            path.write_text("{}")
        else:
            path.unlink(missing_ok=True)

    def _links_anew(self) -> None:
        """Each header names the match before it as it is now."""
        before = None
        for match in self._matches():
            (kind, body), *rows = self._read(match)
            header = json.loads(body)
            if kind == MatchBegan.kind and isinstance(header, dict):
                self._write(match, [(kind, as_text({**header, "after": before})), *rows])
            ((count, last),) = self._run(
                "SELECT count(*), (SELECT hash FROM entry WHERE id / ?1 = ?2 ORDER BY id DESC "
                "LIMIT 1) FROM entry WHERE id / ?1 = ?2",
                SPAN,
                match,
            )
            before = {"match": match, "entries": count, "head": last.hex()}

    def _drops_what_does_not_fit(self) -> None:
        """Signatures of what is not there any more go."""
        self._run(
            "DELETE FROM head WHERE hash IS NOT "
            "(SELECT hash FROM entry WHERE id = head.match * ? + head.entries - 1)",
            SPAN,
        )


def money(capsys: Captured, journal: Path) -> dict[str, Any] | None:
    """Who has won what, and how they have fared; None if something is found, or cannot be told."""
    told: dict[str, Any] = {}
    for command in (["verify", str(journal)], ["ledger", "all"], ["history"]):
        more = [] if command[0] == "verify" else ["--journal", str(journal)]
        status = main([*command, *more, "--json"])
        said = capsys.readouterr().out
        if status:
            return None
        document = json.loads(said)
        if document["notes"]:
            return None
        told |= {"verify": len(document["matches"])} if command[0] == "verify" else document
    return {name: value for name, value in told.items() if name not in ("journal", "proof")}


def played_on(capsys: Captured, journal: Path) -> dict[str, Any] | None:
    """What :func:`money` tells when the box has gone on with it.

    None also if the start has said so, or the box in its record, for good.
    """
    before = said_in_the_record(journal)
    table = signed_table(journal, as_left=True)
    play_to_the_end(table)
    table.close()
    capsys.readouterr()
    if table.remarks or said_in_the_record(journal) > before:
        return None
    return money(capsys, journal)


def said_in_the_record(journal: Path) -> int:
    """How often the record says that the ledger was lost, or that something is missing."""
    if not journal.exists():
        return 0
    found = "SELECT count(*) FROM entry WHERE kind IN (?, ?)"
    ((count,),) = Bare(journal).execute(found, (LedgerGone.kind, HeadMissing.kind))
    return int(count)


@pytest.mark.parametrize("search", range(SOAK))
def test_whoever_has_not_the_key_changes_nothing_unseen(
    loot: Loot, tmp_path: Path, capsys: Captured, search: int
) -> None:
    random = chance(f"any attack {search}")
    shutil.copytree(loot.box, tmp_path / "honest")
    honest = tmp_path / "honest" / "journal.db"
    true, later = money(capsys, honest), played_on(capsys, honest)
    assert None not in (true, later)
    for number in range(TRIED):
        folder = tmp_path / f"attack {number}"
        shutil.copytree(loot.box, folder)
        attacker = Attacker(random, loot, folder)
        attacker.attacks()
        tried("attacks on a record without its key")
        at_once = money(capsys, attacker.journal)
        assert at_once in (None, true), attacker.did
        in_the_end = played_on(capsys, attacker.journal)
        assert in_the_end in (None, later), attacker.did
        tried("of these found" if in_the_end is None else "of these that changed nothing")
        shutil.rmtree(folder)
