"""The report of a roller, whatever it is made of."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class DiceRolled:
    """The roller reports a throw. An unreadable die is ``None``.

    ``series`` and ``serial`` identify the throw where the roller numbers its throws. ``late``: it
    was thrown while the roller could not be heard. ``slept``: it may have been made so many
    microseconds before ``at``, as this machine slept before it read it; usually 0. ``typed``: no
    roller read the dice, people entered what they show. Since the throw before, its roller has
    ``repeated`` so many messages, and so many lines of its wire were ``damaged``, on either side.
    """

    at: int
    values: tuple[int | None, ...]
    series: int = 0
    serial: int = 0
    late: bool = False
    slept: int = 0
    typed: bool = False
    repeated: int = 0
    damaged: int = 0
