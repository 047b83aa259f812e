"""A short match on 24 tiles, half of them on the header and half on an expander."""

from __future__ import annotations

from tests.support.tables.match import Match, Step

_STEPS: list[Step] = [
    ("throw", (6, 6, 6, 6)),
    ("shut", (24,)),
    ("throw", (6, 5, 4, 3)),
    ("shut", (20,)),  # more than 18
    ("open", (20,)),
    ("shut", (5, 13)),  # one on the header, one on the expander
    ("knock", (3,)),
    ("knock", (23,)),
    ("throw", (1, 1, 1, 1)),
    ("shut", (4,)),
    ("throw", (1, 1, 1, 1)),
    ("shut", (1, 3)),
    ("throw", (1, 1, 1, 1)),  # cannot be played
]

_RULINGS = """\
Ann ready R4.9
Ann throw R3.1
Ann committed R3.1
Ann throw R3.1
Ann refused R4.5
Ann restored R4.5
Ann pending R4.1
Ann committed R3.1
Ann throw R3.1
Ann committed R3.1
Ann throw R3.1
Ann pending R4.1
Ann committed R3.1
Ann turn_over R3.6
Ann round_over R7.1
Ann match_over R7.1
""".splitlines()

THE_300 = Match(
    variant="the-300",
    players=["Ann"],
    steps=_STEPS,
    rulings=_RULINGS,
    tiles=[
        *(4, 17, 27, 22, 5, 6, 13, 19, 26, 14, 15, 18),
        # Lines 7 and 15 of an MCP23017 are outputs only.
        *(f"mcp23017:{line}" for line in (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)),
    ],
    lamps=[],
    buttons={"confirm": 20, "new": 21},
    dice=4,
    payout={"Ann": 0},
)
