"""A voice that is a program: what it is given, and what becomes of it when it misbehaves.

The programs of these tests tell through a named pipe what they read, so that nobody has to wait
for a time.
"""

from __future__ import annotations

import array
import os
import select
import shutil
import wave
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from groundwork.faults import Fault
from groundwork.printing import as_text
from groundwork.waker import Waker
from hardware.config.tables.sound import EspeakTable
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, Manner, Urgency
from hardware.sound import voice
from hardware.sound.voice import (
    DEVICE,
    HANGS,
    KILLED_WITHIN_S,
    Limit,
    ProgramVoice,
    command_of,
    missing,
    speak,
    speakable,
    time_limit,
)
from tests.support.machine.named_pipe import NamedPipe

LONG = 60
"""So long, in seconds, something is waited for before the test is given up."""

ENGLISH = EspeakTable("en-gb", 160, 50, 100, "espeak-ng")


class Processes:
    """Some processes that run."""

    def __init__(self, pids: str, ending: ExitStack) -> None:
        self._files = [os.pidfd_open(int(pid)) for pid in pids.split()]
        for file in self._files:
            ending.callback(os.close, file)

    def end(self) -> bool:
        """Whether all of them end; waits for that."""
        return all(select.select([file], [], [], LONG)[0] for file in self._files)


class Stage:
    """A voice whose program is a script of the test."""

    def __init__(self, directory: Path, ending: ExitStack) -> None:
        self.directory = directory
        self.told: Queue[DeviceEvent] = Queue()
        self._pipe = NamedPipe(directory / "pipe")
        self._ending = ending
        self._moment = 0

    def program(self, script: str) -> EspeakTable:
        path = self.directory / "speaks"
        path.write_text(f"#!/bin/sh\nwords=$(cat)\npipe={self._pipe.in_shell}\n{script}\n")
        path.chmod(0o755)
        return EspeakTable("en-gb", 160, 50, 100, str(path))

    def voice(self, script: str, *, limit: Limit = lambda _words: LONG) -> ProgramVoice:
        table = self.program(script)
        voice = ProgramVoice(
            table, lambda: 7, self.told.put, limit=limit, grace_s=0.05, retry_s=0.001
        )
        self._ending.callback(voice.close)
        return voice

    def says(self, voice: ProgramVoice, words: str) -> None:
        self._moment += 1
        voice.say(words, Manner(Urgency.PASSING, "play", self._moment))

    def hears(self) -> str:
        """What a program has written into the pipe, as soon as one has."""
        return self._pipe.read()

    def hears_processes(self) -> Processes:
        """Processes whose numbers a program tells."""
        return Processes(self.hears(), self._ending)

    def is_told(self) -> DeviceEvent:
        return self.told.get(timeout=LONG)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with ExitStack() as ending:
        yield Stage(tmp_path, ending)


TELLS = 'echo "$words" > "$pipe"'
HANGS_AT_FIRST = f"""
trap '' TERM
if [ "$words" = first ]; then
  sleep 1000 &
  echo $$ $! > "$pipe"
  wait
  sleep 1000
fi
{TELLS}
"""


def test_words_are_given_to_the_program(stage: Stage) -> None:
    voice = stage.voice(TELLS)
    stage.says(voice, "Ann, your turn.")
    assert stage.hears() == "Ann, your turn.\n"
    stage.says(voice, "Six is shut.")
    assert stage.hears() == "Six is shut.\n"
    assert stage.told.empty()


def test_the_settings_are_the_programs_options(stage: Stage) -> None:
    stage.says(stage.voice('echo "$@" > "$pipe"'), "Hello")
    assert stage.hears() == "--stdin -b 1 -v en-gb -s 160 -p 50 -a 100\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ann", "Ann"),
        ("$(touch here) `touch here`; > here", "touch here touch here ; here"),
        ("[[h@'loU]] <break time='9s'/> Ann", "h 'loU break time '9s' Ann"),
        ("Zoë\x00\x1b[2J\nBob", "Zoë 2J Bob"),
        ("-w /etc/passwd", "-w etc passwd"),
    ],
)
def test_a_name_is_never_a_command(stage: Stage, name: str, said: str) -> None:
    stage.says(stage.voice(TELLS), name)
    assert stage.hears() == f"{said}\n"


@given(st.text(st.characters(exclude_categories=[])))
def test_any_words_are_one_line_that_can_be_said(words: str) -> None:
    said = speakable(words)
    assert said == as_text(said)
    said.encode()


def test_a_program_gets_plain_spaces_and_apostrophes() -> None:
    assert speakable("L’as est levé\u00a0: «\u00a0un\u00a0»\u00a0!") == "L'as est levé : un !"


def test_what_is_said_at_once_has_an_end() -> None:
    assert len(speakable("word " * 10_000).split()) == 300


def test_a_program_inherits_no_file_of_ours(stage: Stage) -> None:
    ours = os.open(stage.directory, os.O_RDONLY)
    os.set_inheritable(ours, True)
    try:
        stage.says(stage.voice('echo /proc/$$/fd/* > "$pipe"'), "Hello")
        there = {int(path.rpartition("/")[2]) for path in stage.hears().split()}
    finally:
        os.close(ours)
    assert ours not in there
    assert {0, 1, 2} <= there


def test_newer_words_cut_the_program_off_with_all_that_it_has_started(stage: Stage) -> None:
    voice = stage.voice(HANGS_AT_FIRST)
    stage.says(voice, "first")
    processes = stage.hears_processes()
    stage.says(voice, "second")
    assert stage.hears() == "second\n"
    assert processes.end()
    assert stage.told.empty()


