"""Plain data as JSON: the fields of dataclasses by their names."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any


def as_data(value: object) -> Any:
    """Return dataclasses as dictionaries and tuples as lists, through and through."""
    if is_dataclass(value):
        return {each.name: as_data(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {name: as_data(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [as_data(each) for each in value]
    return value


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def as_text(data: object) -> str:
    """Return JSON on one line, in ASCII: no sign of it can end a line or leave a script."""
    return _ENCODER.encode(data)
