"""The orders that people type to the monitor."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.monitor.box_monitor import BoxMonitor, DeviceToTry, LampMode
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr

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
