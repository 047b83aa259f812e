"""The protocol's numbers that have names. ``docs/protocol.md`` is their law.

Made by generate.py from definitions.py: do not change it here.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

VERSION = 2
"""The version of this protocol."""

MAX_PAYLOAD = 64
"""Bytes that one frame carries at most."""

MAX_DICE = 16
"""Dice of one throw at most."""

MAX_NAME = 32
"""Bytes of a board's name at most."""

MAX_TILES = 24
"""Tiles of one box at most."""

WINDOW = 4
"""Numbered messages of one kind that are under way at most."""

RETRANSMIT_SHORTEST_MS = 100
"""The first pause before something is said again."""

RETRANSMIT_LONGEST_MS = 2000
"""The longest pause before something is said again."""

GO_BACK_MS = 20
"""How long the board goes back only once."""

ASK_EVERY_MS = 1000
"""How often the host asks how things stand."""

ASK_AT_REST_MS = 2500
"""The same when nothing has changed in the last answers."""

HOST_PATIENCE_MS = 6000
"""Silence after which the host takes the board for gone."""

BOARD_PATIENCE_MS = 8000
"""Silence after which the board takes the host for gone."""

AGE_UNIT_MS = 10
"""The unit in which a throw and a change tell their age."""

AGE_UNKNOWN = 65535
"""An age that is longer than can be told, or not known."""


class Ability(IntFlag):
    """What the board has."""

    LAMPS = 1
    """A lamp for each tile."""
    THROWS = 2
    """Throws dice of its own, on its button or when it is told to."""
    LASTING = 4
    """Keeps its throws in lasting memory."""
    CONFIRM = 8
    """A button that confirms a move."""
    NEW = 16
    """A button for a new match."""
    ROLL = 32
    """A button that throws the dice."""


class Cause(IntEnum):
    """Why the board started."""

    UNKNOWN = 0
    """The board cannot tell."""
    POWER = 1
    """Power came."""
    RESET = 2
    """Its reset pin, which opening the port pulls on many boards."""
    BROWN_OUT = 3
    """The supply sagged."""
    WATCHDOG = 4
    """The firmware hung, and its watchdog started it again."""


class Task(IntEnum):
    """What the firmware did last before its watchdog bit."""

    NONE = 0
    """Nothing, or not known."""
    LINK = 1
    """Hearing and saying."""
    CONTACTS = 2
    """Reading levers and buttons."""
    NOISE = 3
    """Gathering and testing noise."""
    THROW = 4
    """Throwing."""
    MEMORY = 5
    """Writing lasting memory."""
    SHOW = 6
    """Lamps and faces."""


class Contact(IntEnum):
    """What can be on or off, besides tiles 1 to 24."""

    CONFIRM = 25
    """The button that confirms a move."""
    NEW = 26
    """The button for a new match."""
    ROLL = 27
    """The button that throws the dice."""


class Health(IntEnum):
    """Whether the dice are fit to be thrown."""

    GOOD = 0
    """The noise passes its tests."""
    STARTING = 1
    """The noise is being tested; no throw is given."""
    REPEATS = 2
    """The noise is stuck or silent (repetition count test); no throw is given."""
    BIASED = 3
    """The noise is lopsided (adaptive proportion test); no throw is given."""
    NO_DICE = 4
    """The board has no dice of its own."""


class Order(IntEnum):
    """What a command asks for."""

    LAMPS = 1
    """Light the lamps of these tiles and no others: bit 0 is tile 1."""
    ROLL = 2
    """Throw this many dice; 0 is all that the board has."""
    TEST = 3
    """Test the noise anew, from the start."""


class Result(IntEnum):
    """What became of a command."""

    DONE = 0
    """It is done."""
    NOT_ABLE = 1
    """The board cannot do this."""
    NOT_HEALTHY = 2
    """No throw is given, as the noise fails its tests or is being tested."""
    FULL = 3
    """No throw is given, as too many wait to be acknowledged."""
