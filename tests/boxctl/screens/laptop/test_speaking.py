"""A game on a laptop that speaks: what is said, what cuts it off, and a program that is missing."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from boxctl.screens.laptop.virtual_box import program_voice
from groundwork.faults import Fault
from hardware.devices import DeviceEvent, Manner, Urgency
from tests.support.machine.named_pipe import NamedPipe
from tests.support.screens.ears import GameEars
from tests.support.screens.game_pilot import at_table, in_loop


@in_loop
async def test_the_full_screen_game_says_what_is_ruled() -> None:
    ears = GameEars()
    async with at_table(seed=3, open_voice=ears.open) as table:
        assert ears.words == ["Ann, your turn: throw two dice. All open."]
        await table.press("space")
        assert ears.words[-1].startswith("Four and three, seven in all. Five ways, such as seven.")
        await table.press("7")
        assert ears.words[-1] == "Seven is shut. Open: one to six, eight and nine."


@in_loop
async def test_any_key_cuts_off_what_is_said() -> None:
    ears = GameEars()
    async with at_table(seed=3, open_voice=ears.open) as table:
        await table.press("c")
        assert ears.was_cut_off


@in_loop
async def test_a_box_without_power_is_silent_and_speaks_again() -> None:
    ears = GameEars()
    async with at_table(seed=3, open_voice=ears.open) as table:
        await table.press("b", "p")
        assert ears.open_now == 0
        ears.said.clear()
        await table.press("space", "p")
        assert ears.open_now == 1
        assert ears.words == ["Ann, your turn: throw two dice. All open."]


@in_loop
async def test_after_an_interruption_the_voice_names_the_keys(tmp_path: Path) -> None:
    ears = GameEars()
    async with at_table(seed=3, open_voice=ears.open, journal_file=tmp_path / "j.db") as table:
        await table.press("b", "space", "p", "9", "p")
        assert ears.words[-1].endswith("Put nine back up. ENTER does it; N for a new match.")


def test_without_a_program_to_speak_with_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Fault) as fault:
        program_voice(160)
    assert fault.value.code == "BX431"
    assert "leave --speak out" in str(fault.value)


def test_a_program_speaks_at_the_speed_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = NamedPipe(tmp_path / "pipe")
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@: $(cat)" > {pipe.in_shell}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    events: list[DeviceEvent] = []
    with ExitStack() as opening:
        voice = opening.enter_context(program_voice(300)(lambda: 0, events.append))
        voice.say("Ann, your turn.", Manner(Urgency.PASSING, "play", 1))
        assert pipe.read() == "--stdin -b 1 -v en-gb -s 300 -p 50 -a 100: Ann, your turn.\n"
    assert not events
