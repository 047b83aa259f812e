"""A match on the virtual box in a plain terminal: it throws, you type the tiles, it is ruled.

What is typed moves the levers of the mock box and presses the roller's button; from there on it is
the same program as on a real box. A line is obeyed when everything before it has come to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from textwrap import fill

from boxctl.presentation.notices import JOURNAL, Notice, sentence
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.referee.sentences import added_up, how_many_dice, unverified
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.table.runtime import Runtime
from hardware.devices import Clock, DeviceBack
from hardware.virtual import MILLISECOND, VirtualBox

Throw = Callable[[Sequence[int]], object]
Show = Callable[[str], None]

HELP = """\
  Enter      what comes next: throw, or put the levers where they belong
  t1, t2 …   throw so many dice, where you may choose
  7 or 6 1   flip these tiles, shut or open
  m          the moves that your throw allows
  c          confirm a move that waits
  n          a new match, when one is over
  q          leave"""

HAND_PAUSE = 150 * MILLISECOND
QUICK_PAUSE = 40 * MILLISECOND
"""Between two tiles that are flipped, and two that are only put where they belong."""

PATIENCE = 2_000 * MILLISECOND
"""How long the table waits for the roller to report a throw."""


class PlainGame:
    """The hands, the eyes and the voice of the people at a virtual box.

    ``throw`` presses the roller's button: it makes the dice show these values, which come from what
    ``dice`` gives after so many events. ``show`` prints a piece of text as it is, on a terminal
    ``width`` columns wide. :meth:`advance` does the work, in
    the loop; :meth:`type_line` may be called from any thread.
    """

    def __init__(
        self,
        box: VirtualBox,
        throw: Throw,
        dice: Callable[[int], Random],
        show: Show,
        clock: Clock,
        width: int = 80,
    ) -> None:
        self._box = box
        self._throw = throw
        self._dice = dice
        self._show = show
        self._clock = clock
        self._typed: SimpleQueue[str | None] = SimpleQueue()
        self._runtime: Runtime | None = None
        self._busy_until = 0
        self._throw_until: int | None = None
        self._prompted = False
        self._putting_back = False
        self._width = width
        self.left = False

    def sit_down(self, runtime: Runtime) -> None:
        """Play at this table."""
        self._runtime = runtime

    def type_line(self, line: str | None) -> None:
        """A line was typed; None is the end of all typing."""
        self._typed.put(line)

    def say(self, ruling: Ruling) -> None:
        """Print a ruling."""
        if ruling.throw is not None and ruling.verdict != "committed":
            self._throw_until = None
        # While everything is being put back, what is left of it is not worth a line each time.
        if not (self._putting_back and ruling.verdict in ("refused", "disturbed")):
            doubts = unverified(ruling.unverified)
            self._tell(f"{ruling.text}{doubts}  [{ruling.rule}]")

    def tell(self, notice: Notice) -> None:
        """Print what has happened that is no ruling; a device that answers needs no word."""
        if isinstance(notice, DeviceBack) and notice.device != JOURNAL:
            return
        text = sentence(notice)
        self._tell(text[0].upper() + text[1:])
        self._prompted = False

    def _tell(self, text: str) -> None:
        self._show(wrapped(text, self._width) + "\n")

    # Time.

    @property
    def due(self) -> int | None:
        """When something happens by itself."""
        now = self._clock()
        times = [self._box.due, self._throw_until]
        if now < self._busy_until:
            times.append(self._busy_until)
        elif not self._prompted and self._at_rest(now):
            times.append(now)
        return min((time for time in times if time is not None), default=None)

    def advance(self, now: int) -> None:
        """Let the levers move, and obey what was typed once all is at rest."""
        self._box.advance(now)
        if self._throw_until is not None and now >= self._throw_until:
            self._throw_until = None
            self._tell("The roller has not answered: throw again.")
        if self._runtime is not None and self._runtime.paused:
            self._listen_while_paused()
        elif self._at_rest(now):
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
        """Leaving is always possible; anything else waits until play goes on."""
        with suppress(Empty):
            if _asks_to_leave(self._typed.get_nowait()):
                self.left = True
            else:
                self._tell("Play pauses until the journal can be written again; q leaves.")

    def _at_rest(self, now: int) -> bool:
        assert self._runtime is not None
        return (
            self._box.due is None
            and now >= self._busy_until
            and self._throw_until is None
            and self._runtime.at_rest
        )

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
        self._show(f"\n {row}\n{play.player} ({self._hint(play)})> ")

    def _hint(self, play: Play) -> str:
        if play.over:
            return "n: a new match, q: leave"
        if play.put_back:
            return "Enter: put the levers where they belong"
        if not play.throw_awaited:
            return "type the tiles to flip" if not self._waits_for_confirm(play) else "c: confirm"
        if play.deciding_who_starts:
            return "Enter: throw one die to see who starts"
        throws = "Enter: throw"
        if len(play.counts) > 1:
            throws = ", ".join(f"t{count}: throw {how_many_dice([count])}" for count in play.counts)
        return f"{throws}, c: confirm" if self._waits_for_confirm(play) else throws

    def _waits_for_confirm(self, play: Play) -> bool:
        return play.answer is not None and play.answer.move is not None

    # What is done.

    def _obey(self, line: str | None, now: int) -> None:
        word = (line or "").strip().lower()
        if _asks_to_leave(line):
            self.left = True
        elif word in ("?", "h", "help"):
            self._show(HELP + "\n")
        elif word == "m":
            self._show_moves()
        elif word == "c":
            self._confirm(now)
        elif word == "n":
            self._new_match(now)
        elif word in ("", "t"):
            self._do_what_comes_next(now)
        elif word[0] == "t" and (count := _small_number(word[1:])) is not None:
            self._throw_dice(count, now)
        else:
            self._flip(word, now)

    def _do_what_comes_next(self, now: int) -> None:
        play = self._play
        if back := play.put_back:
            self._putting_back = True
            self._move(numbers(back.open | back.shut), now, QUICK_PAUSE)
        elif play.over:
            self._tell("The match is over: n plays another, q leaves.")
        elif play.throw_awaited:
            self._throw_dice(play.counts[-1], now)
        elif self._waits_for_confirm(play):
            self._confirm(now)
        else:
            self._tell("Type the tiles to flip; m shows the moves.")

    def _confirm(self, now: int) -> None:
        if self._waits_for_confirm(self._play):
            self._busy_until = self._box.press("confirm", now)
        else:
            self._tell("Nothing waits to be confirmed.")

    def _new_match(self, now: int) -> None:
        if self._play.over:
            self._busy_until = self._box.press("new", now)
        else:
            self._tell("The match is not over yet; q leaves.")

    def _throw_dice(self, count: int, now: int) -> None:
        dice = self._play.rules.dice
        if not 1 <= count <= dice.count:
            self._tell(f"There are {how_many_dice([dice.count])} here.")
            return
        self._throw_until = now + PATIENCE
        assert self._runtime is not None
        chance = self._dice(self._runtime.line)
        self._throw(chance.choices(range(1, dice.sides + 1), k=count))

    def _flip(self, word: str, now: int) -> None:
        parts = word.replace(",", " ").replace("+", " ").split()
        tiles = [number for part in parts if (number := _small_number(part)) is not None]
        if not parts or len(tiles) < len(parts):
            self._tell(f'"{word[:20]}" is nothing that I understand: ? tells what to type.')
        elif any(not tile(number) & self._play.rules.on_the_box for number in tiles):
            self._tell(f"The box has tiles 1 to {self._play.rules.tiles}.")
        else:
            self._move(tiles, now, HAND_PAUSE)

    def _move(self, tiles: Sequence[int], now: int, pause: int) -> None:
        at = now
        standing: TileSet = self._box.levers
        for number in tiles:
            hand = self._box.shut if standing & tile(number) else self._box.open
            standing ^= tile(number)
            at = hand(number, at) + pause
        self._busy_until = at

    def _show_moves(self) -> None:
        answer = self._play.answer
        if answer is None:
            self._tell("There is no throw to be played.")
        else:
            self._tell("  ".join(added_up(move.tiles) for move in answer.moves))


def wrapped(text: str, width: int) -> str:
    """The text indented by two columns and broken between words."""
    return fill(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _asks_to_leave(line: str | None) -> bool:
    return line is None or line.strip().lower() in ("q", "quit", "exit")


def _small_number(digits: str) -> int | None:
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 2
    return int(digits) if plain and int(digits) > 0 else None
