"""Rounds won, who begins the next round, and a target that ends a match at once, at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boxctl.referee.referee import Referee
from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone

TWO_TILES = {"down": "3-9"}  # 1 and 2 are in play: 1 2 shuts the box


def rounds_won(players: str = "Ann,Bob", **settings: Any) -> RefereeAlone:
    return RefereeAlone("classic", players, match="rounds_won", **(TWO_TILES | settings))


def with_handicaps(table: RefereeAlone, *handicaps: int) -> RefereeAlone:
    play = table.referee.play
    table.referee = Referee(replace(play.rules, handicaps=handicaps), play.players)
    table.rulings = table.referee.begin()
    return table


def shuts(table: RefereeAlone) -> None:
    table.throws(1, 2)
    table.shuts(1, 2)


def leaves_one(table: RefereeAlone) -> None:
    """Shut the 2; nothing goes on with the 1, which scores 1."""
    table.throws(1, 1)
    table.shuts(2)
    table.throws(6, 6)


def leaves_both(table: RefereeAlone) -> None:
    table.throws(6, 6)


def ready(table: RefereeAlone) -> None:
    table.makes_ready()


class TestRoundsWon:
    def test_a_shut_box_ends_the_round_and_pays_double_where_it_wins_the_match(self) -> None:
        table = rounds_won(wins=2, stake=10, double_on_shut="true")
        shuts(table)
        assert table.ruled[-4:] == ["committed R3.1", "shut_the_box R7.13", "turn_over R7.13",
                                    "round_over R7.13"]  # fmt: skip
        assert of(table.last("round_over")).wins == {"Ann": 1, "Bob": 0}
        ready(table)
        leaves_one(table)
        ready(table)
        shuts(table)
        ready(table)
        shuts(table)
        over = of(table.last("match_over"))
        assert over.winners == ("Ann",)
        assert over.payout == {"Ann": 20, "Bob": -20}
        assert of(table.last("round_over")).wins == {"Ann": 2, "Bob": 1}
        assert over.scores == {"Ann": 1, "Bob": 0}

    def test_a_shared_round_is_won_by_each_of_them(self) -> None:
        table = rounds_won(wins=1, stake=5)
        leaves_both(table)
        leaves_both(table)
        assert table.ruled[-1] == "match_over R7.8"
        assert of(table.last("round_over")).wins == {"Ann": 1, "Bob": 1}
        assert of(table.last("match_over")).winners == ("Ann", "Bob")

    def test_a_round_that_is_rolled_off_is_said_twice(self) -> None:
        table = rounds_won(wins=1, ties="roll_off")
        leaves_both(table)
        leaves_both(table)
        assert of(table.last("round_over")).wins == {"Ann": 0, "Bob": 0}
        leaves_both(table)
        leaves_one(table)
        assert of(table.last("round_over")).wins == {"Ann": 0, "Bob": 1}
        assert table.last("round_over").rule == "R7.8"
        assert of(table.last("match_over")).winners == ("Bob",)

    def test_in_a_roll_off_a_shut_box_does_not_win_at_once(self) -> None:
        table = rounds_won(wins=1, ties="roll_off")
        leaves_both(table)
        leaves_both(table)
        shuts(table)
        assert "match_over" not in table.ruled[-1]
        assert table.referee.play.player == "Bob"


class TestWhoBegins:
    def test_the_next_seat_begins_each_further_round(self) -> None:
        table = rounds_won("Ann,Bob,Cy", wins=9, first_player="rotate")
        for beginner in ("Bob", "Cy", "Ann"):
            shuts(table)
            assert table.referee.play.player == beginner
            ready(table)

    def test_whoever_scored_highest_begins_and_alone_again(self) -> None:
        table = rounds_won("Ann,Bob,Cy", wins=9, first_player="loser")
        shuts(table)
        assert table.referee.play.player == "Ann"
        ready(table)
        leaves_one(table)
        ready(table)
        leaves_both(table)
        leaves_one(table)
        assert table.referee.play.player == "Bob"

    def test_of_several_it_is_the_one_who_played_first(self) -> None:
        table = rounds_won("Ann,Bob,Cy", wins=9, first_player="loser")
        leaves_one(table)
        ready(table)
        leaves_both(table)
        leaves_both(table)
        assert table.referee.play.player == "Bob"

    def test_the_highest_score_is_that_with_the_handicap_also_where_players_go_at_once(
        self,
    ) -> None:
        settings = {"knock_out": "at_once", "first_player": "loser", **TWO_TILES}
        table = with_handicaps(RefereeAlone("last-standing", "Ann,Bob", **settings), 0, 5)
        leaves_one(table)
        ready(table)
        leaves_one(table)
        assert of(table.last("round_over")).scores == {"Ann": 1, "Bob": 6}
        assert table.referee.play.player == "Bob"

    def test_a_seat_that_is_out_is_passed_over(self) -> None:
        settings = {"target": 3, "first_player": "rotate", **TWO_TILES}
        table = RefereeAlone("last-standing", "Ann,Bob,Cy", **settings)
        leaves_one(table)
        ready(table)
        leaves_both(table)
        leaves_one(table)
        assert of(table.last("round_over")).out == ("Bob",)
        assert table.referee.play.player == "Cy"


AT_ONCE = {"target": 3, "target_ends": "at_once", **TWO_TILES}


class TestTargetAtOnce:
    def test_the_match_is_over_in_mid_round_and_names_everybody(self) -> None:
        table = RefereeAlone("tournament", "Ann,Bob,Cy", **AT_ONCE)
        leaves_one(table)
        ready(table)
        leaves_both(table)
        assert table.ruled[-2:] == ["turn_over R3.6", "match_over R7.2"]
        over = of(table.last("match_over"))
        assert over.winners == ("Cy",)
        assert over.scores == {"Ann": 1, "Bob": 3, "Cy": 0}

    def test_a_tie_in_mid_round_is_rolled_off_without_a_round_over(self) -> None:
        table = RefereeAlone("tournament", "Ann,Bob,Cy", ties="roll_off", **AT_ONCE)
        leaves_both(table)
        assert table.ruled[-2:] == ["turn_over R3.6", "ready R4.9"]
        assert of(table.last("turn_over")).tied == ("Bob", "Cy")
        leaves_both(table)
        leaves_one(table)
        assert table.ruled[-2:] == ["round_over R7.8", "match_over R7.8"]
        assert of(table.last("match_over")).winners == ("Cy",)
