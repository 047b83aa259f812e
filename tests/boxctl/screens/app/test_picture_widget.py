"""The picture of a table on a terminal: drawn as any other, and nothing left to be collected.

Garbage is looked for in small steps while a game is drawn: no frame waits for a lot of it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from pytest_mock import MockerFixture
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from boxctl.screens.app import picture_widget
from boxctl.screens.app.game_app import GameApp, TextFilter
from boxctl.screens.app.picture_widget import (
    MovingPicture,
    PictureWidget,
    collect_before_a_game,
    themes,
)
from boxctl.screens.app.start import PlayOptions, play_full
from boxctl.screens.pictures.picture import Picture, Span
from tests.support.screens.game_pilot import in_loop

WIDE, HIGH = 20, 3


def picture(text: str) -> Picture:
    return ((Span(text, "plain", "felt"), Span("│ 7", "turn")), (), (Span("under it"),))


class Pictures(App[None]):
    """A picture that moves above one that does not."""

    def __init__(self) -> None:
        super().__init__()
        self.moving, self.still = MovingPicture(), PictureWidget()
        for theme in themes().values():
            self.register_theme(theme)
        self.theme = "boxctl-dark"

    def get_line_filters(self) -> list[TextFilter]:
        return [TextFilter()]

    def compose(self) -> ComposeResult:
        yield self.moving
        yield self.still

    def paint(self, shown: Picture) -> None:
        self.moving.paint(shown)
        self.still.paint(shown)


@in_loop
async def test_it_is_drawn_as_any_other_picture() -> None:
    app = Pictures()
    async with app.run_test(size=(WIDE, 2 * HIGH)) as pilot:
        for text in ("one", "another", "bad\x1b[2J\u202e", "a\ue000"):
            app.paint(picture(text))
            for change in ("", "boxctl-light", "ansi-dark", "boxctl-dark"):
                app.theme = change or app.theme
                await pilot.pause()
                for crop in (Region(0, 0, WIDE, HIGH), Region(2, 1, 7, 2)):
                    assert app.moving.render_lines(crop) == app.still.render_lines(crop)
        await pilot.resize_terminal(WIDE + 5, 2 * HIGH)
        crop = Region(0, 0, WIDE + 5, HIGH)
        assert app.moving.render_lines(crop) == app.still.render_lines(crop)


Strips = list["ref[Strip]"]


class CountedStrip(picture_widget.RowStrip):
    """A strip that can be counted."""

    __slots__ = ("__weakref__",)


@pytest.fixture
def strips(mocker: MockerFixture) -> Strips:
    """The strips that a picture makes."""
    made: Strips = []

    def strip(*contents: object) -> Strip:
        counted = CountedStrip(*contents)  # type: ignore[arg-type]
        made.append(ref(counted))
        return counted

    mocker.patch.object(picture_widget, "RowStrip", strip)
    return made


@in_loop
async def test_a_frame_that_is_over_leaves_nothing_to_the_garbage_collector(
    strips: Strips,
) -> None:
    app = Pictures()
    async with app.run_test(size=(WIDE, 2 * HIGH)) as pilot:
        gc.disable()
        try:
            for frame in range(5):
                app.moving.paint(((Span(f"frame {frame}"),),) * HIGH)
                await pilot.pause()
            await pilot.pause()
            assert sum(strip() is not None for strip in strips) == HIGH
        finally:
            gc.enable()


@in_loop
async def test_black_is_never_bold_in_sixteen_colours_where_it_would_be_grey() -> None:
    app = Pictures()
    async with app.run_test(size=(WIDE, 2 * HIGH)) as pilot:
        for theme, bold in (("boxctl-light", True), ("ansi-light", False), ("ansi-dark", True)):
            app.theme = theme
            app.paint(((Span("Ann wins", "said"),),))
            await pilot.pause()
            style = next(iter(app.still.render_line(0))).style
            assert style is not None
            assert bool(style.bold) == bold


AT_THE_START = 100_000
"""The threshold that the command sets before it imports anything."""


@pytest.fixture
def thresholds_as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(AT_THE_START)
    yield
    # Unfrozen, all modules and tests would be looked through in whatever is tested later.
    gc.freeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds_as_before")
def test_garbage_is_looked_for_often_and_never_among_what_was_imported(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch.object(GameApp, "keep_signals")
    seen: list[tuple[int, int]] = []

    def run(_app: GameApp) -> None:
        seen.append((gc.get_threshold()[0], gc.get_freeze_count()))

    mocker.patch.object(GameApp, "run", run)
    assert play_full(None, PlayOptions(tmp_path / "journal.db")) is None
    ((young, frozen),) = seen
    assert young <= AT_THE_START / 50
    assert frozen > AT_THE_START / 10


class Forgotten:
    """Something that keeps itself, as a closed screen does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("thresholds_as_before")
def test_before_a_game_all_garbage_goes_and_what_is_left_is_not_looked_through() -> None:
    forgotten = ref(Forgotten())
    gc.freeze()
    assert forgotten() is not None
    collect_before_a_game()
    assert forgotten() is None
    assert len(gc.get_objects(generation=2)) < gc.get_freeze_count() / 10
