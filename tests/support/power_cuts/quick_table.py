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

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session import Journal, Wake
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.ruling_lines import write_ruling
from boxctl.referee.ruling import Ruling
from boxctl.table.open_table import Audience
from tests.support.power_cuts.hands import Deed, an_evening, do
from tests.support.tables.virtual_table import VirtualTable

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


class RecordsOnAThread:
    """The true journal, which its own thread writes; ``path`` is its file."""

    stays_open = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self._news = Event()

    def open(self) -> Journal:
        """Open the journal, as a program does when it starts."""
        self._journal = _HandedOut(self.path, BOX)
        return self._journal

    def wake(self) -> None:
        """Take in that something has become durable."""
        self._news.set()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written now."""
        return self._journal.recorder.trouble

    def catch_up(self, step: Callable[[], None]) -> None:
        """Wait until everything is on the disk, or nothing can be written.

        A disk that is not asked in virtual time would seem slow to the table.
        """
        self._wait(step, lambda: self.trouble is not None)

    def write_all(self, step: Callable[[], None]) -> None:
        """Wait until everything is on the disk, however long nothing can be written."""
        self._wait(step, lambda: False)

    def _wait(self, step: Callable[[], None], enough: Callable[[], bool]) -> None:
        step()
        while self._is_behind and not enough():
            if not self._news.wait(PATIENCE):
                raise TimeoutError("the journal says nothing")
            self._news.clear()
            # What had to wait is ruled on now, and has to be written in its turn.
            step()
        step()

    @property
    def _is_behind(self) -> bool:
        recorder = self._journal.recorder
        return recorder.durable < recorder.written or recorder.trouble is not None


class _HandedOut(Journal):
    """The journal, and the recorder that it has given out."""

    def record(
        self, variant: str, wake: Wake, match: RecordedMatch | None = None
    ) -> JournalRecorder:
        self.recorder = super().record(variant, wake, match)
        return self.recorder


def quick_table(
    records: RecordsOnAThread, evening: Evening, audience: Audience | None = None
) -> VirtualTable:
    """The table of an evening, which goes on with what is recorded; its levers stand as left."""
    return VirtualTable(
        evening.variant,
        evening.players,
        journal=records,
        audience=audience,
        seed=evening.seed,
        as_left=True,
    )


def print_ruling(ruling: Ruling) -> None:
    """Print a ruling as a line of JSON."""
    print(write_ruling(ruling), flush=True)


def main() -> None:
    path, evening, begin, stop, end = sys.argv[1:]
    audience = Audience(print_ruling, lambda _notice: None)
    table = quick_table(RecordsOnAThread(Path(path)), Evening.of(evening), audience)
    for deed in Evening.of(evening).deeds[int(begin) : int(stop)]:
        do(deed, table)
    told = [notice_sentence(notice, WRITTEN) for notice in table.notices]
    print(*table.remarks, *told, sep="\n", file=sys.stderr)
    if end == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif end == "left":
        table.leaves()
    else:
        table.close()


if __name__ == "__main__":
    main()
