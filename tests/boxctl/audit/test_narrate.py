"""A recorded match told again."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit.narrate import narrate, paced
from boxctl.audit.rejudge import StateAt, state_at
from boxctl.presentation.journal.audit_sentences import what_is_owed
from boxctl.rules.tiles import numbers
from hardware.devices import DeviceBack, DeviceLost
from tests.support.records.recorded_evening import a_short_match
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def told(table: VirtualTable) -> list[str]:
    return [told.text for told in narrate(table.read())]


def test_levers_and_rulings_are_told_in_their_order(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    assert told(table) == [
        "Ann, your turn: throw two dice.",
        "2 and 3 are thrown",
        "You threw 2 and 3, 5 in all: shut 5, 4+1 or 3+2.",
        "the 5 goes down",
        "The 5 is shut for 2 and 3.",
    ]


def test_time_begins_with_the_match_and_never_goes_back(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    times = [told.at for told in narrate(table.read())]
    assert times[0] == 0
    assert times == sorted(times)


def test_a_sensor_in_quarantine_is_called_so(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(9)
    table.wood.stick(9)
    table.opens(9)
    table.holds_confirm()
    table.wood.loosen(9, table.now)
    table.waits(500)
    assert [text for text in told(table) if text.startswith("the sensor")] == [
        "the sensor of tile 9 is in quarantine: it does not show what the lever does",
        "the sensor of tile 9 is out of quarantine: it is believed again",
    ]


def test_what_is_no_ruling_is_told_too(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.shuts(5)
    table.events.append(DeviceBack(table.now, "roller", "tower"))
    table.waits(100)
    table.loses_power()
    table.wood.open(5, table.now)
    table.wood.advance(table.now + SECOND)
    table.starts_again()
    table.shuts(5)
    table.waits(200)
    table.runtime.leave()
    assert told(table)[3:] == [
        "the roller does not answer: unplugged",
        "the 5 goes down",
        "The 5 is shut for 2 and 3. (unverified: the roller did not answer)",
        "the roller answers: tower",
        "the program was started again (2026-11-21 20:15+00:00): put the 5 back down",
        "the levers are right: the match goes on (2026-11-21 20:15+00:00)",
        "the match is left: the players have left",
    ]


def test_a_declaration_is_told(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.wood.shut(5, table.now)
    table.wood.advance(table.now + SECOND)
    table.starts_again()
    table.presses("confirm")
    assert told(table)[4] == (
        "the players declare the levers to be right as they stand: the match goes on"
    )


def test_pauses_are_as_they_were_divided_by_the_speed() -> None:
    pauses: list[float] = []
    times = [5 * SECOND, 5 * SECOND, 9 * SECOND, 8 * SECOND, 10 * SECOND]
    assert list(paced(times, lambda at: at, 2, pauses.append)) == times
    assert pauses == [2.0, 0.5]


class TestHowItStood:
    @pytest.fixture
    def table(self, tmp_path: Path) -> VirtualTable:
        return a_short_match(tmp_path / "journal.db")

    def at(self, table: VirtualTable, entry: int) -> StateAt:
        return state_at(table.read(), entry)

    def test_a_throw_is_owed(self, table: VirtualTable) -> None:
        assert what_is_owed(self.at(table, 1).play) == "a throw of two dice"

    def test_an_answer_is_owed(self, table: VirtualTable) -> None:
        state = self.at(table, 3)
        assert what_is_owed(state.play) == "an answer to 3 and 4"
        assert state.as_json()["moves"] == [{"tiles": (7,), "rule": "R3.1"}]
        assert numbers(state.play.open) == (7, 8, 9)

    def test_a_lever_is_to_be_put_back(self, table: VirtualTable) -> None:
        state = self.at(table, 5)
        assert what_is_owed(state.play) == "put the 9 back up"
        assert state.as_json()["throw"] == [3, 4]
        assert state.as_json()["levers"] == (7, 8)

    def test_the_next_turn_is_another_player_s(self, table: VirtualTable) -> None:
        state = self.at(table, 15)
        assert state.play.player == "Bob"
        assert what_is_owed(state.play) == "put the 7 and the 8 back up"
        assert state.as_json()["scores"] == {"Ann": 9}

    def test_of_several_rulings_on_one_event_each_has_its_own_state(
        self, table: VirtualTable
    ) -> None:
        last = table.read().entries[-1].number
        assert [self.at(table, entry).ruling.verdict for entry in range(last - 2, last + 1)] == [
            "turn_over",
            "round_over",
            "match_over",
        ]
        assert what_is_owed(self.at(table, last).play) == "nothing, the match is over"
        assert self.at(table, last).as_json()["totals"] == {"Ann": 9, "Bob": 7}

    def test_after_a_committed_move_the_box_is_not_shut_yet_by_the_next_ruling(
        self, a_table: BuildTable, tmp_path: Path
    ) -> None:
        table = a_table(players="Ann,Bob", down="1-8", journal=tmp_path / "shut.db")
        table.throws(4, 5)
        table.shuts(9)
        verdicts = [kept.body["verdict"] for kept in table.read().of_kind("ruling")]
        assert verdicts[-4:] == ["committed", "shut_the_box", "turn_over", "match_over"]
        committed = [kept.number for kept in table.read().of_kind("ruling")][-4]
        assert not self.at(table, committed).play.over


def test_a_double_that_may_be_thrown_again_leaves_a_throw_open(a_table: BuildTable) -> None:
    """R5.7: either of the two is awaited, and the record says so of each moment."""
    table = a_table(players="Ann", journal=True, doubles="may_rethrow")
    table.throws(3, 3)
    assert table.runtime.referee.play.may_throw
    owed = what_is_owed(table.runtime.referee.play)
    assert owed == "an answer to 3 and 3, or a throw of two dice"
    match = table.read()
    document = state_at(match, [*match.of_kind("ruling")][-1].number).as_json()
    assert (document["throw"], document["dice"]) == ([3, 3], [2])
