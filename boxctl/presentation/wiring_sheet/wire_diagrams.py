"""The single wires that both a Raspberry Pi and a USB board have: contacts and LEDs. Pure."""

from __future__ import annotations

from boxctl.presentation.wiring_sheet.circuit import Branch, WireDiagram
from boxctl.presentation.wiring_sheet.circuit_symbols import Piece, Symbol
from groundwork.language import tr
from hardware.config.bus_wiring import ChipDiagram, ChipLine

ONE_KILOOHM = Piece(Symbol.RESISTOR, "1 kΩ")
LED = Piece(Symbol.LED)
GROUND = Piece(Symbol.GROUND, "GND")


def contact(
    pin: str,
    pull: str,
    supply: str,
    *,
    series: Piece = ONE_KILOOHM,
    to_ground: bool = True,
    closed_at_rest: bool = False,
) -> WireDiagram:
    """Draw a contact between a pin and ground, or ``supply``; ``pull`` holds the pin at the other.

    ``series`` is the resistor in the contact's own wire.
    """
    symbol = Symbol.CLOSED_CONTACT if closed_at_rest else Symbol.CONTACT
    high = Piece(Symbol.SUPPLY, supply)
    far, near = (GROUND, high) if to_ground else (high, GROUND)
    return WireDiagram(
        (Piece(Symbol.PIN, pin), series, Piece(symbol), far),
        (Branch(1, to_ground, (Piece(Symbol.RESISTOR, pull), near)),),
    )


def hall_switch(pin: str, resistor: str, supply: str, pull: str = "") -> ChipDiagram:
    """Draw a Hall switch; its output is pulled up through ``pull``, or by the chip with the pin."""
    output = tr("{pin} through {resistor}", pin=pin, resistor=resistor)
    pulled = tr("and through {pull} to {supply}", pull=pull, supply=supply) if pull else ""
    return ChipDiagram(
        tr("Hall switch"),
        (
            ChipLine(supply, tr("supply")),
            ChipLine("GND", tr("ground")),
            ChipLine(output, tr("output"), right=pulled),
        ),
    )


def hall_notes() -> tuple[str, ...]:
    """Return what to mind with Hall switches."""
    return (
        tr("100 nF between supply and ground, at the legs of each."),
        tr("It answers to one pole at one face."),
    )


def led(pin: str, resistor: Piece = ONE_KILOOHM) -> WireDiagram:
    """Draw an LED that lights while its pin is high."""
    return WireDiagram((Piece(Symbol.PIN, pin), resistor, LED, GROUND))


def pair_of_leds(pin: str) -> WireDiagram:
    """Draw two LEDs that light while their pin is high, each with a resistor of its own."""
    return WireDiagram(led(pin).pieces, (Branch(1, False, (ONE_KILOOHM, LED, GROUND)),))
