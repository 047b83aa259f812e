"""The commands that speak their standard input, and whether what they need is installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from groundwork.faults import Fault
from groundwork.language import tr, tr_as
from hardware.config.tables.sound import EspeakTable, PiperTable, VoiceTable

USUAL_SPEED = 160
"""Words a minute that a voice of piper speaks by itself, more or less."""

_SPEAK_AND_PLAY = """\
ends=$( {
  { "$1" --model "$2" --length_scale "$3" $5 --output_raw 3>&-; echo $? >&3; } |
  { "$4" -q -t raw -f S16_LE -c 1 -r "$6" - >/dev/null 3>&- || {
    echo "Error: $4 ended with status $?" >&2; echo 1 >&3; }; }
} 3>&1 )
[ "$ends" = 0 ]
"""
"""A shell pipes one program into the other, and fails if either does."""

FindProgram = Callable[[str], str | None]
"""Returns the path of a program, None if it is not installed."""


def command_of(table: VoiceTable) -> list[str]:
    """Return the command that speaks its standard input.

    Raises :class:`Fault` BX431 if the voice of piper cannot be read.
    """
    return _piper(table) if isinstance(table, PiperTable) else _espeak_ng(table)


def missing(table: VoiceTable, find: FindProgram = shutil.which) -> Fault | None:
    """Return the fault of a program or voice that is not there (BX431), None if all is."""
    if find(table.program) is None:
        return _no_program(table, table.program)
    if isinstance(table, PiperTable):
        if find(table.player) is None:
            return _no_program(table, table.player)
        try:
            _sample_rate(table)
        except Fault as fault:
            return fault
    return None


def _espeak_ng(table: EspeakTable) -> list[str]:
    return [
        table.program,
        "--stdin",
        *("-b", "1"),  # UTF-8, whatever the locale of a service is
        *("-v", table.voice or tr_as("a voice of espeak-ng", "en-gb")),
        *("-s", str(table.speed)),
        *("-p", str(table.pitch)),
        *("-a", str(table.volume)),
    ]


def _piper(table: PiperTable) -> list[str]:
    slower = f"{USUAL_SPEED / table.speed:.2f}"
    # Left out where it changes nothing: earlier versions of piper do not know it.
    volume = "" if table.volume == 100 else f"--volume {table.volume / 100:g}"
    arguments = (table.program, table.model, slower, table.player, volume)
    return ["/bin/sh", "-c", _SPEAK_AND_PLAY, "voice", *arguments, str(_sample_rate(table))]


def _sample_rate(table: PiperTable) -> int:
    """Return the samples a second of this voice. Raises :class:`Fault` BX431."""
    described = Path(f"{table.model}.json")
    try:
        rate = json.loads(described.read_text(encoding="utf-8"))["audio"]["sample_rate"]
        if Path(table.model).is_file() and isinstance(rate, int):
            return rate
        described = Path(table.model)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    raise Fault(
        "BX431",
        tr(
            "{file} is no voice of piper; give the .onnx file of a voice as model in [voice], "
            "with its .onnx.json beside it",
            file=described,
        ),
    )


def _no_program(table: VoiceTable, program: str) -> Fault:
    if isinstance(table, EspeakTable):
        sentence = tr(
            "there is no program {program} to speak with; install it (sudo apt install "
            "espeak-ng), or leave [voice] out of box.toml",
            program=program,
        )
    else:
        sentence = tr(
            "there is no program {program} to speak with; install piper (pipx install piper-tts) "
            'and aplay (sudo apt install alsa-utils), or write driver = "espeak-ng" in [voice]',
            program=program,
        )
    return Fault("BX431", sentence)
