"""A whole match for two, with the mistakes that people and wood make."""

from __future__ import annotations

from tests.support.tables.match import Match, Step

_STEPS: list[Step] = [
    ("throw", (3, 4)),
    ("shut", (9,)),  # more than 7
    ("open", (9,)),
    ("shut", (2,)),
    ("open", (2,)),  # thinks again
    ("shut", (1, 6)),
    ("knock", (8,)),  # a die hits a tile: nothing happened
    ("throw", (6, 6)),
    ("topple", (9, 3, 5, 4, 2, 8, 7)),  # 9 and 3 would have been a move
    ("open", (2, 3, 4, 5, 7, 8, 9)),  # the throw still stands
    ("shut", (3, 9)),
    ("open", (1,)),  # a tile of the first throw
    ("throw", (1, 1)),  # does not count
    ("shut", (1,)),
    ("throw", (1, 1)),
    ("shut", (2,)),
    ("throw", (1, 2)),  # cannot be played: 24
    ("open", (1, 2, 3, 6, 9)),
    ("throw", (6, 3)),
    ("shut", (9,)),
    ("throw", (6, 2)),
    ("shut", (8,)),
    ("throw", (6, 1)),
    ("shut", (7,)),
    ("throw", (3, 3)),
    ("shut", (6,)),
    ("throw", (4, 1)),
    ("shut", (5,)),
    ("throw", (3, 1)),
    ("shut", (4,)),
    ("throw", (2, 1)),
    ("shut", (3,)),
    ("throw", (1, 1)),
    ("shut", (2,)),
    ("throw", (1,)),  # one die, as only the 1 is open
    ("shut", (1,)),
]

_RULINGS = """\
Ann ready R4.9
Ann throw R3.1
Ann refused R4.5
Ann restored R4.5
Ann pending R4.1
Ann taken_back R4.1
Ann pending R4.1
Ann committed R3.1
Ann throw R3.1
Ann disturbed R4.11
Ann disturbed R4.11
Ann disturbed R4.11
Ann disturbed R4.11
Ann disturbed R4.11
Ann disturbed R4.11
Ann disturbed R4.11
Ann restored R4.11
Ann pending R4.1
Ann committed R3.1
Ann disturbed R4.3
Ann void R4.6
Ann restored R4.3
Ann throw R3.1
Ann committed R3.1
Ann turn_over R3.6
Bob ready R4.9
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob shut_the_box R7.1
Bob turn_over R7.1
Bob match_over R7.1
""".splitlines()

THE_MATCH = Match(
    variant="classic",
    players=["Ann", "Bob"],
    steps=_STEPS,
    rulings=_RULINGS,
    tiles=[4, 17, 27, 22, 5, 6, 13, 19, 26],
    lamps=[14, 15, 18, 23, 24, 25, 8, 7, 12],
    buttons={"confirm": 20, "new": 21},
    stake=50,
    payout={"Ann": -50, "Bob": 50},
)