def test_a_program_that_hangs_is_ended_told_of_and_back_with_the_next_words(stage: Stage) -> None:
    hangs = f"trap '' TERM\n[ \"$words\" = first ] && exec sleep 1000\n{TELLS}"
    voice = stage.voice(hangs, limit=lambda words: 0.01 if words == "first" else LONG)
    stage.says(voice, "first")
    lost = stage.is_told()
    assert isinstance(lost, DeviceLost)
    assert lost.device == DEVICE
    assert lost.why.startswith("BX432: nothing can be said, as ")
    assert "did not come to an end within 0.01 seconds" in lost.why
    stage.says(voice, "second")
    assert stage.hears() == "second\n"
    assert stage.is_told() == DeviceBack(7, DEVICE, "it speaks")


def test_a_program_that_is_killed_is_waited_for_on_a_busy_machine(
    stage: Stage, mocker: MockerFixture
) -> None:
    waits = mocker.spy(voice, "_has_ended")
    speaker = stage.voice("trap '' TERM\nexec sleep 1000", limit=lambda _words: 0.01)
    stage.says(speaker, "first")
    assert isinstance(stage.is_told(), DeviceLost)
    assert [call.args[1] for call in waits.call_args_list] == [0.05, KILLED_WITHIN_S]


def test_a_program_that_fails_is_told_of_once_with_what_it_says(stage: Stage) -> None:
    voice = stage.voice(f"{TELLS}\necho no such voice >&2\nexit 3")
    for words in ("one", "two"):
        stage.says(voice, words)
        assert stage.hears() == f"{words}\n"
    lost = stage.is_told()
    assert isinstance(lost, DeviceLost)
    assert "speaks says: no such voice; try it by hand" in lost.why
    assert stage.told.empty()


def test_an_error_counts_even_if_the_program_ends_as_if_all_were_well(stage: Stage) -> None:
    # This is what espeak-ng does without a sound card.
    voice = stage.voice(f'echo "ALSA lib: x" >&2\necho "error: No such file" >&2\n{TELLS}')
    stage.says(voice, "one")
    assert stage.hears() == "one\n"
    lost = stage.is_told()
    assert isinstance(lost, DeviceLost)
    assert "says: error: No such file;" in lost.why


def test_warnings_of_the_sound_system_are_no_failure(stage: Stage) -> None:
    voice = stage.voice(f'echo "ALSA lib: x" >&2\n{TELLS}')
    for words in ("one", "two"):
        stage.says(voice, words)
        assert stage.hears() == f"{words}\n"
    assert stage.told.empty()


def test_a_program_that_has_gone_is_told_of(stage: Stage) -> None:
    voice = stage.voice(TELLS)
    (stage.directory / "speaks").unlink()
    stage.says(voice, "one")
    lost = stage.is_told()
    assert isinstance(lost, DeviceLost)
    assert "cannot be started: No such file or directory" in lost.why


def test_a_program_that_does_not_read_is_no_hindrance(stage: Stage) -> None:
    table = stage.program("")
    Path(table.program).write_text("#!/bin/sh\nexec < /dev/null\nexit 0\n")
    cut_off = Waker()
    speak(command_of(table), "word " * 5000, cut_off, LONG)


def test_closing_cuts_speech_off(stage: Stage) -> None:
    voice = stage.voice(HANGS_AT_FIRST)
    stage.says(voice, "first")
    processes = stage.hears_processes()
    stage.says(voice, "first")
    voice.close()
    assert processes.end()
    assert stage.told.empty()


def test_nothing_is_amiss_while_it_speaks_for_long(stage: Stage) -> None:
    voice = stage.voice(HANGS_AT_FIRST)
    stage.says(voice, "first")
    stage.hears()
    voice.check(7 + HANGS)
    assert stage.told.empty()
    voice.check(7 + HANGS + 1)
    assert isinstance(stage.is_told(), DeviceLost)


def test_a_program_that_is_not_there_is_a_fault_with_a_cure() -> None:
    fault = missing(EspeakTable("en-gb", 160, 50, 100, "no-such-program"))
    assert fault is not None
    assert fault.code == "BX431"
    assert "no program no-such-program" in str(fault)
    assert "apt install espeak-ng" in str(fault)


def test_longer_words_and_slower_speech_may_take_longer() -> None:
    assert time_limit("Hello", 160) < time_limit("Hello " * 50, 160)
    assert time_limit("Hello " * 50, 160) < time_limit("Hello " * 50, 80)


# The real one.


Recorded = Callable[[str, int], Path]


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    cut_off = Waker()

    def record(words: str, speed: int) -> Path:
        table = EspeakTable("en-gb", speed, 50, 100, "espeak-ng")
        file = tmp_path / f"{speed}.wav"
        speak([*command_of(table), "-w", str(file)], words, cut_off, time_limit(words, speed))
        return file

    return record


def test_espeak_ng_says_it_aloud_at_the_speed_of_the_settings(recorded: Recorded) -> None:
    words = "Four and three, seven in all. Shut seven, or six and one, or five and two."
    lengths = {}
    for speed in (100, 160, 300):
        with wave.open(str(recorded(words, speed))) as sound:
            samples = array.array("h", sound.readframes(sound.getnframes()))
            lengths[speed] = sound.getnframes() / sound.getframerate()
        assert max(samples) > 3000
        count = len(words.split())
        assert 0.3 * count * 60 / speed < lengths[speed] < time_limit(words, speed) / 2
    assert lengths[100] > lengths[160] > lengths[300]


def test_espeak_ng_without_such_a_voice_is_told_of() -> None:
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    cut_off = Waker()
    table = EspeakTable("no-such-voice", 160, 50, 100, "espeak-ng")
    with pytest.raises(Fault, match=r"voice does not exist|error"):
        speak(command_of(table), "Hello", cut_off, LONG)
