"""Choose which connection makes room for a new one, so that no crowd keeps anybody out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boxctl.web.http.sources import THIS_MACHINE
from groundwork.frozen_dataclass import frozen_dataclass

MOST_CONNECTIONS = 256
"""How many connections are open at once, of all clients."""

MOST_FROM_ONE = 128
"""How many of them one source may have, unless it is this machine: half of all, and enough for the
phones of a pub behind one NAT, whose feeds are answered without end."""


@frozen_dataclass
class OpenConnection:
    """A connection of the client from this source (:func:`source_of`).

    ``idle_since`` is when it began to wait for a request, in seconds; None while one is answered.
    """

    client: str
    idle_since: float | None


def connection_to_drop(open: Sequence[OpenConnection]) -> int | None:
    """Return which of these is dropped now that the last has come; None if there is room for all.

    An address with too many makes room itself. If there are too many in all, the address with the
    most does. The one that waits longest for a request goes first. Where every other is being
    answered, the newest of the source with the most does, if it has more than the newcomer's.
    """
    newest = open[-1]
    many = Counter(each.client for each in open)
    if many[newest.client] > MOST_FROM_ONE and newest.client != THIS_MACHINE:
        among = [place for place, each in enumerate(open) if each.client == newest.client]
    elif len(open) > MOST_CONNECTIONS:
        among = list(range(len(open)))
    else:
        return None

    def nearest_to_go(place: int) -> tuple[int, float]:
        idle_since = open[place].idle_since
        assert idle_since is not None
        return many[open[place].client], -idle_since

    idle = [place for place in among[:-1] if open[place].idle_since is not None]
    if idle:
        return max(idle, key=nearest_to_go)
    largest = max(among, key=lambda place: (many[open[place].client], place))
    crowded = many[open[largest].client] > many[newest.client]
    return largest if crowded else len(open) - 1
