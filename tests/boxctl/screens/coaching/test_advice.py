"""The names of the coach's modes, as people type them in the plain game."""

from __future__ import annotations

import pytest

from boxctl.referee.ruling import as_contract
from boxctl.screens.coaching.advice import CoachMode, mode_called
from boxctl.screens.coaching.coach import Coach
from groundwork.language import language, use
from tests.support.tables.referee_alone import RefereeAlone


@pytest.mark.parametrize(
    ("code", "word", "mode"),
    [
        ("en", "on", "on"),
        ("en", "immer", None),
        ("de", "immer", "on"),
        ("de", "FEHLER", "blunders"),
        ("de", "off", "off"),
        ("fr", "apres", "after"),
        ("fr", "", None),
    ],
)
def test_a_mode_goes_by_its_name_in_the_language_and_in_english(
    code: str, word: str, mode: CoachMode | None
) -> None:
    use(language(code))
    assert mode_called(word) == mode


class TestADoubleThatMayBeThrownAgain:
    """R5.7: the coach weighs throwing again as a choice beside the moves."""

    def table(self, *throw: int) -> tuple[RefereeAlone, Coach]:
        table = RefereeAlone("classic", doubles="may_rethrow")
        coach = Coach(table.referee.play.rules, ("Ann",), "on")
        table.throws(*throw)
        return table, coach

    def said(self, table: RefereeAlone, coach: Coach) -> list[str]:
        rulings = [as_contract(ruling, "", ()) for ruling in table.rulings]
        return coach.texts(table.referee.play, rulings)

    def test_it_comes_first_where_it_is_best(self) -> None:
        heading, best, why, worst = self.said(*self.table(1, 1))
        assert heading == "coach: score to expect"
        assert best.split() == ["throw", "again", "9.49", "best"]
        assert why == (
            "throw again: a new throw comes to 9.49, playing 2 to 12.78; every throw plays."
        )
        assert worst.split()[0] == "2"

    def test_it_loses_where_a_move_is_better(self) -> None:
        _heading, best, _why, not_again, *others = self.said(*self.table(4, 4))
        assert best.split()[0] == "8"
        (row,) = [line for line in others if line.startswith("throw again")]
        worth, here = row.split()[2], best.split()[1]
        assert not_again == (
            f"throw again: gives away a throw that plays: {worth} instead of {here}; "
            "36 of 36 throws play on."
        )

    def test_where_there_is_one_move_it_is_said_why_it_is_better(self) -> None:
        table = RefereeAlone("classic", doubles="may_rethrow")
        for throw, *tiles in (((1, 2), 1, 2), ((1, 2), 3), ((1, 3), 4), ((1, 4), 5), ((1, 5), 6)):
            table.throws(*throw)
            table.shuts(*tiles)
        coach = Coach(table.referee.play.rules, ("Ann",), "on")
        table.throws(4, 4)
        _heading, best, why, not_again, other = self.said(table, coach)
        assert best.split() == ["8", "12.97", "best"]
        assert why == "8: is worth more than a new throw."
        assert not_again.startswith(
            "throw again: gives away a throw that plays: 18.76 instead of 12.97; "
        )
        assert other.split() == ["throw", "again", "18.76", "−5.79"]

    def test_it_is_no_choice_once_a_tile_is_moved(self) -> None:
        table, coach = self.table(4, 4)
        table.shuts(5)
        assert not any("throw again" in line for line in self.said(table, coach))
        table.opens(5)
        assert any("throw again" in line for line in self.said(table, coach))

    def test_what_it_lost_is_said(self) -> None:
        table, coach = self.table(4, 4)
        coach.switch("blunders")
        self.said(table, coach)
        table.throws(6, 6)
        (told,) = self.said(table, coach)
        assert told.startswith("Ann: throw again loses ")
        assert told.endswith("Better 8: is worth more than a new throw.")
        table, coach = self.table(1, 1)
        coach.switch("blunders")
        self.said(table, coach)
        table.shuts(2)
        (told,) = self.said(table, coach)
        assert told.startswith("Ann: 2 loses 3.29: gives the free throw away. Better throw again: ")

    def test_the_report_names_it(self) -> None:
        table, coach = self.table(1, 1)
        table.throws(4, 4)
        table.throws(6, 5)
        rulings = [as_contract(ruling, "", ()) for ruling in table.rulings]
        report = "\n".join(coach.analysis(rulings))
        assert "Best decision: Ann, throw again on 1 1" in report
        assert "Worst decision: Ann, throw again on 4 4 lost" in report
