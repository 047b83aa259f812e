"""Run the thinking of simulated players beside the loop, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Protocol, TypeVar

from groundwork.faults import Fault
from groundwork.system.threads import start_thread

Result = TypeVar("Result")


class Think(Protocol):
    """Works something out, in another thread or at once."""

    def __call__(self, thought: Callable[[], Result], /) -> Future[Result]:
        """Begin to work something out."""
        ...


def at_once(thought: Callable[[], Result], /) -> Future[Result]:
    """Think in the caller's thread, while everything waits."""
    future: Future[Result] = Future()
    finish(future, thought)
    return future


def in_background(thought: Callable[[], Result], /) -> Future[Result]:
    """Think in a daemon thread: the end of the program does not wait for it.

    Where the system allows no further thread, think in the caller's.
    """
    future: Future[Result] = Future()
    thinking = Thread(target=finish, args=(future, thought), name="thinking", daemon=True)
    try:
        start_thread(thinking)
    except Fault:
        return at_once(thought)
    return future


def finish(future: Future[Result], thought: Callable[[], Result]) -> None:
    """Think, and tell whoever waits for it, unless nobody does any more."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(thought())
    except Exception as problem:  # noqa: BLE001
        future.set_exception(problem)
