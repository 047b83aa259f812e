"""Write the table of settings in docs/contracts.md, and the rows that its table of commands lacks.

Both come from what is declared. A row of a command may say more, and is left as it is.
"""

from __future__ import annotations

import re
from pathlib import Path

from boxctl.cli.commands import COMMANDS
from boxctl.rules.setting_kinds import Kind
from boxctl.rules.settings import SETTINGS

PAGE = Path(__file__).parents[1] / "docs" / "contracts.md"

OF_COMMANDS = "| command | does |\n| --- | --- |\n"
OF_SETTINGS = "| setting | rule | values |\n| --- | --- | --- |\n"


def with_settings_declared(page: str) -> str:
    """Return the page with a row for each setting, in the order of the rule book."""
    before, begins, after = page.partition(OF_SETTINGS)
    assert begins, "docs/contracts.md has no table of settings"
    _there, ends, rest = after.partition("\n\n")
    rows = (
        f"| `{setting.name}` | {setting.rule} | {_values(setting.kind)} |"
        for setting in SETTINGS.values()
    )
    return "".join((before, begins, "\n".join(rows), ends, rest))


def with_every_command(page: str) -> str:
    """Return the page with a row more for each command that has none, in the order of the help."""
    before, begins, after = page.partition(OF_COMMANDS)
    assert begins, "docs/contracts.md has no table of commands"
    there, ends, rest = after.partition("\n\n")
    rows = there.split("\n")
    at = -1
    for name, command in COMMANDS.items():
        found = [place for place, row in enumerate(rows) if _names(row, name)]
        if not found:
            rows.insert(at + 1, f"| `boxctl {name}` | {command.does} |")
        at = found[0] if found else at + 1
    return "".join((before, begins, "\n".join(rows), ends, rest))


def _names(row: str, command: str) -> bool:
    """Whether a row is that of a command, which its first cell names."""
    return re.search(rf"`boxctl {command}\b(?!-)", row.split(" | ")[0]) is not None


def _values(kind: Kind) -> str:
    return kind.answers() if kind.is_typed else ", ".join(f"`{word}`" for word in kind.choices)


if __name__ == "__main__":
    now = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_every_command(with_settings_declared(now)), encoding="utf-8")
