"""How properties are searched: always the same examples, or new ones in ``make soak``.

``make test`` has to give the same answer every time, on every machine and whatever ran before. So
its examples depend on the test's source alone: not on chance, not on what a database remembers,
not on the machine's speed.
"""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers

from tests.support import soak

FIXED: Final = "fixed"
"""The profile of every run but a soak: the same examples each time."""

EXAMPLES: Final = 40
"""How many examples of a property ``make test`` tries, unless it says so itself."""

MOST_EXAMPLES: Final = 2_000
"""How many a soak tries, however long it is."""

SOAK: Final = "soak"
"""The profile of ``make soak``: new examples with each seed, and no end to shrinking."""


def register_profiles() -> None:
    """Make the profiles known to Hypothesis and load the fixed one.

    ``pytest --hypothesis-profile`` loads another afterwards.
    """
    _draw_no_constants_of_the_source()
    unhurried = settings(
        max_examples=min(EXAMPLES * soak.SOAK, MOST_EXAMPLES),
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    # A failure is found again by the fixed search itself; explaining it takes longer than a run.
    phases = [phase for phase in Phase if phase is not Phase.explain]
    settings.register_profile(FIXED, unhurried, derandomize=True, phases=phases)
    # Where the variable CI is set, Hypothesis would search the same examples each time.
    settings.register_profile(SOAK, unhurried, derandomize=False)
    settings.load_profile(FIXED)


def _draw_no_constants_of_the_source() -> None:
    """Keep Hypothesis from drawing the literals of whichever of our modules happen to be loaded.

    It tries them among its examples. Which modules are loaded depends on the tests that ran before
    in the same process, so a test would get other examples alone than among others.
    """
    # There is no setting for this; test_search.py tells when a new version needs another way.
    providers.is_local_module_file = lambda _path: False  # type: ignore[attr-defined, assignment]
