"""An evening is recorded and cut short at every call: nothing shown is lost, and it goes on.

``make soak`` cuts several evenings at many thousands of points.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.recorded_entries import sentence_of
from tests.support.power_cuts import NEEDS_GCC, Cut, Kind, Log
from tests.support.power_cuts.after_a_cut import Broken, hold
from tests.support.power_cuts.evenings import (
    CLASSIC,
    at_one_go,
    in_a_pub,
    plays_on,
    starts_again,
    typed,
)
from tests.support.power_cuts.log_file import Call
from tests.support.power_cuts.quick_table import Evening
from tests.support.power_cuts.uncut import JOURNAL, Uncut, as_matches, entries_in
from tests.support.soak import LONG, SOAK, tried

pytestmark = NEEDS_GCC

HONEST = (Kind.KILLED, Kind.POWER)

LONG_EVENING = Evening("canadienne", "Ann,Bob,Cid", 6, 2)
"""Longer than SQLite's log, which goes into the database on the way."""

Recorded = Callable[[Path], Log]

ANY_DAY: dict[str, tuple[Recorded, int]] = {
    "in a pub": (in_a_pub, 6 * SOAK),
    "typed": (lambda directory: typed(directory, 3), 5 * SOAK),
}
MANY_CUTS: dict[str, tuple[Recorded, int]] = {
    "every cut in a pub": (in_a_pub, 5000),
    "canoga in a pub": (lambda d: in_a_pub(d, Evening("canoga", "Ann,Bob", 3, 2)), 2000),
    "the 300 in a pub": (lambda d: in_a_pub(d, Evening("the-300", "Ann,Bob,Cid", 4, 2)), 2000),
    "a tournament": (lambda d: at_one_go(d, Evening("tournament", "Ann,Bob", 5, 2)), 1500),
    "a long one": (lambda d: at_one_go(d, LONG_EVENING), 500),
    "a typed match": (typed, 1500),
    "a clumsy typist": (lambda directory: typed(directory, seed=8), 1500),
}
EVENINGS = MANY_CUTS if LONG else ANY_DAY


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """An evening for whoever does not care which."""
    return in_a_pub(tmp_path_factory.mktemp("held"))


def check(cuts: Iterable[Cut], uncut: Uncut, into: Path) -> None:
    for cut in cuts:
        try:
            hold(cut, uncut, into)
            tried("cuts of the power")
        except Broken as promise:
            file = Path(tempfile.mkdtemp(prefix="power-cut-")) / "log"
            cut.log.save(file)
            again = f"python -m tests.support.power_cuts.again {file} {cut.name} {uncut.already}"
            pytest.fail(f"cut {cut}: {promise}\nonce more: {again}")


@pytest.mark.parametrize("name", EVENINGS)
def test_after_any_cut_all_that_was_shown_is_there_and_the_match_goes_on(
    name: str, place: Path
) -> None:
    recorded, points = EVENINGS[name]
    log = recorded(_new(place / "held"))
    uncut = Uncut(log, place / "whole")
    cuts = log.cuts(HONEST, most=points, seed=SOAK)
    assert len(cuts) == points
    assert uncut.rulings_shown > 6
    check(cuts, uncut, place / "cut")


@pytest.mark.skipif(not LONG, reason="takes minutes: make soak")
def test_a_cut_while_the_log_goes_into_the_database_loses_nothing(place: Path) -> None:
    log = at_one_go(_new(place / "held"), LONG_EVENING)
    written = writes_of(log, JOURNAL)
    in_the_midst = [at for at in written if 1000 < at < len(log.entries) - 1000]
    assert len(in_the_midst) > 10
    cuts = [
        cut for cut in log.cuts(HONEST) if in_the_midst[0] - 5 < cut.after < in_the_midst[-1] + 10
    ]
    some = sorted(Random(SOAK).sample(cuts, 500), key=lambda cut: cut.after)
    check(some, Uncut(log, place / "whole"), place / "cut")


def writes_of(log: Log, name: str) -> list[int]:
    """Where in the log the file that was made with this name is written."""
    files = {
        entry.file for entry in log.entries if entry.call is Call.CREATED and entry.name == name
    }
    return [
        at
        for at, entry in enumerate(log.entries)
        if entry.call is Call.WROTE and entry.file in files
    ]


def test_after_a_lying_disk_what_is_there_is_true(evening: Log, place: Path) -> None:
    cuts = evening.cuts([Kind.LYING], most=5 * SOAK, seed=SOAK)
    check(cuts, Uncut(evening, place / "whole"), place / "cut")


def test_a_start_after_a_cut_may_be_cut_short_too(evening: Log, place: Path) -> None:
    uncut = Uncut(evening, place / "whole")
    cuts = evening.cuts(HONEST)
    for cut in Random(SOAK).sample(cuts, 40 if LONG else 1):
        cut.build(place / "cut")
        second = starts_again(place / "cut", CLASSIC)
        uncut_second = Uncut(second, place / "second", already=uncut.needed(cut))
        check(second.cuts(HONEST, most=5 * min(SOAK, 20)), uncut_second, place / "cut twice")


@pytest.mark.skipif(not LONG, reason="takes minutes: make soak")
def test_the_program_itself_goes_on_after_a_cut_and_the_match_ends_as_it_would_have(
    place: Path,
) -> None:
    log = typed(_new(place / "held"))
    uncut = Uncut(log, place / "whole")
    for cut in Random(7).sample(log.cuts(HONEST), 12):
        cut.build(place / "cut")
        plays_on(place / "cut")
        entries = entries_in(place / "cut" / JOURNAL)
        there = uncut.needed(cut)
        assert entries[:there] == uncut.entries[:there], str(cut)
        played = {match.number: match for match in as_matches(entries)}
        assert played[max(played)].over
        # A match that nobody had seen begin is another one, with dice of its own.
        for number in {entry.match for entry in entries[:there]}:
            now, then = told(played[number]), told(uncut.matches[number])
            assert now[: len(then)] == then[: len(now)], str(cut)


def told(match: RecordedMatch) -> list[tuple[str, str]]:
    return [(ruling.rule, sentence_of(ruling)) for ruling in match.rulings]


def _new(directory: Path) -> Path:
    directory.mkdir()
    return directory
