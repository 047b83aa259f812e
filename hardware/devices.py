"""What a box is made of, and what its devices give.

Every driver keeps to these Protocols and knows nothing of the game. Times are whole microseconds
on the box's clock, which is monotonic. Tiles are numbered from 1; a set of tiles is an integer,
bit 0 for tile 1.

Drivers may have threads of their own. All that such a thread may do is to hand over an event
(:data:`HandOver`): it neither waits nor raises there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Literal, Protocol, Self

ButtonName = Literal["confirm", "new", "roll"]
BUTTONS: tuple[ButtonName, ...] = ("confirm", "new", "roll")

Contact = int | ButtonName
"""Something that is either on or off: the lever of a tile (on: open) or a button (on: pressed)."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact may have changed at this time: a hint to read the box, never the truth.

    ``on`` is what the edge says of the contact; ``at`` is the kernel's time where there is one.
    """

    at: int
    contact: Contact
    on: bool


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The roller reports a throw. An unreadable die is ``None``.

    ``series`` and ``serial`` are the roller's own name for the throw, where it has one. ``late``
    is a throw that was made while the roller could not be heard.
    """

    at: int
    values: tuple[int | None, ...]
    series: int = 0
    serial: int = 0
    late: bool = False


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A device has stopped answering. Its driver goes on trying to get it back."""

    at: int
    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A device answers (again)."""

    at: int
    device: str
    what: str


DeviceEvent = Edge | DiceRolled | DeviceLost | DeviceBack
HandOver = Callable[[DeviceEvent], None]
Clock = Callable[[], int]
"""The time now, in microseconds."""

LAMPS = "lamps"
"""The name of the lamps, as one of the devices that can fail."""


class Contacts(Protocol):
    """Levers or buttons that can be read at any time."""

    def read(self) -> Mapping[Contact, bool]:
        """Whether each contact is on now; one that cannot be read just now is left out."""
        ...


class Lamps(Protocol):
    """One lamp a tile."""

    def show(self, lit: int) -> None:
        """Light the lamps of these tiles and no others. Never raises; takes at most 5 ms."""
        ...


class DiceThrower(Protocol):
    """Dice that the box throws itself, on its roll button."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw so many dice."""
        ...


Letters = Literal["ascii", "segments"]


@dataclass(frozen=True, slots=True)
class Face:
    """What a display can show: so many rows of so many characters.

    ``letters`` are the characters it has (:mod:`hardware.letters`). The largest line it
    can show is ``largest`` times as tall and as wide as one of a single row.
    """

    columns: int
    rows: int
    letters: Letters = "ascii"
    largest: int = 1


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text on a display, which takes ``size`` rows, and as many columns a character."""

    text: str
    size: int = 1


Show = Callable[[Sequence[TextLine]], None]
"""Shows these lines and nothing else."""


class Display(Protocol):
    """Shows lines of text.

    No call waits or raises. A display that fails hands over a :class:`DeviceLost`, goes on trying,
    and shows the newest lines when it is back.
    """

    @property
    def face(self) -> Face:
        """What it can show."""
        ...

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show these lines and nothing else; they must fit the face."""
        ...


class Urgency(Enum):
    """What becomes of something that is announced when something newer comes."""

    PASSING = auto()
    """It is out of date: not begun any more, or cut off."""

    LASTING = auto()
    """It is announced in its turn, whatever comes after it."""

    URGENT = auto()
    """It comes first, and cuts off what is being announced. After that it is as any PASSING."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How something that is announced stands to what comes before and after it.

    Only what is of the same ``topic`` can put it out of date, and not if it is of the same
    ``moment``: what happens at once is announced whole.
    """

    urgency: Urgency
    topic: str
    moment: int


class Voice(Protocol):
    """Says things aloud, one after the other. No call waits or raises, as with a display."""

    def say(self, words: str, manner: Manner) -> None:
        """Say this, unless it is out of date when its turn comes."""
        ...


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of so many hertz, 0 for silence, for so many milliseconds."""

    hertz: int
    milliseconds: int


Tune = tuple[Note, ...]


class Buzzer(Protocol):
    """Plays tunes, one after the other. No call waits or raises, as with a display."""

    def play(self, tune: Tune, manner: Manner) -> None:
        """Play this, unless it is out of date when its turn comes."""
        ...


class Supervised(Protocol):
    """A device that works in a thread of its own, and may hang there."""

    def check(self, now: int) -> None:
        """Tell with a :class:`DeviceLost` if it has not answered for too long. Never waits."""
        ...


class NoLamps:
    """A box without lamps."""

    def show(self, lit: int) -> None:
        """Do nothing."""


Kept = Callable[[int, int], None]
"""Told the series and the serial of a throw that is recorded for good."""


def nothing_to_forget(series: int, serial: int) -> None:
    """No roller keeps the throw."""


@dataclass(slots=True)
class Box:
    """The devices of one box, and all that has to be closed with it.

    ``lever_quiet`` and ``button_quiet`` are how long such a contact has to be still before it is
    believed, in microseconds. ``kept`` is to be told the series and serial of each throw that is
    recorded for good, so that its roller may forget it. ``watched`` are the devices to be checked
    now and then, once a second or oftener.

    A box is a context manager: on leaving it the lamps are dark and every device is closed.
    """

    tiles: Contacts
    buttons: Contacts
    lamps: Lamps
    lever_quiet: int
    button_quiet: int
    dice: DiceThrower | None = None
    kept: Kept = nothing_to_forget
    display: Display | None = None
    voice: Voice | None = None
    buzzer: Buzzer | None = None
    watched: Sequence[Supervised] = ()
    closing: ExitStack = field(default_factory=ExitStack)

    def quiet(self, contact: Contact) -> int:
        """How long this contact has to be still before it is believed, in microseconds."""
        return self.lever_quiet if isinstance(contact, int) else self.button_quiet

    def read(self) -> dict[Contact, bool]:
        """Read every lever and every button that can be read just now."""
        return {**self.tiles.read(), **self.buttons.read()}

    def check(self, now: int) -> None:
        """Have those that have not answered for too long told of. Never waits."""
        for device in self.watched:
            device.check(now)

    def close(self) -> None:
        """Close every device, in the reverse order of opening."""
        self.closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()
