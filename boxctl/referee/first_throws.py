"""Decide who starts: each player throws one die, the highest starts; ties throw again (R7.9)."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class FirstThrows:
    """The seats that have still to throw, and what the others threw in this round."""

    waiting: tuple[int, ...]
    thrown: tuple[tuple[int, int], ...] = ()

    @property
    def seat(self) -> int:
        """The seat that throws next."""
        return self.waiting[0]

    def throw(self, value: int) -> FirstThrows:
        """Return the state after the next seat has thrown this value; if seats tie, they wait."""
        thrown = (*self.thrown, (self.seat, value))
        if len(self.waiting) > 1:
            return FirstThrows(self.waiting[1:], thrown)
        highest = max(value for _, value in thrown)
        tied = tuple(seat for seat, value in thrown if value == highest)
        return FirstThrows(waiting=tied) if len(tied) > 1 else FirstThrows((), thrown)

    @property
    def starter(self) -> int | None:
        """The seat that starts, once it is known."""
        if self.waiting:
            return None
        return max(self.thrown, key=lambda seat_and_value: seat_and_value[1])[0]
