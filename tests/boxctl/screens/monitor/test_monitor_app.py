"""The full screen of the monitor: what it shows, and what its keys do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from boxctl.monitor.box_monitor import FACE_SHOWN
from boxctl.screens.app.monitor_app import MonitorApp
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.laptop.ticker import Beat
from boxctl.screens.monitor.monitor_picture import monitor_picture
from boxctl.screens.pictures.glyphs import ASCII, LINES, Glyphs
from boxctl.screens.pictures.picture import width_of
from tests.boxctl.monitor.a_monitored_box import MonitoredBox
from tests.support.screens.picture_text import text_of

LAMPS = (14, 15, 18)


class TickerByHand:
    """A ticker that beats when a test says so."""

    def __init__(self, box: MonitoredBox) -> None:
        self._box = box
        self.beat: Beat = lambda: None

    def now(self) -> int:
        return self._box.now

    def start(self, beat: Beat) -> None:
        self.beat = beat

    def beat_at(self, due: int | None) -> None:
        """Nothing is due by itself."""

    def wake(self) -> None:
        """Nothing wakes it."""

    def stop(self) -> None:
        """Nothing is to be stopped."""


class ScreenOfBox:
    """The app on a monitored box, and the fingers on its keys."""

    def __init__(self, directory: Path, glyphs: Glyphs = LINES) -> None:
        self.box = MonitoredBox(directory)
        self.ticker = TickerByHand(self.box)
        self.app = MonitorApp(
            self.box.monitor,
            self.box.box_file,
            lambda: [],
            self.ticker,
            ["0.1  tile 1", "0.2  tile 2"],
            {2},
            glyphs,
            "boxctl-dark",
            self.box.box.close,
        )

    @asynccontextmanager
    async def shown(self, size: tuple[int, int] = (90, 24)) -> AsyncIterator[Pilot[None]]:
        async with self.app.run_test(size=size) as pilot:
            yield pilot
        self.box.box.close()

    @property
    def text(self) -> str:
        return text_of(self.app.query_one(PictureWidget).picture)

    def row(self, beginning: str) -> str:
        return next(line for line in self.text.splitlines() if line[2:].startswith(beginning))


def test_every_contact_has_a_row_that_follows_it(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def look() -> None:
        async with screen.shown():
            assert screen.row("tile 1").split() == [
                "▶",
                "tile",
                "1",
                "●",
                "high",
                "open",
                "0",
                "0",
                "0",
                "-",
                "-",
            ]
            screen.box.moves(4, False, True, False)
            screen.ticker.beat()
            assert screen.row("tile 1").split() == [
                "▶",
                "tile",
                "1",
                "○",
                "low",
                "shut",
                "3",
                "1",
                "0",
                "2.0",
                "█",
                "0.1",
            ]
            assert screen.row("tile 2").startswith(" !")
            assert "! gets worse over the months" in screen.text
            assert "roll" in screen.row("roll")
            assert "the lamps follow the levers" in screen.text

    asyncio.run(look())


def test_a_level_that_is_not_believed_yet_is_marked(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def look() -> None:
        async with screen.shown():
            screen.box.pin(4).drive(high=False)
            screen.box.passes(0)
            screen.ticker.beat()
            assert "low~" in screen.row("tile 1")
            assert "open" in screen.row("tile 1")

    asyncio.run(look())


def test_keys_switch_lamps_throw_and_turn_the_dice(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def play() -> None:
        async with screen.shown() as pilot:
            await pilot.press("m", "m", "m")
            assert screen.box.lit(LAMPS) == [False, False, False]
            await pilot.press("down", "enter")
            assert screen.box.lit(LAMPS) == [False, True, False]
            await pilot.press("r")
            assert screen.box.monitor.devices.roller.throws == 1
            assert "1 throw, 0 not to be read" in screen.text
            await pilot.press("T")
            assert screen.box.monitor.due == screen.box.now + FACE_SHOWN
            await pilot.press("z")
            assert screen.box.monitor.devices.roller.throws == 0
            await pilot.press("q")

    asyncio.run(play())


def test_a_contact_is_selected_with_the_mouse(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def click() -> None:
        async with screen.shown() as pilot:
            await pilot.click(offset=(5, 4))
            assert screen.row("tile 3").startswith("▶")
            await pilot.click(offset=(3, 23))
            assert screen.box.lit(LAMPS) == [True, True, False]

    asyncio.run(click())


@pytest.mark.parametrize("glyphs", [LINES, ASCII], ids=["lines", "ascii"])
@pytest.mark.parametrize("size", [(20, 5), (60, 12), (80, 24), (120, 40)])
def test_the_picture_fills_a_window_of_any_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], glyphs: Glyphs
) -> None:
    # The picture names the file as it was given, whose folder may have any letters.
    monkeypatch.chdir(tmp_path)
    screen = ScreenOfBox(Path(), glyphs)
    picture = monitor_picture(screen.app.view, *size, glyphs)
    screen.box.box.close()
    assert len(picture) == size[1]
    assert {width_of(row) for row in picture} == {size[0]}
    if glyphs is ASCII:
        assert text_of(picture).replace("…", ".").isascii()


def test_a_low_window_shows_the_rows_around_the_selected_one(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def scroll() -> None:
        async with screen.shown((80, 10)) as pilot:
            assert "roll  " not in screen.text
            await pilot.press(*["down"] * 4)
            assert screen.row("roll").startswith("▶")
            assert "tile 1" not in screen.text.split("0.1")[0]

    asyncio.run(scroll())
