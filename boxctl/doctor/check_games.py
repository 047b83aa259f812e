"""The games that the house has written itself: whether their files are right."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check import CheckResult, doubtful, good
from boxctl.rules.variants import LookedAtOnce, house_faults, house_names
from groundwork.language import all_of, tr


def check_games() -> Iterator[CheckResult]:
    """Check every file of a game of the house; nothing is said where there is none."""
    with LookedAtOnce():
        faults, games = house_faults(), house_names()
    for found in faults.values():
        for fault in found:
            yield doubtful("games", fault.code, fault.text)
    if games and not faults:
        yield good("games", tr("right are the files of {games}", games=all_of(games)))
