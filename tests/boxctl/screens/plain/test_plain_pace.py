"""The pace of the plain game: the coach thinks beside the loop, and robots wait for nobody."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from unittest import mock

from boxctl.screens.background_thinking import Result
from boxctl.screens.laptop.laptop_table import MOST_SKIPPED
from boxctl.screens.plain.plain_table import LineTicker
from groundwork.waker import Waker
from tests.support.records.journals import DiskAtOnce
from tests.support.screens.plain_typist import typing_at


class SlowThinking:
    """Works nothing out until it is told to."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], object]] = []

    def __call__(self, thought: Callable[[], Result], /) -> Future[Result]:
        future: Future[Result] = Future()
        self._waiting.append(lambda: future.set_result(thought()))
        return future

    def is_done(self) -> None:
        """Let all that was begun be worked out."""
        while self._waiting:
            self._waiting.pop(0)()


def test_the_coach_is_waited_for_before_the_prompt_and_not_in_the_loop() -> None:
    thinking = SlowThinking()
    with typing_at(think=thinking) as table:
        table.types_ahead("coach on")
        table.passes(1)
        assert "The coach works it out …" in table.printed
        assert table.printed.count("works it out") == 1
        assert not table.game.waits
        thinking.is_done()
        table.passes_until_it_waits()
        assert table.prompt.startswith("Ann, throw two dice")


def test_who_types_before_the_coach_has_spoken_plays_on() -> None:
    thinking = SlowThinking()
    with typing_at(think=thinking) as table:
        table.types_ahead("coach on")
        table.passes(1)
        table.types_ahead("throw")
        table.passes(2)
        assert "4 and 3, 7 in all" in table.printed


def test_the_coach_answers_what_was_asked_when_it_knows() -> None:
    thinking = SlowThinking()
    with typing_at(think=thinking) as table:
        table.types("throw")
        assert table.hears("coach").startswith("The coach works it out …")
        thinking.is_done()
        assert "best" in table.passes(0.1)


def beaten(may_skip: Callable[[], bool], times: int) -> list[int]:
    """When a clock beats that stands still but for what it skips."""
    beats: list[int] = []
    ticker = LineTicker()

    def beat() -> None:
        beats.append(ticker.now())
        ticker.beat_at(ticker.now() + MOST_SKIPPED)

    with (
        mock.patch("boxctl.screens.plain.plain_table.monotonic_us", return_value=0),
        mock.patch.object(Waker, "wait", return_value=False),
    ):
        ticker.hurry(may_skip)
        ticker.start(beat)
        beat()
        ticker.run(lambda: len(beats) == times)
    return beats


def test_a_hurried_clock_skips_short_waits() -> None:
    assert beaten(lambda: True, 4) == [0, MOST_SKIPPED, 2 * MOST_SKIPPED, 3 * MOST_SKIPPED]


def test_the_time_in_which_a_script_thinks_is_not_skipped() -> None:
    with typing_at() as table:
        assert table.prompt.startswith("Ann, throw two dice")
        assert not table.game.may_hurry
        table.types_ahead("throw")
        assert table.game.may_hurry


def test_a_hurried_clock_does_not_skip_while_the_disk_is_waited_for() -> None:
    assert beaten(lambda: False, 4) == [0, 0, 0, 0]


def test_a_ruling_that_waits_for_the_disk_is_not_recorded(tmp_path: Path) -> None:
    disks: list[DiskAtOnce] = []
    with typing_at(journal_file=tmp_path / "j.db", hand_over=disks.append) as table:
        recorded = [table.game.all_recorded]
        disks[0].stalls()
        table.types_ahead("throw")
        table.passes(1)
        recorded.append(table.game.all_recorded)
        disks[0].is_mended()
        table.passes(1)
        recorded.append(table.game.all_recorded)
    assert recorded == [True, False, True]


def time_of_a_demo(*, watched: bool) -> int:
    """How long two robots play in the time of the table, in microseconds."""
    with typing_at(players="best,human", demo=True, watched=watched, motion=watched) as table:
        began = table.ticker.now()
        table.passes_until_it_waits()
        assert "wins." in table.printed
        return table.ticker.now() - began


def test_robots_take_their_time_only_where_people_watch() -> None:
    assert time_of_a_demo(watched=False) * 3 < time_of_a_demo(watched=True)
