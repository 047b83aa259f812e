"""The table as the next player finds it, and the standing of a round between two turns.

It has the totals, the scores of this round, and who is to come.

It comes from the referee's score sheet, or from the rulings of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import add, mul
from typing import NamedTuple

from boxctl.odds.match.turn_sums import OtherPlayers, PlayerTotal
from boxctl.odds.post_mortem import RulingExcerpt, not_of_these_rules
from boxctl.referee.payloads import Verdict
from boxctl.referee.scoresheet import Ending, Scoresheet, new_sheet, order_from
from boxctl.rules.ruleset import RuleSet, score, turn_rank
from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

Chances = tuple[float, ...]
"""The chance to win of each of some players, in the order of play."""


class SeatInRound(NamedTuple):
    """A player of a round: whether the seat is ``early``, that is before the first player's (R7.9).

    Only roll-offs, which go by seats, need that. ``handicap`` is what the turn counts more (R7.16),
    in units of :func:`boxctl.rules.ruleset.turn_rank`.
    """

    early: bool = False
    handicap: int = 0


class RoundOutcome(NamedTuple):
    """The outcome of a standing under best play.

    ``chances`` to win are those of the holders, then of those to come. ``all_tie`` is the chance
    that the round ends with ``all_are`` holders, see
    :class:`boxctl.odds.match.round_game.RoundGame`.
    """

    chances: Chances
    all_tie: float


@frozen_dataclass
class RoundStanding:
    """The standing of a round between two turns.

    ``best`` is the lowest score so far, with its handicap, or None; ``holders`` are the players who
    have made it and ``to_come`` those still to play, in the order of play.
    """

    best: int | None
    holders: tuple[SeatInRound, ...]
    to_come: tuple[SeatInRound, ...]

    @property
    def to_tie(self) -> int | None:
        """The score with which the next player ties; None if nobody has one."""
        return None if self.best is None else self.best - self.to_come[0].handicap

    def is_beaten(self, made: int) -> bool:
        """Return whether this score of the next player is higher than the lowest."""
        return self.to_tie is not None and made > self.to_tie

    def after(self, made: int) -> RoundStanding:
        """Return how the round stands when the next player has made this score."""
        player, others = self.to_come[0], self.to_come[1:]
        counted = made + player.handicap
        if self.best is None or counted < self.best:
            return RoundStanding(counted, (player,), others)
        holders = (*self.holders, player) if counted == self.best else self.holders
        return RoundStanding(self.best, holders, others)

    def without_next(self) -> RoundStanding:
        """Return how the round stands when the next player is out of it."""
        return RoundStanding(self.best, self.holders, self.to_come[1:])

    def if_next_loses(self, without: RoundOutcome) -> RoundOutcome:
        """Return the outcome if the next player cannot win, given that of :meth:`without_next`."""
        holders = len(self.holders)
        chances, all_tie = without
        return RoundOutcome((*chances[:holders], 0.0, *chances[holders:]), all_tie)


def expected_outcome(ends: Sequence[tuple[float, RoundOutcome]], players: int) -> RoundOutcome:
    """Return the outcome that these come to, each with its chance."""
    if not ends:
        return RoundOutcome((0.0,) * players, 0.0)
    parts = [part for part, _outcome in ends]
    by_player = zip(*(outcome.chances for _part, outcome in ends), strict=True)
    chances = tuple(reduce(add, map(mul, parts, worths)) for worths in by_player)
    return RoundOutcome(chances, sum(part * outcome.all_tie for part, outcome in ends))


@frozen_dataclass
class MatchTable:
    """A match as the next player finds it.

    ``totals`` are those before this round of all who are still in (in a roll-off: of those who play
    in it), in the order of play; ``made`` is what the turns of those who have played in this round
    count for (:func:`boxctl.rules.ruleset.turn_rank`): their scores, where no tiles decide a tie.
    ``early`` says of each player whether the seat comes before the first player's (R7.9).
    ``rounds_to_come`` is how many rounds follow this one, where their number is set (R7.11).
    ``wins`` are the rounds that two players have won (R7.13), empty where the match is not asked
    about; ``begins_next`` is the place of the one who begins the round after a roll-off.
    ``handicaps`` are those of all (R7.16), which totals and ``made`` include, none for nobody; a
    ``point`` counts so much in ``made``.
    """

    totals: tuple[int, ...]
    made: tuple[int, ...]
    early: tuple[bool, ...]
    rolling_off: bool = False
    rounds_to_come: int = 0
    wins: tuple[int, ...] = ()
    begins_next: int = 0
    handicaps: tuple[int, ...] = ()
    point: int = 1

    @property
    def seats(self) -> tuple[SeatInRound, ...]:
        """All players in the order of play."""
        handicaps = self.handicaps or (0,) * len(self.early)
        return tuple(
            SeatInRound(early, handicap * self.point)
            for early, handicap in zip(self.early, handicaps, strict=True)
        )

    @property
    def order(self) -> tuple[int, ...]:
        """The seats of all players in the order of play. Not in a roll-off: some are missing."""
        return order_from(sum(self.early), len(self.totals))

    def by_seat(self, in_order: Iterable[int]) -> tuple[int, ...]:
        """Return by seat what is listed in the order of play."""
        return tuple(value for _seat, value in sorted(zip(self.order, in_order, strict=True)))

    @property
    def standing(self) -> RoundStanding:
        """The standing of the round, which alone counts where no totals decide."""
        best = min(self.made, default=None)
        played = zip(self.made, self.seats, strict=False)
        holders = tuple(seat for made, seat in played if made == best)
        return RoundStanding(best, holders, self.seats[len(self.made) :])

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
    ranks = sheet.ranks
    made = tuple(ranks[seat] for seat in seats if seat in ranks)
    counts = not sheet.rules.counts_wins
    totals = [sheet.totals.get(seat, 0) if counts else 0 for seat in seats]
    if counts and not sheet.rolling_off:
        # The sheet adds a score to the total at once.
        so_far = [sheet.round_scores.get(seat, 0) for seat in seats]
        totals = [total - score for total, score in zip(totals, so_far, strict=True)]
    early = tuple(seat < sheet.order[0] for seat in seats)
    rounds = sheet.rules.rounds
    to_come = 0 if rounds is None or sheet.rolling_off else rounds - sheet.rounds_over - 1
    wins: tuple[int, ...] = ()
    begins = 0
    if sheet.rules.counts_wins and len(sheet.order) == 2:
        wins = tuple(sheet.wins.get(seat, 0) for seat in seats)
        begins = 0 if sheet.begins_next is None else seats.index(sheet.begins_next)
    handicaps = tuple(sheet.rules.handicap(seat) for seat in seats)
    given = any(handicaps)
    return MatchTable(
        tuple(totals),
        made,
        early,
        bool(sheet.rolling_off),
        to_come,
        wins,
        begins,
        handicaps if given else (),
        turn_rank(sheet.rules, 1, NO_TILES) if given else 1,
    )


def tables_from_rulings(
    rulings: Iterable[RulingExcerpt], rules: RuleSet, players: Sequence[str]
) -> Iterator[MatchTable]:
    """Yield one table for each turn that was begun; ``players`` are in seat order.

    Raises :class:`boxctl.rules.faults.RuleFault` (BX706) for rulings of another match.
    """
    sheet: Scoresheet | None = None
    left = NO_TILES
    for ruling in rulings:
        match ruling.verdict:
            case Verdict.READY:
                seat = _seat(ruling.player, players)
                sheet = sheet or new_sheet(rules, len(players), seat)
                if sheet.seat != seat:
                    raise not_of_these_rules(
                        tr("it was not the turn of {player}", player=ruling.player)
                    )
                left = rules.in_play & ruling.open
                yield table_of(sheet)
            case Verdict.COMMITTED if ruling.tiles is not None:
                left &= ~ruling.tiles
            case Verdict.TURN_OVER if sheet is not None:
                made = score(rules.scoring, left)
                ending = _ending(ruling, rules, left)
                sheet, _round_over, match_over = sheet.after_turn(made, ending, left)
                if match_over is not None:
                    sheet = None


def _seat(player: str, players: Sequence[str]) -> int:
    if player not in players:
        raise not_of_these_rules(
            tr(
                "{player} is none of {players}, name all with --players in seat order",
                player=player,
                players=", ".join(players),
            )
        )
    return players.index(player)


def _ending(ruling: RulingExcerpt, rules: RuleSet, left: TileSet) -> Ending:
    if not left:
        return Ending.SHUT
    if ruling.throw is not None and sum(ruling.throw) == rules.stop_number:
        return Ending.STOPPED
    lost = rules.opening_tile is not None and left == rules.in_play
    return Ending.OPENING_LOST if lost else Ending.PLAYED
