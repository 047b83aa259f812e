"""Rounds won by three (R7.13): every turn on the referee's sheet, and a single round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.odds.match.game_in_rounds import chances_of_low_scores
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.referee.scoresheet import Ending, Scoresheet, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, FirstPlayer, RuleSet, Ties

ONE_A_THROW = RuleSet(tiles=3, dice=Dice(1, 3), match="rounds_won", wins=2)
"""Each throw shuts its tile or ends the turn: nobody has anything to choose."""

MOST_ROLL_OFFS = 14
"""So many in a row are less likely than 1 in 10**8."""


class OnTheSheet:
    """The chance of each seat to win, from the referee's own sheet."""

    def __init__(self, rules: RuleSet) -> None:
        self.turn = ScoredTurn(rules)
        self.chances = chances_of_low_scores(self.turn)
        self.known: dict[object, tuple[float, ...]] = {}

    def before(self, sheet: Scoresheet, roll_offs: int = 0) -> tuple[float, ...]:
        if roll_offs > MOST_ROLL_OFFS:
            return (0.0,) * len(sheet.order)
        made, wins = tuple(sheet.ranks.items()), tuple(sorted(sheet.wins.items()))
        key = sheet.order, sheet.due, made, wins, sheet.rolling_off, sheet.begins_next, roll_offs
        if key not in self.known:
            ends = [
                [part * chance for chance in self.after(sheet, score, roll_offs)]
                for score, part in self.chances.items()
            ]
            self.known[key] = tuple(map(sum, zip(*ends, strict=True)))
        return self.known[key]

    def after(self, sheet: Scoresheet, made: int, roll_offs: int = 0) -> tuple[float, ...]:
        after, _over, result = sheet.after_turn(
            self.turn.points(made), Ending.PLAYED if made else Ending.SHUT, self.turn.left[made]
        )
        if result is not None:
            won = result.winners
            return tuple((seat in won) / len(won) for seat in range(len(sheet.order)))
        begun = after.rolling_off and not after.round_scores
        return self.before(after, (roll_offs + 1 if begun else roll_offs) * bool(after.rolling_off))


@pytest.mark.parametrize("handicaps", [(), (1, 0, 2)])
@pytest.mark.parametrize("first_player", ["seat", "rotate", "loser"])
@pytest.mark.parametrize("ties", ["share", "roll_off", "fewest_tiles"])
def test_every_score_is_worth_what_the_referee_s_sheet_comes_to(
    ties: Ties, first_player: FirstPlayer, handicaps: tuple[int, ...]
) -> None:
    rules = replace(ONE_A_THROW, ties=ties, first_player=first_player, handicaps=handicaps)
    on_the_sheet, aims = OnTheSheet(rules), MatchAims(rules)
    scores = on_the_sheet.turn.scores
    begun = replace(new_sheet(rules, 3, 1), wins={0: 1, 2: 1})
    played = [begun]
    for made in (scores[2], scores[1]):
        ended = played[-1].after_turn(
            on_the_sheet.turn.points(made), Ending.PLAYED, on_the_sheet.turn.left[made]
        )
        played.append(ended[0])
    for sheet in played:
        table = replace(
            table_of(sheet), wins=tuple(sheet.wins.get(seat, 0) for seat in sheet.order)
        )
        (prize,) = aims.prizes([table])
        for made, worth in prize.played.items():
            expected = on_the_sheet.after(sheet, made)[sheet.seat]
            assert worth == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("handicaps", [(), (2, 0, 1)])
@pytest.mark.parametrize("ties", ["share", "roll_off", "fewest_tiles"])
@pytest.mark.parametrize("made", [(), (3,), (3, 3)])
def test_one_round_to_win_is_the_round_that_all_play_to_win(
    made: tuple[int, ...], ties: Ties, handicaps: tuple[int, ...]
) -> None:
    rules = RuleSet(tiles=5, dice=Dice(2, 4), match="rounds_won", wins=1, ties=ties)
    aims = MatchAims(rules)
    sheet = new_sheet(replace(rules, handicaps=handicaps), 3)
    for score in made:
        sheet = sheet.after_turn(score, Ending.PLAYED, 0b100)[0]
    alone = replace(table_of(sheet), wins=())
    of_round, of_match = aims.prizes([alone, replace(alone, wins=(0, 0, 0))])
    assert of_match.played == pytest.approx(of_round.played, abs=1e-9)


def test_more_rounds_than_can_be_weighed_are_refused() -> None:
    with pytest.raises(RuleFault, match="BX708"):
        MatchAims(replace(ONE_A_THROW, wins=99)).aim(
            MatchTable((0,) * 3, (), (False,) * 3, wins=(0, 0, 0))
        )
