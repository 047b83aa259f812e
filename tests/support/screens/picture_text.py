"""A picture as text, as a terminal without colours shows it."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.screens.pictures.picture import Row


def text_of(picture: Iterable[Row]) -> str:
    """Join the rows by line ends, each without the spaces at its end."""
    return "\n".join("".join(span.text for span in row).rstrip() for row in picture)
