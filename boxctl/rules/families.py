"""The families that the variants are listed in. The file of a variant names its family."""

from __future__ import annotations

FAMILIES = {
    "classic": "The classic game",
    "scores": "Another way to score",
    "starts": "Another start",
    "sevens": "The number seven",
    "chances": "Another chance",
    "boxes": "Other boxes and other dice",
    "thai": "Thai style",
    "canoga": "Canoga",
    "two-players": "Two players, one box",
    "rounds": "Several rounds",
}
"""Each family and its title in English, in the order in which they are listed."""


def title(family: str) -> str:
    """Return the title of a family; of one that is not known here, its name."""
    return FAMILIES.get(family, family)
