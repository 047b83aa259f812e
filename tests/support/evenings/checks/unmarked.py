"""Where sensors lie, how many rulings are wrong and are not marked as unverified."""

from __future__ import annotations

import json
from collections import Counter

from tests.support.evenings.checks.account import Account
from tests.support.evenings.checks.reading import Told, as_told


class Unmarked:
    """Compares rulings with the truth whenever all is quiet, and then takes the table's word.

    What the table has said, and people have obeyed, is how the game stands: the first ruling that
    is wrong is counted, and not what follows from it until all is quiet; nor what follows from
    one that is marked. Times are not compared, as the time of an edge that was lost is not known.
    ``wrong`` of ``all`` are neither true nor marked.
    """

    def __init__(self, account: Account) -> None:
        self.wrong = 0
        self.all = 0
        self._account = account
        self._ruled: list[Told] = []
        self._held = self._true = 0

    def look(self, clock: int) -> None:
        """All is quiet, by this time of the match."""
        account = self._account
        if self._ruled is not account.ruled:
            self._ruled, self._held, self._true = account.ruled, 0, 0
        true = Counter(map(_key, account.truth.rulings(clock)[self._true :]))
        new = account.ruled[self._held :]
        self.all += len(new)
        for ruling in new:
            key = _key(as_told(ruling))
            if not true[key]:
                self.wrong += "unverified" not in ruling
                break
            if "unverified" in ruling:
                break
            true[key] -= 1
        if any(true.values()):
            account.truth.is_taken_as_told(account.match_levers, account.match_at, account.heard)
        self._held, self._true = len(account.ruled), len(account.truth.rulings(clock))


def _key(told: Told) -> str:
    return json.dumps({key: told[key] for key in told if key != "at"}, sort_keys=True)
