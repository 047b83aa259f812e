"""Read the text of a house's variant as TOML, as far as it is TOML.

A landlord who forgets a quotation mark is told so, and what is wrong with the other lines, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from boxctl.rules.house.fault import HouseFault, fault_in
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.toml_lines import has_long_key, key_lines, place_and_reason

_MOST_KEY_PARTS = 16
_LONG_NUMBER = re.compile("[0-9][0-9_]{4000,}")
"""A number that Python does not read."""

_UNQUOTED = re.compile(
    r"(?P<key>[ \t]*[A-Za-z0-9_-]+[ \t]*=[ \t]*)"
    r"(?P<value>[^\s\"'\\\[\]{}=#](?:[^\"'\\\[\]{}=#\n]*[^\s\"'\\\[\]{}=#])?)"
    r"(?P<rest>[ \t]*(?:#.*)?)"
)
"""A line whose value has no quotation mark, such as a word, several, or ``50p``."""

_MOST_UNQUOTED = 50
"""The most such lines that are mended; what has more is no variant."""

_MOST_SHOWN = 80

_MOST_OPEN = 30
"""The most lines that may be left out before one that is no TOML."""


@frozen_dataclass
class ParsedText:
    """What could be read: the tables, the line of each key, and what is no TOML.

    ``unquoted`` are the faults of values without quotation marks, which are read as if they had
    some. If it ``is_cut``, it ends at or before the line of the fault.
    """

    data: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    faults: tuple[HouseFault, ...] = ()
    unquoted: tuple[HouseFault, ...] = ()
    is_cut: bool = False


def parsed_text(path: str, text: str) -> ParsedText:
    """Return what could be read of the text of a file at ``path``, which is not read.

    What is read ends before the first line that is no TOML, or before what is left open there, such
    as a list. A fault is BX211.
    """
    unquoted: list[HouseFault] = []
    while True:
        try:
            return ParsedText(*_tables(path, text), unquoted=tuple(unquoted))
        except _NoToml as wrong:
            quoted = _with_quotation_marks(text, wrong.fault.line)
            if quoted is None or len(unquoted) == _MOST_UNQUOTED:
                return _before(path, text, wrong.fault, tuple(unquoted))
            line, text = quoted
            unquoted.append(
                fault_in(
                    path,
                    wrong.fault.line,
                    "BX211",
                    tr("a word has no quotation marks"),
                    tr("write {line}", line=_shown(line)),
                )
            )


class _NoToml(Exception):
    """A text is no TOML, and why."""

    def __init__(self, fault: HouseFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _tables(path: str, text: str) -> tuple[Mapping[str, Any], Mapping[tuple[str, ...], int]]:
    """Return the tables and the lines of their keys. Raises :class:`_NoToml`.

    There are no lines for a text that is nested more deeply than any variant.
    """
    line = None
    if has_long_key(text, _MOST_KEY_PARTS):
        why = tr("a key has more than {most} parts", most=_MOST_KEY_PARTS)
    else:
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            line, why = place_and_reason(problem)
        except RecursionError:
            why = tr("lists or tables are nested too deeply")
        except ValueError:
            line = _line_of_long_number(text)
            why = tr("a number has too many figures")
        else:
            try:
                return tables, key_lines(text)
            except RecursionError:
                return tables, {}
    raise _NoToml(
        fault_in(
            path,
            line or text.count("\n") + 1,
            "BX211",
            tr("this is not TOML: {why}", why=why),
            tr("mend that line; boxctl rules save writes a file that is right"),
        )
    )


def _before(
    path: str, text: str, fault: HouseFault, unquoted: tuple[HouseFault, ...]
) -> ParsedText:
    lines = text.split("\n")
    for end in range(fault.line - 1, max(0, fault.line - 1 - _MOST_OPEN), -1):
        try:
            tables, places = _tables(path, "".join(f"{line}\n" for line in lines[:end]))
        except _NoToml:
            # Something is still open there, such as a list without an end.
            continue
        return ParsedText(tables, places, (fault,), unquoted, is_cut=True)
    return ParsedText({}, {}, (fault,), unquoted, is_cut=True)


def _with_quotation_marks(text: str, number: int) -> tuple[str, str] | None:
    """Return a line with quotation marks round its value, and the text with it.

    None if that is not what the line lacks.
    """
    lines = text.split("\n")
    found = _UNQUOTED.fullmatch(lines[number - 1])
    if found is None or _is_value(found["value"]):
        return None
    line = f'{found["key"]}"{found["value"]}"'
    lines[number - 1] = f"{line}{found['rest']}"
    return line.strip(), "\n".join(lines)


def _is_value(text: str) -> bool:
    try:
        tomllib.loads(f"value = {text}")
    except ValueError:
        return False
    return True


def _shown(line: str) -> str:
    """Return a line for a sentence, and no character that cannot be seen; a long one is cut."""
    shown = line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"
    return shown if shown.isprintable() else ascii(shown)


def _line_of_long_number(text: str) -> int | None:
    found = _LONG_NUMBER.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None
