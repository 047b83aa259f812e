"""A match on the virtual box in a plain terminal: it throws, you type the tiles, it is ruled.

What is typed moves the levers of the mock box and presses the roller's button; from there on it is
the same program as on a real box. A line is obeyed when everything before it has come to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from random import Random

from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.runtime import Runtime
from hardware.devices import Clock
from hardware.virtual import MILLISECOND, VirtualBox

Throw = Callable[[Sequence[int]], object]
Show = Callable[[str], None]

HELP = """\
  Enter      what comes next: throw, or put the levers where they belong
  t1 or t2   throw one die or two, where you may choose
  7 or 6 1   flip these tiles, shut or open
  m          the moves that your throw allows
  c          confirm a move that waits
  n          a new match, when one is over
  q          leave"""

HAND_PAUSE = 150 * MILLISECOND
PATIENCE = 2_000 * MILLISECOND
"""How long the table waits for the roller to report a throw."""


class PlainGame:
    """The hands, the eyes and the voice of the people at a virtual box.

    ``throw`` presses the roller's button: it makes the dice show these values. ``show`` prints a
    piece of text as it is. :meth:`advance` does the work, in the loop; :meth:`type_line` may be
    called from any thread.
    """

    def __init__(
        self, box: VirtualBox, throw: Throw, dice: Random, show: Show, clock: Clock
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
        self._show(f"  {ruling.text}  [{ruling.rule}]\n")

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
            self._show("  The roller has not answered: throw again.\n")
        if not self._at_rest(now):
            return
        try:
            line = self._typed.get_nowait()
        except Empty:
            self._prompt()
        else:
            self._prompted = False
            self._obey(line, now)

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
        play = self._play
        row = " ".join(
            f"{number:>2}" if play.levers & tile(number) else " ·"
            for number in numbers(play.rules.on_the_box)
        )
        self._show(f"\n {row}   {self._hint(play)}\n{play.player}> ")

    def _hint(self, play: Play) -> str:
        if play.over:
            return "n: a new match, q: leave"
        if play.put_back:
            return "Enter: put the levers where they belong"
        if play.throw_awaited:
            if len(play.counts) > 1:
                return "t1: throw one die, t2: throw two"
            return "Enter: throw"
        if play.answer is not None and play.answer.move is not None:
            return "c: confirm"
        return "type the tiles to flip"

    # What is done.

    def _obey(self, line: str | None, now: int) -> None:
        word = (line or "").strip().lower()
        if line is None or word in ("q", "quit", "exit"):
            self.left = True
        elif word in ("?", "h", "help"):
            self._show(HELP + "\n")
        elif word == "m":
            self._show_moves()
        elif word in ("c", "n"):
            self._busy_until = self._box.press("confirm" if word == "c" else "new", now)
        elif word in ("t1", "t2"):
            self._throw_dice(int(word[1]), now)
        elif word in ("", "t"):
            self._do_what_comes_next(now)
        else:
            self._flip(word, now)

    def _do_what_comes_next(self, now: int) -> None:
        play = self._play
        if back := play.put_back:
            self._move(numbers(back.open | back.shut), now)
        elif play.over:
            self._show("  The match is over: n plays another, q leaves.\n")
        else:
            self._throw_dice(play.counts[-1], now)

    def _throw_dice(self, count: int, now: int) -> None:
        sides = range(1, self._play.rules.dice.sides + 1)
        self._throw_until = now + PATIENCE
        self._throw(self._dice.choices(sides, k=count))

    def _flip(self, word: str, now: int) -> None:
        tiles = word.replace(",", " ").replace("+", " ").split()
        on_the_box = numbers(self._play.rules.on_the_box)
        if not all(part.isdecimal() and int(part) in on_the_box for part in tiles):
            self._show(
                f'  "{word}" is no tile of this box: type tiles such as 7 or 6 1, or ? for help.\n'
            )
            return
        self._move([int(part) for part in tiles], now)

    def _move(self, tiles: Sequence[int], now: int) -> None:
        at = now
        standing: TileSet = self._box.levers
        for number in tiles:
            hand = self._box.shut if standing & tile(number) else self._box.open
            standing ^= tile(number)
            at = hand(number, at) + HAND_PAUSE
        self._busy_until = at

    def _show_moves(self) -> None:
        answer = self._play.answer
        if answer is None:
            self._show("  There is no throw to be played.\n")
            return
        written = ["+".join(map(str, numbers(move.tiles))) for move in answer.moves]
        self._show("  " + "  ".join(written) + "\n")
