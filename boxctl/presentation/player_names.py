"""The names of players as people read and hear them. Pure.

Records, rulings for programs and comparisons keep a name as it was given; only what is shown is
translated, and only the names that boxctl gives to players who have none.
"""

from __future__ import annotations

from collections.abc import Iterable

from groundwork.language import tr
from groundwork.shown_text import look_of

_GIVEN = "Player "
"""The beginning of a name given to a player without one: ``Player 1``."""


def shown_player(name: str) -> str:
    """Return a player's name as people read it: ``Player 2`` is ``Joueur 2``, ``Ann`` stays."""
    if not is_given(name):
        return name
    return tr("Player {number}", number=name.removeprefix(_GIVEN))


def is_given(name: str) -> bool:
    """Return whether boxctl gives this name to players who have none."""
    number = name.removeprefix(_GIVEN)
    return number != name and number.isascii() and number.isdecimal() and len(number) < 3


def alike_names(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of different names that look the same, or differ only in capitals.

    The groups, and the names of each, are in the order in which they come first. Whether they mean
    one person a record cannot tell.
    """
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(look_of(name).casefold(), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
