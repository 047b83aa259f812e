"""Build the view of a table from the referee's book: tiles, turn, hint, score sheet. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation.money.amounts import amount, signed
from boxctl.presentation.phrases import WRITTEN, how_many_dice
from boxctl.presentation.player_names import shown_player
from boxctl.referee.play import Play
from boxctl.referee.scoresheet import Scoresheet
from boxctl.rules.tiles import NO_TILES, TileSet, tile
from boxctl.screens.pictures.motion import FallingTiles
from boxctl.screens.pictures.view_model import SheetRow, TileViewModel
from groundwork.language import tr, tr_as
from hardware.devices import Contact

BETWEEN_KEYS = "   "


def tile_looks(
    play: Play,
    standing: FallingTiles,
    now: int,
    lit: TileSet,
    to_be_put: TileSet,
    levers: TileSet,
    untrue: Mapping[Contact, str],
) -> tuple[TileViewModel, ...]:
    """Return every tile of the box, from left to right.

    ``lit``, ``to_be_put`` and ``levers`` are sets of tiles: lit lamps, tiles that have to move, and
    levers that stand. ``untrue`` names what is wrong with a sensor. ``now`` is in microseconds.
    """
    answer = play.answer
    moved = answer.moved if answer is not None else NO_TILES
    return tuple(
        TileViewModel(
            number,
            standing.fallen(number, now),
            lit=bool(lit & tile(number)),
            in_play=bool(play.rules.in_play & tile(number)),
            moved=bool(moved & tile(number)),
            asked=_asked(number, to_be_put, levers),
            sensor=untrue.get(number, ""),
        )
        for number in range(1, play.rules.tiles + 1)
    )


def _asked(number: int, to_be_put: TileSet, levers: TileSet) -> str:
    if not to_be_put & tile(number):
        return ""
    return "down" if levers & tile(number) else "up"


def whose_turn(play: Play) -> str:
    """Return a short line: whose turn it is, or that the match is over."""
    if play.over:
        return tr("The match is over")
    if len(play.players) == 1 or play.rules.match != "duel":
        return shown_player(play.player)
    if play.opens:
        return tr("{player}, opening", player=shown_player(play.player))
    return tr("{player}, shutting", player=shown_player(play.player))


def hint(
    play: Play,
    to_be_put: TileSet,
    *,
    by_itself: bool,
    by_hand: bool,
    to_take_back: int | None,
    real_dice: bool = False,
) -> str:
    """Return what the player can do now, and with which key.

    ``by_itself``: a simulated player has the turn. ``by_hand``: the dice are thrown on a real
    roller. ``to_take_back`` is the tile that BACKSPACE puts back. ``real_dice``: people type what
    they show.
    """
    if play.over:
        return tr("N: a new match   A: how it was played   Q: leave")
    if by_itself:
        return tr("{player} plays …", player=shown_player(play.player))
    if to_be_put:
        return tr("ENTER: put the tiles where the arrows say, or flip them yourself")
    answer = play.answer
    if not play.throw_awaited:
        if answer is not None and answer.move is not None:
            return tr("ENTER: confirm")
        keys = [
            tr("Type or click the tiles to open")
            if play.opens
            else tr("Type or click the tiles to shut")
        ]
        if to_take_back is not None:
            keys.append(tr("BACKSPACE: take back the {tile}", tile=to_take_back))
        return BETWEEN_KEYS.join(keys)
    keys = [_hint_for_real_dice(play) if real_dice else _hint_to_throw(play, by_hand)]
    if answer is not None and answer.move is not None:
        keys.append(tr("ENTER: confirm"))
    return BETWEEN_KEYS.join(keys)


def _hint_for_real_dice(play: Play) -> str:
    dice = how_many_dice(play.counts, WRITTEN)
    return tr("Throw {dice}, then SPACE: type what they show", dice=dice)


def _hint_to_throw(play: Play, by_hand: bool) -> str:
    if by_hand:
        return tr("Throw {dice} on the roller", dice=how_many_dice(play.counts, WRITTEN))
    if play.deciding_who_starts:
        return tr(
            "SPACE: {player} throws one die to see who starts", player=shown_player(play.player)
        )
    throws = tr("SPACE: throw {dice}", dice=how_many_dice(play.counts[-1:], WRITTEN))
    if len(play.counts) == 1:
        return throws
    return BETWEEN_KEYS.join((throws, tr("O: throw one die")))


def sheet_rows(
    play: Play, purse: Mapping[str, int], scores: Mapping[str, tuple[str, ...]]
) -> tuple[SheetRow, ...]:
    """Return the score sheet: each player's scores, running total, and money won.

    ``purse`` is in minor units of the currency of this match, ``scores`` are those of each round.
    """
    sheet = play.sheet
    in_rounds = play.rules.match in ("tournament", "knockout")
    rows = []
    for seat, player in enumerate(play.players):
        playing = seat == play.seat and not play.over
        won = purse.get(player) if play.rules.stake else None
        rows.append(
            SheetRow(
                shown_player(player),
                playing,
                rounds=scores.get(player, ()),
                total=str(sheet.totals[seat]) if in_rounds and seat in sheet.totals else "",
                purse="" if won is None else signed(won, play.rules.currency),
                note=_note(seat, sheet),
                markers=play.memory.markers if playing else 0,
                colour=seat,
            )
        )
    return tuple(rows)


def _note(seat: int, sheet: Scoresheet) -> str:
    if seat in sheet.out:
        return tr_as("score sheet", "out")
    return tr_as("score sheet", "lost") if seat in sheet.lost else ""


def pool(play: Play, *, paid_out: bool) -> str:
    """Say what is in the pool; empty if nothing was staked.

    ``paid_out`` is whether the end of the match has moved any money.
    """
    stake, currency = play.rules.stake, play.rules.currency
    if not stake:
        return ""
    whole = amount(stake * len(play.players), currency)
    if play.over and not paid_out:
        return tr("pool {whole}, given back", whole=whole)
    if play.over:
        return tr("pool {whole}, paid out", whole=whole)
    return tr("pool {whole} ({stake} each)", whole=whole, stake=amount(stake, currency))
