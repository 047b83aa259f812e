"""Describe a variant as data for programs, in the list and beside its settings."""

from __future__ import annotations

from boxctl.rules.variant_names import HOUSE
from boxctl.rules.variants import other_names, words


def summary(name: str) -> dict[str, object]:
    """Return what the list tells of a variant, for JSON. Raises :class:`RuleFault` (BX201)."""
    known = words(name)
    told = known["summary"]
    if not told and known["family"] == HOUSE:
        from boxctl.presentation.game_names import summary_in_words  # only a house needs it
        from boxctl.rules.variants import load

        told = summary_in_words(load(name))
    return {
        "name": name,
        "source_name": known["title"],
        "summary": told,
        "family": known["family"],
        "other_names": other_names(name),
    }
