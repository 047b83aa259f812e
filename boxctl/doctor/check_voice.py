"""The program that speaks."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, bad, doubtful, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.sound.voice_command import missing

SOUND_CARDS = "/proc/asound/cards"
NO_CARDS = "no soundcards"


def check_voice(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that the program, its voice and a sound card are there. Says nothing aloud."""
    if box_file is None or box_file.voice is None:
        return
    fault = missing(box_file.voice, machine.find_program)
    if fault is not None:
        yield bad("voice", fault)
    else:
        found = machine.find_program(box_file.voice.program)
        yield good("voice", tr("{program} is there", program=found))
    cards = machine.text(SOUND_CARDS)
    if cards is not None and NO_CARDS in cards:
        says = tr(
            "there is no sound card, so nothing will be heard unless the sound goes over the net; "
            "write dtparam=audio=on into config.txt or plug one in, and aplay -l lists it"
        )
        yield doubtful("sound", "BX432", says)
