"""The full screen of the monitor: what it shows, and what its keys do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from boxctl.monitor.box_monitor import FACE_SHOWN
from boxctl.screens.app.monitor_app import MonitorApp
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.laptop.laptop_table import Beat
from boxctl.screens.pictures.monitor_picture import monitor_picture
from boxctl.screens.pictures.picture import ASCII, LINES, Glyphs, width_of
from groundwork.language import known_languages, language, tr, tr_as, use
from hardware.devices import DeviceLost
from tests.boxctl.monitor.a_monitored_box import BOX_TOML, MonitoredBox
from tests.support.screens.picture_text import text_of

LAMPS = (14, 15, 18)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use(language("en"))


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

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Nothing waits."""

    def stop(self) -> None:
        """Nothing is to be stopped."""


class ScreenOfBox:
    """The app on a monitored box, and the fingers on its keys."""

    def __init__(self, directory: Path, glyphs: Glyphs = LINES, box_toml: str = BOX_TOML) -> None:
        self.box = MonitoredBox(directory, box_toml)
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
            assert screen.text.splitlines()[1].split()[0] == "1-4/5"
            await pilot.press(*["down"] * 4)
            assert screen.row("roll").startswith("▶")
            assert screen.text.splitlines()[1].split()[0] == "2-5/5"
            assert "tile 1" not in screen.text.split("0.1")[0]

    asyncio.run(scroll())


@pytest.mark.parametrize("code", known_languages())
def test_the_headings_of_each_language_stand_apart_on_a_usual_terminal(
    tmp_path: Path, code: str
) -> None:
    use(language(code))
    screen = ScreenOfBox(tmp_path)
    screen.box.moves(4, False, True, False)
    heads = text_of(monitor_picture(screen.app.view, 80, 24, LINES)).splitlines()[1]
    screen.box.box.close()
    words = [
        tr("contact"),
        tr("level"),
        tr_as("state of a contact", "is"),
        tr("edges"),
        tr_as("column of the monitor", "moves"),
        tr("back"),
        tr("worst ms"),
        "0-50+ ms",
        tr("ago, s"),
    ]
    assert heads.split() == " ".join(words).split()


def test_the_newest_throw_stays_on_the_screen(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def throw() -> None:
        async with screen.shown() as pilot:
            assert "no throw yet" in screen.text
            await pilot.press("r")
            screen.box.passes(3_200_000)
            screen.ticker.beat()
            values = " ".join(map(str, screen.box.monitor.devices.roller.last))
            assert f"the dice show {values} since 3.2 s" in screen.text
            await pilot.press("z")
            assert f"the dice show {values} since 3.2 s" in screen.text

    asyncio.run(throw())


def test_why_a_device_is_lost_is_told_to_its_end(tmp_path: Path) -> None:
    screen = ScreenOfBox(tmp_path)

    async def look() -> None:
        async with screen.shown((80, 24)):
            assert "without a fault: the row of lamps and the display of the dice" in screen.text
            why = f"BX407: {'nobody knows ' * 8}why; see to the plug"
            screen.box.monitor.devices.take(DeviceLost(screen.box.now, "lamps", why))
            screen.ticker.beat()
            assert "without a fault: the display of the dice" in screen.text
            assert f"The row of lamps does not answer: {why}" in " ".join(screen.text.split())

    asyncio.run(look())


def test_a_box_without_lamps_shows_none_and_has_no_keys_for_them(tmp_path: Path) -> None:
    lamps = BOX_TOML[BOX_TOML.index("[lamps]") : BOX_TOML.index("[buttons]")]
    screen = ScreenOfBox(tmp_path, box_toml=BOX_TOML.replace(lamps, ""))

    async def look() -> None:
        async with screen.shown() as pilot:
            await pilot.press("enter", "m")
            assert screen.row("tile 1").split()[2:5] == ["1", "high", "open"]
            assert "lamp" not in screen.text.split("0.1  tile 1")[1]
            assert "the lamps" not in screen.text

    asyncio.run(look())
