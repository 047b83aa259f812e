"""Pictures of the screen that are kept, and compared with those of today.

A picture is SVG, so that a person can look at it. What is compared is what they would see: each
piece of text, where it is and in which style.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from html import unescape
from pathlib import Path

from tests.support import kept_pictures

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
    kept_pictures.assert_as_kept(folder / f"{name}.svg", svg, screens_differ)


def screens_differ(kept: bytes, now: bytes) -> str:
    """What differs: the lines of text first, else the styles and grounds."""
    before, after = kept.decode(), now.decode()
    lines = unified_diff(lines_of(before), lines_of(after), "kept", "now", n=0, lineterm="")
    if told := "\n".join(lines):
        return told
    old, new = set(seen_in(before)), set(seen_in(after))
    return "\n".join([*(f"- {seen}" for seen in old - new), *(f"+ {seen}" for seen in new - old)])


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
