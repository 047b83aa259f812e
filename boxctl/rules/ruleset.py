"""The rules of one match: a value for every setting of the rule book."""

from __future__ import annotations

from typing import Literal

from boxctl.rules.dice import Dice
from boxctl.rules.scoring import Scoring
from boxctl.rules.tiles import NO_TILES, TileSet, tile_range
from groundwork.frozen_dataclass import frozen_dataclass

OneDie = Literal["never", "last_tile", "high_tiles_shut", "sum_below_6", "sum_at_most_6"]
OneDieChoice = Literal["may", "must"]
Combine = Literal["sum", "sum_or_difference", "canoga", "thai"]
Match = Literal["single", "tournament", "knockout", "duel", "relay", "first_to_shut", "solo"]
Stops = Literal["turn", "match"]
ShutWins = Literal["round", "match"]
Ties = Literal["share", "roll_off"]
FirstPlayer = Literal["seat", "highest"]
TakeBack = Literal["until_complete", "until_next_throw", "never"]

_USUAL_TARGET = {"tournament": 100, "knockout": 45}


@frozen_dataclass(kw_only=True)
class RuleSet:
    """The rules of one match; the defaults are those of ``classic``.

    The fields have the names of the settings in the rule book. ``stake`` is in minor units of
    ``currency``, a code of ISO 4217, empty for none in particular; ``bump_ms`` and ``settle_ms``
    are milliseconds; a ``target`` of None is the usual one of the kind of match.

    Nothing is checked here: :func:`boxctl.rules.contradictions.check` finds settings that
    contradict each other.
    """

    tiles: int = 9
    down: TileSet = NO_TILES
    dice: Dice = Dice(2, 6)
    one_die: OneDie = "last_tile"
    one_die_choice: OneDieChoice = "may"
    combine: Combine = "sum"
    opening_tile: int | None = None
    stop_number: int | None = None
    stops: Stops = "turn"
    doubles: bool = False
    scoring: Scoring = "golf"
    match: Match = "single"
    target: int | None = None
    shut_wins: ShutWins = "round"
    ties: Ties = "share"
    first_player: FirstPlayer = "seat"
    stake: int = 0
    currency: str = ""
    double_on_shut: bool = False
    take_back: TakeBack = "until_complete"
    bump_ms: float = 80
    settle_ms: float = 0

    @property
    def on_the_box(self) -> TileSet:
        """All tiles of the box, in play or not."""
        return tile_range(self.tiles)

    @property
    def in_play(self) -> TileSet:
        """The tiles that are open at the start (R1.2)."""
        return self.on_the_box & ~self.down

    @property
    def target_in_force(self) -> int | None:
        """The total that ends the match (R7.2) or puts a player out (R7.3); else None."""
        return self.target if self.target is not None else _USUAL_TARGET.get(self.match)
