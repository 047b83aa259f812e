"""Real dice beside a game on a laptop: people type what they show."""

from __future__ import annotations

import subprocess
import sys
from typing import Self

from boxctl.screens.app.table_overlays import ThrowScreen
from boxctl.screens.dice_tray import HandTray
from tests.support.screens.game_pilot import GamePilot, at_table, in_loop


class RealDice(HandTray):
    """Two dice with six sides."""

    def __init__(self) -> None:
        super().__init__(2, 6)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ended: object) -> None:
        pass


async def asks(table: GamePilot) -> None:
    await table.pilot.press("space")
    await table.until(lambda: isinstance(table.screen, ThrowScreen))


@in_loop
async def test_space_asks_what_the_dice_show() -> None:
    async with at_table(tray=RealDice()) as table:
        assert "Throw two dice, then SPACE: type what they show" in table.shown
        await asks(table)
        await table.types("3", "4", "enter")
        await table.until(lambda: not isinstance(table.screen, ThrowScreen))
        table.comes_to_rest()
        assert "You threw 3 and 4" in table.said
        await table.press("7")
        assert "The 7 is shut for 3 and 4" in table.said


@in_loop
async def test_what_is_no_throw_is_said_and_asked_again() -> None:
    async with at_table(tray=RealDice()) as table:
        await asks(table)
        await table.types("7", "enter")
        wrong = str(table.screen.query_one("#wrong").render())
        assert "That is no throw: type what two dice with 6 sides show" in wrong
        await table.types("escape")
        await table.until(lambda: not isinstance(table.screen, ThrowScreen))
        assert table.table.play.throw_awaited


@in_loop
async def test_simulated_players_have_no_hands_and_throw_by_themselves() -> None:
    async with at_table(tray=RealDice(), players="highest-first,Ann") as table:
        table.passes(20)
        assert table.table.play.seat == 1 or table.table.play.over
        assert not isinstance(table.screen, ThrowScreen)


def test_in_the_plain_game_t_says_what_the_dice_show() -> None:
    command = [sys.executable, "-m", "boxctl", "play", "--plain", "--roller", "hand"]
    typed = "\nt 9 9\nt 3 4\n7\nq\n"
    ended = subprocess.run(
        [*command, "--set", "bump_ms=1"],
        input=typed, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    printed = " ".join(ended.stdout.split())
    assert "That is no throw: type what two dice with 6 sides show" in printed
    assert "3 and 4, 7 in all" in printed
