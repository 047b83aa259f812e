"""How the table stands, handed over from its loop to the pages as immutable data, and its changes.

Whoever has a whole state and then takes each change has the whole state after it: a change has
the fields that differ, and the rulings that have been added. The newest changes are kept, so that
a page that was cut off goes on where it was.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import field, fields, is_dataclass
from typing import Any

from boxctl.presentation.lamps import LampSigns, signs
from boxctl.presentation.table_view import TableView
from boxctl.referee.game_so_far import GameState, game_state
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.screens.laptop.game_choice import Taps
from boxctl.table.runtime import Runtime
from boxctl.table.states import Activity
from boxctl.table.tonight.offers import PlannedMatch
from boxctl.web.state import MOST_RULINGS, StateChange, TableSnapshot, WholeState
from groundwork.frozen_dataclass import frozen_dataclass

NO_SIGNS = LampSigns(NO_TILES, NO_TILES, NO_TILES, NO_TILES)


@frozen_dataclass
class HandsReading:
    """Actions of the hands at a simulated box, under way and possible.

    ``rolling`` dice tumble; ``to_undo`` is the tile that can be taken back; ``blind`` are the
    tiles whose sensor does not show their lever. With ``real_dice`` people throw them, and type
    what they show; ``throws`` tells whether hands can throw them here. ``taps``
    is what people tap of a real box, None where they cannot; ``tapped`` is a throw that does not
    count yet.
    """

    rolling: int = 0
    to_undo: int | None = None
    blind: TileSet = NO_TILES
    real_dice: bool = False
    throws: bool = True
    taps: Taps | None = None
    tapped: Throw = ()


@frozen_dataclass
class TonightReading:
    """The match that would be played next, and how many times people have chosen so far."""

    choice: int
    following: PlannedMatch


@frozen_dataclass
class TableReading:
    """State of a table at one moment. ``variant`` names the rules, with settings changed.

    ``view`` is what was said of it, ``levers`` the tiles seen open, ``signs`` those of the lamps.
    ``activity`` is what the table does, None without power. ``game`` is the state of the book.
    ``player`` plays, or throws next; ``counts`` is how many dice the next throw may have,
    ``markers`` how many are banked (R5.6). With ``real_dice`` people type what
    they show. ``left`` are the tiles still to be moved. ``next_players`` are those of the next
    match, with the ``next_handicap`` of those who have one (R7.16). ``hands`` are those at a
    simulated box.
    The box ``shows_code`` of the table on its display if a phone asks, and its coach ``coaches``.
    ``tonight`` is None where nobody may choose the game. Voice and sound are ``muted`` or not.
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
    left: TileSet = NO_TILES
    hands: HandsReading | None = None
    shows_code: bool = False
    coaches: bool = False
    tonight: TonightReading | None = None
    next_handicap: dict[str, int] = field(default_factory=dict)
    muted: bool = False


def read_table(
    runtime: Runtime,
    view: TableView,
    variant: str,
    hands: HandsReading | None = None,
    *,
    shows_code: bool = False,
    coaches: bool = False,
    muted: bool = False,
) -> TableReading:
    """Read a table that is played. Call it in the loop's thread."""
    play = runtime.referee.play
    state = runtime.state
    return TableReading(
        variant=runtime.variant or variant,
        rules=play.rules,
        view=view,
        levers=runtime.seen,
        signs=signs(runtime.seen, runtime.asked),
        activity=state.activity,
        game=game_state(play),
        player=play.player,
        opens=play.opens,
        counts=play.counts,
        throw_awaited=play.may_throw,
        markers=play.memory.markers,
        over=play.over,
        resumed=state.new_leaves_match,
        question=runtime.question,
        real_dice=runtime.dice_by_hand or (hands is not None and hands.real_dice),
        next_players=runtime.following.players,
        left=play.left,
        next_handicap=runtime.following.handicap,
        hands=hands,
        shows_code=shows_code,
        coaches=coaches,
        muted=muted,
        tonight=_tonight(runtime),
    )


def _tonight(runtime: Runtime) -> TonightReading | None:
    if runtime.chooser is None:
        return None
    return TonightReading(runtime.chooser.chosen, runtime.following)


