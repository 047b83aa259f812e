"""The drivers ``godice`` and ``pixels`` of the table ``[roller]``: dice with a radio of their own.

A die is named by the colour in which it lights up, so that people know which one is meant.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, any_of, message, tr
from hardware.config.declare import Complain, Driver, Setting, ValueKind
from hardware.config.device_table import RollerTable
from hardware.config.kinds import Colour, nearest, shown

COLOURS: Final[dict[str, Colour]] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 160, 0),
}
"""The names of dice in box.toml, and the colour in which each lights up; a box has up to four."""


@frozen_dataclass
class NamedDie:
    """A die of a box: its colour, and the address at which its radio is heard."""

    colour: str
    address: str


@frozen_dataclass
class BluetoothDiceTable(RollerTable):
    """The dice of a box, which tell by Bluetooth what they show."""

    dice: tuple[NamedDie, ...]

    maker: ClassVar[str]
    libraries = ("bleak",)
    extra = "bluetooth"
    entered = True

    def in_words(self, dice: str) -> str:
        """Name the maker, and the dice by their colours."""
        return tr(
            "{maker} by Bluetooth: {dice}",
            maker=self.maker,
            dice=all_of(colour_in_words(die.colour) for die in self.dice),
        )


@frozen_dataclass
class GoDiceTable(BluetoothDiceTable):
    """The dice of Particula."""

    maker = "GoDice"
    opens = "hardware.dice.bluetooth.open_dice:open_godice"


@frozen_dataclass
class PixelsTable(BluetoothDiceTable):
    """The dice of Systemic Games."""

    maker = "Pixels"
    opens = "hardware.dice.bluetooth.open_dice:open_pixels"


def colour_in_words(colour: str) -> str:
    """Return the name of a die for people, such as ``the red die``."""
    match colour:
        case "red":
            return tr("the red die")
        case "green":
            return tr("the green die")
        case "blue":
            return tr("the blue die")
        case _:
            return tr("the yellow die")


def named_dice() -> ValueKind:
    """A table of one to four dice, each a colour and an address."""

    def says() -> str:
        return tr(
            "a table of 1 to 4 dice, each a colour ({colours}) and the address of its radio, such "
            'as {{ red = "F0:12:34:56:78:9A" }}',
            colours=", ".join(COLOURS),
        )

    def read(value: Any, complain: Complain) -> tuple[NamedDie, ...] | None:
        if not isinstance(value, dict) or not value:
            complain(
                tr("{value} is not possible", value=shown(value)), tr("give {says}", says=says())
            )
            return None
        dice: dict[str, NamedDie] = {}
        for colour, address in value.items():
            if colour not in COLOURS:
                near = nearest(colour, tuple(COLOURS))
                complain(
                    tr("{value} is no colour of a die", value=shown(colour)),
                    tr("give {says}", says=near or any_of(COLOURS)),
                    within=(colour,),
                )
            elif not isinstance(address, str) or not address.strip() or not address.isprintable():
                complain(
                    tr("{value} is no address of a die", value=shown(address)),
                    tr("find it with boxctl setup, where each die is shaken"),
                    within=(colour,),
                )
            elif (other := dice.get(address.upper())) is not None:
                complain(
                    tr("{value} is the address of two dice", value=shown(address)),
                    tr("leave out {one} or {other}", one=other.colour, other=colour),
                    within=(colour,),
                )
            else:
                dice[address.upper()] = NamedDie(colour, address.upper())
        return tuple(dice.values())

    return ValueKind(says, read)


_DICE = Setting(
    "dice",
    named_dice(),
    message("the colour and the address of each die, as boxctl setup finds them; dice that are not "
            "named, such as those of another box, are never heard"),
)  # fmt: skip

GODICE = Driver(
    "godice",
    message("GoDice of Particula, which tell by Bluetooth what they show"),
    (_DICE,),
    GoDiceTable,
)

PIXELS = Driver(
    "pixels",
    message("Pixels of Systemic Games, which tell by Bluetooth what they show"),
    (_DICE,),
    PixelsTable,
)
