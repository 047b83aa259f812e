"""The records that a browser keeps beside each other, and which of them play goes on in.

A record that is taken in gets a file of its own: none takes the place of another.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from boxctl.browser.host import Host, KeptByHost
from boxctl.journal.add_entry import take_over
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.disk.private_files import PARTS, part_of, write_new
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.proof.ledger import LedgerUnreadable, path_of_ledger, read_ledger
from boxctl.journal.query import LAST, find_match, numbers_in, reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.rules.faults import RuleFault
from boxctl.screens.laptop.game_choice import BOX
from boxctl.screens.laptop.house_habits import FILE as LAST_GAME
from boxctl.screens.laptop.house_habits import LastChoice, remember
from boxctl.screens.laptop.unfinished_matches import chosen_in
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.system.files import write_whole

TOO_LARGE = "BX774"
NO_ROOM = "BX775"
NOT_TAKEN_IN = "BX776"
IN_PLAY = "BX785"
NOT_DELETED = "BX786"


class RecordFault(Fault):
    """A record cannot be looked at here, or play cannot go on in it."""


def too_large(name: str, megabytes: int, most: int) -> RecordFault:
    """Return the fault of a file that is larger than a page reads (BX774)."""
    return RecordFault(
        TOO_LARGE,
        tr(
            "{name} has {size} MB, and this page reads {most} MB at most: boxctl verify {name} "
            "reads it on a computer.",
            name=name,
            size=megabytes,
            most=most,
        ),
    )


def no_room_for(name: str, why: object) -> RecordFault:
    """Return the fault of a browser without room for another record (BX775)."""
    return RecordFault(
        NO_ROOM,
        tr(
            "this browser has no room for {name} ({why}): make room on the device and try again. "
            "Your own record is as it was.",
            name=name,
            why=why,
        ),
    )


def cannot_go_on(why: str) -> RecordFault:
    """Return the fault of a record in which play cannot go on here (BX776)."""
    return RecordFault(
        NOT_TAKEN_IN,
        tr("play cannot go on in this record ({why}): here it can only be looked at.", why=why),
    )


def in_play(name: str) -> RecordFault:
    """Return the fault of a record that is to be deleted while play goes on in it (BX785)."""
    return RecordFault(
        IN_PLAY,
        tr("play goes on in {name}: go on in another record, then delete it.", name=name),
    )


def not_deleted(name: str, why: object) -> RecordFault:
    """Return the fault of a record that the browser has not let go of (BX786)."""
    return RecordFault(
        NOT_DELETED,
        tr(
            "this browser could not delete {name} ({why}): it is as it was. Try again.",
            name=name,
            why=why,
        ),
    )


FIRST = "play.journal"
"""The record with which a browser begins."""

_ENDING = ".journal"
_FILES_OF_RECORD = (*PARTS, "-playing")
_IN_PLAY = "in-play"
"""The file that names the record in which play goes on."""


class KeptRecords:
    """The records in a folder that the browser keeps."""

    def __init__(self, folder: Path, host: Host) -> None:
        self._folder = folder
        self._host = host

    @property
    def in_play(self) -> Path:
        """The record in which play goes on; the first one, where another is not there any more."""
        with suppress(OSError, UnicodeError):
            named = (self._folder / _IN_PLAY).read_text(encoding="utf-8")
            if named in self.names:
                return self._folder / named
        return self._folder / FIRST

    @property
    def names(self) -> list[str]:
        """The names of the files, the first one first."""
        found = sorted(path.name for path in self._folder.glob(f"*{_ENDING}") if path.is_file())
        return sorted(found, key=lambda name: (name != FIRST, len(name), name))

    def of_name(self, name: str) -> Path | None:
        """Return the record of this name; None if there is none."""
        return self._folder / name if name in self.names else None

    def take_in(self, brought: Path, told: Callable[[RecordFault | None], object]) -> None:
        """Put a record beside the others, and go on in it from the next start on.

        Entries stay as they are; a match that goes on is signed by the key of this browser from
        here on. ``told`` is called once it is kept, or with why it is not: then all is as before.
        Raises :class:`RecordFault` and :class:`boxctl.journal.faults.JournalFault`.
        """
        if not self._host.keeps:
            raise cannot_go_on(tr("this browser keeps nothing for the page"))
        with reading(brought, through=True) as connection:
            self._check_is_new(_last_entry(connection))
            content = connection.serialize()
        journal = self._free_name()
        changed = (path_of_ledger(journal), self._pointer, journal.with_name(LAST_GAME))
        before = {path: _content(path) for path in changed}

        def undo() -> None:
            _unlink(journal)
            _put_back(before)

        def kept(trouble: str | None) -> None:
            if trouble is not None:
                undo()
            told(None if trouble is None else no_room_for(brought.name, trouble))

        try:
            write_new(journal, content)
            if (match := _open_match(journal)) is not None:
                take_over(journal, match)
                _choose_game_of(journal, match)
            write_whole(self._pointer, journal.name.encode())
        except OSError as problem:
            undo()
            raise no_room_for(brought.name, problem) from problem
        except BaseException:
            undo()
            raise
        KeptByHost(self._host).keep(kept)

    def go_on_in(self, name: str, told: Callable[[str | None], object]) -> bool:
        """Go on in the record of this name from the next start on; return whether it is there."""
        if name not in self.names:
            return False
        with suppress(JournalFault):  # The table says at its start what is wrong with the record.
            if (match := _open_match(self._folder / name)) is not None:
                _choose_game_of(self._folder / name, match)
        write_whole(self._pointer, name.encode())
        KeptByHost(self._host).keep(told)
        return True

    def delete(self, name: str, told: Callable[[RecordFault | None], object]) -> bool:
        """Delete the record of this name and nothing else; return whether it is there.

        ``told`` is called once the browser has let go of it, or with why it has not: then it is as
        it was. Raises :class:`RecordFault` for the one in which play goes on.
        """
        if name not in self.names:
            return False
        record = self._folder / name
        if record == self.in_play:
            raise in_play(name)
        files = [part_of(record, part) for part in _FILES_OF_RECORD]
        before = {path: _content(path) for path in files}
        _unlink(record)

        def kept(trouble: str | None) -> None:
            if trouble is not None:
                _put_back(before)
            told(None if trouble is None else not_deleted(name, trouble))

        KeptByHost(self._host).keep(kept)
        return True

    @property
    def _pointer(self) -> Path:
        return self._folder / _IN_PLAY

    def _free_name(self) -> Path:
        """Return a name that no record here has, or has had: another one is no older copy of it."""
        taken, number = set(self.names), 2
        with suppress(LedgerUnreadable):
            if (ledger := read_ledger(self._folder / FIRST)) is not None:
                taken.update(ledger.file_names)
        while f"record-{number}{_ENDING}" in taken:
            number += 1
        return self._folder / f"record-{number}{_ENDING}"

    def _check_is_new(self, last: tuple[int, bytes]) -> None:
        """Raise if a record is here already that has all of one with this last entry."""
        id, hash = last
        for name in self.names:
            with suppress(JournalFault), reading(self._folder / name) as kept:
                found = kept.execute("SELECT hash FROM entry WHERE id = ?", (id,)).fetchone()
                if found == (hash,):
                    raise cannot_go_on(
                        tr("this browser has all of it already, in {file}", file=name)
                    )


def _last_entry(connection: sqlite3.Connection) -> tuple[int, bytes]:
    found = connection.execute("SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1").fetchone()
    if found is None:
        raise cannot_go_on(tr("there is no match in it"))
    return found[0], found[1]


def _unlink(journal: Path) -> None:
    for part in _FILES_OF_RECORD:
        part_of(journal, part).unlink(missing_ok=True)


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    """Have each file be as it was; None for one that was not there."""
    for path, was in before.items():
        path.unlink(missing_ok=True)
        if was is not None:
            write_new(path, was)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _open_match(journal: Path) -> RecordedMatch | None:
    """Return the newest match if it is of a table like this one and goes on."""
    with reading(journal) as connection:
        match = find_match(connection, journal, LAST)
    if first_break(match) is not None or match.box != BOX or match.over or match.left:
        return None
    return match


def _choose_game_of(journal: Path, match: RecordedMatch) -> None:
    """Have the next start open the table with the game and the players of this match."""
    with suppress(RuleFault):  # Its variant is gone: it cannot go on.
        remember(journal, LastChoice(chosen_in(match)))


def how_many_matches(journal: Path) -> int | None:
    """Return how many matches a record has; None if it cannot be read."""
    try:
        with reading(journal, may_be_missing=True) as connection:
            return sum(1 for _number in numbers_in(connection))
    except JournalFault:
        return None


def bytes_of(journal: Path) -> bytes:
    """Return the file of a whole record, as any boxctl reads it. Raises JournalFault."""
    with closing(open_to_read(journal)) as connection:
        return connection.serialize()
