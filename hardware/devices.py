"""The devices of a box as Protocols, and the events that they produce.

Every driver implements these and knows nothing of the game. Times are whole microseconds on the
box's monotonic clock. Tiles are numbered from 1; a set of tiles is an integer, bit 0 for tile 1.

Drivers may have threads of their own. Such a thread only hands events over (:data:`EventSink`),
which never waits and never raises.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Literal, Protocol, Self, runtime_checkable

from groundwork.dice import DiceRolled as DiceRolled
from groundwork.frozen_dataclass import frozen_dataclass

ButtonName = Literal["confirm", "new", "roll"]
BUTTONS: tuple[ButtonName, ...] = ("confirm", "new", "roll")

Contact = int | ButtonName
"""The lever of a tile, by its number (on: open), or a button, by its name (on: pressed)."""


class Tapped(StrEnum):
    """What people tap on a screen because nothing senses it; the value is recorded."""

    BOX = "box"
    """How the levers stand; the program throws the dice."""
    BOX_AND_DICE = "box_and_dice"
    """How the levers stand, and what the dice show."""


@frozen_dataclass
class Edge:
    """A contact may have changed: a hint to read the box, never the truth.

    ``on`` is the level after the edge; ``at`` is the kernel's time stamp where there is one.
    ``lost`` counts the edges of this contact that are known to have been dropped just before.
    """

    at: int
    contact: Contact
    on: bool
    lost: int = 0


@frozen_dataclass
class DeviceLost:
    """A device has stopped answering. Its driver keeps trying to get it back.

    ``refused``: it answers, and boxctl does not use it.
    """

    at: int
    device: str
    why: str
    refused: bool = False


@frozen_dataclass
class BoardIdentity:
    """The identity that a board on a cable keeps when it restarts.

    ``series`` names its count of throws; it stays the same only if its memory is ``lasting``.
    """

    name: str
    dice: int
    sides: int
    tiles: int
    series: int
    lasting: bool


@frozen_dataclass
class RollerDice:
    """The dice of a roller: how many, and the sides of each.

    ``throws``: it throws them itself, all at once if it is not told otherwise. Else it reads as
    many as people throw.
    """

    count: int
    sides: int
    throws: bool = True


@frozen_dataclass
class DeviceBack:
    """A device answers (again); ``board`` identifies it, if it is to be paired with the match.

    ``dice`` are its dice, if it reports them.
    """

    at: int
    device: str
    what: str
    board: BoardIdentity | None = None
    dice: RollerDice | None = None


@frozen_dataclass
class ButtonDiceRefused:
    """The roller cannot be told how many dice its button throws."""

    at: int


@frozen_dataclass
class ThrowTyped:
    """People have typed what the dice show; ``text`` is not checked."""

    at: int
    text: str


@frozen_dataclass
class ButtonTyped:
    """People have pressed confirm or new by typing; ``long``: as if it had been held."""

    at: int
    button: Literal["confirm", "new"]
    long: bool = False


DeviceEvent = (
    Edge | DiceRolled | DeviceLost | DeviceBack | ButtonDiceRefused | ThrowTyped | ButtonTyped
)
EventSink = Callable[[DeviceEvent], None]
Clock = Callable[[], int]
"""The time now, in microseconds."""

LAMPS = "lamps"
"""The ``device`` of the lamps in DeviceLost and DeviceBack."""

ROLLER = "roller"
"""The ``device`` of the dice, also of those on a board that has the tiles."""


class Contacts(Protocol):
    """Levers or buttons that can be read at any time."""

    def read(self) -> Mapping[Contact, bool]:
        """Return whether each contact is on; leave out those that cannot be read now."""
        ...


class Lamps(Protocol):
    """One lamp a tile."""

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles. Never raises; takes at most 5 ms."""
        ...


class DiceThrower(Protocol):
    """Dice that the box throws itself, on its roll button."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw ``count`` dice; return what they show, 1 to ``sides`` each."""
        ...


class DieFaces(Protocol):
    """Shows the faces of dice, on LEDs."""

    def show(self, values: Sequence[int]) -> None:
        """Show these, the first die first, and nothing on dice that are 0 or left out."""
        ...


CharacterSet = Literal["ascii", "segments"]


@frozen_dataclass
class Face:
    """The face of a display: ``rows`` of ``columns`` characters.

    ``letters`` names its character set (:mod:`hardware.config.tables.display`). A line may be up to
    ``largest`` rows tall, with letters as many times as wide. A display that draws has ``dots`` in
    width and height, each of which can be lit.
    """

    columns: int
    rows: int
    letters: CharacterSet = "ascii"
    largest: int = 1
    dots: tuple[int, int] = field(default=(0, 0), compare=False)


@frozen_dataclass
class TextLine:
    """A line of text on a display: ``size`` rows tall, each character ``size`` columns wide.

    A display that draws puts ``dots`` at its left edge, in all its height: rows of a picture in
    which ``#`` is lit. Lines with text stand beside it.
    """

    text: str
    size: int = 1
    dots: tuple[str, ...] = ()


Show = Callable[[Sequence[TextLine]], None]
"""Shows exactly these lines."""


