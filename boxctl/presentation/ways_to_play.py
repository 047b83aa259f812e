"""The ways in which players play by themselves, and the names of such players.

Light to import: menus and options need the names before anybody plays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

WAYS_TO_PLAY = ("highest-first", "fewest-tiles", "best", "human", "random")


_ROBOT = re.compile(rf"({'|'.join(WAYS_TO_PLAY)})(?: (\d+))?", re.ASCII)


def ways_in_words() -> str:
    """Return the ways to play for people, in alphabetical order."""
    return ", ".join(sorted(WAYS_TO_PLAY))


def way_to_play(name: str) -> str | None:
    """Return how a player of this name (``best``, ``best 2``) plays by itself; None for people."""
    return robot_of(name)[0]


def robot_of(name: str) -> tuple[str | None, str]:
    """Return the way to play in a player's name and the number behind it: ``best`` and ``2``.

    Of people it is None, and the number empty.
    """
    found = _ROBOT.fullmatch(name)
    return (found[1], found[2] or "") if found else (None, "")


def robots_among(players: Iterable[str]) -> frozenset[str]:
    """Return those of the players that play by themselves."""
    return frozenset(player for player in players if way_to_play(player) is not None)


def robot_names(ways: Iterable[str], seated: Sequence[str]) -> list[str]:
    """Return a free name for a robot of each of these ways, beside those seated already."""
    names = list(seated)
    for way in ways:
        numbered = (f"{way} {number}" for number in range(2, len(names) + 3))
        names.append(next(name for name in (way, *numbered) if name not in names))
    return names[len(seated) :]
