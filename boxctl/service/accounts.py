"""The users and groups of a machine, read from its files."""

from __future__ import annotations

import re

from boxctl.service.host import ServiceHost
from boxctl.service.places import GROUPS, USER

_ID = re.compile(r"[0-9]{1,10}")

FIRST_PERSON = 1000
"""The first user id of people, as Debian has it; a system user has a lower one."""


def user_id(host: ServiceHost) -> int | None:
    """Return the id of the service's user; None if there is no such user."""
    for name, _password, number, *_ in _rows(host, "/etc/passwd"):
        if name == USER and _ID.fullmatch(number):
            return int(number)
    return None


def has_group(host: ServiceHost, group: str) -> bool:
    """Return whether the machine has this group."""
    return any(row[0] == group for row in _rows(host, "/etc/group"))


def groups_to_join(host: ServiceHost) -> tuple[str, ...]:
    """Return the groups of devices that there are and that the user is not in yet."""
    members = {row[0]: row[3].split(",") for row in _rows(host, "/etc/group")}
    return tuple(name for name in GROUPS if name in members and USER not in members[name])


def _rows(host: ServiceHost, path: str) -> list[list[str]]:
    rows = [line.split(":") for line in (host.text(path) or "").splitlines()]
    return [row for row in rows if len(row) >= 4]
