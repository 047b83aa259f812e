"""Who runs this program, as the system counts its users, and where it keeps what it writes.

``rules list`` asks here, so nothing is imported but what Python has loaded already.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False

ROOT = 0


def effective_user() -> int:
    """Return the number of the user whose rights this program has.

    Where a system knows no users, as within a browser, that is :data:`ROOT`: every file is its own.
    """
    ask = getattr(os, "geteuid", None)
    return ROOT if ask is None else int(ask())


def is_root() -> bool:
    """Return whether this program may do everything."""
    return effective_user() == ROOT


if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Kept = Literal["state", "config", "cache"]

_XDG = {"state": "~/.local/state", "config": "~/.config", "cache": "~/.cache"}
_MAC = {
    "state": "~/Library/Application Support",
    "config": "~/Library/Application Support",
    "cache": "~/Library/Caches",
}
_WINDOWS = {"state": "LOCALAPPDATA", "config": "APPDATA", "cache": "LOCALAPPDATA"}


def usual_folder(
    kept: Kept, system: str = sys.platform, environment: Mapping[str, str] = os.environ
) -> str:
    """Return the folder of this user for records, settings or what can be made again.

    It is what the XDG base directory specification says where nothing is set, and on macOS
    (``darwin``) and Windows (``win32``) what those systems say. It may not be there.
    """
    if system == "win32":
        roaming = "Roaming" if kept == "config" else "Local"
        return environment.get(_WINDOWS[kept]) or os.path.expanduser(f"~/AppData/{roaming}")  # noqa: PTH111
    return os.path.expanduser((_MAC if system == "darwin" else _XDG)[kept])  # noqa: PTH111


def state_of_service() -> str | None:
    """Return the state directory of the service that this program is; None if it is none."""
    named = os.environ.get("STATE_DIRECTORY", "")
    # It may have several: the first is the one that is meant.
    return named.split(":")[0] or None
