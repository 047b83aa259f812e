"""Readings: how the table stands, in immutable data that its loop hands over to the pages."""

from __future__ import annotations

from boxctl.presentation.lamps import LampSigns, signs
from boxctl.presentation.table_view import TableView
from boxctl.referee.game_state import GameState, game_state
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.table.runtime import Runtime
from boxctl.table.states import Activity
from groundwork.frozen_dataclass import frozen_dataclass

NO_SIGNS = LampSigns(NO_TILES, NO_TILES, NO_TILES, NO_TILES)


@frozen_dataclass
class HandsReading:
    """Actions of the hands at a simulated box, under way and possible.

    ``rolling`` dice tumble; ``to_take_back`` is the tile that can be taken back; ``blind`` are the
    tiles whose sensor does not show their lever. With ``real_dice`` people throw them, and type
    what they show; ``throws`` tells whether hands can throw them here.
    """

    rolling: int = 0
    to_take_back: int | None = None
    blind: TileSet = NO_TILES
    real_dice: bool = False
    throws: bool = True


@frozen_dataclass
class TableReading:
    """State of a table at one moment. ``variant`` names the rules, with settings changed.

    ``view`` is what was said of it, ``levers`` the tiles seen open, ``signs`` those of the lamps.
    ``activity`` is what the table does, None without power. ``game`` is the state of the book.
    ``player`` plays, or throws next; ``counts`` is how many dice the next throw may have,
    ``markers`` how many are banked (R5.6). With ``real_dice`` people type what
    they show. ``next_players`` are those of the next match. ``hands`` are those at a simulated box.
    The box ``shows_code`` of the table on its display if a phone asks, and its coach ``coaches``.
    """

    variant: str
    rules: RuleSet
    view: TableView
    levers: TileSet
    signs: LampSigns
    activity: Activity | None
    game: GameState
    player: str
    opens: bool
    counts: tuple[int, ...]
    throw_awaited: bool
    markers: int
    over: bool
    resumed: bool
    question: int | None
    real_dice: bool
    next_players: tuple[str, ...]
    hands: HandsReading | None = None
    shows_code: bool = False
    coaches: bool = False


def read_table(
    runtime: Runtime,
    view: TableView,
    variant: str,
    hands: HandsReading | None = None,
    *,
    shows_code: bool = False,
    coaches: bool = False,
) -> TableReading:
    """Read a table that is played. Call it in the loop's thread."""
    play = runtime.referee.play
    state = runtime.state
    return TableReading(
        variant=variant,
        rules=play.rules,
        view=view,
        levers=runtime.seen,
        signs=signs(runtime.seen, runtime.asked),
        activity=state.activity,
        game=game_state(play),
        player=play.player,
        opens=play.opens,
        counts=play.counts,
        throw_awaited=play.throw_awaited,
        markers=play.memory.markers,
        over=play.over,
        resumed=state.new_leaves_match,
        question=runtime.question,
        real_dice=runtime.dice_by_hand or (hands is not None and hands.real_dice),
        next_players=runtime.following[1],
        hands=hands,
        shows_code=shows_code,
        coaches=coaches,
    )
