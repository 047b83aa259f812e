"""Collect garbage in steps so small that no frame and no key waits for them."""

from __future__ import annotations

import gc

COLLECTIONS = (1_000, 5, 20)
"""How often Python looks for garbage: each time takes a few milliseconds at most.

A frame that tumbles makes some thousand objects, nearly all of them garbage soon. With the 100,000
of the start a key now and then waited a tenth of a second.
"""


def collect_in_small_steps() -> None:
    """Collect often from now on, and never look through what has been imported."""
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def collect_before_a_game() -> None:
    """Collect everything now, so that no collection looks through it while dice tumble.

    Takes up to a tenth of a second. What is left is in use, and is looked through again before the
    next game.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
