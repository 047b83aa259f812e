"""Replay the rulings of a match into the table at the beginning of every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.post_mortem import RulingExcerpt, not_of_these_rules
from boxctl.referee.scoresheet import Ending, Scoresheet, new_sheet
from boxctl.referee.verdict import Verdict
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.language import tr


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
                sheet, _round_over, match_over = sheet.after_turn(made, ending)
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
