"""Names of hosts, as far as they can be told without asking for them."""

from __future__ import annotations


def is_possible_host(host: str) -> bool:
    """Whether ``host`` can be looked up, as a name or an address.

    For any other text :mod:`socket` raises ValueError instead of the OSError of a host that it does
    not find: a name with an empty part, or with one of more than 63 characters.
    """
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "\0" not in host
