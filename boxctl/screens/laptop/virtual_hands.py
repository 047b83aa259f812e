"""The hands at a virtual box: they move levers, press buttons and throw dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from boxctl.presentation.notice_sentences import state_sentence
from boxctl.presentation.phrases import WRITTEN, capital
from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.game_so_far import game_state
from boxctl.rules.ruleset import Throw
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile
from boxctl.screens.dice_tray import Chance, HandTray
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.pictures.build_view import TUMBLE, TumblingDice
from boxctl.table.buttons import LONG_PRESS_US
from boxctl.table.runtime import Runtime
from boxctl.table.states import Activity, PlayPhase
from boxctl.table.throws.dice_entry import read_typed
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.devices import ButtonName
from hardware.virtual import MILLISECOND

HAND_PAUSE = 60 * MILLISECOND
"""Between two tiles that one hand moves, in microseconds: they are one act (R4.11)."""

PRESS = 100 * MILLISECOND
"""The time that a button is pressed, in microseconds."""

PATIENCE = 2_000 * MILLISECOND
"""The time that dice wait for the referee to rest, and then for the roller, in microseconds."""


SECOND_THOUGHT = 1_500 * MILLISECOND
"""How long a throw that was tapped can be taken back before it counts, in microseconds."""


@frozen_dataclass
class TappedThrow:
    """A throw that people have tapped; it counts at that time, or with the first tile."""

    values: Throw
    counts_at: int


@frozen_dataclass
class _HandMove:
    """A tile to be moved from where it stands, or a button (a name) to be pressed."""

    at: int
    what: int | ButtonName
    held: int = PRESS


class VirtualHands:
    """The hands at one box.

    They know the runtime only to see what the referee waits for. A tile that is flipped moves at
    once; dice are shaken first and land when all that happened before is ruled on. With ``rough``
    they land whatever the referee waits for.

    ``tumbling`` are dice that have not landed, ``rolling`` those that are not ruled on yet, whether
    they have landed or not. ``flipped`` are the tiles that were flipped since a move was committed
    last, the latest at the end. Without ``motion`` dice land at once. ``controls`` are what
    people press or type. ``tapped`` is a throw that was tapped and does not count yet.
    """

    def __init__(
        self,
        box: LaptopBox,
        chance: Chance,
        *,
        motion: bool = True,
        controls: Controls = Controls.KEYS,
    ) -> None:
        self._box = box
        self._chance = chance
        self._controls = controls
        self._tumble = TUMBLE if motion else 0
        self._moves: deque[_HandMove] = deque()
        self._runtime: Runtime | None = None
        self._answer_by: int | None = None
        self._cocked = self._one_die = False
        self.tumbling: TumblingDice | None = None
        self.rolling: TumblingDice | None = None
        self.flipped: list[int] = []
        self.tapped: TappedThrow | None = None
        self.complaint = ""
        self.rough = False

    def move_with(self, *, motion: bool) -> None:
        """Let the dice that are thrown from now on roll, or land at once."""
        self._tumble = TUMBLE if motion else 0

    def attach(self, runtime: Runtime | None) -> None:
        """Play at this table, or at none while the box has no power."""
        self._runtime = runtime
        self._moves.clear()
        self.tumbling = self.rolling = self._answer_by = self.tapped = None

    @property
    def real_dice(self) -> HandTray | None:
        """The tray that takes what real dice show; None if the dice are not real."""
        tray = self._box.tray
        return tray if isinstance(tray, HandTray) else None

    @property
    def throws_by_itself(self) -> bool:
        """Whether the dice of this box can be thrown with a key."""
        return self._box.tray.throws_by_itself

    # What they are asked to do.

    def flip(self, number: int, now: int) -> None:
        """Shut this tile, or open it, at once; a throw that was tapped counts before it."""
        at = now + self._count_tapped(now)
        self._note_flip(number)
        self._moves.append(_HandMove(at, number))
        self.advance(now)

    def flip_in_turn(self, tiles: Sequence[int], now: int) -> None:
        """Flip these tiles one after the other."""
        for number in tiles:
            self._note_flip(number)
        self.move_tiles(tiles, now)

    def tell_throw(self, text: str, now: int) -> None:
        """Tell what real dice show. Where people tap it they can take it back for a moment."""
        assert self.real_dice is not None
        play = None if self._runtime is None else self._runtime.referee.play
        values = None if play is None else read_typed(text, play.rules.dice)
        if self._box.tapped is None or values is None or play is None or not play.may_throw:
            self.real_dice.type_throw(text)
            return
        self._count_tapped(now)
        self.tapped = TappedThrow(values, now + SECOND_THOUGHT)

    def withdraw_throw(self) -> None:
        """Take back the throw that was tapped and does not count yet; that is recorded."""
        if self.tapped is not None and self._runtime is not None:
            self._runtime.record_withdrawn(self.tapped.values)
            self.tapped = None

    def _count_tapped(self, now: int) -> int:
        """Have the throw that was tapped count now; return how long after it a tile may move."""
        if self.tapped is None or self.real_dice is None:
            return 0
        self.real_dice.type_throw(" ".join(map(str, self.tapped.values)), now)
        self.tapped = None
        return MILLISECOND

    def undo(self, now: int) -> bool:
        """Put the tile moved last back; return whether there is one."""
        number = self.to_undo
        if number is None:
            return False
        if number in self.flipped:
            self.flipped.remove(number)
        self._moves.append(_HandMove(now, number))
        self.advance(now)
        return True

    @property
    def to_undo(self) -> int | None:
        """The tile that :meth:`undo` puts back; None if there is none, or by R4.8."""
        answer = None if self._runtime is None else self._runtime.referee.play.answer
        last = answer.moved_last if answer is not None else None
        number = self.flipped[-1] if self.flipped else last
        if number is None or (answer is not None and answer.held & tile(number)):
            return None
        return number

    def _note_flip(self, number: int) -> None:
        if number in self.flipped:
            self.flipped.remove(number)
        else:
            self.flipped.append(number)

    def move_tiles(self, tiles: Sequence[int], now: int, pause: int = HAND_PAUSE) -> None:
        """Move these tiles one after the other."""
        self._moves.extend(_HandMove(now + place * pause, n) for place, n in enumerate(tiles))

    def press(self, button: ButtonName, now: int) -> None:
        """Press a button for a moment."""
        self._moves.append(_HandMove(now, button))

    def report(self, now: int) -> None:
        """Hold confirm: a sensor is wrong, or none is. It never answers how a tile stands."""
        if not self.asks_where:
            self._moves.append(_HandMove(now, "confirm", LONG_PRESS_US))

    def leave_question(self, now: int) -> bool:
        """Say that no sensor is wrong, if that was asked; return whether it was."""
        if self.question is None or self.asks_where:
            return False
        self.report(now)
        return True

    def put_where_they_belong(self, now: int) -> bool:
        """Move the levers that the referee waits for; return whether there are any."""
        missing = self.to_be_put
        self.move_tiles(numbers(missing), now)
        self.flipped = [number for number in self.flipped if not tile(number) & missing]
        return bool(missing)

    def shake(self, now: int, *, one_die: bool = False, cocked: bool = False) -> None:
        """Shake the dice and throw them: all of them, or one; ``cocked`` lies against the rim."""
        if self.tumbling is not None or self._runtime is None:
            return
        if self.still and self._runtime.at_rest and not self._may_land:
            self.remind()
            return
        play = self._runtime.referee.play
        count = play.counts[0] if one_die else play.counts[-1]
        self.tumbling = self.rolling = TumblingDice(now, count, play.rules.dice.sides, self._tumble)
        self._one_die, self._cocked = one_die, cocked

    def throw(self, count: int, now: int, *, cocked: bool = False) -> None:
        """Throw so many dice at once; a ``cocked`` one lies against the rim and cannot be read."""
        assert self._runtime is not None
        sides = self._runtime.referee.play.rules.dice.sides
        chance = self._chance(self._runtime.line)
        values: list[int | None] = list(chance.choices(range(1, sides + 1), k=count))
        if cocked:
            values[-1] = None
        self._answer_by = now + PATIENCE
        self._box.tray.throw(values)

    @property
    def question(self) -> int | None:
        """The tile that the box asks about; its buttons answer."""
        return None if self._runtime is None else self._runtime.question

    @property
    def asks_where(self) -> bool:
        """Whether the question is how the tile stands, not if its sensor is the one that fails."""
        return self._runtime is not None and self._runtime.asks_where

    @property
    def interrupted(self) -> bool:
        """Whether an interrupted match waits for its levers: they are put right, or confirmed."""
        return self._runtime is not None and self._runtime.state.phase is PlayPhase.INTERRUPTED

    @property
    def may_declare(self) -> bool:
        """Whether confirm would declare the levers of an interrupted match right."""
        return self._runtime is not None and self._runtime.may_declare

    @property
    def to_be_put(self) -> TileSet:
        """The levers that have to move before play goes on, as far as their sensors tell."""
        if self._runtime is None:
            return NO_TILES
        back = self._runtime.put_back
        shown = sum(
            tile(number)
            for number, on in self._box.wood.tiles.shown.items()
            if on and isinstance(number, int)
        )
        return back.open & ~shown | back.shut & shown

    def stands(self, number: int) -> bool:
        """Return whether this tile stands open, whatever its sensor shows."""
        return bool(self._box.wood.levers & tile(number))

    def unseen(self, tiles: TileSet) -> TileSet:
        """Return those of these tiles that stand otherwise than the box takes them to stand."""
        if self._runtime is None:
            return NO_TILES
        return tiles & (self._box.wood.levers ^ self._runtime.standing)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        waits = self.tumbling is not None or self._answer_by is not None
        return not self._moves and not waits and self.tapped is None

    @property
    def still(self) -> bool:
        """Whether nothing is under way and no lever or button is moving."""
        return self.idle and self._box.wood.due is None

    def take_complaint(self) -> str:
        """Return the complaint about a throw since the last call; usually empty."""
        complaint, self.complaint = self.complaint, ""
        return complaint

    def throw_is_ruled(self) -> None:
        """Note that a throw was ruled on: no answer is awaited, and none is missed any more."""
        self._answer_by = None
        self.complaint = ""
        if self.tumbling is None:
            self.rolling = None

    def tiles_are_settled(self) -> None:
        """Note that flipped tiles belong to a move that stands, or to a turn that is over."""
        self.flipped.clear()

    # Time.

    @property
    def due(self) -> int | None:
        """The time at which hands or wood act next; None if nothing is under way."""
        times = [self._box.wood.due, self._answer_by]
        if self._moves:
            times.append(self._moves[0].at)
        if self.tumbling is not None:
            times.append(self._landing)
        if self.tapped is not None:
            times.append(self.tapped.counts_at)
        return min((time for time in times if time is not None), default=None)

    def advance(self, now: int) -> None:
        """Do everything that is due by now.

        Of several moves that are due each begins when the one before it lies still: hands keep
        their order, however late they are.
        """
        if self.tapped is not None and now >= self.tapped.counts_at:
            self._count_tapped(now)
        begin = now
        while self._moves and self._moves[0].at <= now:
            begin = self._do(self._moves.popleft(), begin) + 1
        self._box.wood.advance(now)
        if self.tumbling is not None and now >= self._landing:
            self._land(now)
        if self._answer_by is not None and now >= self._answer_by:
            self._answer_by = self.rolling = None
            self.complaint = self._why_no_ruling()

    def _why_no_ruling(self) -> str:
        """Return why a throw was not ruled on: the table may take in throws and rule on none."""
        activity = Activity.JUDGING if self._runtime is None else self._runtime.state.activity
        match activity:
            case Activity.JUDGING:
                return tr("The roller has not answered: throw again.")
            case Activity.JOURNAL_DOWN:
                return tr("Play pauses: what is thrown is ruled on once it is recorded.")
            case Activity.WAITING_FOR_LEVERS | Activity.ASKING:
                return tr("What is thrown now is ruled on when the match goes on.")

    @property
    def _landing(self) -> int:
        assert self.tumbling is not None
        lands_at = self.tumbling.lands_at
        waits = self._runtime is not None and not self._runtime.at_rest and not self.rough
        return lands_at + PATIENCE if waits else lands_at

    def _do(self, move: _HandMove, at: int) -> int:
        """Begin a move at this time, and return when what was moved lies still."""
        wood = self._box.wood
        if not isinstance(move.what, int):
            return wood.press(move.what, at, move.held)
        if wood.levers & tile(move.what):
            return wood.shut(move.what, at)
        return wood.open(move.what, at)

    def _land(self, now: int) -> None:
        self.tumbling = None
        assert self._runtime is not None
        if not self._may_land:
            self.rolling = None
            self.remind()
            return
        counts = self._runtime.referee.play.counts
        self.throw(counts[0 if self._one_die else -1], now, cocked=self._cocked)

    @property
    def _may_land(self) -> bool:
        """Whether dice may land now: the referee waits for them, or nobody minds (``rough``)."""
        assert self._runtime is not None
        awaited = self._runtime.referee.play.may_throw and not self.to_be_put
        return self.rough or awaited

    def remind(self) -> None:
        """Complain that something else has to be done first, and say what."""
        if self._runtime is not None:
            self.complaint = self._what_next()

    def _what_next(self) -> str:
        assert self._runtime is not None
        stands = game_state(self._runtime.referee.play)
        return capital(state_sentence(stands, WRITTEN, self._controls))
