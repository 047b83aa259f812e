"""Bounds that the rules, the wiring and the wire share."""

from __future__ import annotations

MOST_TILES = 24
"""Tiles of one box: the rule book has no larger box, and the protocol no number for a tile more."""
