"""Run the thinking of simulated players beside the loop, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from boxctl.referee.events import Event

Thought = Callable[[], list[Event]]
Think = Callable[[Thought], "Future[list[Event]]"]


def at_once(thought: Thought) -> Future[list[Event]]:
    """Think in the caller's thread, while everything waits."""
    future: Future[list[Event]] = Future()
    _finish(future, thought)
    return future


def in_background(thought: Thought) -> Future[list[Event]]:
    """Think in a daemon thread: the end of the program does not wait for it."""
    future: Future[list[Event]] = Future()
    Thread(target=_finish, args=(future, thought), name="thinking", daemon=True).start()
    return future


def _finish(future: Future[list[Event]], thought: Thought) -> None:
    try:
        future.set_result(thought())
    except Exception as problem:  # noqa: BLE001
        future.set_exception(problem)
