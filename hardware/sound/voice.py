"""Speech by a program, run from a thread of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

from groundwork.language import tr
from groundwork.plain_signs import plain_signs
from groundwork.waker import Waker
from hardware.config.tables.voice import PiperTable, VoiceTable
from hardware.devices import Clock, EventSink, Manner
from hardware.sound.queue import AnnouncementQueue, QueuedAnnouncement
from hardware.sound.speech_program import GRACE_S, speak
from hardware.sound.voice_command import command_of
from hardware.worker.worker import RETRY_S, Do, Worker

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
