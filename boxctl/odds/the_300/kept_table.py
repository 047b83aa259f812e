"""The solved table of "The 300": read from its file, or solved and kept there."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from boxctl.odds.aims import AimName
from boxctl.odds.the_300.layout import (
    TABLE_LENGTH,
    TABLES,
    has_table,
    odds_in_table,
    table_for,
)
from boxctl.odds.the_300.table_file import DamagedTable, TableFile, table_path, write_table
from boxctl.odds.turn import TurnOdds
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.faults import os_reason
from groundwork.installation import install_command
from groundwork.language import tr
from groundwork.reader import for_reader

Answer = TypeVar("Answer")

Notice = Callable[[str], None]
"""Takes one line for people.

BX703, the table cannot be kept; BX704, the file is damaged.
"""


Progress = Callable[[float], object]
"""Takes how much is solved, from 0 to 1."""


def no_progress(_done: float) -> None:
    """Take no notice of progress."""


def whole_table(name: AimName, notice: Notice, progress: Progress = no_progress) -> memoryview:
    """Return the table for this aim, every chunk checked; solve and keep it if there is none.

    ``progress`` takes how much is solved, from 0 to 1, from time to time.

    A table that cannot be kept or read is reported to ``notice`` and is right all the same.
    Raises :class:`RuleFault` (BX701) if it must be solved and numba is not installed.
    """
    return _from_file(name, TableFile.whole, notice) or _solve_and_keep(name, notice, progress)


def is_kept(name: AimName) -> bool:
    """Return whether there is a file with the table for this aim; it may be damaged."""
    return has_table(name) and table_path(table_for(name)).exists()


def kept_odds(rules: RuleSet, name: AimName, *, checked: bool = False) -> TurnOdds:
    """Return the odds that read their numbers from the file when they are asked for.

    The file stays open as long as they live; with ``checked`` it is checked whole, at once. Raises
    :class:`RuleFault` (BX701) where there is no file, and :class:`DamagedTable` then or on reading.
    """
    try:
        table = TableFile(table_path(table_for(name)), TABLE_LENGTH)
    except (OSError, KeyError):
        raise RuleFault(
            "BX701",
            tr("The 300 is not solved yet on this computer"),
            how_to_solve(),
        ) from None
    if checked:
        table.check()
    return odds_in_table(rules, name, table)


def how_to_solve() -> str:
    """Return the advice on a table that is not kept: what this installation needs for it."""
    on_page = tr("ask about fewer open tiles, or with boxctl odds on a computer")
    if has_numba():
        terminal = tr("boxctl odds --rules the-300 solves it once and for all")
        return for_reader(terminal, page=on_page)
    terminal = tr(
        "install the extra, {command}; then boxctl odds --rules the-300 solves it once and for all",
        command=install_command("odds"),
    )
    return for_reader(terminal, page=on_page)


def has_numba() -> bool:
    """Return whether the extra with which a table is solved is installed."""
    return find_spec("numba") is not None


def read_odds(
    rules: RuleSet,
    name: AimName,
    read: Callable[[TurnOdds], Answer],
    notice: Notice,
    progress: Progress = no_progress,
) -> Answer:
    """Return the result of ``read`` on the odds, checking only the chunks that it looks at.

    ``notice``, ``progress`` and the errors are those of :func:`whole_table`.
    """
    answers = _from_file(name, lambda kept: [read(odds_in_table(rules, name, kept))], notice)
    if answers:
        return answers[0]
    return read(odds_in_table(rules, name, _solve_and_keep(name, notice, progress)))


def _from_file(name: AimName, read: Callable[[TableFile], Answer], notice: Notice) -> Answer | None:
    """Return the result of ``read`` on the file; None if there is no file or it is damaged."""
    path = table_path(table_for(name))
    try:
        with TableFile(path, TABLE_LENGTH) as kept:
            return read(kept)
    except DamagedTable as why:
        notice(
            "BX704: "
            + tr(
                "the table {path} was not believed, {why}: it is solved again.", path=path, why=why
            )
        )
    except OSError:
        # A file that cannot be read cannot be replaced either: writing it reports why.
        pass
    return None


def _solve_and_keep(name: AimName, notice: Notice, progress: Progress) -> memoryview:
    _require_numba()
    table_name = table_for(name)
    path = table_path(table_name)
    table = _solve(table_name, progress)
    _write(path, table, notice)
    return table


def _write(path: Path, table: memoryview, notice: Notice) -> None:
    try:
        write_table(path, table)
    except OSError as why:
        notice(
            "BX703: " + tr("the table {path} cannot be kept: {why}.", path=path, why=os_reason(why))
        )


def _require_numba() -> None:
    if not has_numba():
        raise RuleFault(
            "BX701",
            tr("the 16,777,216 positions of The 300 are too many for plain Python"),
            for_reader(
                tr(
                    "install the extra, {command}, or name fewer tiles with --open",
                    command=install_command("odds"),
                ),
                page=tr("ask about fewer open tiles, or with boxctl odds on a computer"),
            ),
        )


def _solve(table_name: str, progress: Progress) -> memoryview:
    # numba takes most of a second to import: only those who solve wait for it.
    from boxctl.odds.the_300.solver import solve_the_300

    return solve_the_300(TABLES[table_name], progress)
