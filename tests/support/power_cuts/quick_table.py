"""A program for the recorder: an evening at a table with the true journal, in virtual time.

Run as ``python -m tests.support.power_cuts.quick_table JOURNAL EVENING BEGIN STOP END``: plays the
deeds
from BEGIN to STOP of an evening and ends as END says. Every ruling is a line of JSON; what else is
said goes to standard error. The journal is written by its own thread while the table plays on.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session import Journal
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.presentation.ruling_lines import write_ruling
from boxctl.referee.ruling import Ruling
from boxctl.table.resume import resume_or_begin
from boxctl.table.runtime import Runtime
from hardware.devices import Box
from hardware.virtual import VirtualBox
from tests.support.power_cuts.hands import Deed, an_evening, do
from tests.support.tables.box_table import QUIET, BoxTable

BOX = "the quick table"
PATIENCE = 60.0
"""Seconds after which a journal that says nothing is given up."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Which matches are played; the same ones are always played in the same way."""

    variant: str
    players: str
    seed: int
    matches: int = 1

    @property
    def deeds(self) -> list[Deed]:
        """What the hands do."""
        return an_evening(self.variant, self.players, self.seed, self.matches)

    def __str__(self) -> str:
        return f"{self.variant}:{self.players}:{self.seed}:{self.matches}"

    @classmethod
    def of(cls, text: str) -> Evening:
        """The evening that is written so."""
        variant, players, seed, matches = text.split(":")
        return cls(variant, players, int(seed), int(matches))


class QuickTable(BoxTable):
    """A virtual table that records in a journal, and shows what that has for good."""

    def __init__(self, path: Path, evening: Evening) -> None:
        self._path = path
        self._variant = evening.variant
        self._news = Event()
        super().__init__(evening.variant, evening.players, seed=evening.seed)

    def sit_down(self) -> None:
        """As at the start of a program; the levers stand as the match left them."""
        self.journal = Journal(self._path, BOX)
        opened = resume_or_begin(
            self.journal, self.rules, self.players, self.rules.in_play, anew=False
        )
        self.opened = opened
        if opened.resumption is not None:
            self.wood = VirtualBox(
                self.rules.tiles, self.events.append, standing=opened.referee.levers
            )
            self.box = Box(self.wood.tiles, self.wood.buttons, self.wood.lamps, QUIET, QUIET)
        self.record: JournalRecorder = self.journal.record(
            self._variant, self._news.set, opened.match
        )
        self.runtime = Runtime(
            self.box,
            opened.referee,
            self.box.read(),
            self.now,
            self.heard,
            self.tells,
            self.record,
            opened.resumption,
        )

    def does(self, deed: Deed) -> None:
        """Do it, and wait until the journal has all of it or cannot have it."""
        do(deed, self)

    def until(self, time: int) -> None:
        """Let the time run; a disk that is not asked in virtual time would seem slow to the table.

        So everything is on the disk after it, or nothing can be written.
        """
        super().until(time)
        self._waits(lambda: self.record.trouble is not None)

    def waits_until_all_is_there(self) -> None:
        """Until everything is on the disk, however long nothing can be written."""
        self._waits(lambda: False)

    def _waits(self, enough: Callable[[], bool]) -> None:
        self.runtime.step(self.now, [])
        while self._is_behind() and not enough():
            if not self._news.wait(PATIENCE):
                raise TimeoutError("the journal says nothing")
            self._news.clear()
            # What had to wait is ruled on now, and has to be written in its turn.
            self.runtime.step(self.now, [])
        self.runtime.step(self.now, [])

    def _is_behind(self) -> bool:
        record = self.record
        return record.durable < record.written or record.trouble is not None

    def tells(self, notice: Notice) -> None:
        """What is no ruling."""
        self.notices.append(notice)

    def leaves(self) -> None:
        """The players go home."""
        self.runtime.leave()
        self.journal.close()


class Printing(QuickTable):
    """A quick table whose rulings are printed."""

    def heard(self, ruling: Ruling) -> None:
        super().heard(ruling)
        print(write_ruling(ruling), flush=True)


def main() -> None:
    path, evening, begin, stop, end = sys.argv[1:]
    table = Printing(Path(path), Evening.of(evening))
    for deed in Evening.of(evening).deeds[int(begin) : int(stop)]:
        table.does(deed)
    print(*table.remarks, *map(notice_sentence, table.notices), sep="\n", file=sys.stderr)
    if end == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif end == "left":
        table.leaves()
    else:
        table.journal.close()


if __name__ == "__main__":
    main()
