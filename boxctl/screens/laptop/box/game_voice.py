"""The voice of a game on a laptop: a program that says what is ruled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boxctl.screens.laptop.box.virtual_box import OpenVoice
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.tables.sound import EspeakTable
from hardware.devices import Clock, EventSink, SupervisedVoice
from hardware.sound.voice import ProgramVoice, missing

PROGRAM = "espeak-ng"


def program_voice(speed: int) -> OpenVoice:
    """Return what opens a voice that speaks so many words a minute, in the language in use.

    Raises :class:`Fault` BX431 if there is no program to speak with.
    """
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
