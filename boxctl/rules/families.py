"""The families that the variants are listed in. The file of a variant names its family."""

from __future__ import annotations

from groundwork.language import message

FAMILIES = {
    "classic": message("The classic game"),
    "scores": message("Another way to score"),
    "starts": message("Another start"),
    "sevens": message("The number seven"),
    "chances": message("Another chance"),
    "boxes": message("Other boxes and dice"),
    "thai": message("Thai style"),
    "canoga": message("Canoga"),
    "two-players": message("Two players, one box"),
    "rounds": message("Several rounds"),
}
"""Each family and its title, in the order in which they are listed."""


def title(family: str) -> str:
    """Return the title of a family in English; of one that is not known here, its name."""
    return FAMILIES.get(family, family)
