"""A match on the virtual box in a plain terminal: it throws, you type the tiles, it is ruled.

What is typed moves virtual hands at a virtual box; from there on it is the same program as on a
real one. A line is obeyed once everything before it has come to rest.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from textwrap import fill

from boxctl.presentation.english import ENGLISH
from boxctl.presentation.notices import JOURNAL, Notice
from boxctl.presentation.phrases import added_up, eye_in_use, how_many_dice
from boxctl.presentation.record.start_remarks import StartRemark
from boxctl.presentation.wording import Wording
from boxctl.referee.payloads import Disturbed, Refused
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers, tile
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.runtime import Runtime
from groundwork.language import message, tr
from groundwork.shown_text import as_text
from hardware.devices import Clock, DeviceBack
from hardware.virtual import MILLISECOND

Show = Callable[[str], None]

HELP = message("""\
  Enter      what comes next: throw, or put the levers where they belong
  t1, t2 …   throw so many dice, where you may choose
  7 or 6 1   flip these tiles, shut or open
  m          the moves that your throw allows
  c          confirm a move that waits; after an interruption, the levers as they stand
  n          a new match, when one is over or was interrupted
  q          leave""")

HAND_PAUSE = 150 * MILLISECOND
"""Between two tiles that are flipped, in microseconds."""


class PlainGame:
    """Prints what happens at a virtual box, and has ``hands`` do what is typed.

    ``show`` prints a piece of text as it is, on a terminal ``width`` columns wide. :meth:`advance`
    does the work, in the loop; :meth:`type_line` may be called from any thread.
    """

    def __init__(
        self,
        hands: VirtualHands,
        show: Show,
        clock: Clock,
        width: int = 80,
        wording: Wording = ENGLISH,
    ) -> None:
        self._wording = wording
        self._hands = hands
        self._show = show
        self._clock = clock
        self._typed: SimpleQueue[str | None] = SimpleQueue()
        self._runtime: Runtime | None = None
        self._prompted = False
        self._putting_back = False
        self._width = width
        self.left = False

    def attach(self, runtime: Runtime) -> None:
        """Play at this table."""
        self._runtime = runtime
        self._hands.attach(runtime)

    def type_line(self, line: str | None) -> None:
        """Queue a typed line; None ends the game. Safe from any thread."""
        self._typed.put(line)

    def say(self, ruling: Ruling) -> None:
        """Print a ruling."""
        if ruling.throw is not None:
            self._hands.throw_is_ruled()
        # While everything is being put back, each step of that is not worth a line.
        if not (self._putting_back and isinstance(ruling.payload, Refused | Disturbed)):
            self._tell(self._wording.with_doubts(ruling))

    def tell(self, notice: Notice) -> None:
        """Print a notice; a device that answers again, but the journal, needs no word."""
        if isinstance(notice, DeviceBack) and notice.device != JOURNAL:
            return
        self._remark(self._wording.notice(notice))
        self._prompted = False

    def opened(self, remark: StartRemark) -> None:
        """Print what is said when the table is opened."""
        self._remark(self._wording.start_remark(remark))

    def _remark(self, text: str) -> None:
        self._tell(text[0].upper() + text[1:])

    def _tell(self, text: str) -> None:
        self._show(wrapped(text, self._width) + "\n")

    # Time.

    @property
    def due(self) -> int | None:
        """When there is something to do even if no event comes; None if there is not."""
        at_once = self._clock() if not self._prompted and self._at_rest else None
        return min((due for due in (self._hands.due, at_once) if due is not None), default=None)

    def advance(self, now: int) -> None:
        """Let the hands do what is due, and obey what was typed once all is at rest."""
        # What the hands do now reaches the runtime only after this.
        at_rest = self._at_rest
        self._hands.advance(now)
        if complaint := self._hands.take_complaint():
            self._tell(complaint)
        if self._runtime is not None and self._runtime.paused:
            self._listen_while_paused()
        elif at_rest:
            self._listen(now)

    def _listen(self, now: int) -> None:
        try:
            line = self._typed.get_nowait()
        except Empty:
            self._prompt()
        else:
            self._prompted = False
            self._obey(line, now)

    def _listen_while_paused(self) -> None:
        """Let people leave at any time; anything else waits until play goes on."""
        with suppress(Empty):
            if _asks_to_leave(self._typed.get_nowait()):
                self.left = True
            else:
                self._tell(tr("Play pauses until the journal can be written again; q leaves."))

    @property
    def _at_rest(self) -> bool:
        return self._runtime is not None and self._hands.still and self._runtime.at_rest

    @property
    def _play(self) -> Play:
        assert self._runtime is not None
        return self._runtime.referee.play

    # What is seen.

    def _prompt(self) -> None:
        if self._prompted:
            return
        self._prompted = True
        self._putting_back = False
        play = self._play
        row = " ".join(
            f"{number:>2}" if play.levers & tile(number) else " ·"
            for number in numbers(play.rules.on_the_box)
        )
        self._show(f"\n {row}\n{as_text(play.player)} ({self._hint(play)})> ")

    def _hint(self, play: Play) -> str:
        if play.over:
            return tr("n: a new match, q: leave")
        if self._hands.interrupted:
            return tr("Enter: put the levers back, c: they stand as they should, n: a new match")
        if play.put_back:
            return tr("Enter: put the levers where they belong")
        if not play.throw_awaited:
            waits = self._waits_for_confirm(play)
            return tr("c: confirm") if waits else tr("type the tiles to flip")
        if self._hands.real_dice is not None:
            return self._hint_for_real_dice(play)
        if play.deciding_who_starts:
            return tr("Enter: throw one die to see who starts")
        throws = [tr("Enter: throw")]
        if len(play.counts) > 1:
            style = eye_in_use()
            throws = [
                tr("t{count}: throw {dice}", count=count, dice=how_many_dice([count], style))
                for count in play.counts
            ]
        if self._waits_for_confirm(play):
            throws.append(tr("c: confirm"))
        return ", ".join(throws)

    def _hint_for_real_dice(self, play: Play) -> str:
        dice = how_many_dice(play.counts, eye_in_use())
        throw = tr("throw {dice}, t 3 4: what they show", dice=dice)
        return ", ".join((throw, *([tr("c: confirm")] if self._waits_for_confirm(play) else [])))

    def _waits_for_confirm(self, play: Play) -> bool:
        return play.answer is not None and play.answer.move is not None

    # What is done.

    def _obey(self, line: str | None, now: int) -> None:
        word = (line or "").strip().lower()
        if _asks_to_leave(line):
            self.left = True
        elif word in ("?", "h", "help"):
            self._show(tr(HELP) + "\n")
        elif word == "m":
            self._show_moves()
        elif word == "c":
            self._confirm(now)
        elif word == "n":
            self._new_match(now)
        elif word in ("", "t"):
            self._do_what_comes_next(now)
        elif word[0] == "t" and (tray := self._hands.real_dice) is not None:
            tray.type_throw(word[1:])
        elif word[0] == "t" and (count := _small_number(word[1:])) is not None:
            self._throw_dice(count, now)
        else:
            self._flip(word, now)

    def _do_what_comes_next(self, now: int) -> None:
        play = self._play
        if play.put_back or self._hands.interrupted:
            self._putting_back = self._hands.put_where_they_belong(now)
        elif play.over:
            self._tell(tr("The match is over: n plays another, q leaves."))
        elif play.throw_awaited and self._hands.real_dice is not None:
            self._tell(tr("Throw the dice, then type t and what they show, such as t 3 4."))
        elif play.throw_awaited:
            self._throw_dice(play.counts[-1], now)
        elif self._waits_for_confirm(play):
            self._confirm(now)
        else:
            self._tell(tr("Type the tiles to flip; m shows the moves."))

    def _confirm(self, now: int) -> None:
        if self._hands.interrupted or self._waits_for_confirm(self._play):
            self._hands.press("confirm", now)
        else:
            self._tell(tr("Nothing waits to be confirmed."))

    def _new_match(self, now: int) -> None:
        if self._play.over or self._hands.interrupted:
            self._hands.press("new", now)
        else:
            self._tell(tr("The match is not over yet; q leaves."))

    def _throw_dice(self, count: int, now: int) -> None:
        dice = self._play.rules.dice
        if not 1 <= count <= dice.count:
            there = how_many_dice([dice.count], eye_in_use())
            self._tell(tr("Only {dice} can be thrown here.", dice=there))
            return
        self._hands.throw(count, now)

    def _flip(self, word: str, now: int) -> None:
        parts = word.replace(",", " ").replace("+", " ").split()
        tiles = [number for part in parts if (number := _small_number(part)) is not None]
        if not parts or len(tiles) < len(parts):
            self._tell(
                tr('"{word}" is nothing that I understand: ? tells what to type.', word=word[:20])
            )
        elif any(not tile(number) & self._play.rules.on_the_box for number in tiles):
            self._tell(tr("The box has tiles 1 to {last}.", last=self._play.rules.tiles))
        else:
            self._hands.move_tiles(tiles, now, HAND_PAUSE)

    def _show_moves(self) -> None:
        answer = self._play.answer
        if answer is None:
            self._tell(tr("There is no throw to be played."))
        else:
            self._tell("  ".join(added_up(move.tiles) for move in answer.moves))


def wrapped(text: str, width: int) -> str:
    """Return the text indented by two columns and broken between words."""
    return fill(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _asks_to_leave(line: str | None) -> bool:
    return line is None or line.strip().lower() in ("q", "quit", "exit")


def _small_number(digits: str) -> int | None:
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 2
    return int(digits) if plain and int(digits) > 0 else None
