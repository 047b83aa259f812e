"""Write the table of settings in docs/contracts.md, by what the settings declare."""

from __future__ import annotations

from pathlib import Path

from boxctl.rules.setting_kinds import Kind
from boxctl.rules.settings import SETTINGS

PAGE = Path(__file__).parents[1] / "docs" / "contracts.md"

HEADING = "| setting | rule | values |\n| --- | --- | --- |\n"


def with_settings_declared(page: str) -> str:
    """Return the page with a row for each setting, in the order of the rule book."""
    before, begins, after = page.partition(HEADING)
    assert begins, "docs/contracts.md has no table of settings"
    _there, ends, rest = after.partition("\n\n")
    rows = (
        f"| `{setting.name}` | {setting.rule} | {_values(setting.kind)} |"
        for setting in SETTINGS.values()
    )
    return "".join((before, begins, "\n".join(rows), ends, rest))


def _values(kind: Kind) -> str:
    return kind.answers() if kind.is_typed else ", ".join(f"`{word}`" for word in kind.choices)


if __name__ == "__main__":
    PAGE.write_text(with_settings_declared(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
