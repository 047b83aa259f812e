"""The evening's table: what the matches since the program was started have brought."""

from __future__ import annotations

from boxctl.presentation.money.amounts import signed
from boxctl.referee.payloads import MatchOver
from boxctl.web.state import EveningLine
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class EveningTally:
    """Result of a player over several matches: ``purse`` is in minor units of ``currency``.

    ``currency`` is that of the last match for money, ``staked`` whether there was one.
    """

    name: str
    matches: int = 0
    won: int = 0
    purse: int = 0
    currency: str = ""
    staked: bool = False


class Evening:
    """Results of the players since the program was started. Not thread-safe."""

    MOST = 50
    """Most players that are remembered: those who have played last."""

    def __init__(self) -> None:
        self._tallies: dict[str, EveningTally] = {}

    def match_over(self, result: MatchOver) -> None:
        """Count a match. Its money is added up, whatever the currency was before."""
        for player, won in result.payout.items():
            before = self._tallies.pop(player, EveningTally(player))
            self._tallies[player] = EveningTally(
                player,
                before.matches + 1,
                before.won + (player in result.winners),
                before.purse + won,
                (result.currency or "") if result.stake else before.currency,
                before.staked or bool(result.stake),
            )
        while len(self._tallies) > self.MOST:
            del self._tallies[next(iter(self._tallies))]

    @property
    def lines(self) -> tuple[EveningLine, ...]:
        """A line for each player, the one who has won most first, in the language in use."""
        tallies = sorted(self._tallies.values(), key=lambda each: (-each.won, -each.purse))
        return tuple(map(_evening_line, tallies))


def _evening_line(tally: EveningTally) -> EveningLine:
    staked = signed(tally.purse, tally.currency) if tally.staked else ""
    return EveningLine(tally.name, tally.matches, tally.won, tally.purse, staked)
