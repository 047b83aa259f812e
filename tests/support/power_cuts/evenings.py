"""Evenings at a table, recorded to be cut short."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

from tests.support.power_cuts.cuts import Log
from tests.support.power_cuts.hands import do
from tests.support.power_cuts.quick_table import Evening, RecordsOnAThread, quick_table
from tests.support.power_cuts.recording import Recorder
from tests.support.power_cuts.typist import Typist, clumsy, plain
from tests.support.power_cuts.uncut import DAMAGE, JOURNAL

CLASSIC = Evening("classic", "Ann,Bob", seed=1, matches=2)
PLAYERS = ("--players", "Ann,Bob", "--seed", "5")

_DAMAGES = f"""
import os, sys
file = os.open(sys.argv[1], os.O_WRONLY)
os.write(file, {DAMAGE!r})
os.fsync(file)
"""


def in_a_pub(directory: Path, evening: Evening = CLASSIC) -> Log:
    """A journal of an older version with half a match; a plug is pulled; a file is damaged.

    After each the match goes on, and in the end the players leave.
    """
    deeds = evening.deeds
    first, second, third = (len(deeds) * quarter // 4 for quarter in (1, 2, 3))
    _older_journal(directory / JOURNAL, evening, first)
    with Recorder(directory) as recorder:
        _plays(recorder, directory, evening, first, second, "killed")
        _plays(recorder, directory, evening, second, third, "closed")
        _runs(recorder, [sys.executable, "-c", _DAMAGES, directory / JOURNAL])
        _plays(recorder, directory, evening, third, len(deeds), "left")
        return recorder.log()


def at_one_go(directory: Path, evening: Evening) -> Log:
    """From the first match to the last, in one program that begins with nothing."""
    with Recorder(directory) as recorder:
        _plays(recorder, directory, evening, 0, len(evening.deeds), "left")
        return recorder.log()


def typed(
    directory: Path, lines: int = 10_000, *, seed: int | None = None, failure: str = ""
) -> Log:
    """One match of ``boxctl play``: half of it, or ``lines`` lines, before the plug is pulled.

    Then it is played to its end, and another begins. With a seed the player makes mistakes. With
    a failure (see recorder/failures.c) the disk fails so in each of the two programs.
    """
    next_line = plain if seed is None else clumsy(Random(seed))
    with Recorder(directory) as recorder:
        environment = {**recorder.environment, "POWER_CUTS_FAILURE": failure}
        with Typist(directory / JOURNAL, PLAYERS, environment) as typist:
            typist.plays(next_line, min(lines, 12))
            typist.pulls_the_plug()
        with Typist(directory / JOURNAL, PLAYERS, environment) as typist:
            typist.plays(next_line, lines)
            if typist.over:
                typist.types("n")
                typist.plays(next_line, 6)
            typist.is_interrupted()
        return recorder.log()


def starts_again(directory: Path, evening: Evening) -> Log:
    """A program starts on what is in the directory and ends at once."""
    with Recorder(directory) as recorder:
        _plays(recorder, directory, evening, 0, 0, "closed")
        return recorder.log()


def plays_on(directory: Path) -> None:
    """``boxctl play`` starts on what is in the directory and plays to the end of the match."""
    with Typist(directory / JOURNAL, PLAYERS, os.environ) as typist:
        typist.plays(plain, 10_000)
        typist.leaves()


def _older_journal(path: Path, evening: Evening, deeds: int) -> None:
    """Half a match, in a journal as the first version of the schema had it, and no key."""
    table = quick_table(RecordsOnAThread(path), evening)
    for deed in evening.deeds[:deeds]:
        do(deed, table)
    table.close()
    path.with_name("box.key").unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        older.execute("DROP TABLE head")
        older.execute("PRAGMA user_version = 1")


def _plays(
    recorder: Recorder, directory: Path, evening: Evening, begin: int, stop: int, end: str
) -> None:
    table = [sys.executable, "-m", "tests.support.power_cuts.quick_table"]
    _runs(recorder, [*table, directory / JOURNAL, str(evening), str(begin), str(stop), end])


def _runs(recorder: Recorder, command: list[str | Path]) -> None:
    ended = subprocess.run(command, env=recorder.environment, capture_output=True, check=False)
    if ended.returncode > 0:
        raise RuntimeError(ended.stderr.decode())
