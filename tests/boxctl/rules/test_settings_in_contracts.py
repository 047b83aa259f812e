"""The page that other programs rely on has every setting, and what a file of the house may have."""

from __future__ import annotations

import re

from contract_tables import PAGE, with_settings_declared

from boxctl.rules.house.folders import OF_MACHINE, OF_SERVICE
from boxctl.rules.house.text import KEYS
from boxctl.rules.settings import SETTINGS


def test_the_contracts_list_every_setting_with_its_rule_and_values() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_settings_declared(page), "make man writes the table of settings anew"
    rows = re.findall(r"^\| `(\w+)` \| R\d", page, re.MULTILINE)
    assert rows == list(SETTINGS)


def test_the_contracts_have_every_key_and_folder_of_the_files_of_the_house() -> None:
    text = PAGE.read_text(encoding="utf-8")
    _, chapter = text.split("\n## Games of the house\n")
    told = set(re.findall(r"`\[?([^`\]]+)\]?`", chapter.partition("\n## ")[0]))
    assert told >= {*KEYS, OF_MACHINE, OF_SERVICE}
