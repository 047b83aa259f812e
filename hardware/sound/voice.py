"""The driver ``espeak-ng``: speech by a program, worked in a thread of its own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack

from groundwork.faults import Fault
from groundwork.waker import Waker
from hardware.config.tables.voice import VoiceTable
from hardware.devices import Clock, HandOver, Manner
from hardware.sound.queue import Announcement, AnnouncementQueue
from hardware.sound.speech_program import GRACE_S, speak
from hardware.worker.worker import AGAIN_S, Do, Worker

DEVICE = "voice"

SHORTEST_LIMIT_S = 6.0
"""So long, in seconds, even a single word may take, with the start of the program."""

SECONDS_A_WORD = 3.0
"""So much of the speed in the settings a word may take: a pause at each, and long words."""

MOST_WORDS = 300

HANGS = 600_000_000
"""Each run of the program is bounded by itself; beyond that, in microseconds, all hangs."""


Limit = Callable[[str], float]
"""How long, in seconds, the program may take for these words."""


class ProgramVoice:
    """Says things through a program that reads them: what is out of date is cut off.

    ``limit``, ``grace_s`` and ``again_s`` take the place of the usual times.
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
        self._worker: Worker[Announcement[str]] = Worker(
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
        """Say this, unless it is out of date when its turn comes."""
        self._worker.give(Announcement(words, manner))

    def check(self, now: int) -> None:
        """Tell of a program that hangs and cannot even be ended."""
        self._worker.check(now)

    def close(self) -> None:
        """Cut off what is being said, and say nothing more."""
        if self._worker.close():
            self._cut_off.close()

    def _open(self, _closing: ExitStack) -> Do[Announcement[str]]:
        return self._speak

    def _speak(self, announcement: Announcement[str]) -> None:
        words = speakable(announcement.what)
        speak(self._command, words, self._cut_off, self._limit(words), grace_s=self._grace_s)


def find_program(table: VoiceTable) -> None:
    """See that the program is there. Raises :class:`Fault` BX431 if not."""
    if shutil.which(table.program) is None:
        raise Fault(
            "BX431",
            f"there is no program {table.program} to speak with; install it (sudo apt install "
            "espeak-ng), or leave [voice] out of box.toml",
        )


def command_of(table: VoiceTable) -> list[str]:
    """The command that speaks what it reads."""
    return [
        table.program,
        "--stdin",
        *("-b", "1"),  # UTF-8, whatever the locale of a service is
        *("-v", table.voice),
        *("-s", str(table.speed)),
        *("-p", str(table.pitch)),
        *("-a", str(table.volume)),
    ]


def speakable(words: str) -> str:
    """Without what a program might take for commands: only words, and what stands between them."""
    plain = re.sub(r"[^\w\s.,:;!?'&%+-]", " ", words)
    return " ".join(plain.split()[:MOST_WORDS])


def time_limit(words: str, speed: int) -> float:
    """So long, in seconds, the program may take for these words at so many words a minute."""
    return SHORTEST_LIMIT_S + SECONDS_A_WORD * len(words.split()) * 60 / speed
