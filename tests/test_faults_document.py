"""Every fault code that people can meet has its section, and no section is of a code long gone."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_code_has_a_section_and_every_section_its_code() -> None:
    packages = ("boxctl", "hardware", "firmware_bridge")
    sources = [file for package in packages for file in (ROOT / package).rglob("*.py")]
    raised = {code for file in sources for code in re.findall(r'"(BX\d{3})', file.read_text())}
    raised |= {code for file in sources for code in re.findall(r"f'(BX\d{3}):", file.read_text())}
    document = (ROOT / "docs/faults.md").read_text()
    sections = set(re.findall(r"^## (BX\d{3}) ", document, flags=re.MULTILINE))
    assert raised == sections
