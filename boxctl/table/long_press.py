"""Short and long presses of a button."""

from __future__ import annotations

LONG = 600_000
"""From this time on, in microseconds, a press is a long one."""


class LongPress:
    """Measures how long one button is held; it starts released. Times are in microseconds."""

    def __init__(self) -> None:
        self._since: int | None = None

    @property
    def held(self) -> bool:
        """Whether the button is held now."""
        return self._since is not None

    def press(self, at: int) -> None:
        """Note that the button was pressed."""
        self._since = at

    def release(self, at: int) -> bool:
        """Note that it was released; return whether that ends a long press."""
        since, self._since = self._since, None
        return since is not None and at - since >= LONG

    def cancel(self) -> None:
        """Forget the press: its release means nothing."""
        self._since = None
