"""What is wrong with an input line, why a ruling is doubted, and the names of devices. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.phrases import Style, decimal
from boxctl.referee.lines import BUTTONS, EVENTS, MOST_BYTES, InputFault, InputRefused
from boxctl.referee.ruling import Doubt, DoubtReason
from boxctl.rules.tiles import TileSet, write_tiles
from groundwork.language import all_of, message, tr, tr_as
from groundwork.reader import for_reader

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


MOST_QUOTED = 40
"""The longest part of an input that is quoted, in characters; of more, the beginning."""

_write = json.JSONEncoder().encode


def markers_cannot_be(markers: int, most: int, to_move: TileSet) -> str:
    """Say that a turn cannot have banked so many markers, as a clause without a full stop."""
    tiles = write_tiles(to_move)
    return for_reader(
        tr(
            "--markers {markers} cannot be: by these rules it is 0 to {most} with {tiles} to be "
            "moved",
            markers=markers,
            most=most,
            tiles=tiles,
        ),
        page=tr(
            "so many markers cannot be, {markers}: by these rules it is 0 to {most} with {tiles} "
            "to be moved",
            markers=markers,
            most=most,
            tiles=tiles,
        ),
    )


def refused_line(number: int, refusal: InputRefused) -> str:
    """Say why the input line of this number is refused."""
    return tr("line {line}: {why}.", line=number, why=refusal_in_words(refusal))


def refusal_in_words(refusal: InputRefused) -> str:
    """Say why an input is refused and how to mend it, as a clause without a full stop."""
    about = refusal.about
    match refusal.fault:
        case InputFault.TOO_LONG:
            return tr("the line is longer than {most} bytes", most=MOST_BYTES)
        case InputFault.BLANK:
            return tr("the line is blank")
        case InputFault.NOT_JSON:
            return tr("the line is not JSON")
        case InputFault.NO_JSON_CONSTANT:
            return tr("the line is not JSON, which has no {constant}", constant=about)
        case InputFault.NO_OBJECT:
            example = '{"at": 1.2, "shut": 7}'
            return tr("the line is not a JSON object such as {example}", example=example)
        case InputFault.KEY_TWICE:
            return tr("{key} is given twice: give each event its own line", key=_quoted(about))
        case InputFault.UNKNOWN_KEY:
            known = ", ".join(EVENTS)
            return tr("unknown key {key}: known are at, {known}", key=_quoted(about), known=known)
        case InputFault.TWO_EVENTS:
            return tr(
                "two events in one line ({events}): give each its own line",
                events=all_of(about),
            )
        case InputFault.NO_THROW:
            return tr("the throw {throw} is not a list such as [3, 4]", throw=_quoted(about))
        case InputFault.NO_TILE_NUMBER:
            return tr("there is no tile {tile}: tiles are whole numbers", tile=_quoted(about))
        case InputFault.NOT_ON_THE_BOX:
            number, tiles = about
            return tr(
                "there is no tile {tile}: the box has tiles 1 to {last}",
                tile=_quoted(number),
                last=tiles,
            )
        case InputFault.TOO_MANY_WAIT:
            return tr(
                "too many throws and presses wait for the bump time of a lever: "
                "give their lines later times"
            )
        case InputFault.UNKNOWN_BUTTON:
            return tr(
                "there is no button {button}: known are {known}",
                button=_quoted(about),
                known=", ".join(BUTTONS),
            )
        case _:
            return _about_time(refusal)


def _about_time(refusal: InputRefused) -> str:
    match refusal.fault:
        case InputFault.NO_TIME:
            return tr('there is no time: add "at", in seconds')
        case InputFault.TIME_NO_NUMBER:
            written = _quoted(refusal.about)
            return tr("the time {time} is not a number of seconds", time=written)
        case InputFault.TIME_NOT_FINITE:
            return tr("the time is not a finite number of seconds")
        case _:
            return tr("the time goes back")


def _quoted(value: Any) -> str:
    """Write a value as JSON, shortened; a large or nested one only by its type."""
    written = _write(value) if _is_plain(value) else type(value).__name__
    return written if len(written) <= MOST_QUOTED else written[: MOST_QUOTED - 3] + "…"


def _is_plain(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, str | bool | float)
        or (isinstance(value, int) and value.bit_length() < 200)
    )


def doubts_in_words(doubts: Iterable[Doubt] | None, style: Style) -> tuple[str, ...]:
    """Put each doubt in words; none for None."""
    return tuple([doubt_in_words(doubt, style) for doubt in doubts]) if doubts else ()


def doubt_in_words(doubt: Doubt, style: Style) -> str:
    """Say why a ruling is not to be relied on, as a clause: ``the roller did not answer``."""
    match doubt.reason:
        case DoubtReason.DEVICE_LOST:
            device = the_device(str(doubt.source), style)
            return tr("{device} did not answer", device=device)
        case DoubtReason.SENSOR_QUARANTINED:
            return tr("{contact} is in quarantine", contact=_contact(doubt, style))
        case DoubtReason.NOT_SHOWN:
            return tr("{contact} did not show this", contact=_contact(doubt, style))
        case DoubtReason.CHATTERED:
            return tr(
                "{contact} chattered for {seconds} s",
                contact=_contact(doubt, style),
                seconds=_seconds(doubt, style),
            )
        case DoubtReason.TIME_UNKNOWN:
            return tr("{contact} did not tell when it changed", contact=_contact(doubt, style))
        case DoubtReason.UNOBSERVED:
            return tr(
                "nobody looked while tile {number} may have been moved and back",
                number=style.number(int(doubt.source)),
            )
        case DoubtReason.THROWN_UNHEARD:
            return tr("the throw was made while the roller could not be heard")
        case DoubtReason.HOST_SLEPT:
            return tr(
                "the throw may be {seconds} s old, as the computer slept",
                seconds=_seconds(doubt, style),
            )
        case DoubtReason.OTHER_ROLLER:
            return tr("the throw came from another roller than the match began with")
        case DoubtReason.DECLARED:
            return tr("declared by the players after an interruption")
        case DoubtReason.IN_WORDS:
            return str(doubt.source)


def _contact(doubt: Doubt, style: Style) -> str:
    if isinstance(doubt.source, int):
        return tr("the sensor of tile {number}", number=style.number(doubt.source))
    return the_button(doubt.source, style)


def _seconds(doubt: Doubt, style: Style) -> str:
    return decimal(round(doubt.lasted / 100_000), style)
