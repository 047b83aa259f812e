"""The table as the next player finds it: totals, the scores of this round, who is to come."""

from __future__ import annotations

from boxctl.odds.match.other_players import OtherPlayers, PlayerTotal
from boxctl.referee.scoresheet import Scoresheet
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class MatchTable:
    """A match as the next player finds it.

    ``totals`` are those before this round of all who are still in (in a roll-off: of those who play
    in it), in the order of play; ``made`` are the scores of those who have played in this round.
    ``early`` says of each player whether the seat comes before the first player's (R7.9).
    ``rounds_to_come`` is how many rounds follow this one, where their number is set (R7.11).
    """

    totals: tuple[int, ...]
    made: tuple[int, ...]
    early: tuple[bool, ...]
    rolling_off: bool = False
    rounds_to_come: int = 0

    @property
    def others(self) -> OtherPlayers:
        """All but the next player."""
        place = len(self.made)
        played = zip(self.totals, self.made, strict=False)
        return OtherPlayers(
            tuple(PlayerTotal(total + made, played=True) for total, made in played),
            tuple(PlayerTotal(total, played=False) for total in self.totals[place + 1 :]),
            self.rounds_to_come,
        )


def table_of(sheet: Scoresheet) -> MatchTable:
    """Return the table between two turns, from the referee's score sheet."""
    gone = {*sheet.out, *sheet.lost}
    seats = sheet.rolling_off or tuple(seat for seat in sheet.order if seat not in gone)
    made = tuple(sheet.round_scores[seat] for seat in seats if seat in sheet.round_scores)
    totals = [sheet.totals.get(seat, 0) for seat in seats]
    if not sheet.rolling_off:
        # The sheet adds a score to the total at once.
        totals[: len(made)] = [total - score for total, score in zip(totals, made, strict=False)]
    early = tuple(seat < sheet.order[0] for seat in seats)
    rounds = sheet.rules.rounds
    to_come = 0 if rounds is None or sheet.rolling_off else rounds - sheet.rounds_over - 1
    return MatchTable(tuple(totals), made, early, bool(sheet.rolling_off), to_come)
