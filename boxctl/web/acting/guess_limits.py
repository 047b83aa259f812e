"""How many wrong codes may be tried: few enough for six digits, and none at the cost of others.

Only wrong codes are counted, never right ones. All strangers share one allowance of forty, of which
one is regained in half a minute, because who guesses can have as many addresses as he likes. So
that nobody spends it for others, a source has to leave four guesses in it for each wrong code that
it has given this evening: one address gets eight tries in a row, and then only what is regained,
while thirty-two stay for those who have not been wrong. Whoever is there with all 253 addresses of
a network can keep newcomers waiting for as long as it takes to try one code from each, two hours;
the link on the box is checked without this allowance. This machine has an allowance of its own.

Brute force: 40 + 86,400 s / 30 s = 2,920 codes of 1,000,000 in a whole day of guessing from
everywhere, a chance of 0.3 %; in the six hours of an evening 760 codes, 0.08 %. On the next day the
code is another one. Somebody with an account on the machine has as many tries again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from boxctl.web.http.sources import THIS_MACHINE
from groundwork.limits import Rate, RateLimit

GUESSES = Rate(burst=40, pause=30_000_000)
"""The wrong codes of all strangers together."""

LEFT_TO_OTHERS = 4
"""How many guesses a source leaves in the allowance for each wrong code that it has given."""

MOST_COUNTED = 9
"""So many wrong codes of one source are counted; then it gets only what is regained."""

MOST_SOURCES = 4096
"""How many sources are remembered; the one that was wrong longest ago is forgotten."""


class GuessLimits:
    """Counts wrong codes by where they come from (:func:`source_of`), until :meth:`forget`.

    ``clock`` is in microseconds and never goes back. Not thread-safe.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._strangers, self._here = RateLimit(GUESSES), RateLimit(GUESSES)
        self._wrong: OrderedDict[str, int] = OrderedDict()

    def may_try(self, source: str) -> bool:
        """Return whether a code from there is looked at."""
        to_leave = LEFT_TO_OTHERS * self._wrong.get(source, 0)
        return self._allowance_of(source).left(self._clock()) > to_leave

    def was_wrong(self, source: str) -> None:
        """Count a wrong code."""
        self._allowance_of(source).take(self._clock())
        self._wrong[source] = min(MOST_COUNTED, self._wrong.pop(source, 0) + 1)
        while len(self._wrong) > MOST_SOURCES:
            self._wrong.popitem(last=False)

    def forget(self) -> None:
        """Begin another evening: nobody has been wrong."""
        self._wrong.clear()

    def _allowance_of(self, source: str) -> RateLimit:
        return self._here if source == THIS_MACHINE else self._strangers
