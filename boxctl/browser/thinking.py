"""What takes long is worked out in a second worker: the one that plays answers every key meanwhile.

:class:`Thinker` is in the worker that plays; it asks :func:`worked_out` in the other one.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from boxctl.browser.host import Host
from boxctl.rules.house.folders import folder_of_user
from boxctl.screens.background_thinking import finish
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current, language, speaking
from groundwork.reader import reading_on_page

if TYPE_CHECKING:
    from typing_extensions import Buffer

Result = TypeVar("Result")
Work = Callable[[], Any]
"""What is worked out. It can be pickled: a function of a module, and what it is called with."""


@frozen_dataclass
class _Asked:
    """A question to the other worker: the work, its language, and the games of this house."""

    work: Work
    language: str
    house: dict[str, bytes]


@frozen_dataclass
class _Waiting:
    work: Work
    question: bytes
    future: Future[Any]


class Thinker:
    """Has one thing after the other worked out. What nobody waits for any more is given up.

    Where there can be no second worker it is worked out here, while everything waits.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._waiting: deque[_Waiting] = deque()
        self._at: _Waiting | None = None

    def think(self, work: Callable[[], Result], /) -> Future[Result]:
        """Begin to work something out. Cancel what is returned to give it up."""
        future: Future[Result] = Future()
        question = pickle.dumps(_Asked(work, current().code, _games_of_house()))
        waiting = _Waiting(work, question, future)
        self._waiting.append(waiting)
        future.add_done_callback(lambda _done: self._drop(waiting))
        self._go_on()
        return future

    async def work_out(self, work: Callable[[], Result], /) -> Result:
        """Work something out; who is cancelled meanwhile gives it up."""
        return await asyncio.wrap_future(self.think(work))

    def _go_on(self) -> None:
        if self._at is not None or not self._waiting:
            return
        at = self._at = self._waiting.popleft()

        def told(answer: Buffer, trouble: str) -> None:
            if self._at is not at:
                return  # It was given up.
            self._at = None
            if trouble:
                finish(at.future, at.work)
            else:
                finish(at.future, lambda: _result_of(bytes(answer)))
            self._go_on()

        self._host.think(at.question, told)

    def _drop(self, waiting: _Waiting) -> None:
        if not waiting.future.cancelled():
            return
        if waiting is self._at:
            self._at = None
            self._host.give_up()
            self._go_on()
        elif waiting in self._waiting:
            self._waiting.remove(waiting)


def worked_out(question: Buffer) -> bytes:
    """Work out what :class:`Thinker` asks, in the other worker; return what it has to know."""
    asked: _Asked = pickle.loads(question)
    _keep_house(asked.house)
    try:
        with speaking(language(asked.language)), reading_on_page():
            return pickle.dumps((asked.work(), None))
    except Exception as problem:  # noqa: BLE001
        return pickle.dumps((None, problem))


def _result_of(answer: bytes) -> Any:
    result, problem = pickle.loads(answer)
    if problem is not None:
        raise problem
    return result


def _games_of_house() -> dict[str, bytes]:
    """Return the files of the games that are saved here: the other worker has no folder of them."""
    folder = Path(folder_of_user())
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}


def _keep_house(house: dict[str, bytes]) -> None:
    if house == _games_of_house():
        return
    folder = Path(folder_of_user())
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.toml"):
        path.unlink()
    for name, content in house.items():
        (folder / name).write_bytes(content)
