"""Read the text of a house's variant as TOML, as far as it is TOML.

A landlord who forgets a quotation mark is told so, and what is wrong with the other lines, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from boxctl.rules.faults import HouseFault, fault_in
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.reader import for_reader
from groundwork.toml.faults import TomlFault, toml_fault
from groundwork.toml.lines import has_long_key, key_lines

_MOST_KEY_PARTS = 16
_MOST_MENDED = 50
"""The most lines that are mended; what has more is no variant."""

_MOST_OPEN = 30
"""The most lines that may be left out before one that is no TOML."""


@frozen_dataclass
class ParsedText:
    """What could be read: the tables, the line of each key, and what is no TOML.

    ``mended`` are the faults of lines that are read as they were probably meant, such as values
    without quotation marks. If it ``is_cut``, it ends at or before the line of the fault.
    """

    data: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    faults: tuple[HouseFault, ...] = ()
    mended: tuple[HouseFault, ...] = ()
    is_cut: bool = False


def parsed_text(path: str, text: str) -> ParsedText:
    """Return the readable parts of the text of a file at ``path``, which is not opened.

    What is read ends before the first line that is no TOML, or before what is left open there, such
    as a list. A fault is BX211.
    """
    mended: list[HouseFault] = []
    while True:
        try:
            return ParsedText(*_tables(text), mended=tuple(mended))
        except _NoToml as refused:
            wrong = refused.fault
            fault = fault_in(path, wrong.line, "BX211", wrong.sentence, wrong.cure)
            if not wrong.mended or len(mended) == _MOST_MENDED:
                return _before(text, fault, tuple(mended))
            mended.append(fault)
            lines = text.split("\n")
            lines[fault.line - 1] = wrong.mended
            text = "\n".join(lines)


class _NoToml(Exception):
    """A text is no TOML, and why."""

    def __init__(self, fault: TomlFault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


def _tables(text: str) -> tuple[Mapping[str, Any], Mapping[tuple[str, ...], int]]:
    """Return the tables and the lines of their keys. Raises :class:`_NoToml`.

    There are no lines for a text that is nested more deeply than any variant.
    """
    if has_long_key(text, _MOST_KEY_PARTS):
        raise _NoToml(
            TomlFault(
                text.count("\n") + 1,
                tr("a key has more than {most} parts", most=_MOST_KEY_PARTS),
                for_reader(
                    tr("mend that line; boxctl rules save writes a file that is right"),
                    page=tr("mend that line"),
                ),
            )
        )
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise _NoToml(toml_fault(problem, text)) from None
    try:
        return tables, key_lines(text)
    except RecursionError:
        return tables, {}


def _before(text: str, fault: HouseFault, mended: tuple[HouseFault, ...]) -> ParsedText:
    lines = text.split("\n")
    for end in range(fault.line - 1, max(0, fault.line - 1 - _MOST_OPEN), -1):
        try:
            tables, places = _tables("".join(f"{line}\n" for line in lines[:end]))
        except _NoToml:
            # Something is still open there, such as a list without an end.
            continue
        return ParsedText(tables, places, (fault,), mended, is_cut=True)
    return ParsedText({}, {}, (fault,), mended, is_cut=True)
