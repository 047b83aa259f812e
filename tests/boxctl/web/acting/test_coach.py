"""The coach of the terminal answers on the page, too, to whoever has the table's code."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from copy import deepcopy

import pytest

from boxctl.referee.game import Game
from boxctl.web.laptop_feed import BoxFeed, LaptopFeed
from boxctl.web.table_coach import TableCoach
from tests.support.screens.plain_typist import typing_at
from tests.support.tables.virtual_table import BuildTable, VirtualTable
from tests.support.web.served_table import ServedTable, box_feed, served


class CoachedFeed(BoxFeed):
    """The feed of a table whose loop takes a step whenever it is asked for its book."""

    table: VirtualTable

    @property
    def coaches(self) -> bool:
        return True

    def copy_play(self, take: Callable[[Game], object]) -> None:
        take(deepcopy(self.table.runtime.referee.play))


@pytest.fixture
def coached(a_table: BuildTable) -> Iterator[ServedTable]:
    """The pages of a table at which Ann has thrown 1 and 2; a finger has given the code."""
    feed = CoachedFeed(has_buttons=True)
    feed.table = a_table(players="Ann", watcher=feed, match="solo", tiles=6)
    feed.table.throws(1, 2)
    with served(feed.table, box_feed(feed.table, feed)) as pages:
        pages.enters(pages.code.code)
        yield pages


def lines(pages: ServedTable, mode: str, **headers: str) -> list[str]:
    pages.server.settle()
    status, body = pages.sends("/coach", {"mode": mode}, **headers)
    assert status == 200, body
    return [line["text"] for line in body["lines"]]


def test_the_coach_tells_what_each_choice_comes_to(coached: ServedTable) -> None:
    said = lines(coached, "ask")
    assert any(line.startswith(("1+2", "3 ")) for line in said)
    assert said == lines(coached, "on")


def test_the_coach_speaks_the_language_of_who_asks(coached: ServedTable) -> None:
    english, german = lines(coached, "on"), lines(coached, "on", Accept_Language="de")
    assert len(english) == len(german)
    assert english[0] != german[0]
    assert lines(coached, "on") == english


def test_the_coach_warns_while_a_blunder_can_be_taken_back(coached: ServedTable) -> None:
    assert lines(coached, "blunders") == []
    assert lines(coached, "ask")[1].startswith("3 ")
    coached.table.shuts(1)
    (warning,) = lines(coached, "blunders")
    assert warning.startswith("Take it back while you can: 2+1 loses 2.59")
    coached.table.shuts(2)
    (judged,) = lines(coached, "blunders")
    assert judged.startswith("Ann: 2+1 loses 2.59")


def test_the_coach_rates_a_match_that_is_over(coached: ServedTable) -> None:
    assert lines(coached, "after") == []
    coached.table.shuts(1, 2)
    coached.table.throws(1, 2)
    coached.table.shuts(3)
    coached.table.throws(1, 2)
    assert coached.state["over"]
    report = lines(coached, "after")
    assert any(line.startswith("Ann: ") for line in report)


def test_the_coach_rates_each_match_by_itself(coached: ServedTable) -> None:
    def plays(*moves: tuple[int, ...]) -> None:
        for tiles in moves:
            coached.table.shuts(*tiles)
            coached.table.throws(1, 2)

    plays((1, 2), (3,))
    badly_played = lines(coached, "after")
    coached.table.presses("new")
    coached.table.makes_ready()
    coached.table.throws(1, 2)
    plays((3,), (1, 2))
    assert coached.state["over"]
    assert lines(coached, "after") != badly_played


def test_a_move_is_not_judged_by_the_choices_of_the_match_before(coached: ServedTable) -> None:
    assert lines(coached, "on")
    for tiles in ((1, 2), (3,)):
        coached.table.shuts(*tiles)
        coached.table.throws(1, 2)
    coached.table.presses("new")
    coached.table.makes_ready()
    coached.table.throws(1, 4)
    coached.table.shuts(5)
    coached.table.throws(1, 2)
    coached.table.shuts(1, 2)
    assert lines(coached, "on") == []


def test_nobody_asks_without_the_code(coached: ServedTable) -> None:
    coached.token = ""
    assert coached.sends("/coach", {"mode": "on"})[0] == 401


@pytest.mark.parametrize("data", [None, {}, {"mode": "off"}, {"mode": ["on"]}, {"mode": "x"}, []])
def test_what_is_no_question_is_refused(coached: ServedTable, data: object) -> None:
    assert coached.sends("/coach", data)[0] == 400


def test_a_table_whose_loop_does_not_answer_is_said_so(pages: ServedTable) -> None:
    # The loop of this table takes no step while the question waits.
    pages.enters(pages.code.code)
    assert pages.sends("/coach", {"mode": "on"})[0] == 409


def test_the_loop_only_copies_its_book() -> None:
    feed = LaptopFeed()
    copies: list[Game] = []
    with typing_at(players="Ann,Bob", watcher=feed) as typist:
        typist.passes(1)
        feed.copy_play(copies.append)
        typist.passes(1)
        (copied,) = copies
        typist.types("throw")
        typist.passes(2)
        assert typist.game.play.answer is not None
        assert copied.answer is None


def test_the_same_coach_answers_as_in_the_terminal(coached: ServedTable) -> None:
    play = coached.table.runtime.referee.play
    told = [line.text for line in TableCoach().says("ask", deepcopy(play), [])]
    assert told == lines(coached, "ask")


def test_no_garbage_is_collected_while_the_coach_works(a_table: BuildTable) -> None:
    """A collection would hold the loop of the table up, for as long as there is much to look at."""
    table = a_table(players="Ann", match="solo", tiles=6)
    table.throws(1, 2)
    play, coach = table.runtime.referee.play, TableCoach()
    seen: list[str] = []

    def note(phase: str, _info: object) -> None:
        seen.append(phase)

    before = gc.get_threshold()
    gc.set_threshold(20)
    gc.callbacks.append(note)
    try:
        assert coach.says("ask", play, [])
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
    # A few at most, before it begins and after it has ended.
    assert len(seen) < 20
    assert gc.isenabled()
