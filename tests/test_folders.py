"""A folder can be read at a glance, and the tests of a file are where its name says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACTORY = "packaging/gpiozero-gpiod/gpiozero_gpiod"
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork", FACTORY)

MOST_MODULES = 20


def modules(*packages: str) -> list[Path]:
    """The modules of these packages, without their ``__init__``."""
    found = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return [path.relative_to(ROOT) for path in found if path.name != "__init__.py"]


def test_a_folder_has_at_most_twenty_modules() -> None:
    found = Counter(str(path.parent) for path in modules(*PRODUCT, "tests", "bench"))
    assert found["boxctl/table"] > 10
    assert {folder: count for folder, count in found.items() if count > MOST_MODULES} == {}


def test_a_test_is_in_the_folder_of_the_file_that_it_is_named_after() -> None:
    folders: dict[str, set[Path]] = {}
    for path in modules(*PRODUCT):
        folders.setdefault(f"test_{path.name}", set()).add(path.parent)
    elsewhere = {
        str(test): [str(folder) for folder in of_files]
        for test in modules(*(f"tests/{package}" for package in PRODUCT))
        if (of_files := below(test.parent.relative_to("tests"), folders.get(test.name, set())))
    }
    assert elsewhere == {}


def below(folder: Path, others: set[Path]) -> list[Path]:
    """Return the one of these folders that is below the folder; none if the folder is one of them.

    Where several are below it, the name is not that of one file alone.
    """
    found = [other for other in others if folder in other.parents]
    return found if len(found) == 1 and folder not in others else []
