"""What the system gives as a reason is said in the language of the program."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

NOT_FOR_PEOPLE = {
    "boxctl/journal/proof/ledger.py": "why a ledger cannot be read is said in other words",
    "groundwork/faults.py": "translates it",
    "hardware/gpio/other_factory.py": "passes it on in an OSError",
}

RAW = re.compile(r"\.strerror\b(?!\()")


def test_no_reason_of_the_system_is_shown_as_it_is() -> None:
    sources = (
        path
        for package in ("boxctl", "firmware_bridge", "groundwork", "hardware")
        for path in (ROOT / package).rglob("*.py")
    )
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if RAW.search(path.read_text(encoding="utf-8"))
    }
    assert found == NOT_FOR_PEOPLE.keys()
