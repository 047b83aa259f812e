"""The named numbers of the protocol, each with its meaning; see ``docs/protocol.md``.

The firmware's header and the page's tables are generated from this file and from ``messages``: run
``python -m firmware_bridge.protocol.generate`` after a change of either.
"""

from __future__ import annotations

from typing import Annotated

from firmware_bridge.protocol.fields import WireEnum, WireFlag
from groundwork.limits import MOST_TILES

VERSION: Annotated[int, "the version of this protocol"] = 2
MAX_PAYLOAD: Annotated[int, "bytes that one frame carries at most"] = 64
MAX_DICE: Annotated[int, "dice of one throw at most"] = 16
MAX_NAME: Annotated[int, "bytes of a board's name at most"] = 32
MAX_TILES: Annotated[int, "tiles of one box at most"] = MOST_TILES
MAX_SAMPLES: Annotated[int, "raw samples of the noise in one message at most"] = 16
MAX_SETTLE_MS: Annotated[int, "how long a contact has to be still at most, to be believed"] = 63
WINDOW: Annotated[int, "numbered messages of one kind that are under way at most"] = 4
RETRANSMIT_SHORTEST_MS: Annotated[int, "the first pause before something is said again"] = 100
RETRANSMIT_LONGEST_MS: Annotated[int, "the longest pause before something is said again"] = 2000
GO_BACK_MS: Annotated[int, "how long the board goes back only once"] = 20
ASK_EVERY_MS: Annotated[int, "how often the host asks how things stand"] = 1000
ASK_AT_REST_MS: Annotated[int, "the same when nothing has changed in the last answers"] = 2500
HOST_PATIENCE_MS: Annotated[int, "silence after which the host takes the board for gone"] = 6000
BOARD_PATIENCE_MS: Annotated[int, "silence after which the board takes the host for gone"] = 8000
AGE_UNIT_MS: Annotated[int, "the unit in which a throw and a change tell their age"] = 10
AGE_UNKNOWN: Annotated[int, "an age that is longer than can be told, or not known"] = 0xFFFF


class Ability(WireFlag):
    """What the board has."""

    LAMPS = 1, "a lamp for each tile"
    THROWS = 2, "throws dice of its own, on its button or when it is told to"
    LASTING = 4, "keeps its throws in lasting memory"
    CONFIRM = 8, "a button that confirms a move"
    NEW = 16, "a button for a new match"
    ROLL = 32, "a button that throws the dice"
    SETTLES = 64, "can be told how long a contact has to be still before it is believed"
    SAMPLES = 128, "sends raw samples of its noise when it is told to"


class Cause(WireEnum):
    """Why the board started."""

    UNKNOWN = 0, "the board cannot tell"
    POWER = 1, "power came"
    RESET = 2, "its reset pin, which opening the port pulls on many boards"
    BROWN_OUT = 3, "the supply sagged"
    WATCHDOG = 4, "the firmware hung, and its watchdog started it again"


class Task(WireEnum):
    """What the firmware did last before its watchdog bit."""

    NONE = 0, "nothing, or not known"
    LINK = 1, "hearing and saying"
    CONTACTS = 2, "reading levers and buttons"
    NOISE = 3, "gathering and testing noise"
    THROW = 4, "throwing"
    MEMORY = 5, "writing lasting memory"
    SHOW = 6, "lamps and faces"


class Contact(WireEnum):
    """What can be on or off, besides tiles 1 to 24."""

    CONFIRM = 25, "the button that confirms a move"
    NEW = 26, "the button for a new match"
    ROLL = 27, "the button that throws the dice"


class Health(WireEnum):
    """Whether the dice are fit to be thrown."""

    GOOD = 0, "the noise passes its tests"
    STARTING = 1, "the noise is being tested; no throw is given"
    REPEATS = 2, "the noise is stuck or silent (repetition count test); no throw is given"
    BIASED = 3, "the noise is lopsided (adaptive proportion test); no throw is given"
    NO_DICE = 4, "the board has no dice of its own"


class Defect(WireFlag):
    """What is wrong with the board, though it goes on."""

    STACK = 1, "its stack has met its variables, so it has started again, with its memory cleared"
    MEMORY = 2, "a place of its lasting memory does not keep what is written; it is passed over"


class Order(WireEnum):
    """What a command asks for."""

    LAMPS = 1, "light the lamps of these tiles and no others: bit 0 is tile 1"
    ROLL = 2, "throw this many dice; 0 is all that the board has"
    TEST = 3, "test the noise anew, from the start"
    SETTLE = 4, (
        "believe a contact once it has been still for so long, until the board starts again: the "
        "contact's number, 0 for all, plus 256 times the milliseconds, 1 to MAX_SETTLE_MS"
    )  # fmt: skip
    SAMPLES = 5, "send this many raw samples of the noise from now on; 0 ends it"
    BUTTON_DICE = 6, (
        "throw this many dice on a short press of the button, until the board starts again; 0 is "
        "all that the board has"
    )  # fmt: skip


class Result(WireEnum):
    """What became of a command."""

    DONE = 0, "it is done"
    NOT_ABLE = 1, "the board cannot do this"
    NOT_HEALTHY = 2, "no throw is given, as the noise fails its tests or is being tested"
    FULL = 3, "no throw is given, as too many wait to be acknowledged"
