"""R4.11: levers that move together are one act, and a knock counts for nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.referee.lines import LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.payloads import Disturbed
from boxctl.rules.tiles import numbers, tile_set
from groundwork.times import MatchTime
from tests.support.rulings import of
from tests.support.tables.referee_alone import MILLISECOND, SECOND, RefereeAlone

NINE_FALL = (5, 4, 6, 3, 7, 2, 8, 1, 9)


def after_a_throw(*values: int, name: str = "classic", **settings: object) -> RefereeAlone:
    table = RefereeAlone(name, "Ann", **settings)
    table.throws(*values)
    return table


def tiles_of(table: RefereeAlone) -> tuple[int, ...]:
    payload = table.new[0].payload
    assert isinstance(payload, Disturbed)
    return numbers(payload.tiles)


class TestKnock:
    def test_a_box_that_falls_over_plays_no_move_whichever_tile_falls_first(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(*NINE_FALL, apart=20)
        assert table.ruled == ["disturbed R4.11"]
        assert tiles_of(table) == tuple(range(1, 10))
        assert table.asked_back == [tuple(range(1, 10)), ()]
        assert table.text.startswith("9 levers moved at once, and none of them counts: put ")

    def test_the_throw_still_stands_once_the_box_does(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(5, 4, 6, 3, 7)
        table.opens(5, 4, 6, 3)
        assert table.ruled == ["disturbed R4.11"]
        assert table.asked_back == [(7,), ()]
        table.opens(7)
        assert table.ruled == ["restored R4.11"]
        table.shuts(4, 1)
        assert table.ruled == ["committed R3.1"]

    def test_the_box_may_be_stood_up_in_one_act(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(5, 4, 6, 3, 7)
        table.fall(5, 4, 6, 3, 7)
        assert table.ruled == ["restored R4.11"]

    def test_a_move_begun_before_stays_as_it_was(self) -> None:
        table = after_a_throw(6, 1)
        table.shuts(4)
        table.fall(4, 8, 9, 2)
        assert table.ruled == ["disturbed R4.11"]
        assert table.asked_back == [(2, 8, 9), (4,)]
        table.fall(4, 8, 9, 2)
        assert table.ruled == ["restored R4.11"]
        table.shuts(3)
        assert table.ruled == ["committed R3.1"]

    def test_a_move_that_waited_waits_again(self) -> None:
        table = after_a_throw(2, 4, name="canoga")
        table.shuts(2)
        table.fall(7, 8, 9)
        table.fall(7, 8, 9)
        assert table.ruled == ["restored R4.11", "provisional R4.2"]

    def test_two_levers_are_no_knock(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(9, 8)
        assert table.ruled == ["refused R4.5"]
        assert table.asked_back == [(8, 9), ()]

    def test_three_levers_that_are_a_move_are_the_move(self) -> None:
        table = after_a_throw(5, 1)
        table.fall(1, 2, 3)
        assert table.ruled == ["committed R3.1"]

    def test_levers_that_were_asked_back_make_no_knock(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(9, 8)
        table.fall(9, 8, 7)
        assert table.ruled == ["refused R4.5"]
        assert table.asked_back == [(7,), ()]

    def test_one_that_the_knock_puts_where_it_was_asked_stays_there(self) -> None:
        table = after_a_throw(3, 2)
        table.shuts(9)
        table.fall(9, 8, 7, 6)
        assert table.ruled == ["disturbed R4.11"]
        assert table.asked_back == [(6, 7, 8), ()]

    def test_a_further_knock_asks_for_all_of_both(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(9, 8, 7)
        table.fall(9, 1, 2, 6)
        assert table.ruled == ["disturbed R4.11"]
        assert tiles_of(table) == (1, 2, 6, 9)
        assert table.asked_back == [(1, 2, 6, 7, 8), ()]

    def test_three_that_would_be_a_move_are_a_further_knock_all_the_same(self) -> None:
        table = after_a_throw(5, 1)
        table.fall(9, 8, 7)
        table.fall(9, 8, 7, 1, 2, 3)
        assert table.ruled == ["disturbed R4.11"]
        assert table.asked_back == [(1, 2, 3), ()]

    def test_a_move_made_before_the_box_is_stood_up_stands_after_it(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(9, 8, 7)
        table.shuts(5)
        assert table.ruled == ["disturbed R4.11"]
        table.fall(9, 8, 7)
        assert table.ruled == ["restored R4.11", "committed R3.1"]

    def test_another_disturbance_meanwhile_is_named_by_its_own_rule(self) -> None:
        table = after_a_throw(3, 2)
        table.shuts(5)
        table.throws(6, 3)
        table.fall(1, 2, 7)
        table.opens(5)
        assert table.ruled == ["disturbed R4.3"]
        table.fall(1, 2, 7)
        assert table.ruled == ["disturbed R4.3"]
        table.shuts(5)
        assert table.ruled == ["restored R4.3"]

    @pytest.mark.parametrize("name", ["throw", "confirm"])
    def test_nothing_goes_on_before_the_box_stands(self, name: str) -> None:
        table = after_a_throw(2, 4, name="canoga")
        table.shuts(2)
        table.fall(7, 8, 9)
        if name == "throw":
            table.throws(1, 1)
            assert table.ruled == ["void R4.6"]
        else:
            table.presses("confirm")
            assert table.ruled == []

    def test_with_the_rule_turned_off_the_first_tile_decides_as_in_old_records(self) -> None:
        table = after_a_throw(3, 2, act_ms=0)
        table.fall(5, 4, 6)
        assert table.ruled == ["committed R3.1", "disturbed R4.4", "disturbed R4.4"]


class TestOneRuling:
    """For each act, of what its levers have come to in the end."""

    @pytest.mark.parametrize(("apart", "rulings"), [
        (149.999, ["committed R3.1"]),
        (150, ["committed R3.1"]),
        (150.001, ["pending R4.1", "committed R3.1"]),
    ])  # fmt: skip
    def test_levers_belong_together_within_the_time(self, apart: float, rulings: list[str]) -> None:
        table = after_a_throw(3, 2)
        table.fall(4, 1, apart=apart)
        assert table.ruled == rulings

    def test_it_has_the_time_and_the_line_of_the_last_change(self) -> None:
        table = after_a_throw(3, 2)
        start = table.referee.clock + SECOND
        table.fall(4, 1)
        assert [ruling.at for ruling in table.new] == [start + 30 * MILLISECOND]

    def test_no_act_is_longer_than_a_second(self) -> None:
        table = after_a_throw(6, 6)
        table.fall(9, 9, 9, 9, 9, 9, 9, 9, 9, 3, apart=100)
        assert table.ruled == ["committed R3.1"]
        table = after_a_throw(6, 6)
        table.fall(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 3, apart=100)
        assert table.ruled == ["pending R4.1", "committed R3.1"]

    @pytest.mark.parametrize(("lasts", "rulings"), [
        (1000, ["committed R3.1"]),
        (1000.001, ["pending R4.1", "committed R3.1"]),
    ])  # fmt: skip
    def test_a_lever_that_changes_on_and_on_is_joined_for_a_second(
        self, lasts: float, rulings: list[str]
    ) -> None:
        table = after_a_throw(6, 6)
        table.fall(*[9] * 11, 3, apart=lasts / 11)
        assert table.ruled == rulings

    def test_it_is_ruled_on_as_soon_as_nothing_can_join_it(self) -> None:
        table = after_a_throw(3, 2)
        at = MatchTime(table.referee.clock + SECOND)
        last = MatchTime(at + 150 * MILLISECOND)
        table.hears(LeverMoved(at, 5, open=False), TimePassed(last))
        assert (table.ruled, table.referee.due) == ([], last + 1)
        table.hears(TimePassed(MatchTime(last + 1)))
        assert table.ruled == ["committed R3.1"]

    def test_an_act_of_which_everything_has_returned_is_none(self) -> None:
        table = after_a_throw(3, 2)
        table.fall(8, 7, 8, 7, apart=100)
        assert table.ruled == []
        table.fall(5)
        assert table.ruled == ["committed R3.1"]

    @pytest.mark.parametrize("parts", [
        Thrown(MatchTime(20_000), (1, 1)),
        Pressed(MatchTime(20_000), "confirm"),
        Pressed(MatchTime(20_000), "new"),
    ])  # fmt: skip
    def test_a_throw_or_a_press_parts_two_acts(self, parts: Thrown | Pressed) -> None:
        table = after_a_throw(3, 2)
        at = table.referee.clock + SECOND
        table.hears(
            LeverMoved(MatchTime(at), 4, open=False),
            replace(parts, at=MatchTime(at + parts.at)),
            LeverMoved(MatchTime(at + 40_000), 1, open=False),
            TimePassed(MatchTime(at + SECOND)),
        )
        assert [told for told in table.ruled if told != "void R4.6"] == [
            "pending R4.1",
            "committed R3.1",
        ]

    def test_a_bumped_tile_joins_no_two_acts(self) -> None:
        table = after_a_throw(3, 2)
        at = table.referee.clock + SECOND
        table.hears(
            LeverMoved(MatchTime(at), 4, open=False),
            LeverMoved(MatchTime(at + 100_000), 9, open=False),
            LeverMoved(MatchTime(at + 160_000), 9, open=True),
            LeverMoved(MatchTime(at + 200_000), 1, open=False),
            TimePassed(MatchTime(at + SECOND)),
        )
        assert table.ruled == ["pending R4.1", "committed R3.1"]

    def test_a_tile_exchanged_for_others_is_no_taking_back(self) -> None:
        table = after_a_throw(6, 2)
        table.shuts(7)
        table.fall(7, 5, 3)
        assert table.ruled == ["committed R3.1"]

    def test_fewer_tiles_than_before_are_taken_back_all_in_one_sentence(self) -> None:
        table = after_a_throw(6, 4)
        table.shuts(1, 2)
        table.fall(1, 2)
        assert table.ruled == ["taken_back R4.1"]
        assert numbers(of(table.new[0]).back) == (1, 2)
        assert table.text.startswith("The 2 and the 1 are taken back: shut ")

    def test_putting_the_last_one_back_and_moving_others_is_judged_as_both(self) -> None:
        table = after_a_throw(3, 2)
        table.shuts(9)
        table.fall(9, 5)
        assert table.ruled == ["restored R4.5", "committed R3.1"]
        table = after_a_throw(3, 2)
        table.shuts(9)
        table.fall(9, 4)
        assert table.ruled == ["restored R4.5"]
        table = after_a_throw(3, 2)
        table.shuts(4, 9)
        table.fall(9, 4)
        assert table.ruled == ["restored R4.5", "taken_back R4.1"]

    def test_a_move_does_not_settle_in_the_middle_of_an_act(self) -> None:
        table = RefereeAlone("canoga", settle_ms=300)
        table.throws(2, 4)
        at = table.referee.clock + SECOND
        table.hears(
            LeverMoved(MatchTime(at), 2, open=False),
            LeverMoved(MatchTime(at + 250_000), 9, open=False),
            LeverMoved(MatchTime(at + 350_000), 4, open=False),
            LeverMoved(MatchTime(at + 390_000), 9, open=True),
            LeverMoved(MatchTime(at + 400_000), 8, open=False),
            TimePassed(MatchTime(at + SECOND)),
        )
        assert table.ruled == ["provisional R4.2", "refused R4.5"]


class TestOutsideAThrow:
    def test_a_box_knocked_over_before_the_throw_is_one_disturbance(self) -> None:
        table = RefereeAlone()
        table.fall(*NINE_FALL)
        assert table.ruled == ["disturbed R4.4"]
        assert tiles_of(table) == tuple(range(1, 10))
        table.fall(*NINE_FALL)
        assert table.ruled == ["restored R4.4"]

    def test_between_turns_what_goes_the_right_way_needs_no_ruling(self) -> None:
        table = RefereeAlone(players="Ann,Bob")
        table.throws(1, 1)
        table.shuts(2)
        table.throws(1, 1)
        table.fall(2)
        assert table.ruled == ["ready R4.9"]

    def test_between_turns_one_wrong_way_is_told_with_all_that_the_act_moved(self) -> None:
        table = RefereeAlone(players="Ann,Bob")
        table.throws(4, 4)
        table.shuts(8)
        table.throws(4, 4)
        table.shuts(7, 1)
        table.throws(6, 6)
        table.shuts(9, 3)
        table.throws(4, 4)
        table.shuts(6, 2)
        table.throws(6, 6)
        table.fall(8, 4)
        assert table.ruled == ["disturbed R4.4"]
        assert tiles_of(table) == (4, 8)
        assert table.asked_back == [(1, 2, 3, 4, 6, 7, 9), ()]


def test_a_tile_that_must_stay_counts_to_s_while_its_lever_stands_open() -> None:
    """With `never` the 4 must stay; the 5 may go back, and its going back is told (R4.8, R4.11)."""
    table = after_a_throw(6, 4, take_back="never")
    table.shuts(4)
    table.fall(5, 3)
    assert table.ruled == ["refused R4.5"]
    table.opens(4)
    assert table.ruled == ["disturbed R4.8"]
    table.fall(5, 4, 3)  # the 4 and the 3 are put right, and the 5 is taken back
    assert table.ruled == ["restored R4.8", "taken_back R4.1"]
    assert table.new[1].payload.back == tile_set([5])  # type: ignore[union-attr]
