"""What the house has to show between matches: its records in figures, and the last shut box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from boxctl.journal.query import find_match, numbers_in, reading
from boxctl.referee.payloads import Verdict
from boxctl.rules.variants import variant
from boxctl.web.journal.house_records import HouseRecords
from boxctl.web.journal.replays import replayed_states
from boxctl.web.state import HouseState, ShutBox
from groundwork.language import language, use
from groundwork.local_time import told_day
from tests.support.records.simulated_records import SimulatedMatch, record_matches

CLASSIC = variant("classic")


def looked_up(journal: Path) -> HouseState | None:
    """Look up as a browser does, which has no threads; a box must come to the same."""
    waiting: list[Callable[[], object]] = []
    in_steps = HouseRecords(journal, lambda: None, lambda _seconds, do: waiting.append(do))
    in_steps.look_up("classic", CLASSIC)
    while waiting:
        waiting.pop()()
    at_once = HouseRecords(journal, lambda: None)
    at_once._busy.acquire()
    at_once._look("classic", CLASSIC)
    assert at_once.state == in_steps.state
    return at_once.state


def last_shut_box(journal: Path) -> ShutBox | None:
    """Read all matches as they are replayed: the slow way to the same."""
    found = None
    with reading(journal) as connection:
        for number in numbers_in(connection):
            match = find_match(connection, journal, str(number))
            for state in replayed_states(match):
                if state.rulings[-1].verdict is Verdict.SHUT_THE_BOX:
                    found = ShutBox(
                        number, state.ruling, state.rulings[-1].player, told_day(match.began)
                    )
    return found


@pytest.mark.parametrize("matches", [4, 40])
def test_the_last_shut_box_is_that_of_the_replays(tmp_path: Path, matches: int) -> None:
    journal = record_matches(
        tmp_path / "journal.db",
        [SimulatedMatch(players="Ann,Bob", seed=seed) for seed in range(matches)],
    )
    house = looked_up(journal)
    assert house is not None
    assert house.shut == last_shut_box(journal)
    assert (house.shut is not None) == (matches == 40), "both must happen"


def test_records_are_named_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    journal = record_matches(tmp_path / "journal.db", [SimulatedMatch(players="Ann,Bob", seed=1)])
    records = HouseRecords(journal, lambda: None)
    records._busy.acquire()
    records._look("classic", CLASSIC)
    told = [records.state]
    use(language("de"))
    told.append(records.state)
    english, german = (state.records for state in told if state is not None)
    assert [each.title for each in english] == ["Lowest score", "Most matches won"]
    assert [each.title for each in german] != [each.title for each in english]
    assert [each.figure for each in english] == [each.figure for each in german]
    assert all(each.player for each in english)


def test_a_house_without_matches_has_nothing_to_show(tmp_path: Path) -> None:
    assert looked_up(record_matches(tmp_path / "journal.db", [])) is None
