"""Word what is asked and learned of the wires; mistakes with their code and cure. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boxctl.setup.learner import (
    LearnedContact,
    Line,
    MistakeFound,
    MovementRequest,
    WiringMistake,
)
from groundwork.language import all_of, tr
from hardware.config.pins import Pin
from hardware.devices import Contact

CODES = {
    WiringMistake.DEAD: "BX441",
    WiringMistake.FLOATING: "BX442",
    WiringMistake.SHORTED: "BX443",
    WiringMistake.SWAPPED: "BX444",
    WiringMistake.INVERTED: "BX445",
    WiringMistake.UNSTEADY: "BX446",
}
"""The code of each mistake."""


def contact_in_words(contact: Contact) -> str:
    """Return ``tile 4`` or ``the button roll``."""
    if isinstance(contact, int):
        return tr("tile {number}", number=contact)
    return tr("the button {button}", button=contact)


Printed = Mapping[int, str]
"""The pins of a board's contacts as they are printed on it, as far as they are known."""


def line_in_words(line: Line, printed: Printed) -> str:
    """Return ``pin 17``, or of a board ``D8``, or ``contact 4`` where its pin is not known."""
    if isinstance(line, Pin):
        return str(line)
    return printed.get(line) or tr("contact {number}", number=line)


def request_in_words(request: MovementRequest) -> str:
    """Return the request as people read it."""
    match request.contact, request.release:
        case int() as tile, False:
            return tr("Push down tile {number}.", number=tile)
        case int() as tile, True:
            return tr("Put up tile {number}.", number=tile)
        case button, False:
            return tr("Hold down the button {button}.", button=button)
        case button, _:
            return tr("Let go of the button {button}.", button=button)


def learned_in_words(contact: Contact, found: LearnedContact, printed: Printed) -> str:
    """Return the line of a contact, and its level at rest."""
    level = tr("high") if found.high_at_rest else tr("low")
    message = (
        tr("{contact}: {line}, {level} while it is open")
        if isinstance(contact, int)
        else tr("{contact}: {line}, {level} while it is not pressed")
    )
    return message.format(contact=contact_in_words(contact),
                          line=line_in_words(found.line, printed), level=level)  # fmt: skip


def mistake_in_words(
    found: MistakeFound, printed: Printed, *, pins_are_written: bool = True
) -> str:
    """Return a mistake with its code and its cure.

    ``pins_are_written``: box.toml names the pin of each lever; a board's firmware has them fixed.
    """
    return f"{CODES[found.mistake]}: {_sentence(found, printed, pins_are_written=pins_are_written)}"


def _sentence(found: MistakeFound, printed: Printed, *, pins_are_written: bool) -> str:
    contacts = all_of(map(contact_in_words, found.contacts))
    lines = _lines(found.lines, printed)
    match found.mistake:
        case WiringMistake.DEAD:
            return tr(
                "{contacts}: dead, nothing moves with it; look at both wires of its sensor, and "
                "whether the magnet or the lever comes close enough",
                contacts=f"{contacts} ({lines})" if lines else contacts,
            )
        case WiringMistake.FLOATING:
            return tr(
                "{contacts}: floating, {lines} changes by itself; fasten its wires, and "
                "see that its sensor has its supply and its pull-up",
                contacts=contacts,
                lines=lines,
            )
        case WiringMistake.SHORTED if len(found.lines) > 1:
            return tr(
                "{contacts}: shorted, {lines} move together; look for wires or drops of solder "
                "that touch, and move one lever at a time",
                contacts=contacts,
                lines=lines,
            )
        case WiringMistake.SHORTED:
            return tr(
                "{contacts}: shorted, they all move {lines}; give each a pin of its own, and move "
                "one lever at a time",
                contacts=contacts,
                lines=lines,
            )
        case WiringMistake.SWAPPED if pins_are_written:
            return tr(
                "{contacts}: swapped, the first is on {line}; box.toml names the pins as they are "
                "wired, so nothing has to be mended",
                contacts=contacts,
                line=_lines(found.lines[:1], printed),
            )
        case WiringMistake.SWAPPED:
            return tr(
                "{contacts}: swapped, the first is on {line}; exchange their wires",
                contacts=contacts,
                line=_lines(found.lines[:1], printed),
            )
        case WiringMistake.INVERTED if isinstance(found.contacts[0], int):
            return tr(
                "{contacts}: inverted, the other way round than most; box.toml says so, so nothing "
                "has to be mended",
                contacts=contacts,
            )
        case WiringMistake.INVERTED:
            return tr(
                "{contacts}: inverted, the other way round than the other buttons; wire it as they "
                "are",
                contacts=contacts,
            )
        case WiringMistake.UNSTEADY:
            return tr(
                "{contacts}: unsteady, not one line moved to and fro ({lines}); move it alone, "
                "and look at its wires if that stays so",
                contacts=contacts,
                lines=lines,
            )


def _lines(lines: Iterable[Line], printed: Printed) -> str:
    return all_of(line_in_words(line, printed) for line in lines)
