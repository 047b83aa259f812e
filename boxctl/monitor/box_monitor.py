"""The devices of an open box, watched and made to work, by the orders that people type.

Nothing is judged or recorded.

Its lamp mode says which lamps are lit meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto

from boxctl.monitor.statistics import ContactBook, DeviceBook, SettledContact
from boxctl.rules.ruleset import Dice
from boxctl.rules.tiles import TileSet, tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.devices import (
    Box,
    ButtonDiceRefused,
    Contact,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    Edge,
    Manner,
    Note,
    TextLine,
    Tune,
    Urgency,
)

STEP = 300_000
"""The time for which each lamp is lit in :attr:`LampMode.WALK`, in microseconds."""


class LampMode(Enum):
    """The mode of the lamps: what they follow."""

    LEVERS = auto()
    """Each is lit while its lever stands open, as in play."""

    WALK = auto()
    """They are lit one after the other."""

    ALL = auto()
    NONE = auto()
    CHOSEN = auto()
    """Those that were chosen one by one."""


NEXT_MODE = {
    LampMode.LEVERS: LampMode.WALK,
    LampMode.WALK: LampMode.ALL,
    LampMode.ALL: LampMode.NONE,
    LampMode.NONE: LampMode.LEVERS,
    LampMode.CHOSEN: LampMode.LEVERS,
}
"""The mode after each mode, when people step through them."""


class LampSwitch:
    """The lamps of ``tiles`` tiles. Times are microseconds."""

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self._all = (1 << tiles) - 1
        self._chosen = 0
        self._began = 0
        self.mode = LampMode.LEVERS

    def set(self, mode: LampMode, now: int) -> None:
        """Change the mode of the lamps."""
        self.mode = mode
        self._began = now

    def toggle(self, number: int, lit_now: TileSet) -> None:
        """Switch the lamp of one tile; the others stay as they are."""
        self._chosen = (lit_now ^ tile(number)) & self._all
        self.mode = LampMode.CHOSEN

    def lit(self, now: int, standing: TileSet) -> TileSet:
        """Return the tiles whose lamps are lit now, while these levers stand open."""
        match self.mode:
            case LampMode.LEVERS:
                return standing & self._all
            case LampMode.WALK:
                return tile(1 + (now - self._began) // STEP % self._tiles)
            case LampMode.ALL:
                return self._all
            case LampMode.NONE:
                return 0
            case LampMode.CHOSEN:
                return self._chosen

    def due(self, now: int) -> int | None:
        """Return when the lamps next change by themselves; None if they do not."""
        if self.mode is not LampMode.WALK:
            return None
        return self._began + ((now - self._began) // STEP + 1) * STEP


Report = SettledContact | DiceRolled | DeviceLost | DeviceBack | ButtonDiceRefused
"""An event that is reported as it happens."""

BEEP: Tune = (Note(784, 150), Note(0, 50), Note(1175, 150))

FACE_SHOWN = 400_000
"""The time for which each face is shown while the dice are turned, in microseconds."""

FACES = 6
"""The faces that the LEDs of a die can show."""

TOPIC = "monitor"


class DeviceToTry(Enum):
    """A device that a box may have, and that the monitor makes work."""

    LAMPS = auto()
    DICE = auto()
    DIE_LEDS = auto()
    VOICE = auto()
    BUZZER = auto()
    DISPLAY = auto()


class BoxMonitor:
    """Watches one box; ``known`` is a reading of it at ``now``.

    ``report`` is called with everything that happens, in :meth:`step`. ``dice`` are those of the
    rules of the box. ``outputs`` are its lamps, display and so on, by the names by which they are
    reported lost; ``has_lamps`` is also true if its lamps are a board's. Each of the orders returns
    whether the box has such a device. Times are microseconds on the box's clock. Not thread-safe.
    """

    def __init__(
        self,
        box: Box,
        tiles: int,
        dice: Dice,
        known: Mapping[Contact, bool],
        now: int,
        report: Callable[[Report], object],
        *,
        has_lamps: bool = True,
        outputs: Iterable[str] = (),
    ) -> None:
        self._box = box
        self._dice = dice
        self._report = report
        self._now = self._began = now
        self._orders = 0
        self._faces: deque[tuple[int, tuple[int, ...]]] = deque()
        self.tiles = tiles
        self.contacts = ContactBook(known, now, box.quiet)
        self._has_lamps = has_lamps
        throws_dice = DeviceToTry.DICE in self.devices_to_try
        self.devices = DeviceBook(outputs, throws_dice=throws_dice)
        self.lamps = LampSwitch(tiles)

    @property
    def began(self) -> int:
        """The time at which the statistics began."""
        return self._began

    @property
    def devices_to_try(self) -> frozenset[DeviceToTry]:
        """The devices that the box has, and that can be tried."""
        box = self._box
        has = {
            DeviceToTry.LAMPS: self._has_lamps,
            DeviceToTry.DICE: box.dice is not None or box.order_throw is not None,
            DeviceToTry.DIE_LEDS: box.die_faces is not None,
            DeviceToTry.VOICE: box.voice is not None,
            DeviceToTry.BUZZER: box.buzzer is not None,
            DeviceToTry.DISPLAY: box.display is not None,
        }
        return frozenset(device for device, there in has.items() if there)

    @property
    def lit(self) -> TileSet:
        """The tiles whose lamps are lit; none of a box without lamps."""
        return self.lamps.lit(self._now, self._standing) if self._has_lamps else 0

    @property
    def due(self) -> int:
        """The time at which :meth:`step` is due even if no event comes."""
        times = [self.contacts.due, self.lamps.due(self._now)]
        times += [at for at, _values in self._faces]
        return min(time for time in times if time is not None)

    def step(self, now: int, events: Iterable[DeviceEvent]) -> None:
        """Take in what was handed over by now, read the box if it is time, light the lamps."""
        self._now = now
        self._box.check(now)
        for event in events:
            self._take(event)
        if self.contacts.due <= now:
            for settled in self.contacts.read(self._box.read(), now):
                self._report(settled)
        while self._faces and self._faces[0][0] <= now:
            _at, values = self._faces.popleft()
            if self._box.die_faces is not None:
                self._box.die_faces.show(values)
        self._box.lamps.show(self.lit)

    def reset(self) -> None:
        """Begin all statistics anew."""
        self._began = self._now
        self.contacts.reset()
        self.devices.reset()

    # Orders.

    def toggle_lamp(self, number: int) -> bool:
        """Switch the lamp of one tile; False if there is no such lamp."""
        if not self._has_lamps or not 1 <= number <= self.tiles:
            return False
        self.lamps.toggle(number, self.lit)
        self._box.lamps.show(self.lit)
        return True

    def set_lamps(self, mode: LampMode) -> bool:
        """Have the lamps follow this from now on."""
        if not self._has_lamps:
            return False
        self.lamps.set(mode, self._now)
        self._box.lamps.show(self.lit)
        return True

    def throw(self) -> bool:
        """Throw all dice."""
        if self._box.dice is not None:
            values = self._box.dice.roll(self._dice.count, self._dice.sides)
            self._faces.clear()
            self._take(DiceRolled(self._now, values))
            return True
        if self._box.order_throw is not None:
            self._box.order_throw(0)
            return True
        return False

    def turn_dice(self) -> bool:
        """Show every face on the LEDs of every die, one after the other; dark at the end."""
        if self._box.die_faces is None:
            return False
        shown = [
            tuple(face if die == place else 0 for place in range(self._dice.count))
            for die in range(self._dice.count)
            for face in range(1, FACES + 1)
        ]
        dark = (0,) * self._dice.count
        self._faces = deque(
            (self._now + step * FACE_SHOWN, values) for step, values in enumerate([*shown, dark])
        )
        return True

    def speak(self, words: str) -> bool:
        """Say these words."""
        if self._box.voice is None:
            return False
        self._box.voice.say(words, self._manner())
        return True

    def beep(self) -> bool:
        """Play two tones."""
        if self._box.buzzer is None:
            return False
        self._box.buzzer.play(BEEP, self._manner())
        return True

    def fill_display(self) -> bool:
        """Show a digit in every place of the display, each row begun with the next one."""
        display = self._box.display
        if display is None:
            return False
        face = display.face
        digits = "1234567890" * (face.columns // 10 + 2)
        display.show(
            [TextLine(digits[row % 10 : row % 10 + face.columns]) for row in range(face.rows)]
        )
        return True

    @property
    def _standing(self) -> TileSet:
        return sum(
            tile(contact)
            for contact, statistics in self.contacts.statistics.items()
            if isinstance(contact, int) and statistics.level
        )

    def _take(self, event: DeviceEvent) -> None:
        self.devices.take(event)
        match event:
            case Edge():
                self.contacts.edge(event, self._now)
            case DiceRolled():
                # Otherwise the roller keeps it, and the next match would hear of it late.
                self._box.kept(event.series, event.serial)
                self._report(event)
            case DeviceLost() | DeviceBack() | ButtonDiceRefused():
                self._report(event)
            case _:
                pass

    def _manner(self) -> Manner:
        self._orders += 1
        return Manner(Urgency.URGENT, TOPIC, self._orders)


_LAMPS = {
    "levers": LampMode.LEVERS,
    "walk": LampMode.WALK,
    "all": LampMode.ALL,
    "none": LampMode.NONE,
}

WORDS_TO_SAY = message("This is the voice of the box.")

ORDERS = (
    ("table", message("all statistics")),
    ("lamp N", message("switch the lamp of tile N")),
    ("lamps levers|walk|all|none", message("what the lamps follow")),
    ("throw", message("throw the dice")),
    ("turn", message("show every face on the LEDs of every die")),
    ("say WORDS", message("say this")),
    ("beep", message("play two tones")),
    ("display", message("fill the display")),
    ("reset", message("begin the statistics anew")),
    ("quit", message("end")),
)
"""Every order as it is typed, and what it does."""


@frozen_dataclass
class OrderAnswer:
    """The answer to an order: a sentence, the table, or the end."""

    says: str = ""
    table: bool = False
    ends: bool = False


def obey(typed: str, monitor: BoxMonitor) -> OrderAnswer:
    """Carry out the order that was typed."""
    order, _, rest = typed.strip().partition(" ")
    rest = rest.strip()
    if order in ("", "table"):
        return OrderAnswer(table=True)
    if order in ("quit", "q"):
        return OrderAnswer(ends=True)
    if order in ("lamp", "lamps") and DeviceToTry.LAMPS not in monitor.devices_to_try:
        return OrderAnswer(tr("this box has no lamps"))
    if order == "lamp":
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
        if monitor.toggle_lamp(number):
            return OrderAnswer()
        return OrderAnswer(tr("the box has tiles 1 to {tiles}", tiles=monitor.tiles))
    if order == "lamps" and rest in _LAMPS:
        monitor.set_lamps(_LAMPS[rest])
        return OrderAnswer()
    if order == "reset":
        monitor.reset()
        return OrderAnswer()
    if order not in _DEVICES:
        known = ", ".join(name for name, _does in ORDERS)
        return OrderAnswer(tr("that is none of: {orders}", orders=known))
    give, lacking = _DEVICES[order]
    return OrderAnswer("" if give(monitor, rest) else tr(lacking))


_DEVICES: dict[str, tuple[Callable[[BoxMonitor, str], bool], str]] = {
    "throw": (lambda monitor, _: monitor.throw(), message("nothing throws the dice of this box")),
    "turn": (lambda monitor, _: monitor.turn_dice(), message("the dice of this box have no LEDs")),
    "say": (
        lambda monitor, words: monitor.speak(words or tr(WORDS_TO_SAY)),
        message("this box has no voice"),
    ),
    "beep": (lambda monitor, _: monitor.beep(), message("this box has no buzzer")),
    "display": (lambda monitor, _: monitor.fill_display(), message("this box has no display")),
}
"""The orders for one device: the action, and the answer of a box without that device."""
