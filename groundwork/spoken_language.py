"""Another language than the program's, for a part of it that answers somebody else.

A server speaks to each of its clients so, in threads and tasks of its own, while the program goes
on in its own language.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from groundwork.language import Language, look_here

_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)

look_here(_spoken.get)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Address people in this language meanwhile, in this thread or task and what it starts.

    A new :class:`threading.Thread` does not inherit it; ``asyncio.to_thread`` does.
    """
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
