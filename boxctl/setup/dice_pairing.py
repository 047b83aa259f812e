"""Find Bluetooth dice by having them shaken, and say what to do and what was found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from boxctl.setup.answer_sources import Say
from groundwork.language import tr
from hardware.config.tables.bluetooth_dice import (
    GoDiceTable,
    NamedDie,
    PixelsTable,
    colour_in_words,
)

PairDice = Callable[[str, Sequence[str], Say, float], tuple[NamedDie, ...]]
"""Finds a die of this driver for each of these colours, as :func:`pair_dice` does."""

FEWEST_SECONDS = 60.0
"""A die may have to wake up, so nobody waits for less."""


def pair_dice(
    driver: str, colours: Sequence[str], say: Say, patience_s: float
) -> tuple[NamedDie, ...]:
    """Have a die shaken for each colour; ``patience_s`` is how long one is waited for, in seconds.

    Raises :class:`Fault` BX421 without the library of the radio, BX433 without a radio, BX440 if no
    die is shaken.
    """
    from hardware.buses import libraries_missing
    from hardware.dice.bluetooth.godice import GoDice
    from hardware.dice.bluetooth.pair import DicePairing
    from hardware.dice.bluetooth.pixels import Pixels

    try:
        from hardware.dice.bluetooth.bleak_radio import BleakRadio
    except ImportError as error:
        table = GoDiceTable if driver == "godice" else PixelsTable
        raise libraries_missing(table, str(error)) from error
    protocol = GoDice() if driver == "godice" else Pixels()
    pairing = DicePairing(protocol, BleakRadio(), lambda colour: say(to_shake(colour)), say)
    dice = asyncio.run(pairing.run(colours, max(patience_s, FEWEST_SECONDS)))
    say(tr("All dice are found."))
    return dice


def to_shake(colour: str) -> str:
    """Say which die is to be shaken now."""
    return tr(
        "Shake one more die near the box until it lights up: it is {die} from then on.",
        die=colour_in_words(colour),
    )
