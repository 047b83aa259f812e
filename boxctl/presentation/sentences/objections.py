"""Say why tiles that somebody wants to move are no move, and by which rule. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.presentation.phrases import (
    Style,
    added_up,
    choices_of_tiles,
    dice,
    how_many_dice,
    the_tile,
    the_tiles,
)
from boxctl.presentation.sentences.levers import why_refused
from boxctl.presentation.sentences.rule_phrases import rule_in_words
from boxctl.presentation.sentences.throws import must_shut
from boxctl.referee.payloads import Refusal
from boxctl.rules.moves import allowed_counts
from boxctl.rules.objections import Forbids, Objection
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import TileSet, total, write_tiles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, tr, tr_n


@frozen_dataclass
class WantedMove:
    """Tiles that somebody wants to move for a throw, with these still to be moved."""

    rules: RuleSet
    to_move: TileSet
    throw: Throw
    tiles: TileSet


def objection_in_words(wanted: WantedMove, why: Objection, style: Style) -> str:
    """Say why it is no move, as a clause, with the rules that say so and what they are about."""
    return f"{_why(wanted, why, style)} ({rules_in_words(why.rules)})"


def rules_in_words(rules: Iterable[str]) -> str:
    """Return the numbers of rules and what they are about: ``R3.4, …; R3.5, …``."""
    return clauses(map(rule_in_words, dict.fromkeys(rules)))


def _why(wanted: WantedMove, why: Objection, style: Style) -> str:
    rules, throw, tiles = wanted.rules, wanted.throw, wanted.tiles
    named, thrown = added_up(tiles, style), dice(throw, style)
    about, count = the_tiles(why.tiles, style), why.tiles.bit_count()
    match why.reason:
        case Forbids.DICE_COUNT:
            needed = how_many_dice(allowed_counts(rules, wanted.to_move), style)
            return tr("{needed} must be thrown here", needed=needed)
        case Forbids.STOP_NUMBER:
            return tr("in this game a throw of {total} ends the turn", total=sum(throw))
        case Forbids.NOT_ON_THE_BOX:
            return tr(
                "there is no tile {tiles}, the box has tiles 1 to {last}",
                tiles=write_tiles(why.tiles),
                last=rules.tiles,
            )
        case Forbids.NOT_IN_PLAY if count == 1:
            return tr("{tile} is not in play", tile=about)
        case Forbids.NOT_IN_PLAY:
            return tr("{tiles} are not in play", tiles=about)
        case Forbids.MOVED_ALREADY if rules.match == "duel":
            return tr_n(
                "{tile} is not still to be moved", "{tile} are not still to be moved", count,
                tile=about,
            )  # fmt: skip
        case Forbids.MOVED_ALREADY:
            return tr_n("{tile} is shut already", "{tile} are shut already", count, tile=about)
        case Forbids.OPENING_TILE:
            return _opening_first(wanted, why, style)
        case Forbids.PART_OF_A_MOVE:
            rest = tuple(move.tiles & ~tiles for move in why.moves)
            return tr(
                "{tiles} alone is only a part of a move for {dice}: {moves} to go",
                tiles=named,
                dice=thrown,
                moves=choices_of_tiles(rest, style),
            )
        case Forbids.TOO_FEW_DICE:
            needed = how_many_dice((rules.dice.count,), style)
            return tr("{tiles} would need {dice}", tiles=named, dice=needed)
        case Forbids.DICE:
            refusal = Refusal(tiles, throw, why.moves, rules.combine)
            return why_refused(refusal, style)


def _opening_first(wanted: WantedMove, why: Objection, style: Style) -> str:
    opening = the_tile(why.tiles.bit_length(), style)
    named = added_up(wanted.tiles, style)
    if why.moves:
        return must_shut(why.tiles.bit_length(), style)
    if wanted.tiles.bit_count() > 1 and total(wanted.tiles) == sum(wanted.throw):
        return tr(
            "{tiles} makes {sum}, but {tile} has to be shut first",
            tiles=named,
            sum=style.number(total(wanted.tiles)),
            tile=opening,
        )
    return tr(
        "{tiles} is a move for {dice}, but {tile} has to be shut first",
        tiles=named,
        dice=dice(wanted.throw, style),
        tile=opening,
    )
