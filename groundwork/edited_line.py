"""A line that is typed with editing: arrows, words, the lines before. Pure.

The keys are those that shells have had since Emacs, so nobody has to learn them.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

from groundwork.cell_width import columns_of
from groundwork.printing import as_text

MOST_TYPED = 4096
"""Characters of a line; what is typed beyond is dropped, as a terminal does by itself."""

MOST_REMEMBERED = 200
"""Lines that can be had again."""

ESCAPE = "\x1b"

_BY_CONTROL = {
    "\x01": "home", "\x02": "left", "\x04": "end of input", "\x05": "end", "\x06": "right",
    "\x08": "backspace", "\x0b": "cut after", "\x0e": "down", "\x10": "up", "\x15": "cut before",
    "\x17": "cut word", "\x7f": "backspace", "\n": "enter", "\r": "enter",
}  # fmt: skip
_BY_SEQUENCE = {
    "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end",
    "1~": "home", "7~": "home", "4~": "end", "8~": "end", "3~": "delete",
    "1;5C": "word right", "1;5D": "word left", "1;3C": "word right", "1;3D": "word left",
}  # fmt: skip
_WITH_ALT = {
    "b": "word left", "f": "word right", "d": "cut word after", "\x7f": "cut word",
    "\x08": "cut word",
}  # fmt: skip

_LONGEST_SEQUENCE = 16


class KeyReader:
    """Puts the characters that a terminal sends together to keys."""

    def __init__(self) -> None:
        self._begun = ""

    def feed(self, character: str) -> str:
        """Return the key that is complete with this character; empty if none is.

        A key is a name, such as ``word left``, or the one printable character that was typed.
        """
        if self._begun:
            return self._go_on(character)
        if character == ESCAPE:
            self._begun = ESCAPE
            return ""
        if (key := _BY_CONTROL.get(character)) is not None:
            return key
        return character if as_text(character) == character else ""

    def _go_on(self, character: str) -> str:
        if character == ESCAPE:
            self._begun = ESCAPE  # the sequence before was none
            return ""
        if self._begun == ESCAPE and character not in "[O":
            self._begun = ""
            return _WITH_ALT.get(character, "")
        self._begun += character
        is_last = len(self._begun) > 2 and "@" <= character <= "~"
        if not is_last and len(self._begun) < _LONGEST_SEQUENCE:
            return ""
        sequence, self._begun = self._begun[2:], ""
        return _BY_SEQUENCE.get(sequence, "")


class KeyOutcome(Enum):
    """What a key has led to."""

    GOES_ON = auto()
    ENTERED = auto()
    """The line is complete."""

    ENDED = auto()
    """The input ends here: nothing was typed, and nothing will be."""


class EditedLine:
    """The line that is typed, and those before it. ``cursor`` counts the characters before it."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0
        self._before: deque[str] = deque(maxlen=MOST_REMEMBERED)
        self._back = 0
        self._draft = ""

    def press(self, key: str) -> KeyOutcome:
        """Change the line by a key of :class:`KeyReader`; a key that means nothing is passed over.

        What was entered stands in ``text`` until :meth:`take` is called.
        """
        if len(key) == 1:
            self._insert(key)
            return KeyOutcome.GOES_ON
        match key:
            case "enter":
                return KeyOutcome.ENTERED
            case "end of input" if not self.text:
                return KeyOutcome.ENDED
            case "up":
                self._look_back(1)
            case "down":
                self._look_back(-1)
            case "left":
                self.cursor = self._left_of(self.cursor)
            case "right":
                self.cursor = self._right_of(self.cursor)
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(self.text)
            case "word left":
                self.cursor = self._word_left
            case "word right":
                self.cursor = self._word_right
            case "backspace":
                self._cut(self._left_of(self.cursor), self.cursor)
            case "delete" | "end of input":
                self._cut(self.cursor, self._right_of(self.cursor))
            case "cut before":
                self._cut(0, self.cursor)
            case "cut after":
                self._cut(self.cursor, len(self.text))
            case "cut word":
                self._cut(self._word_left, self.cursor)
            case "cut word after":
                self._cut(self.cursor, self._word_right)
        return KeyOutcome.GOES_ON

    def take(self) -> str:
        """Return the line that was entered, and begin an empty one."""
        line = self.text
        if line.strip() and (not self._before or self._before[-1] != line):
            self._before.append(line)
        self.text, self.cursor, self._back, self._draft = "", 0, 0, ""
        return line

    def _insert(self, character: str) -> None:
        if len(self.text) < MOST_TYPED:
            self.text = self.text[: self.cursor] + character + self.text[self.cursor :]
            self.cursor += 1

    def _cut(self, begin: int, end: int) -> None:
        self.text = self.text[:begin] + self.text[end:]
        self.cursor = begin

    def _look_back(self, step: int) -> None:
        back = self._back + step
        if not 0 <= back <= len(self._before):
            return
        if self._back == 0:
            self._draft = self.text
        self._back = back
        self.text = self._before[-back] if back else self._draft
        self.cursor = len(self.text)

    # A mark stands on the letter before it: the cursor never comes between them.

    def _left_of(self, at: int) -> int:
        at = max(0, at - 1)
        while at and columns_of(self.text[at]) == 0:
            at -= 1
        return at

    def _right_of(self, at: int) -> int:
        at = min(len(self.text), at + 1)
        while at < len(self.text) and columns_of(self.text[at]) == 0:
            at += 1
        return at

    @property
    def _word_left(self) -> int:
        before = self.text[: self.cursor].rstrip()
        return before.rfind(" ") + 1

    @property
    def _word_right(self) -> int:
        after = self.text[self.cursor :]
        begins = self.cursor + len(after) - len(after.lstrip())
        end = self.text.find(" ", begins)
        return len(self.text) if end < 0 else end
