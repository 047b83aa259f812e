"""Where simulated players think: beside the loop, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from boxctl.referee.events import Event

Thought = Callable[[], list[Event]]
Think = Callable[[Thought], "Future[list[Event]]"]


def at_once(thought: Thought) -> Future[list[Event]]:
    """Think while everybody waits."""
    future: Future[list[Event]] = Future()
    _finish(future, thought)
    return future


def in_background(thought: Thought) -> Future[list[Event]]:
    """Think in a thread, which nobody waits for at the end of the program."""
    future: Future[list[Event]] = Future()
    Thread(target=_finish, args=(future, thought), name="thinking", daemon=True).start()
    return future


def _finish(future: Future[list[Event]], thought: Thought) -> None:
    try:
        future.set_result(thought())
    except Exception as problem:  # noqa: BLE001
        future.set_exception(problem)
