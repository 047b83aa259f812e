"""The program is started again in the middle of a match."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.audit.verify_journal import verify_all
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.journal.proof.integrity import chain_break
from boxctl.journal.query import reading
from boxctl.odds.sampling import AtRandom
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import numbers
from boxctl.rules.variants import names
from boxctl.simulation.players import PolicyPlayer
from hardware.devices import DiceRolled, Edge
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.records.journals import Bare
from tests.support.records.recorded_evening import SHORT_BOX
from tests.support.rulings import doubts
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def test_a_match_goes_on_where_it_stood(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    table.loses_power()
    assert table.starts_again() == ["the match goes on where it stood: it is Ann's turn."]
    assert table.new == []
    table.throws(4, 2)
    table.shuts(6)
    assert table.ruled == ["committed R3.1"]
    assert len(table.read().entries) == 11
    assert chain_break(table.read()) is None


def test_half_a_move_goes_on_too(table: VirtualTable) -> None:
    table.throws(4, 3)
    table.shuts(5)
    assert table.ruled == ["pending R4.1"]
    table.loses_power()
    (said,) = table.starts_again()
    assert said == (
        "the match goes on where it stood: it is Ann's turn. You threw 4 and 3, 7 in all: shut 7, "
        "6+1, 5+2, 4+3 or 4+2+1."
    )
    table.shuts(2)
    assert table.ruled == ["committed R3.1"]


def test_a_lever_that_was_moved_meanwhile_is_named(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    table.loses_power()
    table.wood.shut(9, table.now)
    table.wood.open(5, table.now)
    table.wood.advance(table.now + SECOND)
    (said,) = table.starts_again()
    assert said == (
        "the match was interrupted in Ann's turn: put the 9 back up and the 5 back down as it "
        "was, or press new for a new match. If the box does not see a tile as it is, hold confirm."
    )
    table.throws(1, 2)
    assert table.new == []
    table.shuts(5)
    table.opens(9)
    table.waits(200)
    assert table.said[-1] == "the levers are right: the match goes on, it is Ann's turn."
    assert [ruling.verdict for ruling in table.rulings][-1] == "throw"


def test_levers_that_are_not_put_right_are_not_asked_for_twice(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.wood.shut(9, table.now)
    table.wood.advance(table.now + SECOND)
    said = table.starts_again()
    table.waits(60_000)
    assert table.said == said


def test_a_lever_that_was_put_right_meanwhile_is_right(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(9)
    assert table.ruled == ["refused R4.5"]
    table.loses_power()
    table.wood.open(9, table.now)
    table.wood.advance(table.now + SECOND)
    (said,) = table.starts_again()
    assert said.startswith("the match goes on where it stood: it is Ann's turn. You threw 2 and 3")
    table.waits(1100)
    assert table.ruled == ["restored R4.5"]


def test_a_lever_that_moves_just_as_the_program_starts_is_judged_last(
    table: VirtualTable,
) -> None:
    table.throws(2, 3)
    table.shuts(9)
    table.loses_power()
    table.wood.advance(table.wood.open(9, table.now) + SECOND)
    table.starts_again()
    # Between the first reading and the moment at which the match goes on.
    table.wood.tiles.shown[9] = False
    table.events.append(Edge(table.now - 1000, 9, on=False))
    table.waits(1100)
    assert table.runtime.referee.play.levers == table.runtime.standing


def test_a_lever_that_moves_just_as_the_levers_are_right_stands_as_it_was_left(
    a_table: BuildTable,
) -> None:
    """The match goes on when the 1 has settled. By then the 9 has moved, and is not still yet."""
    table = a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.shuts(9)
    assert table.ruled == ["refused R4.5"]
    table.loses_power()
    table.wood.open(9, table.now)
    table.wood.shut(1, table.now)
    table.wood.advance(table.now + SECOND)
    table.starts_again()
    table.wood.open(1, table.now)
    table.wood.shut(9, table.now + table.box.quiet(1) // 2)
    table.waits(1000)
    assert table.runtime.referee.levers == table.runtime.standing


def test_the_players_may_declare_what_stands(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.wood.shut(5, table.now)
    table.wood.advance(table.now + SECOND)
    table.starts_again()
    table.presses("confirm")
    assert table.said[-1] == (
        "the levers are as they stand, by your word: the match goes on, it is Ann's turn. "
        "You threw 2 and 3, 5 in all: shut 5, 4+1 or 3+2."
    )
    assert table.ruled == ["committed R3.1"]
    assert doubts(table.new[0]) == ("declared by the players after an interruption",)
    assert [kept.body["levers"] for kept in table.read().of_kind("declared")] == [
        [1, 2, 3, 4, 6, 7, 8, 9]
    ]


def throws_with_one_tile_left(a_table: BuildTable, *values: int) -> VirtualTable:
    """Ann has the 9 left of a short box, and throws."""
    table = a_table(down=SHORT_BOX, journal=True)
    for number in (7, 8):
        table.throws(3, number - 3)
        table.shuts(number)
    table.throws(*values)
    return table


def test_a_resumed_match_that_ends_without_a_throw_is_not_left(a_table: BuildTable) -> None:
    table = throws_with_one_tile_left(a_table, 4, 5)
    table.loses_power()
    table.starts_again()
    table.shuts(9)
    assert table.ruled[-1] == "match_over R7.1"
    table.presses("new")
    assert not table.read(1).left
    table.makes_ready()
    assert table.rulings[-1].verdict is Verdict.READY


@pytest.mark.parametrize("moved", [(), (9,)], ids=["levers right", "a lever moved"])
def test_a_match_whose_end_was_not_recorded_any_more_is_not_left(
    a_table: BuildTable, moved: tuple[int, ...]
) -> None:
    table = throws_with_one_tile_left(a_table, 1, 1)
    table.loses_power()
    Bare(table.path).execute(
        "DELETE FROM entry WHERE kind = 'ruling' AND id >= "
        "(SELECT max(id) FROM entry WHERE kind = 'event')"
    )
    for number in moved:
        table.wood.advance(table.wood.shut(number, table.now) + SECOND)
    table.starts_again()
    assert table.ruled[-1] == "match_over R7.1"
    table.presses("new")
    assert not table.read(1).left
    table.makes_ready()
    assert table.rulings[-1].verdict is Verdict.READY


def test_the_players_may_begin_anew(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    table.loses_power()
    table.starts_again()
    table.presses("new")
    assert table.read(1).left
    assert table.read(2).rulings == ()
    table.opens(5)
    assert table.ruled == ["ready R4.9"]


def test_the_roller_may_forget_a_throw_that_the_players_leave_behind(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.shuts(5)
    table.loses_power()
    table.wood.advance(table.wood.open(5, table.now))
    table.starts_again()
    table.events.append(DiceRolled(table.now, (6, 6), series=5, serial=1))
    table.waits(1000)
    assert table.kept == []
    table.presses("new")
    assert table.read(2).events == ()
    assert table.kept == [(5, 1)]


def test_new_means_nothing_once_the_match_has_gone_on(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    table.starts_again()
    table.shuts(5)
    table.throws(6, 3)
    table.presses("new")
    assert table.read().number == 1


def test_a_ruling_that_was_not_recorded_any_more_is_made_then(table: VirtualTable) -> None:
    table.throws(2, 3)
    match = table.read()
    table.disk.fills_up()
    table.shuts(5)
    table.loses_power()
    assert table.read() == match
    # The lever lies, and the journal does not know of it: it has moved meanwhile, for all we know.
    (said,) = table.starts_again()
    assert "put the 5 back up" in said


def test_other_players_begin_another_match(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.loses_power()
    assert table.starts_again(players=["Cid"]) == []
    assert table.remarks == ("match 1 was not played to its end.",)
    assert table.read().players == ("Cid",)


def test_a_match_that_was_left_does_not_go_on(table: VirtualTable) -> None:
    table.throws(2, 3)
    table.runtime.leave()
    assert table.starts_again() == []
    assert table.read().number == 2


def test_a_match_that_was_tampered_with_does_not_go_on(table: VirtualTable) -> None:
    table.throws(2, 3)
    Bare(table.path).execute("UPDATE entry SET body = replace(body, '[2,3]', '[2,4]')")
    table.starts_again()
    assert table.remarks == (
        "a match is not resumed, as it was tampered with: match 1, entry 2: this entry is "
        "not as it was written.",
    )
    assert table.read().number == 2


@given(st.sampled_from(sorted(names())), st.integers(0, 2**32), st.data())
@settings(max_examples=6 * SOAK, deadline=None)
def test_a_match_cut_anywhere_is_as_one_that_was_not(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int, data: st.DataObject
) -> None:
    """Two tables, the same moves; at one of them the power fails now and then."""
    directory = tmp_path_factory.mktemp("cuts")
    players = "Ann,Bob"
    whole = VirtualTable(name, players, seed=seed, journal=directory / "whole.db")
    cut = VirtualTable(name, players, seed=seed, journal=directory / "cut.db")
    random = Random(seed)
    for _ in range(30):
        play = whole.runtime.referee.play
        if play.over:
            break
        if data.draw(st.integers(0, 3)) == 0:
            cut.loses_power()
            cut.starts_again()
        if play.put_back:
            for table in (whole, cut):
                table.makes_ready()
        elif play.throw_awaited:
            sides = play.rules.dice.sides
            values = [random.randint(1, sides) for _ in range(play.counts[-1])]
            for table in (whole, cut):
                table.throws(*values)
        elif play.answer is not None:
            move = PolicyPlayer(random, AtRandom()).choose_move(play)
            for table in (whole, cut):
                for number in numbers(move.tiles):
                    lies = not table.wood.levers >> (number - 1) & 1
                    (table.opens if lies else table.shuts)(number)
    told = [(ruling.verdict, ruling.rule, sentence(ruling, WRITTEN)) for ruling in whole.rulings]
    assert told == [
        (ruling.verdict, ruling.rule, sentence(ruling, WRITTEN)) for ruling in cut.rulings
    ]
    assert chain_break(cut.read()) is None


class TestADoubleThatMayBeThrownAgain:
    """R5.7: the double is owed an answer or another throw, before the power cut and after it."""

    @pytest.fixture
    def table(self, a_table: BuildTable) -> VirtualTable:
        table = a_table(players="Ann,Bob", journal=True, doubles="may_rethrow")
        table.throws(3, 3)
        return table

    def test_it_is_thrown_again_after_the_cut(self, table: VirtualTable) -> None:
        table.loses_power()
        (said,) = table.starts_again()
        assert said == (
            "the match goes on where it stood: it is Ann's turn. You threw 3 and 3, 6 in all: "
            "shut 6, 5+1, 4+2 or 3+2+1. Or throw the double again."
        )
        table.throws(6, 4)
        assert table.ruled == ["again R5.7", "throw R3.1"]
        assert proves(table)

    def test_it_is_played_after_the_cut(self, table: VirtualTable) -> None:
        table.loses_power()
        table.starts_again()
        table.shuts(6)
        assert table.ruled == ["committed R3.1"]
        table.throws(2, 2)
        assert table.ruled == ["throw R3.1"]
        assert proves(table)

    def test_a_part_that_was_moved_goes_back_first(self, table: VirtualTable) -> None:
        table.shuts(5)
        table.loses_power()
        (said,) = table.starts_again()
        assert not said.endswith("Or throw the double again.")
        table.throws(6, 4)
        assert table.ruled == ["void R4.6"]
        table.opens(5)
        table.throws(6, 4)
        assert table.ruled == ["again R5.7", "throw R3.1"]
        assert proves(table)

    def test_rulings_on_the_new_throw_that_were_lost_are_made_again(
        self, table: VirtualTable
    ) -> None:
        table.throws(6, 4)
        ruled = [(ruling.verdict, ruling.line) for ruling in table.new]
        table.loses_power()
        Bare(table.path).execute(
            "DELETE FROM entry WHERE kind = 'ruling' AND id >= "
            "(SELECT max(id) FROM entry WHERE kind = 'event')"
        )
        table.starts_again()
        assert [(ruling.verdict, ruling.line) for ruling in table.new] == ruled
        table.shuts(6, 4)
        assert table.ruled[-1] == "committed R3.1"
        assert proves(table)


def proves(table: VirtualTable) -> bool:
    """Whether the record is whole, and says what the referee rules on its events."""
    table.loses_power()
    with reading(table.path) as connection:
        return verify_all(connection, VerifyAgainst()).holds
