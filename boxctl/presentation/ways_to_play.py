"""Robots: the ways in which players play by themselves, their names, and that no money is theirs.

Light to import: menus and options need the names before anybody plays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

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


def among_people(payout: Mapping[str, int]) -> dict[str, int]:
    """Return the winnings and losses of people among each other: robots neither pay nor are paid.

    What a robot won goes back to those who lost, what it lost is missing to those who won, to each
    in proportion; of odd minor units the first in the order of the seats get one more.
    """
    robots = robots_among(payout)
    people = {name: won for name, won in payout.items() if name not in robots}
    won = sum(due for due in people.values() if due > 0)
    lost = -sum(due for due in people.values() if due < 0)
    paid = min(won, lost)
    gains = _shared({name: due for name, due in people.items() if due > 0}, paid)
    losses = _shared({name: -due for name, due in people.items() if due < 0}, paid)
    return {name: gains.get(name, 0) - losses.get(name, 0) for name in people}


def _shared(parts: Mapping[str, int], total: int) -> dict[str, int]:
    """Share a total, no more than the parts together, in proportion to them."""
    whole = sum(parts.values())
    if not whole:
        return {}
    shares = {name: part * total // whole for name, part in parts.items()}
    left = total - sum(shares.values())
    for name in (name for name, part in parts.items() if part * total % whole):
        if not left:
            break
        shares[name] += 1
        left -= 1
    return shares
