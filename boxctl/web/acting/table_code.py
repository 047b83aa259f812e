"""The table's code: whoever stands at the table can read it, and may act from a page.

A page gives the code once and gets a token, which it sends with each act. A link at the table has
a long word in place of the code. Wrong codes are counted (:class:`GuessLimits`); who has a token,
the right code or the link is not held up by the guesses of others.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import Enum, auto
from threading import Lock

from boxctl.web.acting.evening_secret import EveningSecret
from boxctl.web.acting.guess_limits import GuessLimits

MOST_KNOWN = 1024
"""How many sources are remembered from which people act; the longest silent one is forgotten."""


class CodeCheck(Enum):
    """Outcome of giving a code."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


class TableCode:
    """The code of one evening, and who has given it. Any thread may ask for the code.

    ``clock`` is in microseconds and never goes back; ``secret`` returns that of this evening, the
    same one all evening. ``changed`` is called with each new code.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        secret: Callable[[], EveningSecret],
        changed: Callable[[str], object] = lambda _code: None,
    ) -> None:
        self._limits = GuessLimits(clock)
        self._secret_now = secret
        self._changed = changed
        self._known: OrderedDict[str, None] = OrderedDict()
        self._guard = Lock()
        self._secret = secret()

    @property
    def code(self) -> str:
        """The code of this evening."""
        return self._of_now().code

    @property
    def link_word(self) -> str:
        """The word that the link of this evening has in place of the code."""
        return self._of_now().link_word

    def give(self, code: str, source: str) -> tuple[CodeCheck, str]:
        """Take a code that somebody gives; return what became of it, and a token.

        The token is empty unless the code is right.
        """
        secret = self._of_now()
        # Nobody guesses the link: it needs no allowance, so that no flood of guesses keeps it out.
        if not secret.is_link(code):
            if not self._limits.may_try(source):
                return CodeCheck.TOO_MANY, ""
            if not secret.is_code(code):
                self._limits.was_wrong(source)
                return CodeCheck.WRONG, ""
        self._remember(source)
        return CodeCheck.RIGHT, secret.new_token()

    def knows(self, token: str, source: str) -> bool:
        """Return whether this token, which comes from there, was given out this evening."""
        if not self._of_now().has_given(token):
            return False
        self._remember(source)
        return True

    def is_known(self, source: str) -> bool:
        """Return whether people have acted from there this evening."""
        self._of_now()
        return source in self._known

    def _remember(self, source: str) -> None:
        self._known[source] = None
        self._known.move_to_end(source)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def _of_now(self) -> EveningSecret:
        with self._guard:
            secret = self._secret_now()
            is_new, self._secret = secret != self._secret, secret
            if is_new:
                self._known.clear()
                self._limits.forget()
        if is_new:
            self._changed(secret.code)
        return secret
