"""A roll-off (R7.8) has a column of its own wherever a recorded match is seen again.

Bob and Cid tie for the lowest total when Ann reaches the target, in mid-round (R7.2) or at the end
of the round. Bob has played the tie off, and Cid has not.
"""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from boxctl.presentation.match_score import MatchScore
from boxctl.screens.laptop.playback import watched_match
from boxctl.screens.laptop.table_log import TableLog
from boxctl.web.journal.replays import last_snapshot
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.snapshots import SnapshotMaker
from boxctl.web.state import TableSnapshot
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import BuildTable, VirtualTable

Sheet = dict[str, tuple[object, ...]]
"""The names of the rounds, and what each player has made in them."""

AT_ONCE: Sheet = {
    "rounds": ("1", "2", "tie"),
    "Ann": (15, 16, None),
    "Bob": (17, None, 16),
    "Cid": (17, None, None),
}
AT_THE_END: Sheet = {
    "rounds": ("1", "tie"),
    "Ann": (24, None),
    "Bob": (17, 16),
    "Cid": (17, None),
}
TURNS = {"at_once": ((9,), (7,), (7,), (8,), (8,)), "end_of_round": ((), (7,), (7,), (8,))}


@pytest.fixture
def feed() -> BoxFeed:
    return BoxFeed(has_buttons=True)


@pytest.fixture(params=[("at_once", AT_ONCE), ("end_of_round", AT_THE_END)], ids=[*TURNS])
def ends(request: pytest.FixtureRequest) -> tuple[str, Sheet]:
    """When the match ends by its target, and the sheet then."""
    when: tuple[str, Sheet] = request.param
    return when


@pytest.fixture
def table(ends: tuple[str, Sheet], a_table: BuildTable, feed: BoxFeed) -> VirtualTable:
    target_ends, _sheet = ends
    table = a_table(
        "tournament", "Ann,Bob,Cid", down=SHORT_BOX, target=24, target_ends=target_ends,
        ties="roll_off", journal=True, watcher=feed, wood=PERFECT_WOOD,
    )  # fmt: skip
    play_turns(table, *TURNS[target_ends])
    return table


@pytest.fixture
def sheet(ends: tuple[str, Sheet]) -> Sheet:
    return ends[1]


def of_score(score: MatchScore) -> Sheet:
    made = {player: score.rounds.of(player) for player in ("Ann", "Bob", "Cid")}
    return {"rounds": score.rounds.columns, **made}


def of_page(state: TableSnapshot | None) -> Sheet:
    assert state is not None
    return {"rounds": state.rounds, **{line.name: line.rounds for line in state.players}}


def test_on_the_page_of_a_replay(table: VirtualTable, sheet: Sheet) -> None:
    assert of_page(last_snapshot(table.read())) == sheet


def test_on_the_screen_on_which_it_is_watched(table: VirtualTable, sheet: Sheet) -> None:
    watched = watched_match(table.path, "1")
    assert of_score(watched.views[-1].score) == sheet


def test_on_the_screen_when_it_is_resumed(table: VirtualTable, sheet: Sheet) -> None:
    log = TableLog(table.rules, ["Ann", "Bob", "Cid"], lambda: 0)
    log.show_resumed(table.read().rulings)
    assert of_score(log.score) == sheet


def test_on_the_page_of_the_table_when_it_is_resumed(
    table: VirtualTable, feed: BoxFeed, sheet: Sheet
) -> None:
    table.loses_power()
    pieces = feed.new_queue()
    table.starts_again()
    maker = SnapshotMaker(pieces.take, lambda: table.now, may_act=False)
    maker.look()
    assert of_page(maker.snapshot()) == sheet
