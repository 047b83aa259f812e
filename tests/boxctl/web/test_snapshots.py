"""States that are made while the loop of the table is at work, from what it has handed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boxctl.journal.entry_kinds import MatchBegan
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import TableSnapshot
from boxctl.web.table_feed import Piece
from boxctl.web.table_pages import MatchSoFar
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable, VirtualTable


class ImpatientReader:
    """Makes a state after each single piece of the feed."""

    def __init__(self, feed: BoxFeed, table: VirtualTable) -> None:
        self.states: list[TableSnapshot] = []
        self._queue = feed.new_queue()
        self._maker = SnapshotMaker(lambda: (), lambda: table.now, may_act=False)

    def reads(self) -> None:
        for piece in self._queue.take():
            self._maker.take(piece)
            if (state := self._maker.snapshot()) is not None:
                self.states.append(state)

    @property
    def ruled(self) -> list[str]:
        return [line.verdict for line in self.states[-1].rulings]


@pytest.fixture
def feed() -> BoxFeed:
    return BoxFeed(has_buttons=True)


@pytest.fixture
def table(a_table: BuildTable, feed: BoxFeed) -> VirtualTable:
    return a_table("classic", players="Ann,Bob", watcher=feed, wood=PERFECT_WOOD)


def test_a_throw_is_never_shown_without_its_moves(feed: BoxFeed, table: VirtualTable) -> None:
    reader = ImpatientReader(feed, table)

    table.throws(3, 4)
    reader.reads()

    assert reader.ruled == ["ready", "throw"]
    assert [bool(state.moves) for state in reader.states if state.rulings] == [
        state.rulings[-1].verdict == "throw" for state in reader.states if state.rulings
    ]


def test_a_move_is_never_shown_with_the_moves_before_it(feed: BoxFeed, table: VirtualTable) -> None:
    table.throws(3, 4)
    reader = ImpatientReader(feed, table)
    reader.reads()

    table.shuts(7)
    reader.reads()

    committed = [s for s in reader.states if [r.verdict for r in s.rulings][-1:] == ["committed"]]
    assert committed
    assert not any(state.moves for state in committed)


def test_a_ruling_after_which_the_table_stands_as_before_is_shown(
    feed: BoxFeed, table: VirtualTable
) -> None:
    reader = ImpatientReader(feed, table)
    table.throws(3)
    reader.reads()

    table.throws(3)
    reader.reads()

    assert reader.ruled == ["ready", "void", "void"]


def test_a_reader_who_comes_at_any_moment_is_shown_what_the_first_is(
    feed: BoxFeed, table: VirtualTable
) -> None:
    queue = feed.new_queue()
    table.throws(3, 4)
    table.shuts(7)
    waiting = queue.take()
    so_far = MatchSoFar(lambda: [waiting.pop(0)])

    def reader(pieces: Callable[[], list[Piece]]) -> SnapshotMaker:
        return SnapshotMaker(pieces, lambda: table.now, may_act=False)

    def shown(by: SnapshotMaker) -> tuple[object, object] | None:
        state = by.snapshot()
        return None if state is None else (state.moves, state.rulings)

    first = reader(so_far.take)
    while waiting:
        first.look()
        late = reader(so_far.join())
        late.look()
        assert shown(late) == shown(first)


def test_a_match_has_its_number_before_the_journal_has_it(
    feed: BoxFeed, table: VirtualTable
) -> None:
    queue, journal = feed.new_queue(), [41]
    maker = SnapshotMaker(
        lambda: (), lambda: table.now, may_act=False, number_of=lambda: journal[-1]
    )
    numbers: dict[int, None] = {}
    for _match in range(2):
        for _player in ("Ann", "Bob"):
            table.throws(1, 1)
            table.shuts(2)
            table.throws(1, 1)
            table.makes_ready()
        table.presses("new")
        table.makes_ready()
        for piece in queue.take():
            maker.take(piece)
            if (state := maker.snapshot()) is not None:
                numbers[state.match] = None
            if isinstance(piece, MatchBegan):
                # The disk has it a moment later, and before anybody hears a ruling.
                journal.append(journal[-1] + 1)
    assert list(numbers) == [42, 43, 44]
