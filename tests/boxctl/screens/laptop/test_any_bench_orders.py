"""Whatever is done to the simulated box, in any order: nothing hangs, and nothing ends the game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boxctl.screens.dice_tray import HandTray, VirtualTray
from boxctl.screens.plain.commands import COMMANDS, Does, Takes
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop
from tests.support.screens.plain_typist import PlainTypist, typing_at
from tests.support.soak import SOAK

LEAVES = (Does.QUIT, Does.GIVE_UP, Does.BENCH)

TILES = st.integers(1, 9)

BENCH_ORDERS = [command for command in COMMANDS if command.of_bench]

ORDERS = st.one_of(
    st.sampled_from([each.name for each in BENCH_ORDERS if each.takes is Takes.NOTHING]),
    st.builds(
        lambda command, tile: f"{command.name} {tile}",
        st.sampled_from([each for each in BENCH_ORDERS if each.takes is Takes.A_TILE]),
        TILES,
    ),
    st.sampled_from(
        [each.name for each in COMMANDS if not each.of_bench and each.does not in LEAVES]
    ).filter(lambda name: name != "shut"),
    st.sampled_from(["", "pull", "plug", "unplug", "throw", "throw 3 4", "confirm", "new"]),
    TILES.map(str),
    st.lists(TILES, min_size=2, max_size=3).map(lambda tiles: " ".join(map(str, tiles))),
)
"""Every order of the bench, and every other line after which people are still at the table."""


@pytest.mark.parametrize("interrupts", [True, False], ids=["typed", "piped"])
@settings(max_examples=40 * SOAK)
@example(["pull", "1", "plug", "throw"], "Ann,Bob", False)
@example(["unplug", "pull", "plug"], "Ann,Bob", False)
@example(["unplug", "throw", "pull", "1", "plug", "plug"], "random,Ann", False)
@given(
    st.lists(ORDERS, min_size=2, max_size=30),
    st.sampled_from(["Ann,Bob", "random,Ann"]),
    st.booleans(),
)
def test_after_any_orders_the_plain_game_asks_for_the_next(
    interrupts: bool, orders: list[str], players: str, real_dice: bool
) -> None:
    tray = HandTray(2, 6) if real_dice else VirtualTray(2, 6)
    with (
        TemporaryDirectory() as folder,
        typing_at(
            players=players,
            tray=tray,
            bench=True,
            journal_file=Path(folder) / "journal.db",
            interrupts=interrupts,
        ) as typist,
    ):
        for order in orders:
            typist.types(order)
            assert typist.game.waits, order
        _puts_all_right(typist)
        typist.types("quit")
        assert typist.game.left


def _puts_all_right(typist: PlainTypist) -> None:
    """Whatever is wrong, people can mend it: in the end a throw or its tiles are waited for."""
    game = typist.game
    typist.types("plug", "plug")
    for number in [n for n, what in game.table.box.untrue.items() if what == "stuck"]:
        typist.types(f"stick {number}")
    typist.passes(30)
    for _ in range(60):
        play, hands = game.play, game.table.hands
        asked = hands.question
        if asked is not None:
            stands = bool(game.table.box.levers >> (asked - 1) & 1)
            typist.types("new" if stands or not hands.asks_where else "confirm")
        elif not hands.interrupted and not play.put_back:
            return
        else:
            typist.types("")
    raise AssertionError(typist.printed)


KEYS = st.sampled_from([*"pprkttusxfdn123456789", "space", "enter", "backspace"])


@settings(max_examples=10 * SOAK)
@example(["p", "1", "p", "space"], "Ann,Bob")
@example(["r", "p", "p"], "Ann,Bob")
@given(st.lists(KEYS, min_size=2, max_size=25), st.sampled_from(["Ann,Bob", "random,Ann"]))
def test_after_any_keys_the_full_screen_is_there(keys: list[str], players: str) -> None:
    asyncio.run(_press(keys, players))


async def _press(keys: list[str], players: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "journal.db"
        tray = nullcontext(VirtualTray(2, 6))
        async with at_table(players=players, bench=True, journal_file=file, tray=tray) as table:
            for key in keys:
                await table.pilot.press(key)
                table.passes(3)
                assert table.at.is_open, key
            await _puts_the_power_on(table)


async def _puts_the_power_on(table: GamePilot) -> None:
    if table.table.session is None:
        await table.pilot.press("p")
    assert table.table.session is not None


@contextmanager
def a_folder_in_its_place(journal: Path) -> Iterator[None]:
    """The journal cannot be opened for a while."""
    away = journal.with_suffix(".away")
    journal.rename(away)
    journal.mkdir()
    yield
    journal.rmdir()
    away.rename(journal)


def test_a_program_that_cannot_start_again_says_why_and_the_box_stays_dark(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with typing_at(bench=True, journal_file=journal) as typist:
        typist.types("", "pull")
        with a_folder_in_its_place(journal):
            assert "BX601" in typist.hears("plug")
            assert typist.prompt == "No power, plug: "
        assert "The match goes on where it stood." in typist.hears("plug")


@in_loop
async def test_on_the_full_screen_it_says_so_too(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    async with at_table(bench=True, journal_file=journal) as table:
        await table.press("space")
        await table.press("p")
        with a_folder_in_its_place(journal):
            await table.press("p")
            assert table.at.is_open
            assert "BX601" in table.shown
        await table.press("p")
        assert table.table.session is not None
        assert "BX601" not in table.shown
        assert [ruling["verdict"] for ruling in table.table.table_log.rulings] == ["ready", "throw"]
