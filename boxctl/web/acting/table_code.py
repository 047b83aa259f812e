"""The table's code: whoever stands at the table can read it, and may act from a page.

A page gives the code once and gets a token, which it sends with each act. Guesses are counted, for
each address and for all of them together; who has a token is not held up by the guesses of others.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum, auto

from groundwork.frozen_dataclass import frozen_dataclass

DIGITS = 6
MOST_TOKENS = 64
"""How many pages may act at once; the one that has not acted for longest is forgotten."""

GUESSES_OF_ONE = 5
GUESSES_OF_ALL = 20
REGAINED = 30_000_000
"""One guess is regained in so many microseconds; those of all together twice as fast: who guesses
all day from many addresses has tried six codes in a thousand."""

MOST_ADDRESSES = 1024


class CodeCheck(Enum):
    """Outcome of giving a code."""

    RIGHT = auto()
    WRONG = auto()
    TOO_MANY = auto()


@frozen_dataclass
class Allowance:
    """Number of guesses left, and the time of that count (microseconds)."""

    left: float
    since: int

    def at(self, now: int, most: int, regained: int) -> Allowance:
        """Return what is left now."""
        return Allowance(min(most, self.left + (now - self.since) / regained), now)


class TableCode:
    """The code of one evening, and who has given it. Not thread-safe.

    ``clock`` is in microseconds and never goes back; ``evening`` is a value that stays the same for
    an evening. ``changed`` is called with each new code.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        evening: Callable[[], object],
        changed: Callable[[str], object] = lambda _code: None,
    ) -> None:
        self._clock = clock
        self._evening = evening
        self._changed = changed
        self._tokens: OrderedDict[str, None] = OrderedDict()
        self._of_one: OrderedDict[str, Allowance] = OrderedDict()
        self._of_all = Allowance(GUESSES_OF_ALL, clock())
        self._since = evening()
        self._code = _new_code()

    @property
    def code(self) -> str:
        """The code of this evening."""
        self._look_at_the_clock()
        return self._code

    def give(self, code: str, client: str) -> tuple[CodeCheck, str]:
        """Take a code that somebody at this address gives; return what became of it, and a token.

        The token is empty unless the code is right.
        """
        right = hmac.compare_digest(code.encode(errors="replace"), self.code.encode())
        if not self._may_guess(client):
            return CodeCheck.TOO_MANY, ""
        if not right:
            return CodeCheck.WRONG, ""
        self._of_one.pop(client, None)
        token = secrets.token_urlsafe(24)
        self._tokens[token] = None
        while len(self._tokens) > MOST_TOKENS:
            self._tokens.popitem(last=False)
        return CodeCheck.RIGHT, token

    def knows(self, token: str) -> bool:
        """Return whether this token was given out this evening."""
        self._look_at_the_clock()
        # Looking a random text up in a table tells nothing about the others by how long it takes.
        if token not in self._tokens:
            return False
        self._tokens.move_to_end(token)
        return True

    def _may_guess(self, client: str) -> bool:
        now = self._clock()
        known = self._of_one.pop(client, Allowance(GUESSES_OF_ONE, now))
        own = known.at(now, GUESSES_OF_ONE, REGAINED)
        every = self._of_all.at(now, GUESSES_OF_ALL, REGAINED // 2)
        may = own.left >= 1 and every.left >= 1
        self._of_one[client] = Allowance(own.left - 1, now) if may else own
        self._of_all = Allowance(every.left - 1, now) if may else every
        while len(self._of_one) > MOST_ADDRESSES:
            self._of_one.popitem(last=False)
        return may

    def _look_at_the_clock(self) -> None:
        evening = self._evening()
        if evening != self._since:
            self._since, self._code = evening, _new_code()
            self._tokens.clear()
            self._changed(self._code)


def _new_code() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))
