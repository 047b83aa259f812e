"""Import lgpio without what it does to the process.

On import it makes a pipe named ``.lgd-nfy0`` in the directory that LG_WD names, makes that the
working directory of the process, and starts the thread that reads the pipe. Two programs with the
same directory would take each other's pipe away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from firmware_bridge.faults import Fault


def import_lgpio() -> None:
    """Import lgpio, once for the process; the working directory stays as it is.

    Raises :class:`Fault` BX401 if lgpio is not installed, BX408 if it has no place for its pipe.
    """
    if sys.modules.get("lgpio") is not None:
        return
    try:
        # Both ends of the pipe are open when the import is done; its name is not needed after.
        with (
            TemporaryDirectory(prefix="boxctl-", dir=_runtime_directory()) as directory,
            _variable_set("LG_WD", directory),
            _working_directory_kept(),
        ):
            import lgpio  # noqa: F401
    except ImportError as error:
        raise Fault(
            "BX401", f"lgpio cannot be imported ({error}); install it: pip install 'boxctl[pi]'"
        ) from error
    except OSError as error:
        raise Fault(
            "BX408",
            f"there is no directory for the files of a running program ({error}); make one that "
            "this user can write to and name it in RUNTIME_DIRECTORY",
        ) from error


def _runtime_directory() -> str | None:
    """Where systemd or the login put such files; None for the usual temporary directory."""
    places = os.environ.get("RUNTIME_DIRECTORY", "").split(":")
    places.append(os.environ.get("XDG_RUNTIME_DIR", ""))
    return next((place for place in places if place and os.access(place, os.W_OK | os.X_OK)), None)


@contextmanager
def _variable_set(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def _working_directory_kept() -> Iterator[None]:
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)
