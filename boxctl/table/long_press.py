"""How long a button is held."""

from __future__ import annotations

LONG = 600_000
"""From this time on, in microseconds, a press is a long one."""


class LongPress:
    """One button, which is not held yet."""

    def __init__(self) -> None:
        self._since: int | None = None

    @property
    def lasts(self) -> bool:
        """Whether it is held now."""
        return self._since is not None

    def pressed(self, at: int) -> None:
        """It was pressed at this time, in microseconds."""
        self._since = at

    def was_long(self, at: int) -> bool:
        """Whether a press that ends at this time was a long one; False if none had begun."""
        since, self._since = self._since, None
        return since is not None and at - since >= LONG
