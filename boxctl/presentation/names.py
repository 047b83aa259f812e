"""The names of devices, sensors and buttons. Pure."""

from __future__ import annotations

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.phrases import Style
from groundwork.language import message, tr, tr_as

_CONTACTS_OF_A_CHIP = {
    " of the levers": message("the chip {chip} of the levers"),
    " of the buttons": message("the chip {chip} of the buttons"),
}
"""The endings of the devices that are the levers or the buttons of one chip, and their names."""


def the_device(device: str, style: Style) -> str:
    """Return a device with its article: ``the roller``, ``the sensor 7``.

    It is one thing in every language, so that it "does not answer" in every sentence.
    """
    match device:
        case "board":
            return tr("the board")
        case "buzzer":
            return tr("the buzzer")
        case "dice LEDs":
            return tr("the display of the dice")
        case "display":
            return tr("the display")
        case "journal":
            return tr("the journal")
        case "key":
            return tr("the key")
        case "lamps":
            return tr("the row of lamps")
        case "roller":
            return tr("the roller")
        case "voice":
            return tr("the voice")
        case _:
            return _the_chip(device, style) or tr("the {device}", device=style.name(device))


def _the_chip(device: str, style: Style) -> str:
    """Return ``chip mcp23017 of the levers`` with its article; empty if it is another device."""
    for ending, words in _CONTACTS_OF_A_CHIP.items():
        if device.startswith("chip ") and device.endswith(ending):
            chip = device.removeprefix("chip ").removesuffix(ending)
            return tr(words, chip=style.name(chip))
    return ""


def the_button(button: str, style: Style) -> str:
    """Return a button with its article: ``the button confirm``."""
    return tr("the button {button}", button=button_name(button, style))


def button_name(button: str, style: Style) -> str:
    """Return the name of a button, as it stands beside it."""
    match button:
        case "confirm":
            return tr_as("button", "confirm")
        case "new":
            return tr_as("button", "new")
        case _:
            return style.name(button)


def sensor_fault(fault: SensorFault, style: Style) -> str:
    """Say what is wrong with a sensor, as a verb behind its name: ``chatters``."""
    match fault:
        case SensorFault.CHATTERING:
            return tr_as("what a sensor does", "chatters")
        case SensorFault.STUCK:
            return tr_as("what a sensor does", "does not show what the lever does")
