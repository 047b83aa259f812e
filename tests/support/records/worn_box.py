"""The journal of a box over many days, whose contacts age as they are told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entry_kinds import EventHeard, MatchBegan
from boxctl.journal.evidence import Evidence
from boxctl.journal.recorder import JournalRecorder
from boxctl.referee.lines import LeverMoved, Thrown
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.times import MatchTime
from tests.support.records.journals import BOX, DiskAtOnce

FIRST_DAY = date(2026, 1, 1)
MOVES_A_DAY = 50

Bounce = Callable[[int, Random], int]
"""The bounce of a move on this day, in microseconds."""


def steady(_day: int, random: Random) -> int:
    """A good contact."""
    return int(random.gammavariate(1.5, 800))


def ageing(day: int, random: Random) -> int:
    """A contact whose bounces double every eight days after the tenth."""
    return int(random.gammavariate(1.5, 800) * 2 ** (max(0, day - 10) / 8))


def record_days(
    path: Path,
    days: int,
    bounces: Mapping[int, Bounce],
    *,
    box: str = BOX,
    repeated: Callable[[int], int] = lambda _day: 0,
) -> None:
    """Write a match a day, in which these levers move and as many throws are made.

    The roller has ``repeated`` so many messages before each throw of a day.
    """
    random = Random("the days of a box")
    today = FIRST_DAY
    disk = DiskAtOnce(Appender(lambda: open_to_write(path), None, None))
    disk.stalls()
    recorder = JournalRecorder(disk, box, "classic", lambda: f"{today}T20:15:00.000Z")
    line, at = 0, 0
    for day in range(days):
        today = FIRST_DAY + timedelta(days=day)
        recorder.append(
            MatchBegan(
                rules=written(RuleSet()),
                players=("Ann",),
                levers=0x1FF,
                at=MatchTime(at),
                line=line,
            )
        )
        for move in range(MOVES_A_DAY):
            for tile, bounce in bounces.items():
                line, at = line + 1, at + 1_000_000
                event = LeverMoved(MatchTime(at), tile, bool(move % 2))
                evidence = Evidence(edges=3, lasted=bounce(day, random))
                recorder.append(EventHeard(line=line, event=event, how=evidence))
            line, at = line + 1, at + 1_000_000
            thrown = Thrown(MatchTime(at), (3, 4))
            evidence = Evidence(series=7, serial=line, repeated=repeated(day))
            recorder.append(EventHeard(line=line, event=thrown, how=evidence))
    disk.is_mended()
