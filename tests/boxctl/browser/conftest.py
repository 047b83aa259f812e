"""A browser has no threads, and signs by the scripts of its pages."""

from collections.abc import Iterator
from threading import Thread

import pytest

from boxctl.journal.proof import keys


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have no threads, and the other tests sign as usual."""

    def refuse(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    yield
    keys.use(keys.Cryptography())
