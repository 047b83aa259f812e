"""The disk fills up or fails, for a moment or until it is mended: play pauses and then goes on."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxctl.journal.entry_kinds import RecordedRuling
from boxctl.journal.proof.integrity import chain_break
from boxctl.presentation.journal.recorded_entries import as_contract, sentence_of
from tests.power_cuts.test_journal_cuts import HONEST, check
from tests.support.every_variant import parameter
from tests.support.power_cuts import NEEDS_GCC, Cut, Log, Recorder
from tests.support.power_cuts.evenings import CLASSIC, typed
from tests.support.power_cuts.failing_disk import CALLS, LASTING, MENDED, SAID, Failing, Failure
from tests.support.power_cuts.uncut import JOURNAL, Uncut, as_matches, entries_in
from tests.support.soak import LONG, SOAK

pytestmark = NEEDS_GCC

PAUSES, GOES_ON = f"{SAID}BX605", f"{SAID}the journal can be written again"

WAYS = [
    (Failing.WRITES, errno.ENOSPC, LASTING),
    (Failing.WRITES, errno.EIO, 1),
    (Failing.WRITES, errno.EIO, 7),
    (Failing.WRITES, errno.EIO, LASTING),
    (Failing.SYNCS, errno.EIO, 1),
    (Failing.SYNCS, errno.EIO, 4),
    (Failing.SYNCS, errno.EIO, LASTING),
]

QUICK_WAYS = WAYS[0], WAYS[1], WAYS[-1]

NONE = Failure(Failing.WRITES, 0, 0, errno.EIO)


def printed(recorder: Recorder, directory: Path, failures: Iterable[Failure]) -> list[str]:
    """What is printed in the evenings, one with each of these failures."""
    command = [sys.executable, "-m", "tests.support.power_cuts.failing_disk", str(directory)]
    ran = subprocess.run(
        [*command, str(CLASSIC), *map(str, failures)],
        env=recorder.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def evenings_in(lines: list[str]) -> list[list[str]]:
    ends = [i + 1 for i, line in enumerate(lines) if line.startswith(CALLS)]
    return [lines[begin:end] for begin, end in pairwise([0, *ends])]


def rulings(lines: list[str]) -> list[Any]:
    return [json.loads(line) for line in lines if line.startswith("{")]


def as_printed(recorded: RecordedRuling, printed: Any) -> Any:
    """A ruling of the journal with the sentence that is made of it, and no more than is printed."""
    data = json.loads(json.dumps(as_contract(recorded)))
    return {key: data.get(key) for key in printed} | {"text": sentence_of(recorded)}


def recorded_rulings(path: Path) -> list[RecordedRuling]:
    """The rulings of a journal whose chains hold, worded as they were shown."""
    matches = list(as_matches(entries_in(path)))
    assert not any(map(chain_break, matches))
    return list(chain.from_iterable(match.rulings for match in matches))


@pytest.mark.parametrize("every", [1] if LONG else [999, pytest.param(111, marks=pytest.mark.full)])
def test_whichever_call_fails_play_pauses_and_goes_on_and_all_is_ruled(
    every: int, place: Path
) -> None:
    with Recorder(place) as recorder:
        whole = printed(recorder, place, [NONE])
        calls = [int(number) for number in whole[-1].removeprefix(CALLS).split()]
        failures = [
            Failure(kind, after, times, error)
            for kind, error, times in WAYS
            for after in range(0, calls[kind], max(every // SOAK, 1))
        ]
        all_lines = printed(recorder, place, failures)
    for failure, lines in zip(failures, evenings_in(all_lines), strict=True):
        assert rulings(lines) == rulings(whole), failure
        recorded = recorded_rulings(place / str(failure) / JOURNAL)
        told = zip(recorded, rulings(whole), strict=True)
        assert [as_printed(*both) for both in told] == rulings(whole), failure
        if failure.times == LASTING:
            assert nothing_is_shown_in_a_pause(lines), failure


def nothing_is_shown_in_a_pause(lines: list[str]) -> bool:
    """A disk that had to be mended: what follows the word of the pause is its mending."""
    pauses = [i for i, line in enumerate(lines) if line.startswith(PAUSES)]
    goes_on = [i for i, line in enumerate(lines) if line.startswith(GOES_ON)]
    return len(pauses) == len(goes_on) and all(lines[i + 1] == MENDED for i in pauses)


@pytest.mark.parametrize("way", [parameter(way, quick=way in QUICK_WAYS) for way in WAYS])
def test_what_was_shown_on_a_failing_disk_outlasts_a_cut(
    way: tuple[Failing, int, int], place: Path
) -> None:
    kind, error, times = way
    begin, stop, step = (45, 160, 13) if kind is Failing.WRITES else (20, 60, 7)
    for after in range(begin, stop if LONG else begin + 1, step):
        failure = Failure(kind, after, times, error)
        held = place / str(failure)
        held.mkdir()
        with Recorder(held) as recorder:
            printed(recorder, held, [failure])
            log = recorder.log()
        cuts = cuts_in_trouble(log)
        some = Random(1).sample(cuts, min(len(cuts), 1000 if LONG else 12 * SOAK))
        some.sort(key=lambda cut: cut.after)  # as it is quickest to build them
        check(some, Uncut(log, place / "whole"), place / "cut")


def cuts_in_trouble(log: Log) -> list[Cut]:
    """From the failure until a little after all is well.

    What is shown then may hang by a sync that never was. Any cuts if all was well again before
    anybody could be told.
    """
    shown = log.shown(len(log.entries))
    trouble = [i for i, line in enumerate(shown) if line.startswith((PAUSES, GOES_ON))]
    begin, end = (trouble[0], trouble[-1] + 3) if trouble else (0, len(shown))
    return [cut for cut in log.cuts(HONEST) if begin <= len(cut.shown) <= end]


@pytest.mark.skipif(not LONG, reason="takes minutes: make soak")
def test_the_program_itself_pauses_and_what_it_showed_outlasts_a_cut(place: Path) -> None:
    (place / "held").mkdir()
    log = typed(place / "held", failure=f"{Failing.SYNCS.value}:9:3:{errno.EIO}")
    shown = "\n".join(log.shown(len(log.entries)))
    assert shown.count("BX605: play pauses, as nothing can be recorded (disk I/O error)") == 2
    assert shown.count("The journal can be written again: play goes on.") == 2
    check(log.cuts(HONEST, most=1500), Uncut(log, place / "whole"), place / "cut")
