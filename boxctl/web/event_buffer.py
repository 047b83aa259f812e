"""The newest changes of a table, so that a page that was cut off goes on where it was. Pure.

Whoever has a whole state and then takes each change has the whole state after it: a change has the
fields that differ, and the rulings that have been added.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from boxctl.web.json_data import as_data, as_text
from boxctl.web.state import MOST_RULINGS, TableSnapshot
from groundwork.frozen_dataclass import frozen_dataclass

MOST_KEPT = 256
"""How many changes are kept for pages that come back."""

RULINGS = "rulings"


@frozen_dataclass
class FeedEvent:
    """A whole ``state`` or a ``change``: its name, its id, and all of it as JSON on one line."""

    name: str
    id: str
    text: str


class EventBuffer:
    """The state of a table, and how it came there. Not thread-safe.

    ``run`` names this run of the program: ids of another one mean nothing here. It has no ``-``.
    """

    def __init__(self, run: str, most_kept: int = MOST_KEPT) -> None:
        self._run = run
        self._number = 0
        self._state: dict[str, Any] | None = None
        self._changes: deque[FeedEvent] = deque(maxlen=most_kept)
        self._whole: FeedEvent | None = None

    @property
    def state(self) -> dict[str, Any] | None:
        """The state; None before the first."""
        return self._state

    @property
    def last_id(self) -> str:
        """The id of the state."""
        return self._id(self._number)

    def publish(self, snapshot: TableSnapshot) -> bool:
        """Take the next state; return whether it differs from the one before."""
        before, after = self._state, as_data(snapshot)
        if after == before:
            return False
        self._number += 1
        self._state, self._whole = after, None
        if before is not None:
            self._changes.append(self._change(before, after))
        return True

    def after(self, last_id: str | None) -> list[FeedEvent]:
        """Return what somebody needs who has the state of ``last_id``: changes, or a whole state.

        Empty if there is nothing new, or no state yet.
        """
        if self._state is None:
            return []
        seen = self._number_of(last_id)
        missing = None if seen is None else self._number - seen
        if missing is None or not 0 <= missing <= len(self._changes):
            return [self.whole]
        return list(self._changes)[len(self._changes) - missing :]

    @property
    def whole(self) -> FeedEvent:
        """The whole state as an event. There must be one."""
        if self._whole is None:
            id = self.last_id
            text = as_text({"event": "state", "id": id, "state": self._state})
            self._whole = FeedEvent("state", id, text)
        return self._whole

    def _change(self, before: dict[str, Any], after: dict[str, Any]) -> FeedEvent:
        differ = {name: value for name, value in after.items() if before.get(name) != value}
        added = _added(before[RULINGS], after[RULINGS])
        body: dict[str, Any] = {"event": "change", "id": self.last_id}
        if added is not None:
            differ.pop(RULINGS, None)
            body["rulings"] = added
        return FeedEvent("change", self.last_id, as_text({**body, "set": differ}))

    def _id(self, number: int) -> str:
        return f"{self._run}-{number}"

    def _number_of(self, id: str | None) -> int | None:
        run, _, number = (id or "").partition("-")
        plain = number.isascii() and number.isdigit() and len(number) < 16
        return int(number) if run == self._run and plain else None


def _added(before: list[Any], after: list[Any]) -> list[Any] | None:
    """Return what follows the rulings before; None unless it does, as in a new match."""
    for kept in range(min(len(before), len(after)), -1, -1):
        added = after[kept:]
        if [*before, *added][-MOST_RULINGS:] == after:
            return added
    return None
