"""An operator overrules a turn, and the totals follow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.narrate import OverrulingRequest, RecordedOverruling, overrule
from boxctl.audit.overruled_result import NotToBeOverruled, result_of, turns_played
from boxctl.audit.verify_match import VerifyAgainst, verify_match
from boxctl.journal.add_entry import add_signature
from boxctl.journal.faults import JournalFault
from boxctl.presentation.journal.audit_sentences import why_not_overruled
from boxctl.presentation.journal.recorded_entries import as_contract
from groundwork.language import language, use
from tests.support.every_variant import EVERY_VARIANT
from tests.support.records.forger import writes
from tests.support.records.recorded_evening import (
    SHORT_BOX,
    a_short_match,
    play_to_the_end,
    play_turns,
)
from tests.support.rulings import of
from tests.support.tables.virtual_table import BuildTable, VirtualTable

NOW = "2026-11-21T21:00:00.000Z"
NONE: tuple[int, ...] = ()
SEVEN, EIGHT, NINE = (7,), (8,), (9,)
"""Turns on the short box in which these are shut: they score 24, 17, 16 and 15."""


def a_short_box(a_table: BuildTable, players: str, **settings: Any) -> VirtualTable:
    return a_table("classic", players, down=SHORT_BOX, journal=True, **settings)


def overrules(table: VirtualTable, turn: int, score: int) -> RecordedOverruling:
    """The operator gives a turn (from 0) another score."""
    entry = turns_played(table.read())[turn].entry
    return overrule(table.path, "last", OverrulingRequest(str(entry), score, "seen", "Joe"), NOW)


def refused(table: VirtualTable, turn: int, score: int) -> str:
    """Why it is not to be, and nothing is recorded."""
    before = table.read()
    with pytest.raises(NotToBeOverruled) as refusal:
        overrules(table, turn, score)
    assert table.read() == before
    return why_not_overruled(refusal.value.refusal)


def test_a_refusal_is_in_the_language_of_the_program(a_table: BuildTable) -> None:
    table = a_short_box(a_table, "Ann,Bob")
    play_turns(table, SEVEN, EIGHT)
    use(language("fr"))
    with pytest.raises(NotToBeOverruled) as refusal:
        overrules(table, 0, 99)
    assert str(refusal.value).endswith("rien n’est corrigé.")


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_the_turns_of_a_match_fold_into_its_result(a_table: BuildTable, name: str) -> None:
    table = a_table(name, "Ann,Bob", stake=7, ties="roll_off", journal=True)
    play_to_the_end(table, seed=5)
    ruled = as_contract(table.read().rulings[-1])
    result = result_of(table.read())
    assert result is not None
    told = {key: result.as_json()[key] for key in ("rule", "scores", "winners", "payout")}
    assert told == json.loads(json.dumps({key: ruled[key] for key in told}))
    assert result.uncounted == ()


class TestOneRound:
    def test_the_winner_is_another_then(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        result = overrules(table, 1, 15).result
        assert result is not None
        assert result.winners == ("Ann",)
        assert result.scores == {"Ann": 9, "Bob": 15}
        assert result.payout == {"Ann": 50, "Bob": -50}

    def test_the_last_overruling_counts(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        overrules(table, 1, 15)
        again = overrules(table, 1, 7)
        assert again.told.was == 15
        assert again.result is not None
        assert again.result.winners == ("Bob",)

    def test_the_record_holds_with_it(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        done = overrules(table, 0, 7)
        match = table.read()
        assert verify_match(match, VerifyAgainst()).holds
        assert match.overrulings == (done.told,)
        assert done.result is not None
        assert done.result.winners == ("Ann", "Bob")

    def test_a_score_of_0_is_a_shut_box_and_wins_at_once(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        result = overrules(table, 0, 0).result
        assert result is not None
        assert (result.winners, result.scores, result.uncounted) == (("Ann",), {"Ann": 0}, (28,))

    def test_a_box_that_was_not_shut_leaves_a_turn_to_be_played(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob")
        play_turns(table, (7, 8, 9))
        assert "a turn of Bob that was never played" in refused(table, 0, 9)

    def test_a_tie_that_would_have_been_played_off_is_not_decided(
        self, a_table: BuildTable
    ) -> None:
        table = a_short_box(a_table, "Ann,Bob", ties="roll_off")
        play_turns(table, NONE, SEVEN)
        assert "Ann and Bob tie, and the turns that play it off" in refused(table, 0, 17)

    def test_a_roll_off_that_was_not_needed_does_not_count(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", ties="roll_off")
        play_turns(table, SEVEN, SEVEN, EIGHT, NINE)
        result = overrules(table, 0, 9).result
        assert result is not None
        assert result.winners == ("Ann",)
        assert len(result.uncounted) == 2

    def test_a_roll_off_goes_on_without_one_who_does_not_tie(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob,Cid", ties="roll_off")
        play_turns(table, SEVEN, SEVEN, SEVEN, EIGHT, NINE, NONE)
        assert of(table.rulings[-1]).winners == ("Bob",)
        result = overrules(table, 1, 24).result
        assert result is not None
        assert result.winners == ("Ann",)
        assert result.uncounted == (turns_played(table.read())[4].entry,)


class TestSeveralRounds:
    def test_totals_follow(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=40)
        play_turns(table, NONE, SEVEN, SEVEN, SEVEN)
        assert of(table.rulings[-1]).winners == ("Bob",)
        result = overrules(table, 3, 24).result
        assert result is not None
        assert result.winners == ("Ann", "Bob")
        assert result.scores == {"Ann": 41, "Bob": 41}

    def test_a_target_that_is_not_reached_leaves_rounds_to_be_played(
        self, a_table: BuildTable
    ) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=40)
        play_turns(table, NONE, SEVEN, SEVEN, SEVEN)
        assert "a turn of Ann that was never played" in refused(table, 0, 16)

    def test_rounds_after_the_target_do_not_count(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=24)
        play_turns(table, EIGHT, SEVEN, EIGHT, SEVEN)
        result = overrules(table, 0, 24).result
        assert result is not None
        assert result.scores == {"Ann": 24, "Bob": 17}
        assert len(result.uncounted) == 2

    def test_a_round_cannot_stand_in_for_a_roll_off(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=24, ties="roll_off")
        play_turns(table, SEVEN, EIGHT, SEVEN, EIGHT)
        assert of(table.rulings[-1]).scores == {"Ann": 34, "Bob": 32}
        overrules(table, 1, 24)  # Bob's 24 ends the match in the first round: Ann wins.
        assert "Ann and Bob tie" in refused(table, 0, 24)

    def test_one_who_would_not_have_been_out(self, a_table: BuildTable) -> None:
        table = a_knockout(a_table)
        assert "a turn of Ann that was never played" in refused(table, 0, 9)

    def test_one_who_would_have_been_out_earlier(self, a_table: BuildTable) -> None:
        table = a_knockout(a_table)
        result = overrules(table, 4, 24).result
        assert result is not None
        assert result.winners == ("Cid",)
        assert len(result.uncounted) == 2

    def test_the_others_go_on_without_one_who_is_out(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob,Cid", match="knockout", target=30)
        two = (7, 8)
        play_turns(table, two, two, two, two, two, two, two, two, SEVEN, NINE, (7, 9))
        assert of(table.rulings[-1]).scores == {"Ann": 42, "Bob": 35, "Cid": 35}
        result = overrules(table, 0, 24).result
        assert result is not None
        assert result.winners == ("Bob",)
        assert result.scores == {"Ann": 33, "Bob": 27, "Cid": 35}
        assert len(result.uncounted) == 3


def a_knockout(a_table: BuildTable) -> VirtualTable:
    """Ann is out after the second round, and Cid wins the third."""
    table = a_short_box(a_table, "Ann,Bob,Cid", match="knockout", target=30)
    play_turns(table, SEVEN, (7, 8), (7, 9), SEVEN, (7, 8), (7, 9), NINE, (7, 8))
    assert of(table.rulings[-1]).winners == ("Cid",)
    return table


class TestWhatIsNotToBeOverruled:
    def test_a_ruling_that_ends_no_turn(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        with pytest.raises(NotToBeOverruled, match="not the end of a turn") as refusal:
            overrule(table.path, "1", OverrulingRequest("13", 5, "seen", None), NOW)
        assert refusal.value.command_is_wrong

    def test_a_score_that_no_turn_has(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        assert refused(table, 0, 25) == "a turn scores from 0 to 24 here, never 25"

    def test_a_match_that_was_left(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob")
        play_turns(table, SEVEN)
        table.runtime.leave()
        assert "left before its end" in refused(table, 0, 15)

    def test_a_match_with_rulings_that_are_still_to_be_recorded(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob")
        play_turns(table, SEVEN, ())
        writes(table.path, "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)")
        assert "were not recorded before the program ended" in refused(table, 0, 15)

    def test_a_match_that_was_tampered_with(self, tmp_path: Path) -> None:
        table = a_short_match(tmp_path / "journal.db")
        writes(table.path, "UPDATE entry SET body = replace(body, 'Ann', 'Eve')")
        with pytest.raises(JournalFault, match="BX611"):
            overrule(table.path, "1", OverrulingRequest("15", 5, "seen", None), NOW)


class TestAMatchThatGoesOn:
    def test_it_goes_on_with_the_new_totals(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=40)
        play_turns(table, NONE, SEVEN)
        table.loses_power()
        add_signature(table.path, table.read())
        assert overrules(table, 0, 15).result is None
        table.starts_again()
        play_turns(table, SEVEN, SEVEN)
        totals = [of(ruling).totals for ruling in table.new if of(ruling).totals is not None]
        assert totals == [{"Ann": 32, "Bob": 34}]
        table.loses_power()
        assert verify_match(table.read(), VerifyAgainst()).holds
        table.starts_again()
        play_turns(table, NONE, NONE)
        assert of(table.rulings[-1]).scores == {"Ann": 56, "Bob": 58}
        result = result_of(table.read())
        assert result is not None
        assert result.scores == {"Ann": 56, "Bob": 58}
        assert verify_match(table.read(), VerifyAgainst()).holds

    def test_a_score_by_which_it_would_be_over(self, a_table: BuildTable) -> None:
        table = a_short_box(a_table, "Ann,Bob", match="tournament", target=24)
        play_turns(table, EIGHT, SEVEN, EIGHT)
        table.loses_power()
        assert "would have gone on otherwise, or be over" in refused(table, 0, 24)
        assert overrules(table, 0, 15).result is None
