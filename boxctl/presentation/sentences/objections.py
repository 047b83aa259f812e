"""Say why tiles that somebody wants to move are no move, and by which rule, in a phrase. Pure."""

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
from boxctl.presentation.sentences.throws import must_shut
from boxctl.referee.payloads import Refusal
from boxctl.rules.moves import allowed_counts
from boxctl.rules.objections import Forbids, Objection
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import TileSet, total, write_tiles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, message, tr, tr_n

RULE_PHRASES = {
    "R1.1": message("the tiles of the box"),
    "R1.2": message("tiles that begin down are not in play"),
    "R2.1": message("the usual dice"),
    "R2.2": message("when one die may or must be thrown"),
    "R2.3": message("the right number of dice"),
    "R2.4": message("a die that cannot be read"),
    "R3.1": message("any tiles that add up to the total"),
    "R3.2": message("any tiles that add up to the difference of the dice"),
    "R3.3": message("the dice's own two tiles, or one with their sum, product or difference"),
    "R3.4": message("exactly one tile: that of a die, or of the total"),
    "R3.5": message("a move is all or nothing"),
    "R3.6": message("the turn ends where there is no move"),
    "R3.7": message("the tile of a die, those of both dice, or that of the total"),
    "R3.8": message("also the larger die divided by the smaller"),
    "R3.9": message("also the one tile that both dice of a double show"),
    "R3.10": message("one of the ways that this game lists"),
    "R4.1": message("a move may be taken back until it is complete"),
    "R4.2": message("when a move stands"),
    "R4.3": message("a tile of a move that stands stays as it is"),
    "R4.4": message("a tile that nothing asked to be moved"),
    "R4.5": message("tiles that are part of no allowed move"),
    "R4.6": message("a throw at the wrong time"),
    "R4.7": message("a tile that comes straight back never moved"),
    "R4.8": message("how long a move may be taken back"),
    "R4.9": message("a turn begins when every lever stands right"),
    "R4.10": message("levers both disturbed and refused"),
    "R4.11": message("levers that move together are judged together"),
    "R5.1": message("the first move must shut the opening tile"),
    "R5.2": message("a throw of the stop number ends the turn"),
    "R5.3": message("first to shut: a turn is one throw"),
    "R5.4": message("a double that cannot be played is thrown again"),
    "R5.5": message("the throw after a double is safe"),
    "R5.6": message("insurance: a double banks a marker"),
    "R5.7": message("a double may be thrown again instead of being played"),
    "R6.1": message("the open tiles added up"),
    "R6.2": message("how many tiles are open"),
    "R6.3": message("the open tiles read as one number"),
    "R6.4": message("lower is better"),
    "R6.5": message("what a lost turn scores"),
    "R7.1": message("one round: the lowest score wins"),
    "R7.2": message("rounds are added up to the target"),
    "R7.3": message("whoever reaches the target is out"),
    "R7.4": message("duel: one shuts, the other opens"),
    "R7.5": message("relay: both shut, the last tile wins"),
    "R7.6": message("one player, one turn"),
    "R7.7": message("a shut box in a match of several rounds"),
    "R7.8": message("who wins a tie"),
    "R7.9": message("who starts"),
    "R7.10": message("nobody wins, every stake goes back"),
    "R7.11": message("a fixed number of rounds"),
    "R7.12": message("what a shut box costs the others"),
    "R7.13": message("so many rounds to win"),
    "R7.16": message("points added to a player's turns"),
    "R8.1": message("the winner takes the pool"),
    "R8.2": message("a shut box is paid double"),
}
"""The phrase of each rule by its number: a marked message in English."""


def rule_phrase(rule: str) -> str:
    """Return the subject of a rule; empty for one of somebody's own house."""
    phrase = RULE_PHRASES.get(rule)
    return "" if phrase is None else tr(phrase)


def rule_in_words(rule: str) -> str:
    """Return the number of a rule and what it is about: ``R3.5, a move is all or nothing``."""
    phrase = rule_phrase(rule)
    return tr("{rule}, {phrase}", rule=rule, phrase=phrase) if phrase else rule


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
