"""Bounds that the rules, the wiring and the wire share."""

from __future__ import annotations

MOST_TILES = 24
"""Most tiles of one box, in the rule book as well as in the protocol."""
