"""``boxctl roller --config FILE``: people roll Bluetooth dice, and each is tested."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import Any

from boxctl.cli.box.fairness import p_value
from boxctl.rules.ruleset import dice_in_words
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import clauses, decimal_point, tr, tr_n
from groundwork.printing import print_lines, print_notes
from hardware.buses import Buses
from hardware.config.read import read_box
from hardware.config.tables.bluetooth_dice import BluetoothDiceTable, colour_in_words
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled
from hardware.dice.open import DiceMachine

SIDES = 6


def try_dice_of(path: Path, throws: int, *, as_json: bool) -> int:
    """Wait for so many throws of all dice; 1 if the dice were interrupted before.

    Ctrl-C ends it with what came so far. Raises :class:`Fault` BX513 if this box has no such dice.
    """
    table = read_box(path).roller
    if not isinstance(table, BluetoothDiceTable):
        raise Fault(
            "BX513",
            tr(
                "{file} has no dice that tell by Bluetooth; leave out --config, and the roller on "
                "a port is tried",
                file=path,
            ),
        )
    events: Queue[DeviceEvent] = Queue()
    buses = Buses()
    buses.check(table)
    came: list[tuple[int | None, ...]] = []
    troubles: list[str] = []
    dice = table.opener(table, DiceMachine(buses, monotonic_us, events.put))
    if not as_json:
        print_notes(
            tr_n(
                "Roll all dice once; Ctrl-C ends it before.",
                "Roll all dice {count} times; Ctrl-C ends it before.",
                throws,
                count=throws,
            )
        )
    try:
        with suppress(KeyboardInterrupt):
            while len(came) < throws:
                match events.get():
                    case DiceRolled(values=values, serial=serial):
                        came.append(values)
                        if not as_json:
                            shown = " ".join("-" if each is None else str(each) for each in values)
                            print_lines(f"{serial:>6}  {shown}", flush=True)
                    case DeviceLost(why=why):
                        troubles.append(why)
                        if not as_json:
                            print_notes(why)
                    case DeviceBack(what=what) if not as_json:
                        print_notes(what)
    finally:
        dice.close()
    told = as_document(table, came, troubles)
    print_lines(*([json.dumps(told)] if as_json else sentences(told)))
    return 0 if len(came) == throws else 1


def as_document(
    table: BluetoothDiceTable, throws: Sequence[tuple[int | None, ...]], troubles: Sequence[str]
) -> dict[str, Any]:
    """Return the results as one JSON document."""
    each = []
    for number, die in enumerate(table.dice):
        shown = Counter(throw[number] for throw in throws if len(throw) == len(table.dice))
        faces = [shown[face] for face in range(1, SIDES + 1)]
        each.append(
            {
                "die": die.colour,
                "faces": faces,
                "unread": shown[None],
                "p": p_value(faces, [1 / SIDES] * SIDES) if sum(faces) else None,
            }
        )
    return {
        "name": table.maker,
        "dice": len(table.dice),
        "sides": SIDES,
        "came": len(throws),
        "throws": [list(throw) for throw in throws],
        "each": each,
        "troubles": list(troubles),
    }


def sentences(told: dict[str, Any]) -> list[str]:
    """Return the lines that tell people what the JSON document tells programs."""
    lines = [f"{told['name']}, {dice_in_words(told['dice'], told['sides'])}"]
    for die in told["each"]:
        says = tr(
            "{die}: faces {faces}, not read {unread}",
            die=colour_in_words(die["die"]),
            faces=die["faces"],
            unread=die["unread"],
        )
        if die["p"] is not None:
            share = f"{die['p']:.1%}".replace(".", decimal_point())
            fair = tr("fair dice stray so far or farther in {share} of all trials", share=share)
            says = clauses([says, fair])
        lines.append(says)
    return [*lines, *(tr("trouble: {what}", what=trouble) for trouble in told["troubles"])]
