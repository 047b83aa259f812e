"""Which LEDs of a die are lit for which face. Pure.

Seven LEDs stand in the usual pattern. A die never shows one of two that lie opposite each other
without the other, so that four lines do for them::

    b   c          b1   c1
    d a d          d1 a d2
    c   b          c2   b2
"""

from __future__ import annotations

SIDES = 6

LED_NAMES: dict[int, tuple[str, ...]] = {
    4: ("a", "b", "c", "d"),
    7: ("a", "b1", "b2", "c1", "c2", "d1", "d2"),
}
"""The names of the lines of a die that has so many, in their order in box.toml."""

_LIT = {1: "a", 2: "b", 3: "ab", 4: "bc", 5: "abc", 6: "bcd"}


def lit(face: int, lines: int) -> tuple[bool, ...]:
    """Which of so many lines are lit for a face from 1 to 6; for any other number, none."""
    groups = _LIT.get(face, "")
    return tuple(name[0] in groups for name in LED_NAMES[lines])
