"""What a record holds of a variant that the house has written, which stands in for its file."""

from __future__ import annotations

from boxctl.journal.entry_kinds import HouseGame
from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import HOUSE
from boxctl.rules.variants import base_in_project, load


def house_game(variant: str) -> HouseGame | None:
    """Return what a record has to tell of a variant of the house; None for another."""
    try:
        known = load(variant)
    except RuleFault:
        return None
    if not known.is_of_house:
        return None
    titles = {code: told["title"] for code, told in known.by_language.items() if "title" in told}
    base = base_in_project(known).name
    return HouseGame(known.title, titles, base, known.settings)


def recorded_variant(name: str, house: HouseGame) -> Variant:
    """Return the variant of the house that a record tells of."""
    titles = {code: {"title": title} for code, title in house.titles.items()}
    return Variant(name, house.title, HOUSE, (), "", "", house.settings, titles, house.based_on)


def played_variant(name: str, house: HouseGame | None) -> Variant:
    """Return the variant that is played: one of the house as it was when the match began.

    Its file is asked as long as it says the same, since it tells more. Raises :class:`RuleFault`
    for a variant that is not of the house and not known.
    """
    if house is None or house_game(name) == house:
        return load(name)
    return recorded_variant(name, house)
