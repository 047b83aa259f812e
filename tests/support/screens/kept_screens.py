"""Pictures of the screen that are kept, and compared with those of today.

A picture is SVG, so that a person can look at it. What is compared is what they would see: each
piece of text, where it is and in which style. ``KEEP_PICTURES=1 pytest tests/boxctl/screens`` keeps
those of today instead.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

PICTURES = Path(__file__).parent / "screens_kept"

_STYLE = re.compile(r"\.terminal-(?:\d+-)?(r\d+) \{([^}]*)\}")
_TEXT = re.compile(
    r'<text class="terminal-(?:\d+-)?(r\d+)" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>'
)
_GROUND = re.compile(
    r'<rect fill="([^"]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
)


def assert_as_kept(name: str, svg: str, folder: Path = PICTURES) -> None:
    """The picture shows what the one of this name shows."""
    path = folder / f"{name}.svg"
    if os.environ.get("KEEP_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
    assert path.is_file(), f"there is no picture {name} yet: KEEP_PICTURES=1 keeps it"
    kept = path.read_text(encoding="utf-8")
    assert lines_of(svg) == lines_of(kept)
    now, before = set(seen_in(svg)), set(seen_in(kept))
    assert (now - before, before - now) == (set(), set())


def lines_of(svg: str) -> list[str]:
    """The text of the picture, line by line: what a difference is read from first."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for _style, x, y, text in _TEXT.findall(svg):
        rows.setdefault(float(y), []).append((float(x), unescape(text).replace("\xa0", " ")))
    return ["".join(text for _x, text in sorted(row)) for _y, row in sorted(rows.items())]


def seen_in(svg: str) -> Iterator[tuple[str, ...]]:
    """Everything in the picture: texts with their styles, and grounds with their colours."""
    styles = dict(_STYLE.findall(svg))
    for style, x, y, text in _TEXT.findall(svg):
        yield ("text", x, y, unescape(text), styles[style].strip())
    for ground in _GROUND.findall(svg):
        yield ("ground", *ground)
