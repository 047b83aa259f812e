"""A terminal in which a line is edited while other lines are printed above it.

A terminal by itself knows backspace and no more, and what is printed while somebody types tears the
line apart. Here what is printed comes first, and then the prompt and what was typed, again.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from threading import RLock

from groundwork.cell_width import columns_of
from groundwork.edited_line import ESCAPE, EditedLine, KeyOutcome, KeyReader
from groundwork.printing import as_text, print_edited

_INPUT = 0


def may_edit(environment: Mapping[str, str]) -> bool:
    """Whether lines can be edited here: people type at a terminal, and it can move its cursor."""
    if sys.platform == "win32":
        return False  # its console edits lines by itself
    both = sys.stdin.isatty() and sys.stdout.isatty()
    return both and environment.get("TERM", "dumb") not in ("", "dumb", "unknown")


class EditingTerminal:
    """Prints with :meth:`show` and reads with :meth:`lines`, which may be in another thread.

    ``read`` returns the next bytes that were typed, none at the end of the input; ``write`` writes
    to the terminal, which is ``columns()`` wide.
    """

    def __init__(
        self,
        read: Callable[[], bytes],
        write: Callable[[str], object],
        columns: Callable[[], int],
        encoding: str = "utf-8",
    ) -> None:
        self._read = read
        self._write = write
        self._columns = columns
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._line = EditedLine()
        self._keys = KeyReader()
        self._prompt = ""
        self._shown = ""
        self._wide = columns()
        self._at = (0, 0)
        # Reentrant, as a signal may have the prompt shown again while it is painted.
        self._lock = RLock()

    def show(self, text: str) -> None:
        """Print text that may end in a prompt: what stands after its last line break.

        What is typed at the moment is printed again behind it.
        """
        *lines, rest = map(as_text, text.split("\n"))
        with self._lock:
            if lines:
                self._take_away(self._prompt)
                told = "".join(f"{line}\n" for line in lines)
                self._write(told)
                self._prompt, self._shown, self._at = rest, "", (0, 0)
            else:
                self._prompt += rest
            self._paint()

    def show_again(self) -> None:
        """Print the prompt and what was typed once more, where another program has written."""
        with self._lock:
            self._shown, self._at = "", (0, 0)
            self._paint()

    def lines(self) -> Iterator[str]:
        """Yield each line that is entered, until the end of the input.

        No more is read than was asked for. Raises OSError if the terminal has gone.
        """
        while typed := self._read():
            for character in self._decode(typed):
                key = self._keys.feed(character)
                with self._lock:
                    match self._line.press(key):
                        case KeyOutcome.GOES_ON:
                            self._paint()
                            continue
                        case KeyOutcome.ENDED:
                            return
                        case KeyOutcome.ENTERED:
                            line = self._entered()
                yield line

    def _entered(self) -> str:
        self._line.cursor = len(self._line.text)
        self._paint()
        # At the right margin the cursor is on a new line already.
        self._write("\n" if self._at[1] or not self._shown else "")
        self._prompt, self._shown, self._at = "", "", (0, 0)
        return self._line.take()

    # What the terminal shows.

    def _take_away(self, kept: str) -> None:
        """Take away what is typed; what is ``kept`` before it stays."""
        if self._line.text:
            self._change_to(kept, len(kept))

    def _paint(self) -> None:
        typed = as_text(self._line.text)
        self._change_to(self._prompt + typed, len(self._prompt) + self._line.cursor)

    def _change_to(self, text: str, cursor: int) -> None:
        """Show a text instead of the one that is shown, from where they differ."""
        written = []
        if self._wide != (wide := self._columns()):
            # A terminal that is made wider or narrower breaks its lines anew: begin a new one.
            self._wide, self._shown, self._at = wide, "", (0, 0)
            written.append("\n")
        if text != self._shown:
            same = _common(self._shown, text)
            written.append(self._moved_to(text[:same]))
            if same < len(self._shown):
                written.append(f"{ESCAPE}[J")
            rest = text[same:]
            written.append(rest)
            self._at, is_at_margin = _place(text, wide)
            # There a terminal waits with the next line until another character comes.
            written.append("\n" if rest and is_at_margin else "")
            self._shown = text
        written.append(self._moved_to(text[:cursor]))
        if moves := "".join(written):
            self._write(moves)

    def _moved_to(self, before: str) -> str:
        """Return the escape sequence that moves the cursor behind this beginning of the line."""
        (row, column), (to_row, to_column) = self._at, _place(before, self._wide)[0]
        self._at = to_row, to_column
        down, right = to_row - row, to_column - column
        moves = [(down, "B" if down > 0 else "A"), (right, "C" if right > 0 else "D")]
        return "".join(f"{ESCAPE}[{abs(by)}{letter}" for by, letter in moves if by)


def _common(one: str, other: str) -> int:
    """Return how many characters at the beginning are the same, no letter without its marks."""
    same = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    while same and any(same < len(text) and columns_of(text[same]) == 0 for text in (one, other)):
        same -= 1
    return same


def _place(text: str, wide: int) -> tuple[tuple[int, int], bool]:
    """Return the row and column behind a text that begins at the left margin, and if it fills it.

    Behind a full row that is the beginning of the next.
    """
    row = column = 0
    for character in text:
        columns = columns_of(character)
        if column + columns > wide:
            row, column = row + 1, 0
        column += columns
    return ((row + 1, 0), True) if column >= wide else ((row, column), False)


@contextmanager
def editing_terminal() -> Iterator[EditingTerminal]:
    """Edit lines on the terminal of this program; it is as it was before at the end.

    For the main thread, where :func:`may_edit` says so; raises OSError where no terminal can do it.
    Ctrl-Z gives the terminal back to the shell meanwhile.
    """
    if sys.platform == "win32":
        raise OSError("its console edits lines by itself")
    import signal
    import termios

    before = termios.tcgetattr(_INPUT)

    def edit() -> None:
        mode = termios.tcgetattr(_INPUT)
        mode[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(_INPUT, termios.TCSADRAIN, mode)

    def give_back() -> None:
        termios.tcsetattr(_INPUT, termios.TCSADRAIN, before)

    def ends_by(number: signal.Signals) -> Callable[..., None]:
        def end(*_: object) -> None:
            give_back()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            # Only a program that was stopped goes on here.
            signal.signal(number, handlers[number])
            edit()

        return end

    ending = [signal.SIGTSTP, signal.SIGTERM]
    handlers = {number: ends_by(number) for number in ending}
    found = {number: signal.getsignal(number) for number in ending}
    ours = [number for number in ending if found[number] is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, handlers[number])
    edit()
    try:
        yield EditingTerminal(
            lambda: os.read(_INPUT, 1),
            print_edited,
            lambda: get_terminal_size().columns,
            sys.stdin.encoding,
        )
    finally:
        for number in ours:
            signal.signal(number, found[number])
        # The terminal may have gone.
        with suppress(termios.error):
            give_back()
