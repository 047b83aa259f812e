"""The footer: the keys that do something now, and which of them is drawn at a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.screens.pictures.picture import Row, Span
from boxctl.screens.pictures.view_model import FooterKey

GAP = 2
"""The columns between two keys."""


def footer_row(footer: Sequence[FooterKey], columns: int) -> Row:
    """Draw the keys from the left; those at the end that do not fit are left out."""
    spans = [Span(" ")]
    for _start, key in _placed(footer, columns):
        spans += [Span(key.key, "hint"), Span(f" {key.words}{' ' * GAP}", "dark")]
    return tuple(spans)


def footer_key_at(footer: Sequence[FooterKey], columns: int, column: int) -> FooterKey | None:
    """Return the key that is drawn at this column, or None."""
    for start, key in _placed(footer, columns):
        if start <= column < start + _width(key):
            return key
    return None


def _placed(footer: Sequence[FooterKey], columns: int) -> Iterator[tuple[int, FooterKey]]:
    start = 1
    for key in footer:
        if start + _width(key) > columns:
            return
        yield start, key
        start += _width(key) + GAP


def _width(key: FooterKey) -> int:
    return len(key.key) + 1 + len(key.words)
