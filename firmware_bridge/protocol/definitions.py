"""Every message, field and number of the protocol, in one place.

``python -m firmware_bridge.protocol.generate`` makes of them the host's ``messages.py``, the
firmware's ``messages.h`` and the tables of ``docs/protocol.md``; a test holds that all three agree
with this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

U8, U16, U32 = 0xFF, 0xFFFF, 0xFFFF_FFFF


@dataclass(frozen=True)
class Field:
    """A number of ``size`` bytes from ``low`` to ``high``; ``choices`` names its enumeration."""

    name: str
    size: Literal[1, 2, 4]
    low: int
    high: int
    meaning: str
    choices: str = ""


@dataclass(frozen=True)
class Tail:
    """What a message ends with: ``low`` to ``high`` bytes, printable ASCII or a byte a die."""

    name: str
    kind: Literal["text", "dice"]
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Definition:
    """A message. One that is ``versioned`` has the protocol's version as its second byte."""

    type: int
    name: str
    sender: Literal["board", "host"]
    meaning: str
    fields: tuple[Field, ...]
    tail: Tail | None = None
    versioned: bool = False


@dataclass(frozen=True)
class Choices:
    """Numbers with names. ``flags`` are bits that can stand together."""

    name: str
    meaning: str
    values: tuple[tuple[str, int, str], ...]
    flags: bool = False


@dataclass(frozen=True)
class Constant:
    """A number that both ends keep to."""

    name: str
    value: int
    meaning: str


CONSTANTS = (
    Constant("VERSION", 2, "the version of this protocol"),
    Constant("MAX_PAYLOAD", 64, "bytes that one frame carries at most"),
    Constant("MAX_DICE", 16, "dice of one throw at most"),
    Constant("MAX_NAME", 32, "bytes of a board's name at most"),
    Constant("MAX_TILES", 24, "tiles of one box at most"),
    Constant("WINDOW", 4, "numbered messages of one kind that are under way at most"),
    Constant("RETRANSMIT_SHORTEST_MS", 100, "the first pause before something is said again"),
    Constant("RETRANSMIT_LONGEST_MS", 2000, "the longest pause before something is said again"),
    Constant("GO_BACK_MS", 20, "how long the board goes back only once"),
    Constant("ASK_EVERY_MS", 1000, "how often the host asks how things stand"),
    Constant("ASK_AT_REST_MS", 2500, "the same when nothing has changed in the last answers"),
    Constant("HOST_PATIENCE_MS", 6000, "silence after which the host takes the board for gone"),
    Constant("BOARD_PATIENCE_MS", 8000, "silence after which the board takes the host for gone"),
    Constant("AGE_UNIT_MS", 10, "the unit in which a throw and a change tell their age"),
    Constant("AGE_UNKNOWN", U16, "an age that is longer than can be told, or not known"),
)

CHOICES = (
    Choices("Ability", "what the board has", (
        ("LAMPS", 1, "a lamp for each tile"),
        ("THROWS", 2, "throws dice of its own, on its button or when it is told to"),
        ("LASTING", 4, "keeps its throws in lasting memory"),
        ("CONFIRM", 8, "a button that confirms a move"),
        ("NEW", 16, "a button for a new match"),
        ("ROLL", 32, "a button that throws the dice"),
    ), flags=True),
    Choices("Cause", "why the board started", (
        ("UNKNOWN", 0, "the board cannot tell"),
        ("POWER", 1, "power came"),
        ("RESET", 2, "its reset pin, which opening the port pulls on many boards"),
        ("BROWN_OUT", 3, "the supply sagged"),
        ("WATCHDOG", 4, "the firmware hung, and its watchdog started it again"),
    )),
    Choices("Task", "what the firmware did last before its watchdog bit", (
        ("NONE", 0, "nothing, or not known"),
        ("LINK", 1, "hearing and saying"),
        ("CONTACTS", 2, "reading levers and buttons"),
        ("NOISE", 3, "gathering and testing noise"),
        ("THROW", 4, "throwing"),
        ("MEMORY", 5, "writing lasting memory"),
        ("SHOW", 6, "lamps and faces"),
    )),
    Choices("Contact", "what can be on or off, besides tiles 1 to 24", (
        ("CONFIRM", 25, "the button that confirms a move"),
        ("NEW", 26, "the button for a new match"),
        ("ROLL", 27, "the button that throws the dice"),
    )),
    Choices("Health", "whether the dice are fit to be thrown", (
        ("GOOD", 0, "the noise passes its tests"),
        ("STARTING", 1, "the noise is being tested; no throw is given"),
        ("REPEATS", 2, "the noise is stuck or silent (repetition count test); no throw is given"),
        ("BIASED", 3, "the noise is lopsided (adaptive proportion test); no throw is given"),
        ("NO_DICE", 4, "the board has no dice of its own"),
    )),
    Choices("Order", "what a command asks for", (
        ("LAMPS", 1, "light the lamps of these tiles and no others: bit 0 is tile 1"),
        ("ROLL", 2, "throw this many dice; 0 is all that the board has"),
        ("TEST", 3, "test the noise anew, from the start"),
    )),
    Choices("Result", "what became of a command", (
        ("DONE", 0, "it is done"),
        ("NOT_ABLE", 1, "the board cannot do this"),
        ("NOT_HEALTHY", 2, "no throw is given, as the noise fails its tests or is being tested"),
        ("FULL", 3, "no throw is given, as too many wait to be acknowledged"),
    )),
)  # fmt: skip

