"""The LEDs of a die that are lit for each face. Pure.

Seven LEDs in the usual pattern. Opposite LEDs are always lit together, so four lines suffice::

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
"""Names of the lines of a die with 4 or 7 lines, in their order in box.toml."""

_LIT = {1: "a", 2: "b", 3: "ab", 4: "bc", 5: "abc", 6: "bcd"}


def lit(face: int, lines: int) -> tuple[bool, ...]:
    """Return which of the lines are lit for a face from 1 to 6; none for another number."""
    groups = _LIT.get(face, "")
    return tuple(name[0] in groups for name in LED_NAMES[lines])


def leds_behind(name: str, lines: int) -> int:
    """Return how many LEDs hang on this line of a die: opposite ones share one of four lines."""
    return 2 if lines == 4 and name != "a" else 1
