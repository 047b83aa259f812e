"""The driver ``gpio`` of the table ``[buzzer]``: its settings."""

from __future__ import annotations

from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import one_of, pin
from hardware.config.pins import Pin

BuzzerKind = Literal["passive", "active"]


@frozen_dataclass
class BuzzerTable:
    """The table ``[buzzer]``."""

    pin: Pin
    kind: BuzzerKind
    active: Literal["high", "low"]


GPIO_BUZZER = Driver(
    "gpio",
    message("a buzzer on a pin, by a transistor"),
    (
        Setting("pin", pin(), message("the pin of the buzzer")),
        Setting("kind", one_of("passive", "active"),
                message("passive: a piezo disc or loudspeaker, which plays tones; active: one that "
                "hums by itself as long as it has current, of which only the rhythm is heard"),
                default="passive"),
        Setting("active", one_of("high", "low"), message("the level that gives it current"),
                default="high"),
    ),
    BuzzerTable,
)  # fmt: skip
