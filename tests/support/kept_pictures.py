"""Pictures that are kept, and compared with those of today.

A test that finds a difference says which picture it is, puts the two side by side on a page in
``build/differing``, and says how to accept the new one: run the test with ``KEEP_PICTURES=1``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from difflib import unified_diff
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
PICTURES = Path(__file__).parent / "pictures_kept"
DIFFERING = ROOT / "build" / "differing"

ACROSS = 4
"""So many pictures of a display stand side by side on a sheet."""

PAGE = """<!DOCTYPE html>
<meta charset="utf-8"><title>{name}</title>
<style>div {{ display: flex; gap: 2em }} img {{ max-width: 48vw; border: 1px solid }}</style>
<h1>{name}</h1><pre>{differences}</pre>
<div><figure>kept<br><img src="{kept}"></figure><figure>now<br><img src="{now}"></figure></div>
"""

Differences = Callable[[bytes, bytes], str]
"""What differs between the kept picture and that of now, in words; empty if they look the same."""


def bytes_differ(kept: bytes, now: bytes) -> str:
    return "" if kept == now else "They are not the same byte for byte."


def text_differs(kept: bytes, now: bytes) -> str:
    lines = unified_diff(
        kept.decode().split("\n"), now.decode().split("\n"), "kept", "now", lineterm=""
    )
    return "\n".join(lines)


def dots_differ(kept: bytes, now: bytes) -> str:
    with Image.open(BytesIO(kept)) as before, Image.open(BytesIO(now)) as after:
        if before.size != after.size:
            return f"The kept one has {before.size} dots, this one {after.size}."
        dots = zip(before.convert("L").tobytes(), after.convert("L").tobytes(), strict=True)
        count = sum(one != other for one, other in dots)
    return f"{count} dots differ." if count else ""


def assert_as_kept(
    path: Path, now: str | bytes, differences: Differences = bytes_differ, folder: Path = DIFFERING
) -> None:
    """The picture looks like the kept one; ``folder`` takes the page of a difference."""
    now = now.encode() if isinstance(now, str) else now
    test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
    keep = f"KEEP_PICTURES=1 .venv/bin/python -m pytest '{test}'"
    if os.environ.get("KEEP_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(now)
    if not path.is_file():
        raise AssertionError(f"No picture {path.name} is kept yet. To keep this one: {keep}")
    if found := differences(path.read_bytes(), now):
        page = side_by_side(path, now, found, folder)
        raise AssertionError(
            f"{path.name} looks different now. {found}\n"
            f"Both, side by side: {page}\nTo keep the new one: {keep}"
        )


def side_by_side(path: Path, now: bytes, differences: str, folder: Path) -> Path:
    """Write both pictures and a page that shows them into the folder, and return the page."""
    folder.mkdir(parents=True, exist_ok=True)
    before = folder / f"{path.stem}.kept{path.suffix}"
    after = folder / f"{path.stem}.now{path.suffix}"
    page = folder / f"{path.stem}.html"
    shutil.copyfile(path, before)
    after.write_bytes(now)
    told = escape(differences)
    page.write_text(
        PAGE.format(name=path.stem, differences=told, kept=before.name, now=after.name), "utf-8"
    )
    return page


def assert_shown_as_kept(name: str, pictures: Sequence[Image.Image]) -> None:
    """The pictures of a display are those of the sheet of this name, one after the other."""
    assert_as_kept(PICTURES / f"{name}.png", png_of(_sheet(pictures)), dots_differ)


def png_of(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // ACROSS)
    # A white line around each shows where it ends.
    sheet = Image.new("1", (ACROSS * (width + 2), rows * (height + 2)), 1)
    for place, picture in enumerate(pictures):
        x, y = place % ACROSS * (width + 2), place // ACROSS * (height + 2)
        sheet.paste(picture, (x + 1, y + 1))
    return sheet
