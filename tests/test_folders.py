"""No folder of the product is too full to be read at a glance."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork")

MOST_MODULES = 20


def modules() -> dict[str, int]:
    """How many modules each folder of the product has, without its ``__init__``."""
    folders = [
        folder
        for package in PRODUCT
        for folder in ((ROOT / package), *(ROOT / package).rglob("*/"))
        if folder.is_dir()
    ]
    return {
        str(folder.relative_to(ROOT)): len(set(folder.glob("*.py")) - {folder / "__init__.py"})
        for folder in folders
    }


def test_a_folder_has_at_most_twenty_modules() -> None:
    found = modules()
    assert found["boxctl/screens/app"] > 10
    assert {folder: count for folder, count in found.items() if count > MOST_MODULES} == {}
