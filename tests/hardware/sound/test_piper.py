"""Speech by piper: one program makes the sound, another plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundwork.faults import Fault
from groundwork.waker import Waker
from hardware.config.tables.sound import PiperTable
from hardware.sound.voice import command_of, missing, speak

LONG = 60
"""So long, in seconds, something is waited for before the test is given up."""


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def table(tmp_path: Path) -> PiperTable:
    """Programs that note what they are given; the sound is the words."""
    model = tmp_path / "a voice.onnx"
    model.write_bytes(b"")
    Path(f"{model}.json").write_text(json.dumps({"audio": {"sample_rate": 16000}}))
    return PiperTable(
        model=str(model),
        speed=80,
        volume=100,
        program=program(tmp_path / "piper", f'echo "$*" > "{tmp_path}/asked"; cat'),
        player=program(
            tmp_path / "aplay", f'echo "$*" > "{tmp_path}/played"; cat > "{tmp_path}/heard"'
        ),
    )


def says(table: PiperTable, words: str) -> None:
    speak(command_of(table), words, Waker(), LONG)


def test_the_sound_of_the_words_is_played_as_the_voice_makes_it(
    tmp_path: Path, table: PiperTable
) -> None:
    says(table, "You threw 3 and 4.")
    assert (tmp_path / "heard").read_text() == "You threw 3 and 4."
    asked = (tmp_path / "asked").read_text()
    assert asked == f"--model {tmp_path}/a voice.onnx --length_scale 2.00 --output_raw\n"
    assert "-r 16000" in (tmp_path / "played").read_text()


def test_a_volume_is_asked_for_only_where_it_is_not_the_usual_one(
    tmp_path: Path, table: PiperTable
) -> None:
    quiet = PiperTable(table.model, table.speed, 50, table.program, table.player)
    says(quiet, "Hello")
    assert "--volume 0.5" in (tmp_path / "asked").read_text()


def test_words_are_no_commands(tmp_path: Path, table: PiperTable) -> None:
    says(table, "$(touch /tmp/never) `id` ; \"'")
    assert (tmp_path / "heard").read_text() == "$(touch /tmp/never) `id` ; \"'"


@pytest.mark.parametrize(
    ("which", "script", "why"),
    [
        ("program", "cat > /dev/null; echo 'no such voice' >&2; exit 3", "no such voice"),
        ("player", "exit 1", "aplay ended with status 1"),
    ],
)
def test_either_program_that_fails_is_told_of(
    tmp_path: Path, table: PiperTable, which: str, script: str, why: str
) -> None:
    program(Path(getattr(table, which)), script)
    with pytest.raises(Fault, match=why) as fault:
        says(table, "Hello")
    assert fault.value.code == "BX432"


def test_speech_is_cut_off_with_both_programs(tmp_path: Path, table: PiperTable) -> None:
    program(Path(table.program), "sleep 1000")
    cut_off = Waker()
    cut_off.set()
    speak(command_of(table), "Hello", cut_off, LONG, grace_s=0.05)
    assert not (tmp_path / "heard").exists() or (tmp_path / "heard").read_text() == ""


def test_what_is_missing_is_named_with_its_cure(tmp_path: Path, table: PiperTable) -> None:
    assert missing(table) is None
    no_program = missing(table, lambda name: None if name.endswith("aplay") else name)
    assert no_program is not None
    assert "aplay" in str(no_program)
    Path(f"{table.model}.json").write_text("[]")
    no_voice = missing(table)
    assert no_voice is not None
    assert no_voice.code == "BX431"
    assert "a voice.onnx.json is no voice of piper" in str(no_voice)
