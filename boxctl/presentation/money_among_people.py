"""Money among people: robots neither pay nor are paid. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation.ways_to_play import robots_among


def among_people(payout: Mapping[str, int]) -> dict[str, int]:
    """Return what people win and lose among each other: robots neither pay nor are paid.

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
