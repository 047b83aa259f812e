"""Who reads what is said: somebody at a terminal, who types commands, or somebody at a page.

A sentence that says how to go on names what its reader has at hand. Where it would name a command
or an option, it is written twice: see :func:`for_reader`.
"""

from __future__ import annotations

from contextvars import ContextVar

_on_page: ContextVar[bool] = ContextVar("on_page", default=False)


def read_on_page() -> None:
    """Speak to people at a page from now on: for the start of a program that only pages show."""
    _on_page.set(True)


class reading_on_page:  # noqa: N801 - it is used as a function
    """Speak to people at a page in this block, and in the threads and tasks it starts."""

    def __enter__(self) -> None:
        self._before = _on_page.set(True)

    def __exit__(self, *_problem: object) -> None:
        _on_page.reset(self._before)


def for_reader(terminal: str, *, page: str) -> str:
    """Return what is said to people at a terminal, or at a page if they read it there."""
    return page if _on_page.get() else terminal
