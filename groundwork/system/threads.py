"""Threads, which the system may refuse where it counts them (``TasksMax``, ``ulimit -u``).

Python says only RuntimeError then; here it is a :class:`Fault`, which commands show to people.
"""

from __future__ import annotations

from contextvars import copy_context

from groundwork.faults import Fault
from groundwork.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Thread

_REFUSED = ("can't start new thread", "cannot join thread before it is started")
"""What Python says, also when a library has tried; the second when that then waits for its end."""


THREADS_OF_A_SCREEN = 6
"""Textual reads and writes in two; the rest are for journal, thinking, voice and hang-up."""


def start_thread(thread: Thread) -> None:
    """Start this thread; it speaks the language of whoever starts it.

    Raises :class:`Fault` (BX915) if the system allows no further one.
    """
    # Its context is a copy of the one here: Python before 3.14 begins with an empty one.
    context, run = copy_context(), thread.run
    thread.run = lambda: context.run(run)  # type: ignore[method-assign]
    with naming_refused_threads():
        thread.start()


def check_that_threads_start(count: int) -> None:
    """Raise :class:`Fault` (BX915) if the system does not allow ``count`` further threads now.

    For libraries that leave a mess behind, a terminal in raw mode or a traceback, where they get
    none. None of the threads is left.
    """
    import threading

    enough = threading.Event()
    started = []
    try:
        for _ in range(count):
            one = threading.Thread(target=enough.wait, name="allowed?", daemon=True)
            start_thread(one)
            started.append(one)
    finally:
        enough.set()
        for one in started:
            one.join()


class naming_refused_threads:  # noqa: N801 - it is used as a function
    """Raise :class:`Fault` (BX915) for a thread that is refused in this block.

    Every command begins with one, so it is written without contextlib, which is slow to import.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if not isinstance(problem, RuntimeError) or str(problem) not in _REFUSED:
            return
        raise Fault(
            "BX915",
            tr(
                "the system allows no further thread: end other programs of this user, or raise "
                "the limit (TasksMax of a service, ulimit -u of a shell)."
            ),
        ) from problem
