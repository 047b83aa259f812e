"""The driver ``espeak-ng``: speech by a program, run from a thread of its own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack

from groundwork.faults import Fault
from groundwork.language import tr, tr_as
from groundwork.waker import Waker
from hardware.config.tables.voice import VoiceTable
from hardware.devices import Clock, HandOver, Manner
from hardware.sound.queue import AnnouncementQueue, QueuedAnnouncement
from hardware.sound.speech_program import GRACE_S, speak
from hardware.worker.worker import AGAIN_S, Do, Worker

DEVICE = "voice"

SHORTEST_LIMIT_S = 6.0
"""Time limit of a single word in seconds, with the start of the program."""

SECONDS_A_WORD = 3.0
"""Longest time for a word, as a multiple of the set speed: pauses and long words."""

MOST_WORDS = 300

HANGS = 600_000_000
"""Microseconds after which the voice hangs: each run has a shorter limit of its own."""


Limit = Callable[[str], float]
"""Gives the time limit for these words, in seconds."""


class ProgramVoice:
    """Speaks through a program; superseded announcements are cut off.

    ``limit``, ``grace_s`` and ``again_s`` replace the usual times, in seconds.
    """

    def __init__(
        self,
        table: VoiceTable,
        clock: Clock,
        hand_over: HandOver,
        *,
        limit: Limit | None = None,
        grace_s: float = GRACE_S,
        again_s: float = AGAIN_S,
    ) -> None:
        self._command = command_of(table)
        self._limit = limit or (lambda words: time_limit(words, table.speed))
        self._grace_s = grace_s
        self._cut_off = Waker()
        self._worker: Worker[QueuedAnnouncement[str]] = Worker(
            DEVICE,
            "it speaks",
            self._open,
            clock,
            hand_over,
            repeats=False,
            waiting=AnnouncementQueue(self._cut_off),
            patience=HANGS,
            again_s=again_s,
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


def is_installed(table: VoiceTable) -> bool:
    """Return whether the program that speaks is there."""
    return shutil.which(table.program) is not None


def find_program(table: VoiceTable) -> None:
    """Check that the program is installed. Raises :class:`Fault` BX431 if not."""
    if not is_installed(table):
        raise no_program(table)


def no_program(table: VoiceTable) -> Fault:
    """Return the fault of a program that is not installed (BX431)."""
    return Fault(
        "BX431",
        tr(
            "there is no program {program} to speak with; install it (sudo apt install "
            "espeak-ng), or leave [voice] out of box.toml",
            program=table.program,
        ),
    )


def command_of(table: VoiceTable) -> list[str]:
    """Return the command that speaks its standard input."""
    return [
        table.program,
        "--stdin",
        *("-b", "1"),  # UTF-8, whatever the locale of a service is
        *("-v", table.voice or tr_as("a voice of espeak-ng", "en-gb")),
        *("-s", str(table.speed)),
        *("-p", str(table.pitch)),
        *("-a", str(table.volume)),
    ]


def speakable(words: str) -> str:
    """Return the words without characters that the program might take for commands."""
    plain = re.sub(r"[^\w\s.,:;!?'&%+-]", " ", words)
    return " ".join(plain.split()[:MOST_WORDS])


def time_limit(words: str, speed: int) -> float:
    """Return the time limit in seconds for these words at ``speed`` words a minute."""
    return SHORTEST_LIMIT_S + SECONDS_A_WORD * len(words.split()) * 60 / speed
