"""Garbage is looked for in small steps while a game is drawn: no frame waits for a lot of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from pytest_mock import MockerFixture

from boxctl.screens.app.game_app import GameApp
from boxctl.screens.app.picture_widget import collect_before_a_game
from boxctl.screens.app.start import PlayOptions, play_full

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
