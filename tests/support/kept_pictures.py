"""What displays have shown, kept, and compared dot for dot with what they show today.

``KEEP_PICTURES=1 pytest tests/hardware tests/system`` keeps that of today instead.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

PICTURES = Path(__file__).parent / "pictures_kept"

ACROSS = 4
"""So many pictures stand side by side on a sheet."""


def assert_as_kept(name: str, pictures: Sequence[Image.Image]) -> None:
    """The pictures are those of the sheet of this name, one after the other."""
    _assert_as_kept(name, _sheet(pictures))


def _sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // ACROSS)
    # A white line around each shows where it ends.
    sheet = Image.new("1", (ACROSS * (width + 2), rows * (height + 2)), 1)
    for place, picture in enumerate(pictures):
        x, y = place % ACROSS * (width + 2), place // ACROSS * (height + 2)
        sheet.paste(picture, (x + 1, y + 1))
    return sheet


def _assert_as_kept(name: str, sheet: Image.Image) -> None:
    path = PICTURES / f"{name}.png"
    if os.environ.get("KEEP_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        sheet.save(path, optimize=True)
    assert path.is_file(), f"there is no picture {name} yet: KEEP_PICTURES=1 keeps it"
    with Image.open(path) as kept:
        assert sheet.size == kept.size
        assert sheet.tobytes() == kept.convert("1").tobytes()
