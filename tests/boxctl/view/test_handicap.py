"""A handicap (R7.16) on every screen: before it counts, as a turn is told, and in the scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boxctl.presentation.display.pages import layout
from boxctl.presentation.journal.audit_sentences import state_lines
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.table_view import TableView, recorded_views, table_view_of
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import as_data
from boxctl.screens.pictures.build_view import sheet_rows
from boxctl.screens.pictures.view_model import turn_facts
from boxctl.view.score_sheet import score_sheet
from hardware.devices import Face
from tests.support.screens.plain_typist import typing_at
from tests.support.tables.referee_alone import RefereeAlone

LINES = Face(20, 4)
TWO_TILES = {"down": "3-9"}  # 1 and 2 are in play


def at_table(*handicaps: int, name: str = "tournament", **settings: Any) -> RefereeAlone:
    table = RefereeAlone(name, "Ann,Bob", **(TWO_TILES | settings))
    play = table.referee.play
    table.referee = Referee(replace(play.rules, handicaps=handicaps), play.players)
    table.rulings = table.referee.begin()
    return table


def leaves_both(table: RefereeAlone) -> None:
    """Leave the 1 and the 2, which score 3."""
    table.throws(6, 6)
    table.makes_ready()


def view(table: RefereeAlone, verdict: str = "") -> TableView:
    """The table now, or after the last ruling of this verdict."""
    play, last = table.referee.play, table.rulings[-1]
    ruling = table.last(verdict) if verdict else last
    told = table.rulings[: table.rulings.index(ruling) + 1]
    return recorded_views(play.rules, play.players, [*map(as_data, told)])[-1]


def displayed(shown: TableView) -> list[str]:
    return [line.text for page in layout(shown, LINES).pages for line in page]


def columns(table: RefereeAlone) -> list[tuple[tuple[str, ...], str, str]]:
    """The rounds of each player on the sheet, his total, and what stands behind his name."""
    play, score = table.referee.play, view(table).score
    lines = score_sheet(play.rules, play.players, score, play.player)
    return [(row.rounds, row.total, row.note) for row in sheet_rows(lines)]


def test_before_the_first_score_everybody_sees_who_has_which() -> None:
    table = at_table(0, 5)
    assert displayed(table_view_of(table.referee.play))[-1] == "handicap Bob 5"
    assert [note for _rounds, _total, note in columns(table)] == ["", "+5"]
    with typing_at("tournament", "Ann,Bob +5") as plain:
        assert plain.hears("scores") == "Ann: no score yet. Bob: no score yet, handicap 5."


def test_nobody_is_told_where_nobody_has_one() -> None:
    table = at_table(0, 0)
    assert "handicap" not in " ".join(displayed(table_view_of(table.referee.play)))
    assert [note for _rounds, _total, note in columns(table)] == ["", ""]
    with typing_at("tournament", "Ann,Bob +0") as plain:
        assert "handicap" not in plain.hears("scores")


def test_the_turn_is_told_without_it_and_every_score_with_it() -> None:
    table = at_table(5, 0)
    table.throws(6, 6)
    assert sentence(table.last("turn_over"), WRITTEN) == (
        "A throw of 6 and 6 cannot be played. Ann scores 3, 8 with the handicap."
    )
    assert displayed(view(table, "turn_over"))[0] == "Ann scores 3"
    table.makes_ready()
    assert columns(table) == [(("8",), "8", "+5"), (("",), "", "")]
    leaves_both(table)
    assert displayed(view(table))[-1] == "total Ann 8, Bob 3"
    assert columns(table) == [(("8",), "8", "+5"), (("3",), "3", "")]


def test_while_a_round_is_played_questions_get_the_same_figure() -> None:
    table = at_table(5, 0)
    leaves_both(table)
    told = list(state_lines(table.referee.play))
    assert {"scores  Ann 8", "totals  Ann 8"} <= set(told)
    with typing_at("tournament", "Ann +5,Bob", settings=TWO_TILES, seed=1) as plain:
        while plain.play.player == "Ann":
            plain.types("" if plain.play.throw_awaited else "1 2")
        (made,) = plain.play.sheet.totals.values()
        heard = plain.hears("scores")
    assert heard.startswith(f"Ann: {made} in all, {made} in this round, handicap 5.")


def test_what_is_to_beat_is_told_to_each_without_his_own() -> None:
    for handicaps, to_beat in (((5, 0), "8"), ((0, 2), "1"), ((0, 7), "0"), ((4, 4), "3")):
        table = at_table(*handicaps, name="classic")
        leaves_both(table)
        facts = turn_facts(table.referee.play, view(table).score.rounds.current)
        assert {fact.name: fact.value for fact in facts}["to beat"] == f"{to_beat} (Ann)"


def test_the_end_of_a_match_shows_what_was_compared() -> None:
    table = at_table(5, 0, name="classic")
    leaves_both(table)
    leaves_both(table)
    over = view(table)
    assert dict(over.scores) == {"Ann": 8, "Bob": 3}
    assert "score Ann 8, Bob 3" in displayed(over)
    assert over.score.winners == ("Bob",)


def test_a_bonus_raises_what_was_played_and_not_the_handicap() -> None:
    table = at_table(5, 2, shut_bonus="double")
    leaves_both(table)
    table.throws(1, 2)
    table.shuts(1, 2)
    assert columns(table) == [(("11",), "11", "+5"), (("2",), "2", "+2")]
