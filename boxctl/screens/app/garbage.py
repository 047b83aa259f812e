"""Collect garbage in steps so small that no frame and no key waits for them."""

from __future__ import annotations

import gc

COLLECTIONS = (1_000, 5, 20)
"""Thresholds of the garbage collector: with these a collection takes a few milliseconds at most.

A frame of tumbling dice makes some thousand objects, of which nearly all are garbage at the next.
With a first threshold of 100,000 a key sometimes waited a tenth of a second.
"""


def collect_in_small_steps() -> None:
    """Collect often from now on, and never again examine what has been imported."""
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def collect_before_a_game() -> None:
    """Collect everything now, so that no long collection is due while dice tumble.

    Takes up to a tenth of a second. What is left is in use, and is examined again only before the
    next game.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
