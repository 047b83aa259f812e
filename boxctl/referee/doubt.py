"""Doubts: reasons why a ruling may rest on something false. A table has them, never the referee."""

from __future__ import annotations

from enum import StrEnum

from groundwork.frozen_dataclass import frozen_dataclass


class DoubtReason(StrEnum):
    """The reason of a doubt; its value is recorded in the journal.

    ``source`` below is :attr:`Doubt.source`.
    """

    DEVICE_LOST = "device_lost"
    """A device does not answer. ``source``: its name."""

    SENSOR_QUARANTINED = "sensor_quarantined"
    """The lever of a tile stands as people say. ``source``: the tile."""

    NOT_SHOWN = "not_shown"
    """A lever has moved, and its sensor did not show it. ``source``: the tile."""

    CHATTERED = "chattered"
    """A contact was restless for longer than a bounce. ``source``: the tile or button."""

    TIME_UNKNOWN = "time_unknown"
    """No edge told when a contact changed. ``source``: the tile or button."""

    UNOBSERVED = "unobserved"
    """The box was not read while a lever may have moved and returned. ``source``: the tile."""

    THROWN_UNHEARD = "thrown_unheard"
    """The dice were thrown while the roller could not be heard. No ``source``."""

    HOST_SLEPT = "host_slept"
    """The dice were thrown long before they could be judged. No ``source``."""

    OTHER_ROLLER = "other_roller"
    """The dice are of another roller than the match began with. No ``source``."""

    DECLARED = "declared"
    """After an interruption the players declared the levers to be right. No ``source``."""

    IN_WORDS = "in_words"
    """An early journal kept the words alone, which are the ``source``."""


@frozen_dataclass
class Doubt:
    """One doubt. ``lasted``: for how many microseconds a contact chattered or the host slept."""

    reason: DoubtReason
    source: int | str = ""
    lasted: int = 0
