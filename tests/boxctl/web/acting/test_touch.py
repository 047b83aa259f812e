"""The simulated box played from a page: the same hands, at the same table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boxctl.web.acting.table_code import Act
from boxctl.web.laptop_feed import LaptopFeed
from boxctl.web.reading import TableReading
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import TableSnapshot
from boxctl.web.table_feed import MOST_ORDERS, FeedQueue
from tests.support.screens.plain_typist import PlainTypist, typing_at


class TouchedTable:
    """A table on a laptop, a page of it, and a finger on the page."""

    def __init__(self, feed: LaptopFeed, queue: FeedQueue, typist: PlainTypist) -> None:
        self.feed = feed
        self.typist = typist
        self._maker = SnapshotMaker(queue.take, typist.ticker.now, may_act=True)

    def touches(self, act: Act) -> TableSnapshot:
        """Act on the page; return what it shows two seconds later."""
        assert self.feed.order(act)
        self.typist.passes(2)
        return self.page

    @property
    def page(self) -> TableSnapshot:
        """What the page shows."""
        self.typist.passes(0.1)
        self._maker.look()
        found = self._maker.snapshot()
        assert found is not None
        return found


@pytest.fixture
def touched() -> Iterator[TouchedTable]:
    feed = LaptopFeed()
    queue = feed.new_queue()
    with typing_at(players="Ann,Bob", watcher=feed) as typist:
        yield TouchedTable(feed, queue, typist)


def test_the_page_throws_and_moves(touched: TouchedTable) -> None:
    assert {"throw", "move"} <= set(touched.page.actions)
    shown = touched.touches(Act("throw"))
    assert len(shown.dice.values) == 2
    assert shown.phase == "play"
    for number in shown.moves[0]:
        shown = touched.touches(Act("move", tile=number))
    assert shown.rulings[-1].verdict == "committed"
    lying = [tile.number for tile in shown.tiles if tile.state == "shut"]
    assert lying


def test_a_tile_that_is_moved_on_the_page_is_taken_back_there(touched: TouchedTable) -> None:
    shown = touched.touches(Act("throw"))
    wrong = next(t.number for t in shown.tiles if not t.may_move)
    shown = touched.touches(Act("move", tile=wrong))
    assert shown.tiles[wrong - 1].asked == "open"
    assert "put_back" in shown.actions
    shown = touched.touches(Act("put_back"))
    assert shown.tiles[wrong - 1].state == "open"
    assert shown.rulings[-1].verdict == "restored"


def test_what_is_typed_shows_on_the_page(touched: TouchedTable) -> None:
    touched.typist.types("throw")
    assert touched.page.phase == "play"


def test_without_power_the_page_is_dark(touched: TouchedTable) -> None:
    touched.typist.types("bench", "pull the plug")
    shown = touched.page
    assert shown.phase == "dark"
    assert {tile.lamp for tile in shown.tiles} == {"off"}
    assert shown.actions == ()


def test_a_tile_that_is_not_there_cannot_be_moved(touched: TouchedTable) -> None:
    before = touched.page.tiles
    assert touched.touches(Act("move", tile=24)).tiles == before


def test_a_match_of_another_game_is_begun_on_the_page(touched: TouchedTable) -> None:
    assert "match" in touched.page.actions
    wanted = Act("match", variant="canoga", names=("Cleo", "highest-first"))
    assert touched.feed.objection(wanted) is None
    touched.touches(wanted)
    another = touched.typist.game.another
    assert another is not None
    assert (another.variant, another.players) == ("canoga", ("Cleo", "highest-first"))
    assert touched.typist.game.left


def at_once(touched: TouchedTable, *acts: Act) -> TableSnapshot:
    """Have several people act before the table takes a step."""
    for act in acts:
        assert touched.feed.order(act)
    touched.typist.passes(2)
    return touched.page


def seen_on(shown: TableSnapshot) -> int:
    return shown.rulings[-1].number if shown.rulings else 0


def test_two_fingers_on_one_tile_move_it_once(touched: TouchedTable) -> None:
    shown = touched.touches(Act("throw"))
    number = shown.moves[0][0]
    shown = at_once(touched, *[Act("move", tile=number, to="shut")] * 2)
    assert shown.tiles[number - 1].state == "shut"


def test_two_people_who_take_back_take_one_tile_back(touched: TouchedTable) -> None:
    shown = touched.touches(Act("throw"))
    move = next(each for each in shown.moves if len(each) > 2)
    for number in move[:2]:
        shown = touched.touches(Act("move", tile=number))
    shown = at_once(touched, *[Act("take_back", seen=seen_on(shown))] * 2)
    assert [tile.number for tile in shown.tiles if tile.state == "shut"] == [move[0]]


def test_a_throw_that_was_meant_for_an_earlier_turn_is_not_thrown(touched: TouchedTable) -> None:
    seen = seen_on(touched.page)
    shown = touched.touches(Act("throw", seen=seen))
    for number in shown.moves[0]:
        shown = touched.touches(Act("move", tile=number))
    thrown = shown.dice.number
    assert "throw" in shown.actions
    assert touched.touches(Act("throw", seen=seen)).dice.number == thrown
    assert touched.touches(Act("throw", seen=seen_on(shown))).dice.number == thrown + 1


def test_no_other_match_is_begun_while_one_is_played(touched: TouchedTable) -> None:
    assert "match" not in touched.touches(Act("throw")).actions


@pytest.mark.parametrize(
    ("variant", "names", "code"),
    [
        ("nothing", ("Ann",), "BX201"),
        ("classic", ("Ann", "Ann"), "BX206"),
        ("classic", (), "BX206"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_it_is_tried(
    variant: str, names: tuple[str, ...], code: str
) -> None:
    fault = LaptopFeed().objection(Act("match", variant=variant, names=names))
    assert fault is not None
    assert fault.code == code


def test_too_many_acts_at_once_are_refused(touched: TouchedTable) -> None:
    taken = [touched.feed.order(Act("report")) for _ in range(MOST_ORDERS + 1)]
    assert taken.count(False) == 1


def test_nobody_moves_for_a_robot() -> None:
    feed = LaptopFeed()
    queue = feed.new_queue()
    with typing_at(players="best,Ann", watcher=feed) as typist:
        maker = SnapshotMaker(queue.take, typist.ticker.now, may_act=True)
        readings = [piece for piece in queue.take() if isinstance(piece, TableReading)]
        shown = []
        for reading in readings:
            maker.take(reading)
            shown.append(maker.snapshot())
        at_work = [each for each in shown if each is not None and each.turn == "best"]
        assert at_work
        assert all(each.actions == () for each in at_work)
        assert [line.robot for line in at_work[0].players] == [True, False]
