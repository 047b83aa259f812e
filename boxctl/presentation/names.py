"""The names of devices, sensors and buttons. Pure."""

from __future__ import annotations

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.phrases import EYE, Style
from groundwork.language import message

_CONTACTS_OF_A_CHIP = {
    " of the levers": message("the chip {chip} of the levers"),
    " of the buttons": message("the chip {chip} of the buttons"),
}
"""The endings of the devices that are the levers or the buttons of one chip, and their names."""


def the_device(device: str, style: Style = EYE) -> str:
    """Return a device with its article: ``the roller``, ``the sensor 7``.

    It is one thing in every language, so that it "does not answer" in every sentence.
    """
    match device:
        case "board":
            return style.tr("the board")
        case "buzzer":
            return style.tr("the buzzer")
        case "dice LEDs":
            return style.tr("the display of the dice")
        case "display":
            return style.tr("the display")
        case "journal":
            return style.tr("the journal")
        case "key":
            return style.tr("the key")
        case "lamps":
            return style.tr("the row of lamps")
        case "roller":
            return style.tr("the roller")
        case "voice":
            return style.tr("the voice")
        case _:
            return _the_chip(device, style) or style.tr("the {device}", device=style.name(device))


def _the_chip(device: str, style: Style) -> str:
    """Return ``chip mcp23017 of the levers`` with its article; empty if it is another device."""
    for ending, words in _CONTACTS_OF_A_CHIP.items():
        if device.startswith("chip ") and device.endswith(ending):
            chip = device.removeprefix("chip ").removesuffix(ending)
            return style.tr(words, chip=style.name(chip))
    return ""


def the_button(button: str, style: Style = EYE) -> str:
    """Return a button with its article: ``the button confirm``."""
    return style.tr("the button {button}", button=button_name(button, style))


def button_name(button: str, style: Style = EYE) -> str:
    """Return the name of a button, as it stands beside it."""
    match button:
        case "confirm":
            return style.tr_as("button", "confirm")
        case "new":
            return style.tr_as("button", "new")
        case _:
            return style.name(button)


def sensor_fault(fault: SensorFault, style: Style = EYE) -> str:
    """Say what is wrong with a sensor, as a verb behind its name: ``chatters``."""
    match fault:
        case SensorFault.CHATTERING:
            return style.tr_as("what a sensor does", "chatters")
        case SensorFault.STUCK:
            return style.tr_as("what a sensor does", "does not show what the lever does")
