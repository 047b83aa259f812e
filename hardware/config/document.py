"""The tables of docs/box-toml.md, from the declarations of the settings.

Run ``python -m hardware.config.document docs/box-toml.md`` to update the document.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from groundwork.language import any_of
from hardware.config.box_file import TABLES
from hardware.config.declare import Driver, Setting, Table
from hardware.config.kinds import shown

BEGIN = "<!-- The tables below are made by hardware/config/document.py -->\n"
END = "<!-- The tables end here -->\n"


def settings_tables() -> str:
    """Return every table of box.toml with its settings, in Markdown."""
    return "\n".join(line for table in TABLES for line in _section(table)) + "\n"


def with_tables(document: str) -> str:
    """Return the document with the text between BEGIN and END replaced."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{settings_tables()}\n{END}{after}"


def _section(table: Table) -> Iterator[str]:
    needed = "" if table.required else " May be left out."
    yield f"### `[{table.name}]`: {table.meaning}.{needed}"
    yield ""
    if table.has_driver_key:
        names = any_of(f'`"{driver.name}"`' for driver in table.drivers)
        yield f"`driver` is required: {names}."
        yield ""
    for driver in table.drivers:
        yield from _driver(driver)


def _driver(driver: Driver) -> Iterator[str]:
    if driver.name:
        yield f'`driver = "{driver.name}"`: {driver.meaning}.'
        yield ""
    if driver.settings:
        yield _row("key", "may be", "default", "meaning")
        yield _row("---", "---", "---", "---")
        yield from map(_setting, driver.settings)
        yield ""


def _setting(setting: Setting) -> str:
    return _row(f"`{setting.key}`", setting.kind.says(), _default(setting), setting.meaning)


def _default(setting: Setting) -> str:
    if setting.is_required:
        return "required"
    return setting.default_says or f"`{shown(setting.default)}`"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main(paths: Iterable[str]) -> None:
    """Update the tables in these documents."""
    for path in map(Path, paths):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
