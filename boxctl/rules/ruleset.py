"""The rules of one match: a value for every setting of the rule book."""

from __future__ import annotations

from typing import Literal

from boxctl.rules.dice import Dice
from boxctl.rules.scoring import Scoring
from boxctl.rules.tiles import NO_TILES, TileSet, tile_range, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES

Parity = Literal["odd", "even"]
OneDie = Literal["never", "last_tile", "high_tiles_shut", "sum_below_6", "sum_at_most_6"]
OneDieChoice = Literal["may", "must"]
Combine = Literal["sum", "sum_or_difference", "canoga", "thai", "either"]
Match = Literal["single", "tournament", "knockout", "duel", "relay", "first_to_shut", "solo"]
OpeningLost = Literal["turn", "match"]
Stops = Literal["turn", "match"]
Doubles = Literal["none", "rethrow", "extra", "insurance"]
KnockOut = Literal["end_of_round", "at_once"]
PassBox = Literal["when_blocked", "each_throw"]
ShutWins = Literal["round", "match"]
ShutBonus = int | Literal["double"] | None
Ties = Literal["share", "roll_off"]
FirstPlayer = Literal["seat", "highest"]
TakeBack = Literal["until_complete", "until_next_throw", "never"]

ALL_TILES_OF: dict[Parity, TileSet] = {
    "odd": tile_set(range(1, MOST_TILES + 1, 2)),
    "even": tile_set(range(2, MOST_TILES + 1, 2)),
}
"""The tiles that ``down`` means by these words, on the largest box."""

_USUAL_TARGET = {"tournament": 100, "knockout": 45}


@frozen_dataclass(kw_only=True)
class RuleSet:
    """The rules of one match; the defaults are those of ``classic``.

    The fields have the names of the settings in the rule book. ``stake`` is in minor units of
    ``currency``, a code of ISO 4217, empty for none in particular; ``bump_ms``, ``act_ms`` and
    ``settle_ms`` are milliseconds; a ``target`` of None is the usual one of the kind of match, or
    none where ``rounds`` are counted (R7.11). ``down`` stays a word where it is given as one, so
    that it means as many tiles as the box has.

    Nothing is checked here: :func:`boxctl.rules.contradictions.check` finds settings that
    contradict each other.
    """

    tiles: int = 9
    down: TileSet | Parity = NO_TILES
    dice: Dice = Dice(2, 6)
    one_die: OneDie = "last_tile"
    one_die_choice: OneDieChoice = "may"
    combine: Combine = "sum"
    quotient: bool = False
    double_shuts_own: bool = False
    opening_tile: int | None = None
    opening_lost: OpeningLost = "turn"
    stop_number: int | None = None
    stops: Stops = "turn"
    doubles: Doubles = "none"
    scoring: Scoring = "golf"
    match: Match = "single"
    target: int | None = None
    rounds: int | None = None
    knock_out: KnockOut = "end_of_round"
    pass_box: PassBox = "when_blocked"
    shut_wins: ShutWins = "round"
    shut_bonus: ShutBonus = None
    ties: Ties = "share"
    first_player: FirstPlayer = "seat"
    stake: int = 0
    currency: str = ""
    double_on_shut: bool = False
    take_back: TakeBack = "until_complete"
    bump_ms: float = 80
    act_ms: float = 150
    settle_ms: float = 0

    @property
    def on_the_box(self) -> TileSet:
        """All tiles of the box, in play or not."""
        return tile_range(self.tiles)

    @property
    def down_tiles(self) -> TileSet:
        """The tiles that begin shut (R1.2), where ``down`` is a word those of this box."""
        if isinstance(self.down, int):
            return self.down
        return ALL_TILES_OF[self.down] & self.on_the_box

    @property
    def in_play(self) -> TileSet:
        """The tiles that are open at the start (R1.2)."""
        return self.on_the_box & ~self.down_tiles

    @property
    def turn_is_one_throw(self) -> bool:
        """Whether a turn ends with its first answer (R5.3, R7.4 ``each_throw``)."""
        return self.match == "first_to_shut" or self.pass_box == "each_throw"

    @property
    def adds_up_rounds(self) -> bool:
        """Whether the scores of the rounds are added up (R7.2, R7.3)."""
        return self.match in ("tournament", "knockout")

    @property
    def target_in_force(self) -> int | None:
        """The total that ends the match (R7.2) or puts a player out (R7.3); else None."""
        if self.target is not None or self.rounds is not None:
            return self.target
        return _USUAL_TARGET.get(self.match)
