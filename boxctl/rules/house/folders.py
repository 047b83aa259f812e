"""Where the variants of a house are looked for: files that its landlord writes.

A file is ``NAME.toml`` in one of :func:`folders`, none of which hides what another has, or one
that somebody gives by its path. Nothing is read here, only listed.
"""

from __future__ import annotations

import os
import sys

from groundwork.system.users import state_of_service, usual_folder

# `rules list` asks for the listing, so nothing is imported for it but this.

OF_MACHINE = "/etc/boxctl/variants"
"""The folder for everybody who uses this machine, beside the box.toml of the service."""

OF_SERVICE = "/var/lib/boxctl/variants"
"""The folder of the service, which it and root alone may read: it may write nowhere else."""

MOST_FILES = 100
"""The most files that are taken from a folder; whoever has more keeps something else in it."""

MOST_ENTRIES = 10_000
"""The most entries of a folder that are looked at."""

ENDING = ".toml"

Listed = tuple[str, tuple[int, ...]]
"""A path, and what changes when its file does; empty for what cannot be looked at."""

_beside: dict[str, None] = {}
_given: dict[str, None] = {}


def folder_of_user() -> str:
    """Return the folder of this user, in which games are saved.

    That of a service is in its state directory.
    """
    if (service := state_of_service()) is not None:
        return os.path.join(service, "variants")  # noqa: PTH118
    configured = os.environ.get("XDG_CONFIG_HOME", "")
    if not configured.startswith("/"):
        configured = usual_folder("config")
    return os.path.join(configured, "boxctl", "variants")  # noqa: PTH118


def folders() -> tuple[str, ...]:
    """Return the folders in which files are looked for, there or not.

    They are those beside each box.toml that was read, this user's, that of the machine, and for
    those who may read it that of the service.
    """
    all_of_them = [*_beside, folder_of_user()]
    # On Windows these would be folders of the drive at hand, in which anybody may put files.
    if sys.platform == "win32":
        return tuple({os.path.realpath(each): each for each in all_of_them}.values())
    all_of_them.append(OF_MACHINE)
    if _may_look_into(os.path.dirname(OF_SERVICE)):  # noqa: PTH120
        all_of_them.append(OF_SERVICE)
    return tuple({os.path.realpath(each): each for each in all_of_them}.values())


def is_service_hidden() -> bool:
    """Return whether there is a service here whose folder this user may not look into."""
    state = os.path.dirname(OF_SERVICE)  # noqa: PTH120
    return os.path.isdir(state) and not _may_look_into(state)  # noqa: PTH112


def _may_look_into(folder: str) -> bool:
    return os.access(folder, os.R_OK | os.X_OK)


def look_beside(box_file: str) -> None:
    """Look also in the folder ``variants`` beside this box.toml, from now on."""
    beside = os.path.dirname(os.path.abspath(box_file))  # noqa: PTH100, PTH120
    _beside[os.path.join(beside, "variants")] = None  # noqa: PTH118


def is_path(name: str) -> bool:
    """Return whether somebody gives a file, and no name."""
    return ("/" in name or os.sep in name or name.endswith(ENDING)) and "\0" not in name


def take(path: str) -> str:
    """List this file too, from now on. Return its path from the root."""
    whole = os.path.abspath(path)  # noqa: PTH100
    _given[whole] = None
    return whole


def listed() -> tuple[tuple[Listed, ...], tuple[str, ...]]:
    """Return the files, each once, and the folders that cannot be listed or have too many."""
    found: dict[str, Listed] = {}
    wrong: list[str] = []
    for folder in folders():
        paths, is_wrong = _in_folder(folder)
        for path in paths:
            found.setdefault(os.path.realpath(path), (path, _stamp(path)))
        if is_wrong:
            wrong.append(folder)
    for path in _given:
        found.setdefault(os.path.realpath(path), (path, _stamp(path)))
    return tuple(found.values()), tuple(wrong)


def _in_folder(folder: str) -> tuple[list[str], bool]:
    """Return the files of a folder by name, and whether it has more or cannot be listed."""
    names = []
    try:
        with os.scandir(folder) as entries:
            for number, entry in enumerate(entries):
                if number == MOST_ENTRIES:
                    return [], True
                if entry.name.endswith(ENDING) and not entry.name.startswith("."):
                    names.append(entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return [], False
    except (OSError, ValueError):
        return [], True
    first = sorted(names)[:MOST_FILES]
    return [os.path.join(folder, name) for name in first], len(names) > MOST_FILES  # noqa: PTH118


def _stamp(path: str) -> tuple[int, ...]:
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return ()
    return (
        status.st_dev,
        status.st_ino,
        status.st_mode,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
    )


def name_of(path: str) -> str:
    """Return the own name of the variant of this file."""
    return os.path.basename(path).removesuffix(ENDING)  # noqa: PTH119
