"""What tomllib does not tell of a TOML text: the line of each key.

The lines are only found in a text that tomllib has accepted.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping

Path = tuple[str, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")


def key_lines(text: str) -> Mapping[Path, int]:
    """Return the line, from 1, on which each key and each table first appears.

    A path is the keys from the outermost on. Keys below the second ``[[list]]`` are in ``list[2]``;
    the tables of an inline array all have the array's path.
    """
    finder = _Finder(text)
    finder.read_document()
    return finder.lines


def has_long_key(text: str, most: int) -> bool:
    """Return whether a dotted key has more than ``most`` parts. The text need not be TOML."""
    bare = re.sub(rf"{_STRING.pattern}|#[^\n]*", "s", text, flags=re.DOTALL)
    part = r"[A-Za-z0-9_-]+[ \t]*"
    return re.search(rf"(?<![A-Za-z0-9_-])(?:{part}\.[ \t]*){{{most}}}", bare) is not None


class _Finder:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._text = text
        self._at = 0
        self._counted_to = 0
        self._line = 1
        self._headers: Counter[Path] = Counter()

    def read_document(self) -> None:
        table: Path = ()
        while self._skip(_BETWEEN) < len(self._text):
            if self._next_is("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        line = self._line_at(self._at)
        table = self._key(())
        self._skip(_SPACE)
        self._at += brackets
        if brackets == 2:
            self._headers[table] += 1
            table = (*table[:-1], f"{table[-1]}[{self._headers[table]}]")
            self.lines.setdefault(table, line)
        return table

    def _pair(self, table: Path) -> None:
        path = self._key(table)
        self._skip(_SPACE)
        self._at += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _key(self, table: Path) -> Path:
        """Read a key, dotted or not, and note the line of each of its parts."""
        path = table
        while True:
            self._skip(_SPACE)
            start = self._at
            path += (self._simple_key(),)
            self.lines.setdefault(path, self._line_at(start))
            self._skip(_SPACE)
            if not self._next_is("."):
                return path
            self._at += 1

    def _line_at(self, at: int) -> int:
        """Return the line of a place that is not before one asked about earlier."""
        self._line += self._text.count("\n", self._counted_to, at)
        self._counted_to = at
        return self._line

    def _simple_key(self) -> str:
        found = self._take(_STRING if self._text[self._at] in "\"'" else _BARE)
        if found[0] in "\"'":
            (found,) = tomllib.loads(f"{found} = 0")
        return found

    def _value(self, path: Path) -> None:
        match self._text[self._at]:
            case "[":
                self._items("]", lambda: self._value(path))
            case "{":
                self._items("}", lambda: self._pair(path))
            case '"' | "'":
                self._take(_STRING)
            case _:
                self._take(_SCALAR)

    def _items(self, end: str, read_one: Callable[[], None]) -> None:
        self._at += 1
        while True:
            self._skip(_BETWEEN)
            if self._next_is(end):
                break
            if self._next_is(","):
                self._at += 1
            else:
                read_one()
        self._at += 1

    def _next_is(self, start: str) -> bool:
        return self._text.startswith(start, self._at)

    def _skip(self, what: re.Pattern[str]) -> int:
        if found := what.match(self._text, self._at):
            self._at = found.end()
        return self._at

    def _take(self, what: re.Pattern[str]) -> str:
        found = what.match(self._text, self._at)
        assert found, "tomllib reads it, so it is TOML"
        self._at = found.end()
        return found[0]
