"""Describe a variant as data for programs, in the list and beside its settings."""

from __future__ import annotations

from boxctl.rules.variants import other_names, words


def summary(name: str) -> dict[str, object]:
    """Return what the list tells of a variant, for JSON. Raises :class:`RuleFault` (BX201)."""
    known = words(name)
    return {
        "name": name,
        "source_name": known["title"],
        "summary": known["summary"],
        "family": known["family"],
        "other_names": other_names(name),
    }
