"""The variants whose odds are solved."""

from __future__ import annotations

from boxctl.odds.unsolved import turn_is_solved
from boxctl.rules.variants import names, variant

SOLVED = tuple(name for name in names() if turn_is_solved(variant(name)))
