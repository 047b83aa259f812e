"""Who reads what is said: somebody at a terminal, who types commands, or somebody at a page.

A sentence that says how to go on names what its reader has at hand. Where it would name a command
or an option, it is written twice: see :func:`for_reader`. A page is a box's, or has the whole
program within its browser: what the device keeps is the browser's there.
"""

from __future__ import annotations

from contextvars import ContextVar

_on_page: ContextVar[bool] = ContextVar("on_page", default=False)
_in_browser: ContextVar[bool] = ContextVar("in_browser", default=False)


def read_on_page() -> None:
    """Speak to people at a page from now on: for the start of a program within their browser."""
    _on_page.set(True)
    _in_browser.set(True)


class reading_on_page:  # noqa: N801 - it is used as a function
    """Speak to people at a page in this block, and in the threads and tasks it starts."""

    def __enter__(self) -> None:
        self._before = _on_page.set(True)

    def __exit__(self, *_problem: object) -> None:
        _on_page.reset(self._before)


def for_reader(terminal: str, *, page: str, in_browser: str = "") -> str:
    """Return the text for people at a terminal, or the one for a page if they read it there.

    With ``in_browser``, ``page`` is for the pages of a box, and that one for those of a program
    within the browser.
    """
    if not _on_page.get():
        return terminal
    return (_in_browser.get() and in_browser) or page
