"""What is drawn of a table: tiles, turn, hint, lines of the sheet, and what moves. Pure.

Tiles and dice move frame by frame; the caller gives the time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random
from types import MappingProxyType

from boxctl.presentation.phrases import WRITTEN, how_many_dice, shown_player
from boxctl.referee.game import Game
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.screens.pictures.view_model import SheetRow, TileViewModel
from boxctl.view.score_sheet import SheetLine
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as
from hardware.devices import Contact

FALL = 240_000
"""How long a tile takes to fall or to stand up, in microseconds."""

FRAME = 40_000
"""The time between two frames of a movement, in microseconds."""

TUMBLE = 480_000
"""How long the dice are shaken before they land, in microseconds."""

CELEBRATION = 1_800_000
"""How long a shut box and a win are celebrated, in microseconds."""


class FallingTiles:
    """The tiles as they are drawn while they move. Times are microseconds.

    Without ``motion`` they are at once where they belong.
    """

    def __init__(self, standing: TileSet, *, motion: bool = True) -> None:
        self._standing = standing
        self._takes = FALL if motion else 0
        self._since: dict[int, int] = {}

    def move_with(self, *, motion: bool) -> None:
        """Let the tiles that move from now on fall, or be at once where they belong."""
        self._takes = FALL if motion else 0

    def now_standing(self, standing: TileSet, now: int) -> None:
        """Note at ``now`` which levers stand; those that have changed begin to move."""
        self._since |= dict.fromkeys(numbers(standing ^ self._standing), now)
        self._standing = standing
        self._since = {
            number: since for number, since in self._since.items() if now < since + self._takes
        }

    def fallen(self, number: int, now: int) -> float:
        """Return how far a tile has fallen: 0.0 standing, 1.0 lying flat."""
        share = min(1.0, (now - self._since[number]) / FALL) if number in self._since else 1.0
        if self._standing & tile(number):
            return (1.0 - share) ** 2
        return share**2

    @property
    def moving(self) -> bool:
        """Whether any tile is still moving."""
        return bool(self._since)


@frozen_dataclass
class TumblingDice:
    """Dice that are shaken from ``since`` (microseconds) on and land after ``takes``."""

    since: int
    count: int
    sides: int
    takes: int = TUMBLE

    @property
    def lands_at(self) -> int:
        """The time at which they lie still, in microseconds."""
        return self.since + self.takes

    def share(self, now: int) -> float:
        """Return how far they have rolled at ``now``: 1.0 when they land, more beyond."""
        return (now - self.since) / self.takes if self.takes else 1.0

    def faces(self, now: int) -> tuple[int, ...]:
        """Return the faces to draw at ``now``. They say nothing about the throw to come."""
        frame = (now - self.since) // FRAME
        chance = Random(f"{self.since} {frame}")
        return tuple(chance.choices(range(1, self.sides + 1), k=self.count))


class Celebration:
    """The celebration of a shut box or a win: once for each, for :data:`CELEBRATION`."""

    def __init__(self) -> None:
        self._of: object = None
        self._since: int | None = None

    def now_announced(self, banner: object, now: int) -> None:
        """Note at ``now`` which banner is shown, None for none; a new one is celebrated."""
        if banner != self._of:
            self._of = banner
            self._since = None if banner is None else now

    def end(self) -> None:
        """End it early: somebody has pressed a key."""
        self._since = None

    def share(self, now: int) -> float | None:
        """Return how much of it is over, from 0.0 to 1.0; None while there is none."""
        if self._since is not None and now >= self._since + CELEBRATION:
            self._since = None
        return None if self._since is None else (now - self._since) / CELEBRATION


def next_frame(now: int) -> int:
    """Return when the next frame is due, in microseconds."""
    return (now // FRAME + 1) * FRAME


BETWEEN_KEYS = "   "

NOTHING_UNTRUE: Mapping[Contact, str] = MappingProxyType({})


def tile_looks(
    rules: RuleSet,
    falling: FallingTiles,
    now: int,
    *,
    levers: TileSet,
    lit: TileSet,
    moved: TileSet,
    to_be_put: TileSet,
    untrue: Mapping[Contact, str] = NOTHING_UNTRUE,
) -> tuple[TileViewModel, ...]:
    """Return every tile of the box, from left to right.

    ``levers`` are those that stand, ``lit`` the lamps, ``moved`` the tiles of the answer,
    ``to_be_put`` those that have to move. ``untrue`` names what is wrong with a sensor. ``now`` is
    in microseconds.
    """
    return tuple(
        TileViewModel(
            number,
            falling.fallen(number, now),
            lit=bool(lit & tile(number)),
            in_play=bool(rules.in_play & tile(number)),
            moved=bool(moved & tile(number)),
            asked=_asked(number, to_be_put, levers),
            sensor=untrue.get(number, ""),
        )
        for number in range(1, rules.tiles + 1)
    )


def _asked(number: int, to_be_put: TileSet, levers: TileSet) -> str:
    if not to_be_put & tile(number):
        return ""
    return "down" if levers & tile(number) else "up"


def whose_turn(play: Game) -> str:
    """Return a short line: whose turn it is, or that the match is over."""
    if play.over:
        return tr("The match is over")
    if len(play.players) == 1 or play.rules.match != "duel":
        return shown_player(play.player)
    if play.opens:
        return tr("{player}, opening", player=shown_player(play.player))
    return tr("{player}, shutting", player=shown_player(play.player))


def hint(
    play: Game,
    to_be_put: TileSet,
    *,
    by_itself: bool,
    by_hand: bool,
    to_undo: int | None,
    real_dice: bool = False,
) -> str:
    """Return the hint: the acts of the player now, each with its key.

    ``by_itself``: a simulated player has the turn. ``by_hand``: the dice are thrown on a real
    roller. ``to_undo`` is the tile that BACKSPACE puts back. ``real_dice``: people type what
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
        if to_undo is not None:
            keys.append(tr("BACKSPACE: take back the {tile}", tile=to_undo))
        if play.may_throw_again:
            keys.append(tr("or throw again") if by_hand or real_dice else tr("SPACE: throw again"))
        return BETWEEN_KEYS.join(keys)
    keys = [_hint_for_real_dice(play) if real_dice else _hint_to_throw(play, by_hand)]
    if answer is not None and answer.move is not None:
        keys.append(tr("ENTER: confirm"))
    return BETWEEN_KEYS.join(keys)


def _hint_for_real_dice(play: Game) -> str:
    dice = how_many_dice(play.counts, WRITTEN)
    return tr("Throw {dice}, then SPACE: type what they show", dice=dice)


def _hint_to_throw(play: Game, by_hand: bool) -> str:
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


def sheet_rows(lines: Iterable[SheetLine], lost: Collection[int] = ()) -> tuple[SheetRow, ...]:
    """Return the lines of the score sheet in words; ``lost`` are seats that have lost the match."""
    return tuple(
        SheetRow(
            shown_player(line.name),
            line.playing,
            rounds=tuple("" if score is None else str(score) for score in line.rounds),
            total="" if line.total is None else str(line.total),
            wins="" if line.wins is None else str(line.wins),
            purse=line.written,
            note=_note(line, lost),
            markers=line.markers,
            colour=line.seat,
        )
        for line in lines
    )


def _note(line: SheetLine, lost: Collection[int]) -> str:
    if line.out:
        return tr_as("score sheet", "out")
    if line.seat in lost:
        return tr_as("score sheet", "lost")
    return f"+{line.handicap}" if line.handicap else ""
