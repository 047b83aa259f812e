"""Import luma, which drives the displays, without what it does to the process.

luma registers a handler that clears every display at exit, in the main thread, where a display that
hangs would keep the program from ending.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from groundwork.faults import Fault
from groundwork.installation import install_command
from groundwork.language import tr

PACKAGES = ("luma.core", "luma.oled", "luma.led_matrix", "luma.lcd", "PIL", "smbus2")


class _NothingAtExit:
    """Replaces :mod:`atexit` for luma."""

    @staticmethod
    def register(hook: Any) -> Any:
        """Do nothing: the worker of a display closes it."""
        return hook


def check_luma() -> None:
    """Raise :class:`Fault` BX421 if luma is not installed. Nothing is imported."""
    missing = [package for package in PACKAGES if not _is_there(package)]
    if missing:
        raise luma_missing(tr("there is no {name}", name=missing[0]))


def _is_there(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


@contextmanager
def luma() -> Iterator[None]:
    """Use luma inside this context, which turns its errors of a display into :class:`OSError`.

    Raises :class:`Fault` BX421 if luma cannot be imported.
    """
    try:
        import luma.core.device
        from luma.core.error import Error

        luma.core.device.atexit = _NothingAtExit
    except ImportError as error:
        raise luma_missing(str(error)) from error
    try:
        yield
    except Error as error:
        raise OSError(str(error)) from error


def luma_missing(why: str) -> Fault:
    """Return the fault that luma cannot be imported (BX421)."""
    return Fault(
        "BX421",
        tr(
            "the libraries of the display cannot be imported ({why}); install them: {command}",
            why=why,
            command=install_command("display"),
        ),
    )