def _fields_of(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, but for those in its ``left_out`` that are None."""
    left_out = getattr(value, "left_out", ())
    held = {each.name: getattr(value, each.name) for each in fields(value)}
    return {name: each for name, each in held.items() if each is not None or name not in left_out}


def as_data(value: object) -> Any:
    """Return dataclasses as dictionaries and tuples as lists, through and through."""
    if is_dataclass(value):
        return as_data(_fields_of(value))
    if isinstance(value, dict):
        return {name: as_data(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [as_data(each) for each in value]
    return value


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_fields_of)


def as_text(data: object) -> str:
    """Return data or dataclasses as JSON on one line.

    It is in ASCII, so that no character of it can end a line or leave a script.
    """
    return _ENCODER.encode(data)


MOST_KEPT = 256
"""How many changes are kept for pages that come back."""

RULINGS = "rulings"


@frozen_dataclass
class FeedEvent:
    """A whole ``state`` or a ``change``: its name, its id, and all of it as JSON on one line."""

    name: str
    id: str
    text: str


class EventBuffer:
    """The state of a table, and how it came there. Not thread-safe.

    ``run`` names this run of the program: ids of another one mean nothing here. It has no ``-``.
    """

    def __init__(self, run: str, most_kept: int = MOST_KEPT) -> None:
        self._run = run
        self._number = 0
        self._state: dict[str, Any] | None = None
        self._published: TableSnapshot | None = None
        self._changes: deque[FeedEvent] = deque(maxlen=most_kept)
        self._whole: FeedEvent | None = None

    @property
    def state(self) -> dict[str, Any] | None:
        """The state; None before the first."""
        return self._state

    @property
    def last_id(self) -> str:
        """The id of the state."""
        return self._id(self._number)

    def publish(self, snapshot: TableSnapshot) -> bool:
        """Take the next state; return whether it differs from the one before."""
        before, after = self._state, self._data_of(snapshot)
        self._published = snapshot
        if after == before:
            return False
        self._number += 1
        self._state, self._whole = after, None
        if before is not None:
            self._changes.append(self._change(before, after))
        return True

    def _data_of(self, snapshot: TableSnapshot) -> dict[str, Any]:
        """Return a state as data. What is as it was is not made anew: a key changes little."""
        before, published = self._state or {}, self._published
        return {
            name: before[name]
            if name in before and getattr(published, name) == value
            else as_data(value)
            for name, value in _fields_of(snapshot).items()
        }

    def after(self, last_id: str | None) -> list[FeedEvent]:
        """Return the pieces for a client that has the state ``last_id``: changes, or a whole state.

        Empty if there is nothing new, or no state yet.
        """
        if self._state is None:
            return []
        seen = self._number_of(last_id)
        missing = None if seen is None else self._number - seen
        if missing is None or not 0 <= missing <= len(self._changes):
            return [self.whole]
        return list(self._changes)[len(self._changes) - missing :]

    @property
    def whole(self) -> FeedEvent:
        """The whole state as an event. There must be one."""
        if self._whole is None:
            assert self._state is not None
            whole = WholeState(event="state", id=self.last_id, state=self._state)
            self._whole = _feed_event(whole)
        return self._whole

    def _change(self, before: dict[str, Any], after: dict[str, Any]) -> FeedEvent:
        differ = {name: value for name, value in after.items() if before.get(name) != value}
        added = _added(before[RULINGS], after[RULINGS])
        if added is None:
            return _feed_event(StateChange(event="change", id=self.last_id, set=differ))
        differ.pop(RULINGS, None)
        change = StateChange(event="change", id=self.last_id, rulings=added, set=differ)
        return _feed_event(change)

    def _id(self, number: int) -> str:
        return f"{self._run}-{number}"

    def _number_of(self, id: str | None) -> int | None:
        run, _, number = (id or "").partition("-")
        plain = number.isascii() and number.isdigit() and len(number) < 16
        return int(number) if run == self._run and plain else None


def _feed_event(told: WholeState | StateChange) -> FeedEvent:
    return FeedEvent(told["event"], told["id"], as_text(told))


def _added(before: list[Any], after: list[Any]) -> list[Any] | None:
    """Return the rulings that follow those before; None unless they do, as in a new match."""
    for kept in range(min(len(before), len(after)), -1, -1):
        added = after[kept:]
        if [*before, *added][-MOST_RULINGS:] == after:
            return added
    return None
