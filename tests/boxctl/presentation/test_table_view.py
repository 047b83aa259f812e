"""The view follows the referee's book, whatever happens at a table."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from boxctl.presentation.notices import (
    CHATTERING,
    LeverPositionAsked,
    MatchContinues,
    MatchInterrupted,
    SensorTrusted,
    TypedThrowRefused,
)
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import GameSoFar, game_state
from boxctl.referee.lines import LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Doubt, DoubtReason, Ruling, as_data
from boxctl.rules.tiles import tile, tile_set
from boxctl.rules.variants import variant
from groundwork.times import MatchTime
from hardware.devices import DeviceBack, DeviceLost
from tests.support.soak import SOAK
from tests.support.some_views import views_of
from tests.support.tables.box_script import actions, every_variant, tables

ANN_AND_BOB = ("Ann", "Bob")


NAMES_ALL_OF_S = ("ready", "throw", "pending", "provisional", "taken_back", "committed")


@settings(deadline=None, max_examples=35 * SOAK)
@given(data=st.data())
def test_the_view_is_that_of_the_book(data: DataObject) -> None:
    rules, players = data.draw(tables(data.draw(st.sampled_from(every_variant))))
    knows_levers = False
    for view, book, rulings in views_of(rules, players, data.draw(actions)):
        for ruling in rulings:
            if ruling.verdict in NAMES_ALL_OF_S:
                knows_levers = True
            elif ruling.verdict == "restored":
                # The act that puts the last lever back may have moved others: no ruling names them.
                knows_levers = False
        _compare(view, book)
        ruled = [ruling.verdict for ruling in rulings]
        if "round_over" in ruled and ruled[-1] == "ready" and not book.sheet.rolling_off:
            assert {*view.score.out} == {*table_view_of(book).score.out}
        if knows_levers and book.answer is not None:
            assert view.standing == book.levers
            if not book.put_back:
                by_book = table_view_of(book)
                assert (view.moved, view.owed) == (by_book.moved, by_book.owed)


def _compare(view: TableView, book: GameSoFar) -> None:
    by_book = table_view_of(book)
    assert view.back == by_book.back
    if view.awaited == "match_over" and not book.over:
        assert by_book.awaited == "deciding" and not book.put_back, "a new match told by no ruling"
        return
    assert view.open == by_book.open or view.verdict is None
    awaited = "throw" if view.awaited == "turn_over" else view.awaited
    assert awaited == by_book.awaited or (view.back and by_book.awaited == "will_do")
    # Who is out is said as the round ends, when the book may have known it; and the score of a
    # match that is over is shown until a ruling of the next one.
    if not view.score.over and not book.sheet.rolling_off:
        assert {*view.score.out} <= {*by_book.score.out}
    if view.awaited != "turn_over":
        assert view.player == by_book.player or view.awaited == "deciding"
    if by_book.awaited in ("play", "will_do"):
        assert (view.throw, view.choices) == (by_book.throw, by_book.choices)
    if book.rules.doubles == "insurance" and view.awaited in ("throw", "play", "will_do"):
        assert view.markers == by_book.markers
    if view.tally == "scores" and not book.sheet.rolling_off and view.verdict != "match_over":
        assert view.scores == by_book.scores


def test_a_marker_is_shown_where_a_turn_is_one_throw() -> None:
    rules = replace(variant("two-player-battle"), doubles="insurance")
    referee = Referee(rules, ANN_AND_BOB, rules.in_play)
    view = table_view_of(referee.play)
    for ruling in (*referee.begin(), *referee.hear(Thrown(MatchTime(1_000_000), (2, 2)))):
        view = view.after(as_data(ruling))
    assert view.markers == table_view_of(referee.play).markers == 1


class Evening:
    """People at a table, and the view they see."""

    def __init__(self, name: str = "classic", players: tuple[str, ...] = ANN_AND_BOB) -> None:
        rules = variant(name)
        self.referee = Referee(rules, players, rules.in_play)
        self.view = table_view_of(self.referee.play)
        self.at = 0
        self.see(self.referee.begin())

    def see(self, rulings: list[Ruling] | tuple[Ruling, ...] | object) -> None:
        assert isinstance(rulings, list | tuple)
        for ruling in rulings:
            self.view = self.view.after(as_data(ruling))
        self.view = self.view.asked(self.referee.play.put_back)

    def throw(self, *values: int | None) -> TableView:
        self.at += 1_000_000
        self.see(self.referee.hear(Thrown(MatchTime(self.at), values)))
        return self.view

    def lever(self, number: int, *, stands: bool) -> TableView:
        self.at += 1_000_000
        self.see(self.referee.hear(LeverMoved(MatchTime(self.at), number, open=stands)))
        self.at += 500_000
        self.see(self.referee.hear(TimePassed(MatchTime(self.at))))
        return self.view

    def lever_at_once(self, *tiles: int) -> None:
        self.at += 1_000_000
        for number in tiles:
            self.see(self.referee.hear(LeverMoved(MatchTime(self.at), number, open=False)))
        self.at += 500_000
        self.see(self.referee.hear(TimePassed(MatchTime(self.at))))

    def shut(self, *tiles: int) -> TableView:
        for number in tiles:
            self.lever(number, stands=False)
        return self.view

    def open(self, *tiles: int) -> TableView:
        for number in tiles:
            self.lever(number, stands=True)
        return self.view


def test_a_turn() -> None:
    table = Evening()
    assert (table.view.awaited, table.view.player) == ("throw", "Ann")
    view = table.throw(3, 4)
    assert (view.awaited, view.throw, len(view.owed)) == ("play", (3, 4), 5)
    view = table.shut(2)
    assert view.moved == tile(2) and len(view.owed) == 2
    view = table.shut(5)
    assert (view.awaited, view.throw, view.open) == ("throw", (), tile_set([1, 3, 4, 6, 7, 8, 9]))


def test_a_throw_that_does_not_count_leaves_the_one_that_is_owed() -> None:
    table = Evening()
    owed = table.throw(3, 4)
    for thrown in ((6, 6), (None, 2), (1, 1, 1)):
        view = table.throw(*thrown)
        assert view.verdict == "void"
        assert view.score.dice == thrown
        ruled = replace(view, verdict=owed.verdict, rule=owed.rule, score=owed.score)
        assert ruled == owed


def test_what_has_to_be_put_back_shrinks_as_it_is_put_back() -> None:
    table = Evening()
    table.throw(3, 4)
    view = table.shut(9)
    assert view.back == PutBack(open=tile(9)) and view.broken == "R4.5"
    view = table.shut(8)
    assert view.back == PutBack(open=tile_set([8, 9]))
    view = table.open(8)
    assert view.back == PutBack(open=tile(9))
    view = table.open(9)
    assert not view.back and view.broken == ""
    assert (view.awaited, len(view.owed)) == ("play", 5)


def test_what_is_left_of_a_refused_answer_is_the_answer() -> None:
    table = Evening()
    table.throw(3, 4)
    table.shut(6)
    table.lever_at_once(5, 2)
    view = table.view
    assert (view.verdict, view.back) == ("refused", PutBack(open=tile(6)))
    assert (view.moved, view.owed) == (tile_set([2, 5]), (tile_set([2, 5]),))
    assert view.standing == table.referee.play.levers


def test_what_was_moved_rightly_stays_moved_when_a_lever_is_put_back() -> None:
    table = Evening()
    table.throw(3, 4)
    begun = table.shut(2)
    assert begun.owed == (tile_set([1, 2, 4]), tile_set([2, 5]))
    refused = table.shut(9)
    assert (refused.moved, refused.owed) == (begun.moved, begun.owed)
    again = table.open(9)
    assert (again.awaited, again.moved, again.owed) == ("play", begun.moved, begun.owed)


def test_the_end_of_a_turn_and_the_next() -> None:
    table = Evening()
    table.throw(6, 6)
    table.shut(3, 9)
    table.throw(6, 5)
    table.shut(4, 7)
    table.throw(6, 5)
    table.shut(5, 6)
    view = table.throw(6, 6)
    assert (view.awaited, view.scored, view.throw) == ("turn_over", ("Ann", 11), (6, 6))
    assert view.back == PutBack(open=tile_set([3, 4, 5, 6, 7, 9]))
    view = table.open(3)
    assert view.back == PutBack(open=tile_set([4, 5, 6, 7, 9])) and view.verdict is None
    view = table.open(4, 5, 6, 7, 9)
    assert (view.awaited, view.player, view.scores) == ("throw", "Bob", (("Ann", 11),))
    assert view.scored == ("Ann", 11), "for the last time, until Bob throws"
    assert table.throw(1, 2).scored is None


def test_another_match_starts_with_nothing() -> None:
    table = Evening("classic", ("Ann",))
    while not table.referee.play.over:
        table.throw(*[1] * table.referee.play.counts[-1])
        if answer := table.referee.play.answer:
            tiles = answer.moves[0].tiles
            table.shut(*(n for n in range(1, 10) if tile(n) & tiles))
    assert table.view.awaited == "match_over" and table.view.scores
    table.at += 1_000_000
    table.see(table.referee.hear(Pressed(MatchTime(table.at), "new")))
    assert table.view.back and not table.view.scores
    assert (table.view.awaited, table.view.player) == ("throw", "Ann")


def test_devices_that_do_not_answer() -> None:
    view = TableView(ANN_AND_BOB)
    away = view.told(DeviceLost(1, "roller", "pulled out")).told(DeviceLost(2, "voice", "hangs"))
    assert away.troubles == (("roller", "pulled out"), ("voice", "hangs"))
    again = away.told(DeviceLost(3, "roller", "still out"))
    assert dict(again.troubles)["roller"] == "still out" and len(again.troubles) == 2
    assert again.told(DeviceBack(4, "roller", "")).told(DeviceBack(5, "voice", "")) == view


def test_a_match_that_was_interrupted() -> None:
    table = Evening()
    table.throw(3, 4)
    view = table_view_of(table.referee.play)
    back = PutBack(shut=tile(4))
    stands = game_state(table.referee.play)
    held = view.told(MatchInterrupted("Ann", back, stands)).asked(back)
    assert held.interrupted and held.may_declare and held.back == back
    goes_on = held.told(MatchContinues("Ann", declared=False, stands=stands)).asked(PutBack())
    assert goes_on == view
    assert (goes_on.awaited, goes_on.throw) == ("play", (3, 4))


def test_a_question_stays_though_another_sensor_is_believed_again() -> None:
    asked = TableView(ANN_AND_BOB, quarantined=tile(3)).told(LeverPositionAsked(7, CHATTERING))
    assert asked.told(SensorTrusted(3)) == replace(asked, quarantined=0)


def test_a_sensor_that_is_waited_for_where_there_are_no_buttons() -> None:
    view = TableView(ANN_AND_BOB)
    asked = view.told(LeverPositionAsked(7, CHATTERING, by_buttons=False))
    assert asked.troubles == (("sensor 7", CHATTERING),)
    assert asked.told(SensorTrusted(7)) == view


def test_what_is_of_no_interest_changes_nothing() -> None:
    view = TableView(ANN_AND_BOB)
    assert view.told(TypedThrowRefused((2,), 6)) == view


def test_a_ruling_in_doubt() -> None:
    table = Evening()
    ruling = table.referee.hear(Thrown(MatchTime(1_000_000), (3, 4)))[0]
    doubt = Doubt(DoubtReason.CHATTERED, 3, 1_500_000)
    view = table.view.after(as_data(replace(ruling, unverified=(doubt,))))
    assert view.unverified == (doubt,)
    assert not view.after(as_data(ruling)).unverified
