"""The driver ``espeak-ng`` of the table ``[voice]``: its settings."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import text, whole_number


@frozen_dataclass
class VoiceTable:
    """The table ``[voice]``; a ``voice`` of None is the usual one of the language in use."""

    voice: str | None
    speed: int
    pitch: int
    volume: int
    program: str


ESPEAK_NG = Driver(
    "espeak-ng",
    "espeak-ng, which speaks on the loudspeaker of the system",
    (
        Setting("voice", text(message("the name of a voice, as `espeak-ng --voices` lists them")),
                "who speaks", default=None, default_says="one of the language"),
        Setting("speed", whole_number(80, 450), "how fast, in words a minute", default=160),
        Setting("pitch", whole_number(0, 99), "how high", default=50),
        Setting("volume", whole_number(0, 200), "how loud", default=100),
        Setting("program", text(message("the name or path of a program")),
                "the program that is run",
                default="espeak-ng"),
    ),
    VoiceTable,
)  # fmt: skip
