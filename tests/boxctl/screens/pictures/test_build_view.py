"""What moves on the screen: tiles, dice, a celebration; and that all of it can be switched off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from boxctl.cli import BadOption
from boxctl.cli.game.play import run
from boxctl.screens.app.start import has_motion
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, recall, remember
from boxctl.screens.pictures.build_view import CELEBRATION, FALL, Celebration, FallingTiles
from boxctl.screens.pictures.view_model import TableViewModel
from tests.support.screens.game_pilot import GamePilot, TrayAtOnce, at_table, in_loop

MILLISECOND = 1_000


def seen(table: GamePilot) -> TableViewModel:
    """The table as it is drawn at this moment."""
    return table.at.drawing.view.at(table.ticker.now(), table.at.typed)


class SlowTray(TrayAtOnce):
    """A roller that hands its dice over when it is told to."""

    thrown: Sequence[int | None] = ()

    def throw(self, values: Sequence[int | None]) -> None:
        self.thrown = values

    def reads(self) -> None:
        super().throw(self.thrown)


def test_a_tile_falls_ever_faster_and_lies_after_its_time() -> None:
    falling = FallingTiles(0b1)
    falling.now_standing(0b0, 0)
    fallen = [falling.fallen(1, share * FALL // 8) for share in range(9)]
    steps = [after - before for before, after in pairwise(fallen)]
    assert fallen[0] == 0.0
    assert fallen[-1] == 1.0
    assert steps == sorted(steps)


def test_without_motion_a_tile_lies_at_once() -> None:
    falling = FallingTiles(0b11, motion=False)
    falling.now_standing(0b01, 0)
    assert not falling.moving
    assert (falling.fallen(1, 0), falling.fallen(2, 0)) == (0.0, 1.0)


def test_a_banner_is_celebrated_once_and_for_less_than_two_seconds() -> None:
    celebration = Celebration()
    celebration.now_announced(None, 0)
    assert celebration.share(0) is None
    celebration.now_announced("Ann has shut the box!", 10)
    assert celebration.share(10) == 0.0
    celebration.now_announced("Ann has shut the box!", 10 + CELEBRATION // 2)
    assert celebration.share(10 + CELEBRATION // 2) == 0.5
    assert celebration.share(10 + CELEBRATION) is None
    celebration.now_announced("Ann has shut the box!", 20 + CELEBRATION)
    assert celebration.share(20 + CELEBRATION) is None
    assert CELEBRATION < 2_000_000


@in_loop
async def test_a_shut_box_is_celebrated_until_somebody_presses_a_key() -> None:
    async with at_table("classic", "Ann", settings={"tiles": "1", "dice": "1d1"}) as table:
        await table.press("space")
        await table.pilot.press("1")
        table.passes(0.5)
        assert table.table.play.over
        assert seen(table).celebration is not None
        assert table.at.drawing.view.due(table.ticker.now()) is not None
        await table.pilot.press("up")
        assert seen(table).celebration is None
        assert table.at.drawing.view.due(table.ticker.now()) is None


@in_loop
async def test_dice_lie_on_the_felt_in_every_frame_until_they_are_read() -> None:
    tray = SlowTray()
    async with at_table(tray=tray) as table:
        await table.pilot.press("space")
        rolled = []
        for _ in range(30):
            look = seen(table)
            rolled.append(look.tumbled)
            assert len(look.dice) == 2
            assert look.rolling
            table.ticker.passes(20 * MILLISECOND)
        assert rolled == sorted(rolled)
        assert rolled[-1] > 1.0
        tray.reads()
        table.comes_to_rest()
        assert not seen(table).rolling
        assert len(seen(table).dice) == 2


@in_loop
async def test_without_motion_a_throw_is_read_at_once_and_a_tile_lies_at_once() -> None:
    async with at_table(motion=False) as table:
        await table.pilot.press("space")
        assert not seen(table).rolling
        table.ticker.passes(5 * MILLISECOND)
        assert seen(table).dice == (4, 3)
        await table.press("7")
        assert {tile.fallen for tile in seen(table).tiles} == {0.0, 1.0}


@pytest.mark.parametrize(
    ("wanted", "environment", "last", "moves"),
    [
        (None, {}, True, True),
        (None, {}, False, False),
        (True, {}, False, True),
        (False, {}, True, False),
        (None, {"NO_MOTION": "1"}, True, False),
        (None, {"TEXTUAL_ANIMATIONS": "none"}, True, False),
        (True, {"NO_MOTION": "1"}, False, True),
    ],
)
def test_motion_is_as_wanted_else_as_the_environment_says_else_as_last_time(
    wanted: bool | None, environment: dict[str, str], last: bool, moves: bool
) -> None:
    assert has_motion(wanted, environment, last) is moves


@pytest.mark.parametrize("motion", [True, False])
def test_the_next_game_moves_as_this_one(tmp_path: Path, motion: bool) -> None:
    journal = tmp_path / "journal.db"
    remember(journal, LastChoice(GameChoice("classic", (), ("Ann",)), motion=motion))
    last = recall(journal)
    assert last is not None
    assert last.motion is motion


def test_motion_is_for_the_full_screen() -> None:
    with pytest.raises(BadOption, match="--motion is for the full screen"):
        run(["--plain", "--motion"])
