"""Read the file of a variant."""

from __future__ import annotations

import tomllib
from typing import Any, NamedTuple


class Variant(NamedTuple):
    """A named rule set as its file gives it; the settings are still text."""

    name: str
    source_name: str
    family: str
    other_names: tuple[str, ...]
    summary: str
    example: str
    settings: dict[str, str]


def read_variant_file(path: str, name: str) -> Variant:
    """Read the whole file of the variant of this name."""
    with open(path, "rb") as file:  # noqa: PTH123
        read = tomllib.load(file)
    settings = {key: _as_text(value) for key, value in read.get("settings", {}).items()}
    return Variant(
        name,
        read["source_name"],
        read.get("family", ""),
        tuple(read.get("other_names", ())),
        read["summary"],
        read["example"],
        settings,
    )


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
