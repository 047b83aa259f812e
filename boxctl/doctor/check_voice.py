"""The program that speaks."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, bad, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.sound.voice_command import missing


def check_voice(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that the program and its voice are installed. Says nothing aloud."""
    if box_file is None or box_file.voice is None:
        return
    fault = missing(box_file.voice, machine.find_program)
    if fault is not None:
        yield bad("voice", fault)
    else:
        found = machine.find_program(box_file.voice.program)
        yield good("voice", tr("{program} is there", program=found))
