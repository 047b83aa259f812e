"""Playing on the full screen: simulated players, the coach, personal bests, stakes, resuming."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.personal_best import personal_best
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import read_match
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.app.table_overlays import FinalResult
from boxctl.screens.laptop.game_choice import BOX
from boxctl.screens.laptop.house_habits import recall
from boxctl.screens.laptop.robots import demo_players
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop, short


@in_loop
async def test_simulated_players_play_at_a_pace_that_can_be_watched() -> None:
    async with at_table(players="best,highest-first") as table:
        assert "Robot Bea plays" in table.shown
        before = table.ticker.now()
        looks = set()
        for _ in range(4000):
            table.passes(0.1)
            looks.add(table.shown)
            if table.table.play.over:
                break
        assert table.table.play.over
        throws = sum(r["verdict"] == "throw" for r in table.table.table_log.rulings)
        assert (table.ticker.now() - before) / 1e6 > throws
        assert len(looks) > 5 * throws


@pytest.mark.parametrize("name", ["canadienne", "long-game", "lucky-seven", "the-300", "pub"])
@in_loop
async def test_simulated_players_come_to_the_end_of_a_match(name: str) -> None:
    players, motion = "highest-first,random", name == "pub"
    async with at_table(name, players, settings=short(name), motion=motion) as table:
        table.ticker.passes(4_000_000_000, lambda: table.table.play.over)
        assert table.table.play.over


@in_loop
async def test_the_table_does_not_wait_for_who_thinks_long() -> None:
    thoughts: list[tuple[Future[Any], Callable[[], Any]]] = []

    def slowly(thought: Callable[[], Any]) -> Future[Any]:
        thoughts.append((Future(), thought))
        return thoughts[-1][0]

    async with at_table(players="best,Ann", think=slowly) as table:
        table.passes(30)
        assert "Robot Bea plays" in table.shown
        await table.pilot.press("h")
        assert "BACKSPACE" in table.page
        await table.pilot.press("x")
        future, thought = thoughts.pop()
        future.set_result(thought())
        table.passes(2)
        assert "You threw" in table.said


@in_loop
async def test_our_keys_throw_nothing_in_a_simulated_player_s_turn_but_hurry_it() -> None:
    async with at_table(players="best,Ann") as table:
        await table.pilot.press("space", "enter")
        thrown_by_robot = table.table.hands.tumbling
        assert thrown_by_robot is not None
        await table.pilot.press("space")
        assert table.table.hands.tumbling is thrown_by_robot
        table.passes(0.5)
        assert "You threw" in table.said


@in_loop
async def test_a_player_against_a_simulated_one_plays_to_the_paid_out_pool() -> None:
    async with at_table(players="Ann,best", settings={"stake": "50"}) as table:
        assert "pool 100 (50 each)" in table.shown
        for _ in range(100):
            if table.table.play.over:
                break
            if table.table.play.player == "best":
                table.passes(1)
            else:
                await move_on(table)
        assert "pool 100, paid out" in table.shown
        assert "+50" in table.shown
        assert "−50" in table.shown


async def move_on(table: GamePilot) -> None:
    answer = table.table.play.answer
    if answer is not None and not answer.moved:
        await table.press(*map(str, sorted(tiles_of(answer.moves[0].tiles))))
    else:
        await table.press("enter")


def tiles_of(tiles: int) -> list[int]:
    return [n for n in range(1, 25) if tiles >> (n - 1) & 1]


@in_loop
async def test_a_personal_best_is_of_this_player_alone_by_these_rules(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    scores: list[int] = []
    for seed in (3, 4):
        async with at_table(players="Ann", seed=seed, journal_file=path) as table:
            if scores:
                assert f"best so far {scores[0]}, one match" in table.shown
            await table.plays()
            scores.append(table.table.table_log.rulings[-1]["scores"]["Ann"])
            assert f"best so far {min(scores)}" in table.shown
    found = personal_best(path, BOX, variant("classic"), "Ann")
    assert found is not None
    assert (found.score, found.matches) == (min(scores), 2)
    assert personal_best(path, BOX, variant("classic"), "Bob") is None
    ten_tiles = with_settings(variant("classic"), [("tiles", "10")])
    assert personal_best(path, BOX, ten_tiles, "Ann") is None
    assert personal_best(tmp_path / "none.db", BOX, variant("classic"), "Ann") is None


@in_loop
async def test_a_match_is_recorded_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table(journal_file=path) as table:
        await table.press("space")
        await table.press("1")
        levers = table.table.box.wood.levers
        assert table.said == "The 1 so far for 4 and 3: 6 or 4+2 to go."
    (waiting,) = unfinished_matches(path)
    assert (waiting.number, waiting.chosen.players) == (1, ("Ann", "Bob"))
    async with at_table(journal_file=path) as table:
        assert "Ann  4 3: 1 …" in table.shown
        assert "The match goes on where it stood" in table.shown
        assert table.table.box.wood.levers == levers
        await table.plays()
        assert "The match is over" in table.shown
    assert unfinished_matches(path) == ()
    with closing(open_to_read(path)) as connection:
        assert list(numbers_in(connection)) == [1]
        match = read_match(connection, 1)
    assert match is not None
    assert match.over


@in_loop
async def test_the_players_of_a_demo_are_not_the_last_choice(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with at_table("ten", "Ann,Bob", journal_file=journal):
        pass
    async with at_table("classic", "best,human", journal_file=journal, demo=True):
        pass
    last = recall(journal)
    assert last is not None
    assert last.chosen is not None
    assert (last.chosen.variant, last.chosen.players) == ("ten", ("Ann", "Bob"))


@pytest.mark.parametrize("name", ["classic", "the-300"])
@in_loop
async def test_a_demo_plays_a_match_shows_its_end_and_leaves(name: str) -> None:
    players = ",".join(demo_players(variant(name)))
    async with at_table(name, players, demo=True, motion=name == "classic") as table:
        table.ticker.passes(4_000_000_000, lambda: table.table.play.over)
        over_at = table.ticker.now()
        assert not table.app._exit
        table.ticker.passes(60_000_000, lambda: table.app._exit)
        assert 2_000_000 < table.ticker.now() - over_at <= 4_000_000
    ended = table.app.return_value
    assert isinstance(ended, FinalResult)
    assert re.search("wins|share", ended.text)


@in_loop
async def test_a_double_that_may_be_thrown_again_says_with_which_key() -> None:
    """R5.7: dice of one side show nothing but doubles."""
    settings = {"doubles": "may_rethrow", "dice": "2d1"}
    async with at_table(players="Ann", settings=settings) as table:
        await table.press("space")
        assert "SPACE: throw again" in table.shown
        assert "SPACE throw again" in " ".join(table.shown.split())
        await table.press("space")
        ruled = [ruling["verdict"] for ruling in table.table.table_log.rulings]
        assert ruled[-3:] == ["throw", "again", "throw"]
        await table.press("2")
        assert "throw again" not in table.shown