class Display(Protocol):
    """Shows lines of text.

    Calls neither wait nor raise. A display that fails hands over a :class:`DeviceLost`, keeps
    trying, and shows the newest lines once it is back.
    """

    @property
    def face(self) -> Face:
        """The face of the display."""
        ...

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show exactly these lines, which must fit the face."""
        ...


class Urgency(Enum):
    """The urgency of an announcement: what happens to it when a newer one comes."""

    PASSING = auto()
    """It is dropped, or cut off if it has begun."""

    LASTING = auto()
    """It is announced in its turn all the same."""

    URGENT = auto()
    """It goes first and cuts off the current announcement. Otherwise as PASSING."""


@frozen_dataclass
class Manner:
    """The relation of an announcement to earlier and later ones.

    Only a newer one of the same ``topic`` and another ``moment`` supersedes it: announcements of
    one moment belong together.
    """

    urgency: Urgency
    topic: str
    moment: int


class Voice(Protocol):
    """Speaks, one announcement after the other. Calls neither wait nor raise."""

    def say(self, words: str, manner: Manner) -> None:
        """Say this unless it is superseded before its turn. No words supersede, and are silent."""
        ...


@frozen_dataclass
class Note:
    """A tone; 0 hertz is silence."""

    hertz: int
    milliseconds: int


Tune = tuple[Note, ...]


class Buzzer(Protocol):
    """Plays tunes, one after the other. Calls neither wait nor raise."""

    def play(self, tune: Tune, manner: Manner) -> None:
        """Play this unless it is superseded before its turn."""
        ...


class Supervised(Protocol):
    """A device with a thread of its own, which may hang."""

    def check(self, now: int) -> None:
        """Hand over a :class:`DeviceLost` if it has not answered for too long. Never waits."""
        ...


class SupervisedVoice(Voice, Supervised, Protocol):
    """A voice with a thread of its own."""


class NoLamps:
    """A box without lamps."""

    def show(self, lit: int) -> None:
        """Do nothing."""


Kept = Callable[[int, int], None]
"""Called with the series and serial of a throw once it is durable."""


TellButtonDice = Callable[[int], object]
"""Called with how many dice the roller's button is to throw. Thread-safe; never waits."""


OrderThrow = Callable[[int], object]
"""Has the roller throw so many dice, 0 for all; the throw comes as any other. Thread-safe."""


def no_button(count: int) -> None:
    """Do nothing: no roller has a button of its own."""


def nothing_to_forget(series: int, serial: int) -> None:
    """Do nothing: no roller keeps the throw."""


@runtime_checkable
class TalkingDice(Protocol):
    """Dice that can be told something, and show it with lights of their own. No call may wait."""

    def wants(self, counts: Collection[int]) -> None:
        """Take throws of so many dice from now on; several numbers if fewer are allowed."""

    def glow(self, colour: tuple[int, int, int]) -> None:
        """Shine in this colour; red, green and blue from 0 to 255."""

    def flash_not_counted(self) -> None:
        """Show that what was thrown does not count."""


@frozen_dataclass
class ContactReading:
    """Whether each contact that answers was on, at box time ``at`` (microseconds) or before."""

    on: Mapping[Contact, bool]
    at: int


@dataclass(slots=True)
class Box:
    """The devices of one box. A context manager: leaving it darkens the lamps and closes them all.

    ``lever_quiet`` and ``button_quiet`` are the debounce times in microseconds; ``quiet_of_levers``
    has those of the levers that differ, by their tile. Call ``kept`` with the series and serial of
    each throw that is durable, so that its roller may forget it, and ``tell_button_dice`` with the
    number of dice of the match. Call :meth:`check` at least once a second, for the devices in
    ``watched``. With ``dice_by_hand`` people enter what real dice show; with ``buttons_elsewhere``
    they can press confirm and new otherwise than on the box; what is ``tapped`` nothing senses.
    ``order_throw`` and ``die_faces`` are there to try the roller and the LEDs of the dice;
    ``talking_dice`` are dice with lights of their own.
    ``first_reading`` was made when the contacts were opened.
    """

    tiles: Contacts
    buttons: Contacts
    lamps: Lamps
    lever_quiet: int
    button_quiet: int
    dice: DiceThrower | None = None
    dice_by_hand: bool = False
    buttons_elsewhere: bool = False
    tapped: Tapped | None = None
    kept: Kept = nothing_to_forget
    tell_button_dice: TellButtonDice = no_button
    order_throw: OrderThrow | None = None
    talking_dice: TalkingDice | None = None
    die_faces: DieFaces | None = None
    display: Display | None = None
    voice: Voice | None = None
    buzzer: Buzzer | None = None
    watched: Sequence[Supervised] = ()
    first_reading: ContactReading | None = None
    quiet_of_levers: Mapping[int, int] = field(default_factory=dict)
    closing: ExitStack = field(default_factory=ExitStack)

    def quiet(self, contact: Contact) -> int:
        """Return the debounce time of this contact in microseconds."""
        if isinstance(contact, int):
            return self.quiet_of_levers.get(contact, self.lever_quiet)
        return self.button_quiet

    @property
    def longest_quiet(self) -> int:
        """The longest debounce time of any contact, in microseconds."""
        return max(self.lever_quiet, self.button_quiet, *self.quiet_of_levers.values())

    def read(self) -> dict[Contact, bool]:
        """Read every lever and button that can be read now."""
        return {**self.tiles.read(), **self.buttons.read()}

    def check(self, now: int) -> None:
        """Have devices that have not answered for too long reported. Never waits."""
        for device in self.watched:
            device.check(now)

    def close(self) -> None:
        """Close every device, in the reverse order of opening."""
        self.closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()
