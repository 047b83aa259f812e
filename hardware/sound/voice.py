"""Speech by a program that reads standard input, in a thread of its own, within a time limit.

Whether the program and its voice are installed can be asked without speaking.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from groundwork.cell_width import plain_signs
from groundwork.faults import Fault, os_reason
from groundwork.language import tr, tr_as
from groundwork.system.programs import RunningProgram, start_with_input
from groundwork.waker import Waker
from hardware.config.tables.sound import EspeakTable, PiperTable, VoiceTable
from hardware.devices import Clock, EventSink, Manner
from hardware.sound.queue import AnnouncementQueue, QueuedAnnouncement
from hardware.worker import RETRY_S, Do, Worker

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


GRACE_S = 0.5
"""Seconds from SIGTERM to SIGKILL."""

KILLED_WITHIN_S = 30.0
"""Longest wait in seconds until a killed program is gone: it may be in the middle of a read."""

MOST_BYTES = 4000
"""Most bytes said at once; a pipe holds them even if nobody reads."""

MOST_COMPLAINT = 4096


def speak(
    command: Sequence[str],
    words: str,
    cut_off: Waker,
    limit_s: float,
    *,
    grace_s: float = GRACE_S,
) -> None:
    """Run the command with these words as its standard input, until it ends or is cut off.

    No shell sees the words. The program and its children are killed after ``limit_s`` seconds, or
    when ``cut_off`` is set. Raises :class:`Fault` BX432.
    """
    try:
        process = start_with_input(command)
    except OSError as error:
        raise _failed(
            tr(
                "{command} cannot be started: {strerror}",
                command=command[0],
                strerror=os_reason(error),
            )
        ) from error
    assert process.stdin is not None
    assert process.stderr is not None
    with process.stdin, process.stderr, _watched(process) as ending:
        _give(process.stdin, words)
        is_cut_off, has_ended = cut_off.wait_for(ending, limit_s)
        if is_cut_off or not has_ended:
            _end(process, ending, grace_s)
        if is_cut_off:
            return
        if not has_ended:
            raise _failed(
                tr(
                    "{command} did not come to an end within {seconds} seconds",
                    command=command[0],
                    seconds=f"{limit_s:g}",
                )
            )
        _look_for_complaints(process, process.stderr, command[0])


@contextmanager
def _watched(process: RunningProgram) -> Iterator[int]:
    """Yield a descriptor that is readable once the process has ended."""
    ending = os.pidfd_open(process.pid)
    try:
        yield ending
    finally:
        os.close(ending)


def _give(stdin: IO[bytes], words: str) -> None:
    # So few bytes fit into the pipe even if nobody reads them.
    written = words.encode()[:MOST_BYTES]
    # A program that has already ended reports why by itself.
    with suppress(BrokenPipeError):
        stdin.write(written)
        stdin.close()


def _end(process: RunningProgram, ending: int, grace_s: float) -> None:
    """End it, and kill its children. Raises :class:`Fault` if it does not end even so."""
    # Until it is waited for, its number and its group cannot be reused.
    _signal_group(process, signal.SIGTERM)
    _has_ended(ending, grace_s)
    _signal_group(process, signal.SIGKILL)
    if not _has_ended(ending, KILLED_WITHIN_S):
        raise _failed(tr("the program cannot be ended, even by a kill"))
    process.wait()


def _signal_group(process: RunningProgram, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _has_ended(ending: int, seconds: float) -> bool:
    waited = select.poll()
    waited.register(ending, select.POLLIN)
    return bool(waited.poll(seconds * 1000))


def _look_for_complaints(process: RunningProgram, stderr: IO[bytes], program: str) -> None:
    """Raise a Fault for complaints: without a sound card espeak-ng still exits with status 0."""
    status = process.wait()
    # A child may keep the other end of the pipe open.
    os.set_blocking(stderr.fileno(), False)
    said = (stderr.read(MOST_COMPLAINT) or b"").decode(errors="replace")
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    complaint = next((line for line in lines if line.lower().startswith("error")), "")
    if status == 0 and not complaint:
        return
    why = complaint or (lines[-1] if lines else tr("it ended with status {status}", status=status))
    raise _failed(tr("{program} says: {why}", program=program, why=why))


def _failed(why: str) -> Fault:
    return Fault(
        "BX432",
        tr(
            "nothing can be said, as {why}; try it by hand (echo hello | espeak-ng), and look"
            " with aplay -l whether the Pi has a sound card",
            why=why,
        ),
    )


DEVICE = "voice"

SHORTEST_LIMIT_S = 6.0
"""Time limit of a single word in seconds, with the start of the program."""

PIPER_STARTS_S = 15.0
"""Longest time in seconds in which piper loads its voice, on an old Pi."""

SECONDS_A_WORD = 3.0
"""Longest time for a word, as a multiple of the set speed: pauses and long words."""

MOST_WORDS = 300

HANGS = 600_000_000
"""Microseconds after which the voice hangs: each run has a shorter limit of its own."""


Limit = Callable[[str], float]
"""Gives the time limit for these words, in seconds."""


class ProgramVoice:
    """Speaks through a program; superseded announcements are cut off.

    ``limit``, ``grace_s`` and ``retry_s`` replace the usual times, in seconds.
    """

    def __init__(
        self,
        table: VoiceTable,
        clock: Clock,
        hand_over: EventSink,
        *,
        limit: Limit | None = None,
        grace_s: float = GRACE_S,
        retry_s: float = RETRY_S,
    ) -> None:
        self._command = command_of(table)
        starts = PIPER_STARTS_S if isinstance(table, PiperTable) else 0.0
        self._limit = limit or (lambda words: starts + time_limit(words, table.speed))
        self._grace_s = grace_s
        self._cut_off = Waker()
        self._worker: Worker[QueuedAnnouncement[str]] = Worker(
            DEVICE,
            tr("it speaks"),
            self._open,
            clock,
            hand_over,
            repeats=False,
            waiting=AnnouncementQueue(self._cut_off),
            patience=HANGS,
            retry_s=retry_s,
        )

    def say(self, words: str, manner: Manner) -> None:
        """Say this unless it is superseded before its turn. No words supersede, and are silent."""
        self._worker.give(QueuedAnnouncement(words, manner))

    def check(self, now: int) -> None:
        """Report a program that hangs and cannot be killed. Never waits."""
        self._worker.check(now)

    def close(self) -> None:
        """Cut off the current words and end the thread."""
        if self._worker.close():
            self._cut_off.close()

    def _open(self, _closing: ExitStack) -> Do[QueuedAnnouncement[str]]:
        return self._speak

    def _speak(self, announcement: QueuedAnnouncement[str]) -> None:
        words = speakable(announcement.what)
        if not words:
            return
        speak(self._command, words, self._cut_off, self._limit(words), grace_s=self._grace_s)


def speakable(words: str) -> str:
    """Return the words without characters that the program might take for commands."""
    plain = re.sub(r"[^\w\s.,:;!?'&%+-]", " ", plain_signs(words))
    return " ".join(plain.split()[:MOST_WORDS])


def time_limit(words: str, speed: int) -> float:
    """Return the time limit in seconds for these words at ``speed`` words a minute."""
    return SHORTEST_LIMIT_S + SECONDS_A_WORD * len(words.split()) * 60 / speed