_BOOT = Field("boot", 4, 1, U32, "another number after every restart: a count kept in lasting "
              "memory, or one at random")  # fmt: skip
_WHICH_BOOT = Field("boot", 4, 1, U32, "the boot that this is for, or from")
_SERIES = Field("series", 4, 1, U32, "names the board's count of throws")
_SERIAL = Field("serial", 4, 1, U32, "the number of the throw in its series: 1, then one more for "
                "each throw")  # fmt: skip
_CHANGES = Field("series", 4, 1, U32, "names the board's count of changes")
_NUMBER = Field("number", 4, 1, U32, "the number of the change in its series: 1, then one more "
                "for each change")  # fmt: skip
_LAST = "the last one taken; 0 for none yet"
_AGAIN = Field("again", 1, 0, 1, "1: a later one came, so one is missing; say all after this again")
_AGE = Field("age", 2, 0, U16, "how long ago it happened, in units of 10 ms; 65535 is longer than "
             "that, or not known")  # fmt: skip
_COMMAND = Field("number", 4, 1, U32, "the command of this session to this boot: 1, then one more "
                 "for each")  # fmt: skip

DEFINITIONS = (
    Definition(
        1, "Hello", "board", "Who I am, and where my counts stand.",
        (
            _BOOT,
            _SERIES,
            Field("first", 4, 1, U32, "the serial of the oldest throw not yet acknowledged; if "
                  "there is none, that of the next"),
            Field("changes", 4, 1, U32, "names the board's count of changes"),
            Field("change", 4, 1, U32, "the number of the oldest change not yet acknowledged; if "
                  "there is none, that of the next"),
            Field("firmware", 2, 0, U16, "the version of the firmware: 256 times its first number "
                  "plus its second"),
            Field("cause", 1, 0, 4, "why the board started", "Cause"),
            Field("task", 1, 0, 6, "what it did before its watchdog bit", "Task"),
            Field("dice", 1, 0, 16, "how many dice it has"),
            Field("sides", 1, 2, U8, "their sides"),
            Field("tiles", 1, 0, 24, "how many tiles it senses"),
            Field("abilities", 1, 0, U8, "what it has besides", "Ability"),
        ),
        Tail("name", "text", 0, 32, "the board's name, printable ASCII (`20` to `7E`)"),
        versioned=True,
    ),
    Definition(
        2, "Welcome", "host", "I know you, ``boot``; or with 0: say who you are.",
        (
            Field("boot", 4, 0, U32, "the boot that is welcome; 0 asks who is there"),
            Field("session", 4, 1, U32, "another number for every run of the host, at random"),
        ),
        versioned=True,
    ),
    Definition(
        3, "Throw", "board", "A throw of the dice.",
        (_SERIES, _SERIAL, _AGE),
        Tail("values", "dice", 1, 16, "the value of each die thrown; 0 for one that was not read"),
    ),
    Definition(
        4, "ThrowAck", "host", "Every throw of ``series`` up to ``serial`` is mine; forget them.",
        (_SERIES, Field("serial", 4, 0, U32, _LAST), _AGAIN),
    ),
    Definition(
        5, "Change", "board", "A lever or a button has settled on another state.",
        (
            _CHANGES,
            _NUMBER,
            _AGE,
            Field("contact", 1, 1, 27, "the tile from 1 to 24, or a button", "Contact"),
            Field("on", 1, 0, 1, "1: the tile is open, or the button pressed"),
        ),
    ),
    Definition(
        6, "ChangeAck", "host", "Every change of ``series`` up to ``number`` is mine; forget them.",
        (_CHANGES, Field("number", 4, 0, U32, _LAST), _AGAIN),
    ),
    Definition(
        7, "Ask", "host", "How do things stand? It also shows that the host is there.",
        (_WHICH_BOOT,),
    ),
    Definition(
        8, "State", "board", "How things stand; the answer to Ask, and said at once when the "
        "health of the noise changes or a throw is refused.",
        (
            _WHICH_BOOT,
            Field("change", 4, 0, U32, "the number of the last change that is in ``contacts``; 0 "
                  "if there was none"),
            Field("contacts", 4, 0, 0x07FF_FFFF, "which contacts are on: bit 0 is tile 1, bit 24 "
                  "confirm, bit 25 new, bit 26 roll"),
            Field("health", 1, 0, 4, "whether the dice are fit to be thrown", "Health"),
            Field("failures", 2, 0, U16, "how often the noise has failed its tests since the "
                  "start; stays at 65535"),
            Field("refused", 2, 0, U16, "how many throws were asked for and not given since the "
                  "start; stays at 65535"),
            Field("dropped", 2, 0, U16, "how many lines that the board heard were no frame; "
                  "stays at 65535"),
            Field("repeated", 2, 0, U16, "how many throws and changes the board said again; stays "
                  "at 65535"),
        ),
    ),
    Definition(
        9, "Command", "host", "Do something.",
        (
            _WHICH_BOOT,
            _COMMAND,
            Field("order", 1, 0, U8, "what is asked for", "Order"),
            Field("argument", 4, 0, U32, "what the order needs; 0 if nothing"),
        ),
    ),
    Definition(
        10, "Answer", "board", "What became of a command.",
        (_WHICH_BOOT, _COMMAND, Field("result", 1, 0, U8, "what became of it", "Result")),
    ),
)  # fmt: skip
