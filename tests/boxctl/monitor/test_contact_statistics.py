"""What levers and buttons have done, counted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from boxctl.monitor.statistics import (
    BOUNCE_BOUNDS_MS,
    ContactBook,
    ContactStatistics,
    SettledContact,
)
from hardware.devices import Contact, Edge

QUIET = 5_000
RESTING: dict[Contact, bool] = {7: True, "confirm": False}


def a_book() -> ContactBook:
    return ContactBook(RESTING, 0, lambda _: QUIET)


def bounces(book: ContactBook, contact: Contact, times: Sequence[int], on: bool) -> None:
    """Edges at these times, the last of which leaves the contact ``on``."""
    for place, at in enumerate(times):
        book.edge(Edge(at, contact, on == ((len(times) - place) % 2 == 1)), at)


def test_a_lever_that_bounces_has_moved_once() -> None:
    book = a_book()
    bounces(book, 7, (1_000, 1_400, 2_200), on=False)
    assert book.statistics[7].level is False
    assert book.statistics[7].settled is True
    [shut] = book.read({7: False, "confirm": False}, 2_200 + QUIET)
    assert shut == SettledContact(2_200, 7, False, moved=True, edges=3, lost=0, bounce=1_200)
    seven = book.statistics[7]
    assert (seven.edges, seven.moves, seven.worst_bounce) == (3, 1, 1_200)
    assert seven.bounces[bisect_left(BOUNCE_BOUNDS_MS, 2)] == 1
    assert seven.changed_at == 2_200


def test_a_button_that_only_flickers_has_come_back() -> None:
    book = a_book()
    bounces(book, "confirm", (1_000, 1_700), on=False)
    [back] = book.read(RESTING, 1_700 + QUIET)
    assert not back.moved
    confirm = book.statistics["confirm"]
    assert (confirm.moves, confirm.returns, confirm.worst_bounce) == (0, 1, 700)
    assert confirm.changed_at is None


def test_a_move_that_no_edge_told_is_counted_as_such() -> None:
    book = a_book()
    assert book.read({7: False}, 1_000_000) == []
    [found] = book.read({7: False}, 1_000_000 + QUIET)
    assert (found.moved, found.edges) == (True, 0)
    assert book.statistics[7].unseen == 1
    assert sum(book.statistics[7].bounces) == 0


def test_edges_that_were_dropped_are_counted() -> None:
    book = a_book()
    book.edge(Edge(1_000, 7, on=False, lost=40), 1_000)
    [found] = book.read({7: False}, 1_000 + QUIET)
    assert (found.edges, found.lost) == (41, 40)
    assert (book.statistics[7].edges, book.statistics[7].lost) == (41, 40)


def test_a_lever_whose_chip_answers_later_is_taken_in() -> None:
    book = ContactBook({}, 0, lambda _: QUIET)
    book.read({7: True}, 1_000_000)
    assert book.statistics[7].level
    [found] = book.read({7: True}, 1_000_000 + QUIET)
    assert found.on


def test_statistics_begin_anew_where_the_levers_stand() -> None:
    book = a_book()
    bounces(book, 7, (1_000, 1_400, 2_200), on=False)
    book.read({7: False}, 2_200 + QUIET)
    book.reset()
    assert book.statistics[7] == ContactStatistics(level=False, settled=False, changed_at=2_200)


@given(
    st.lists(st.tuples(st.integers(1, 4 * QUIET), st.sampled_from([*RESTING])), max_size=60),
)
def test_a_second_reading_finds_the_same(steps: list[tuple[int, Contact]]) -> None:
    """Edges are put in groups by hand: a rest of the debounce time ends one."""
    now, level = 0, dict(RESTING)
    edges: dict[Contact, list[tuple[int, bool]]] = {7: [], "confirm": []}
    book = a_book()
    for pause, contact in steps:
        now += pause
        while book.due <= now:
            book.read(level, book.due)
        level[contact] = not level[contact]
        edges[contact].append((now, level[contact]))
        book.edge(Edge(now, contact, level[contact]), now)
    book.read(level, now + QUIET)
    for contact, told in edges.items():
        assert book.statistics[contact] == second_reading(RESTING[contact], told)


def second_reading(on: bool, told: list[tuple[int, bool]]) -> ContactStatistics:
    statistics = ContactStatistics(on, on, edges=len(told))
    groups: list[list[tuple[int, bool]]] = []
    for at, level in told:
        if not groups or at - groups[-1][-1][0] >= QUIET:
            groups.append([])
        groups[-1].append((at, level))
    for group in groups:
        (first, _), (last, level) = group[0], group[-1]
        if level == statistics.settled:
            statistics.returns += 1
        else:
            statistics.moves += 1
            statistics.changed_at = last
        statistics.level = statistics.settled = level
        statistics.worst_bounce = max(statistics.worst_bounce, last - first)
        longer = [bound for bound in BOUNCE_BOUNDS_MS if last - first > 1000 * bound]
        statistics.bounces[len(longer)] += 1
    return statistics
