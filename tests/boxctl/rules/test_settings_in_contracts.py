"""The page that other programs rely on has every setting, and what a file of the house may have."""

from __future__ import annotations

import re
from pathlib import Path

from boxctl.rules.house.folders import OF_MACHINE, OF_SERVICE
from boxctl.rules.house.text import KEYS
from boxctl.rules.settings import SETTINGS

CONTRACTS = Path(__file__).parents[3] / "docs" / "contracts.md"


def test_the_contracts_list_every_setting_with_its_rule_and_values() -> None:
    text = CONTRACTS.read_text(encoding="utf-8")
    _, table = text.split("| setting | rule | values |\n| --- | --- | --- |\n")
    rows = [re.split(r" *\| *", row)[1:4] for row in table.partition("\n\n")[0].splitlines()]
    declared = [
        [
            f"`{setting.name}`",
            setting.rule,
            setting.kind.answers()
            if setting.kind.is_typed
            else ", ".join(f"`{word}`" for word in setting.choices),
        ]
        for setting in SETTINGS.values()
    ]
    assert rows == declared


def test_the_contracts_have_every_key_and_folder_of_the_files_of_the_house() -> None:
    text = CONTRACTS.read_text(encoding="utf-8")
    _, chapter = text.split("\n## Games of the house\n")
    told = set(re.findall(r"`\[?([^`\]]+)\]?`", chapter.partition("\n## ")[0]))
    assert told >= {*KEYS, OF_MACHINE, OF_SERVICE}
