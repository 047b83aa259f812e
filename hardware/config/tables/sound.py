"""The tables ``[buzzer]`` and ``[voice]``: the settings of their drivers."""

from __future__ import annotations

from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import one_of, pin, text, whole_number
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


_A_PROGRAM = text(message("the name or path of a program"))
_SPEED = Setting(
    "speed", whole_number(80, 450), message("how fast, in words a minute"), default=160
)
_VOLUME = Setting("volume", whole_number(0, 200), message("how loud"), default=100)


@frozen_dataclass
class EspeakTable:
    """Speech by espeak-ng; a ``voice`` of None is the usual one of the language in use."""

    voice: str | None
    speed: int
    pitch: int
    volume: int
    program: str


@frozen_dataclass
class PiperTable:
    """Speech by piper in the voice of ``model``, a file; ``player`` plays the sound."""

    model: str
    speed: int
    volume: int
    program: str
    player: str


VoiceTable = EspeakTable | PiperTable

ESPEAK_NG = Driver(
    "espeak-ng",
    message("espeak-ng, which speaks on the loudspeaker of the system"),
    (
        Setting("voice", text(message("the name of a voice, as `espeak-ng --voices` lists them")),
                message("who speaks"), default=None, default_says=message("one of the language")),
        _SPEED,
        Setting("pitch", whole_number(0, 99), message("how high"), default=50),
        _VOLUME,
        Setting("program", _A_PROGRAM, message("the program that is run"), default="espeak-ng"),
    ),
    EspeakTable,
)  # fmt: skip

PIPER = Driver(
    "piper",
    message("piper, which sounds more like a person, and takes a second or more to begin"),
    (
        Setting("model", text(message("the path of a file that ends in .onnx")),
                message("the voice, beside which its .onnx.json lies; it speaks one language")),
        _SPEED,
        _VOLUME,
        Setting("program", _A_PROGRAM, message("the program that is run"), default="piper"),
        Setting("player", _A_PROGRAM,
                message("the program that plays the sound; it takes the options of "
                "aplay"), default="aplay"),
    ),
    PiperTable,
)  # fmt: skip

VOICES = (ESPEAK_NG, PIPER)
