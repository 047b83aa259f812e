"""Who asks, as far as an address tells: what one person has many of counts as one. Pure."""

from __future__ import annotations

import ipaddress

THIS_MACHINE = "this machine"

_PREFIX = 64
"""Bits of an IPv6 address that a network gives out; a device chooses the others as it likes."""


End = tuple[object, object] | None
"""An end of a connection, an address and a port, as a server of ASGI tells it."""


def source_of_ends(client: End, server: End) -> str:
    """Return what a connection between these ends counts as, as :func:`source_of` does."""
    return source_of(str(client[0]) if client else "", str(server[0]) if server else "")


def source_of(client: str, server: str = "") -> str:
    """Return what the address of a client counts as, asked at this address of the ``server``.

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
