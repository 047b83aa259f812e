"""A program for the recorder: an evening at a quick table, on a disk that fails for a while.

Run as ``python -m tests.support.power_cuts.failing_disk DIRECTORY EVENING FAILURE...``: plays the
evening
once for each failure, if there are several each in DIRECTORY/FAILURE. It prints the rulings as
lines of JSON, and among them what is said, when the disk is mended and how many calls there were.
"""

from __future__ import annotations

import ctypes
import errno
import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from threading import Event

from boxctl.journal.disk import writer
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.phrases import WRITTEN
from boxctl.table.open_table import Audience
from groundwork.faults import Fault
from tests.support.power_cuts.hands import do
from tests.support.power_cuts.quick_table import (
    Evening,
    RecordsOnAThread,
    print_ruling,
    quick_table,
)
from tests.support.power_cuts.uncut import JOURNAL
from tests.support.tables.virtual_table import VirtualTable

SAID, MENDED, CALLS = "said: ", "mended", "calls: "
"""What the lines that are no rulings begin with."""

LASTING = 1_000_000
"""So many times: until somebody mends it."""

PATIENT_DEEDS = 4
"""So much is still done at the table before somebody mends the disk."""


RETRIES = 4
"""So many calls more fail before that."""


class Failing(IntEnum):
    """Numbered as in recorder/recorder.h."""

    WRITES = 0
    SYNCS = 1


@dataclass(frozen=True, slots=True)
class Failure:
    """So many calls of this kind fail, after so many that do not."""

    kind: Failing
    after: int
    times: int
    error: int

    def __str__(self) -> str:
        name = errno.errorcode[self.error]
        return f"{self.kind.name.lower()}:{self.after}:{self.times}:{name}"

    @classmethod
    def of(cls, text: str) -> Failure:
        """The failure that is written so."""
        kind, after, times, name = text.split(":")
        return cls(Failing[kind.upper()], int(after), int(times), getattr(errno, name))


class Disk:
    """The disk under this program, which the recorder lets fail."""

    def __init__(self) -> None:
        self._recorder = ctypes.CDLL(None)
        fails, calls = self._recorder.disk_fails, self._recorder.disk_calls
        fails.argtypes = (ctypes.c_int, ctypes.c_long, ctypes.c_long, ctypes.c_int)
        fails.restype, calls.restype = None, ctypes.c_long

    def fails(self, failure: Failure) -> None:
        """From now on."""
        self._recorder.disk_fails(failure.kind, failure.after, failure.times, failure.error)

    def is_mended(self) -> None:
        """Nothing fails any more."""
        self._recorder.disk_fails(Failing.WRITES, 0, 0, 0)

    @property
    def calls(self) -> list[int]:
        """How many calls of each kind there were."""
        return [self._recorder.disk_calls(kind) for kind in Failing]


def plays(evening: Evening, path: Path, failure: Failure, disk: Disk) -> None:
    """Play the evening; a disk that goes on failing is mended a little later."""
    before = disk.calls
    disk.fails(failure)
    records = RecordsOnAThread(path)
    table = _starts(records, evening, disk)
    in_trouble = 0
    for deed in evening.deeds:
        do(deed, table)
        if records.trouble is not None:
            in_trouble += 1
            if in_trouble >= PATIENT_DEEDS:
                _waits_for_retries(disk, failure, records)
                _mends(disk)
                records.write_all(table.step)
    if records.trouble is not None:
        _mends(disk)
    records.write_all(table.step)
    table.leaves()
    print(CALLS, *(now - then for now, then in zip(disk.calls, before, strict=True)), flush=True)


def _starts(records: RecordsOnAThread, evening: Evening, disk: Disk) -> VirtualTable:
    audience = Audience(print_ruling, _print_notice)
    try:
        return quick_table(records, evening, audience)
    except Fault as fault:
        print(f"{SAID}{fault}", flush=True)
        _mends(disk)
        return quick_table(records, evening, audience)


def _print_notice(notice: Notice) -> None:
    print(f"{SAID}{notice_sentence(notice, WRITTEN)}", flush=True)


def _waits_for_retries(disk: Disk, failure: Failure, records: RecordsOnAThread) -> None:
    """Nobody mends a disk before the program has tried it in vain a few times more."""
    enough = disk.calls[failure.kind] + RETRIES
    while records.trouble is not None and disk.calls[failure.kind] < enough:
        Event().wait(writer.RETRY_EVERY)


def _mends(disk: Disk) -> None:
    print(MENDED, flush=True)
    disk.is_mended()


def main() -> None:
    directory, evening, *failures = sys.argv[1:]
    writer.RETRY_EVERY = 0.002  # virtual time does not wait for a disk
    disk = Disk()
    for failure in failures:
        path = Path(directory) / failure if len(failures) > 1 else Path(directory)
        plays(Evening.of(evening), path / JOURNAL, Failure.of(failure), disk)


if __name__ == "__main__":
    main()
