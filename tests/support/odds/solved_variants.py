"""The variants whose odds are solved."""

from __future__ import annotations

from boxctl.rules.variants import names

SOLVED = tuple(names())
