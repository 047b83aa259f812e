"""The score sheet, the pool and the evening's table, from the moments of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boxctl.presentation.money.amounts import amount, signed
from boxctl.referee.payloads import MatchOver
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.laptop.watched_match import Moment
from boxctl.simulation.ways_to_play import robots_among
from boxctl.web.state import EveningLine, SheetLine
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

ADDED_UP = ("tournament", "knockout")
"""The kinds of match in which the scores of rounds are added up."""


def sheet_of(
    rules: RuleSet,
    players: Sequence[str],
    moment: Moment,
    winners: Sequence[str],
    markers: Mapping[str, int],
) -> tuple[SheetLine, ...]:
    """Return a line for each player; ``markers`` are those banked (R5.6), by player."""
    robots = robots_among(players)
    rounds = (*moment.scores.over, moment.scores.current)
    if not moment.scores.current:
        rounds = rounds[:-1]
    paid = moment.payout if rules.stake else {}
    return tuple(
        SheetLine(
            name=player,
            seat=seat,
            playing=player == moment.turn and not moment.over,
            robot=player in robots,
            rounds=tuple(scores.get(player) for scores in rounds),
            total=moment.total(player) if rules.match in ADDED_UP else None,
            out=player in moment.out,
            won=player in winners,
            markers=markers.get(player, 0),
            payout=paid.get(player),
            written=signed(paid[player], rules.currency) if player in paid else "",
        )
        for seat, player in enumerate(players)
    )


def pool_of(rules: RuleSet, players: Sequence[str], moment: Moment) -> str:
    """Say what is in the pool; empty if nothing was staked."""
    if not rules.stake:
        return ""
    whole = amount(rules.stake * len(players), rules.currency)
    if moment.over and not any(moment.payout.values()):
        return tr("pool {whole}, given back", whole=whole)
    if moment.over:
        return tr("pool {whole}, paid out", whole=whole)
    stake = amount(rules.stake, rules.currency)
    return tr("pool {whole} ({stake} each)", whole=whole, stake=stake)


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
