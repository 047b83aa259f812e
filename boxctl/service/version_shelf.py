"""The versions of boxctl on this machine, side by side, and which of them runs."""

from __future__ import annotations

from boxctl.service.host import ServiceHost
from boxctl.service.places import CURRENT, PREVIOUS, VERSIONS
from boxctl.service.steps import replace_link


def new_name(host: ServiceHost, version: str) -> str:
    """Return a name for another version, such as ``0.1.0-3`` for the third that is installed."""
    shelf = host.at(VERSIONS)
    names = [each.name for each in shelf.iterdir()] if shelf.is_dir() else []
    numbers = [int(last) for _, _, last in (name.rpartition("-") for name in names)
               if last.isdecimal()]  # fmt: skip
    return f"{version}-{max(numbers, default=0) + 1}"


def current(host: ServiceHost) -> str | None:
    """Return the name of the version that the service runs; None if there is none."""
    return _name(host, CURRENT)


def previous(host: ServiceHost) -> str | None:
    """Return the name of the version that ran before; None if none is kept."""
    return _name(host, PREVIOUS)


def target(name: str) -> str:
    """Return where a link to this version leads, from the folder of the links."""
    return f"versions/{name}"


def switch_to(host: ServiceHost, name: str) -> None:
    """Have the service run this version from its next start on."""
    replace_link(host.at(CURRENT), target(name))


def keep_as_previous(host: ServiceHost, name: str | None) -> None:
    """Keep this version to go back to, which also judges an update after a power cut."""
    if name is None:
        host.at(PREVIOUS).unlink(missing_ok=True)
    else:
        replace_link(host.at(PREVIOUS), target(name))


def remove_others(host: ServiceHost) -> None:
    """Remove every version but the one that runs and the one before. Raises OSError."""
    kept = {current(host), previous(host)}
    for each in sorted(host.at(VERSIONS).iterdir()):
        if each.name not in kept:
            host.succeed(("rm", "--recursive", "--force", str(each)))


def _name(host: ServiceHost, link: str) -> str | None:
    path = host.at(link)
    return path.readlink().name if path.is_symlink() and path.exists() else None
