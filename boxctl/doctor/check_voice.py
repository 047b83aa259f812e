"""The program that speaks."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, bad, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.sound.voice import no_program


def check_voice(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that the program is installed. Says nothing aloud."""
    if box_file is None or box_file.voice is None:
        return
    found = machine.find_program(box_file.voice.program)
    if found is None:
        yield bad("voice", no_program(box_file.voice))
    else:
        yield good("voice", tr("{program} is there", program=found))
