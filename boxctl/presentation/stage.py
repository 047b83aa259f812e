"""The stages of a table, as displays tell them apart."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """The next thing that play waits for."""

    DECIDING = "deciding"
    """A first throw, to see who starts."""
    THROW = "throw"
    PLAY = "play"
    """The answer to the throw."""
    WILL_DO = "will_do"
    """Another throw, or a confirmation of the answer."""
    TURN_OVER = "turn_over"
    """A box made ready for the next turn."""
    MATCH_OVER = "match_over"
    """Another match."""
