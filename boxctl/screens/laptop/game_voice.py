"""The voice of a game on a laptop, if it was asked for: a program that says what is ruled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from groundwork.faults import Fault
from groundwork.language import tr

if TYPE_CHECKING:
    from boxctl.screens.laptop.virtual_box import OpenVoice
    from hardware.devices import Clock, EventSink, SupervisedVoice

PROGRAM = "espeak-ng"


def voice_at(speed: int | None) -> OpenVoice | None:
    """Return what opens a voice that speaks so many words a minute; None for no voice.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
    if speed is None:
        return None
    return program_voice(speed)


def program_voice(speed: int) -> OpenVoice:
    """Return what opens a voice that speaks so many words a minute, in the language in use.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
    # These bring much of the hardware along: a silent game does not wait for them.
    from hardware.config.tables.sound import EspeakTable
    from hardware.sound.voice import ProgramVoice, missing

    table = EspeakTable(voice=None, speed=speed, pitch=50, volume=100, program=PROGRAM)
    if missing(table) is not None:
        raise Fault(
            "BX431",
            tr(
                "there is no program {program} to speak with; install it (sudo apt install "
                "espeak-ng), or leave --speak out",
                program=PROGRAM,
            ),
        )

    @contextmanager
    def open_voice(clock: Clock, hand_over: EventSink) -> Iterator[SupervisedVoice]:
        voice = ProgramVoice(table, clock, hand_over)
        try:
            yield voice
        finally:
            voice.close()

    return open_voice
