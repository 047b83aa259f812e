"""Import luma, which drives the displays, without what it does to the process.

luma registers a handler that clears every display at exit, in the main thread, where a display that
hangs would keep the program from ending.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from hardware.buses import libraries_missing
from hardware.config.device_table import DisplayTable
from hardware.devices import Show, TextLine


class _NothingAtExit:
    """Replaces :mod:`atexit` for luma."""

    @staticmethod
    def register(hook: Any) -> Any:
        """Do nothing: the worker of a display closes it."""
        return hook


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
        raise libraries_missing(DisplayTable, str(error)) from error
    try:
        yield
    except Error as error:
        raise OSError(str(error)) from error


OpenT = TypeVar("OpenT", bound=Callable[..., Show])


def through_luma(open_device: OpenT) -> OpenT:
    """Use luma while this function opens a display, and while lines are shown on it."""

    @wraps(open_device)
    def open_with_luma(*parts: Any) -> Show:
        with luma():
            show = open_device(*parts)

        def show_lines(lines: Sequence[TextLine]) -> None:
            with luma():
                show(lines)

        return show_lines

    return open_with_luma  # type: ignore[return-value]
