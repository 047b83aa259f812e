"""The table's code on the display of the box: between matches, and when a phone asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from boxctl.presentation.table_view import Invitation
from boxctl.web.acting.table_code import TableCode

SHOWN_FOR = 15_000_000
"""How long the code is shown when a phone asks for it, in microseconds."""

ASKED_EVERY = 60_000_000
"""How often it is shown at most: whoever asks has no code yet, and could be anybody."""


class Inviting(Protocol):
    """Hands an invitation to the display of a box."""

    def invite(self, invitation: Invitation | None, shown_for: int = 0) -> None:
        """Have it shown between matches, and at once for so many microseconds."""
        ...


class CodeOnBox:
    """Keeps the display at the code of the evening. For the thread of the server.

    ``modules`` returns those of the QR code of the page, none where phones cannot reach it.
    """

    def __init__(
        self,
        code: TableCode,
        feed: Inviting,
        clock: Callable[[], int],
        modules: Callable[[], tuple[str, ...]],
    ) -> None:
        self._code = code
        self._feed = feed
        self._clock = clock
        self._modules = modules
        self._shown: Invitation | None = None
        self._asked: int | None = None

    def look(self) -> None:
        """Look whether the evening, and with it the code, or the address has changed."""
        invitation = Invitation(self._code.code, self._modules())
        if invitation != self._shown:
            self._shown = invitation
            self._feed.invite(invitation)

    def ask(self) -> bool:
        """Show the code at once; return False if somebody has asked just before."""
        now = self._clock()
        if self._asked is not None and now - self._asked < ASKED_EVERY:
            return False
        self._asked = now
        self._shown = Invitation(self._code.code, self._modules())
        self._feed.invite(self._shown, SHOWN_FOR)
        return True
