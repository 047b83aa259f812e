"""The places for feeds: a crowd makes room for whoever has fewer, so that nobody is shut out.

Who asks is told by the address: what one person has many of counts as one.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable

THIS_MACHINE = "this machine"

_PREFIX = 64
"""Bits of an IPv6 address that a network gives out; a device chooses the others as it likes."""


End = tuple[object, object] | None
"""An end of a connection, an address and a port, as a server of ASGI tells it."""


def source_of_ends(client: End, server: End) -> str:
    """Return the source of a connection between these ends, as :func:`source_of` does."""
    return source_of(str(client[0]) if client else "", str(server[0]) if server else "")


def source_of(client: str, server: str = "") -> str:
    """Return the source that a client's address counts as, asked at this address of the ``server``.

    The machine itself is :data:`THIS_MACHINE`, whichever of its addresses was asked. An IPv6
    address counts as its /64. All guests behind one NAT are one source: nothing tells them apart.
    """
    if client in ("", server):
        return THIS_MACHINE
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None and not address.is_loopback:
            return str(ipaddress.ip_network((address, _PREFIX), strict=False))
        address = address.ipv4_mapped or ipaddress.ip_address("127.0.0.1")
    return THIS_MACHINE if str(address) == "127.0.0.1" else str(address)


MOST_STREAMS = 64
"""How many feeds are sent at once."""


class Place:
    """A feed that is sent. ``lose`` wakes it when its place was given to another."""

    def __init__(self, source: str, lose: Callable[[], object]) -> None:
        self.source = source
        self.is_lost = False
        self._lose = lose

    def give_up(self) -> None:
        """End the feed."""
        self.is_lost = True
        self._lose()


class Admission:
    """Shares the places of a server, in all languages, among sources (:func:`source_of`).

    All guests behind one NAT may have every place while nobody else wants one. When there is none
    left, the source with the most makes room for one that would still have fewer; and a stranger
    makes room for the first feed of this machine, and of an address for which ``is_known`` says
    that the code was given there. For the thread of the server.
    """

    def __init__(self, is_known: Callable[[str], bool] = lambda _source: False) -> None:
        self._is_known = is_known
        self._places: list[Place] = []

    def join(self, source: str, lose: Callable[[], object]) -> Place | None:
        """Give a place to a feed from there; None if there is none for it."""
        if len(self._places) >= MOST_STREAMS and not self._make_room(source):
            return None
        self._places.append(Place(source, lose))
        return self._places[-1]

    def leave(self, place: Place) -> None:
        """Take back a place."""
        if place in self._places:
            self._places.remove(place)

    def _make_room(self, source: str) -> bool:
        many = Counter(place.source for place in self._places)
        goes_first = not many[source] and self._is_favoured(source)
        # The newest of the largest crowd, strangers before others.
        last = max(
            enumerate(self._places),
            key=lambda each: (many[each[1].source], not self._is_favoured(each[1].source), each[0]),
        )[1]
        if many[last.source] <= many[source] + 1:
            strangers = [each for each in self._places if not self._is_favoured(each.source)]
            if not (goes_first and strangers):
                return False
            last = strangers[-1]
        self._places.remove(last)
        last.give_up()
        return True

    def _is_favoured(self, source: str) -> bool:
        return source == THIS_MACHINE or self._is_known(source)
