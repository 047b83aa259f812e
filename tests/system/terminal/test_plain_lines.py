"""The plain game as a program of its own: in a pipe, on a dumb terminal, and with a voice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.machine.named_pipe import NamedPipe
from tests.support.screens.terminal import on_terminal

PLAYED = """\
Ann, your turn: throw two dice. All open.
Ann, throw two dice: {throw}
4 and 3, 7 in all. 5 ways, such as 7.
Ann, tiles: {shut}
7 is shut. Open: 1 to 6, 8 and 9.
Ann, throw two dice: {quit}
The match is kept: boxctl play --resume goes on with it.
"""
MATCH = ("play", "--plain", "--players", "Ann,Bob", "--seed", "3")


def piped(*options: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boxctl", *MATCH, *options],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_script_gets_the_lines_that_a_person_gets(tmp_path: Path) -> None:
    ended = piped("--journal", str(tmp_path / "a.db"), typed="\n7\nq\n")
    assert ended.returncode == 0
    assert ended.stdout.endswith(PLAYED.format(throw="", shut="7", quit="q"))
    with on_terminal(*MATCH, "--journal", str(tmp_path / "b.db"), TERM="dumb") as terminal:
        for prompt, typed in (
            ("throw two dice: ", ""),
            ("tiles: ", "7"),
            ("9.\r\nAnn, throw two dice: ", "q"),
        ):
            terminal.shows(prompt)
            terminal.type(f"{typed}\n")
        assert terminal.ends() == 0
    shown = terminal.output.replace("\r\n", "\n")
    assert shown.endswith(PLAYED.format(throw="", shut="7", quit="q"))


def test_a_screen_reader_gets_whole_lines_and_nothing_else(tmp_path: Path) -> None:
    """No colour, no move of the cursor, no line drawn twice: not even on a terminal that can."""
    throw, tiles = "throw two dice: ", "tiles: "
    dialogue = {
        "status": throw,
        "history": throw,
        "coach on": throw,
        "": tiles,
        "moves": tiles,
        "7": throw,
        "why": throw,
        "scores": throw,
        "help": throw,
        "bench": throw,
    }
    shown = ""
    with on_terminal(*MATCH, "--against", "best", "--journal", str(tmp_path / "a.db")) as terminal:
        terminal.shows(throw)
        for typed, prompt in dialogue.items():
            shown, terminal.output = shown + terminal.output, ""
            terminal.type(f"{typed}\n")
            terminal.shows(prompt)
        terminal.type("q\n")
        assert terminal.ends() == 0
    shown += terminal.output
    assert "7 is shut." in shown
    assert [line for line in shown.split("\r\n") if not line.isprintable()] == []


def test_after_a_stop_the_prompt_is_printed_once_more(tmp_path: Path) -> None:
    """Ctrl-Z, and `fg`: a shell has written where the prompt was, and a blind player hears it."""
    journal = str(tmp_path / "a.db")
    for arguments, prompt in ((MATCH, "throw two dice: "), (("play", "--plain"), "Shut the Box: ")):
        with on_terminal(*arguments, "--journal", journal) as terminal:
            terminal.shows(prompt)
            terminal.output = ""
            terminal.process.send_signal(signal.SIGSTOP)
            terminal.process.send_signal(signal.SIGCONT)
            terminal.shows(prompt)
            terminal.type("q\n")
            assert terminal.ends() == 0


def test_at_the_end_of_a_script_the_match_is_kept() -> None:
    ended = piped(typed="\n")
    assert ended.stdout.endswith(
        "Ann, tiles: \nThe match is kept: boxctl play --resume goes on with it.\n"
    )


def test_a_script_plays_against_a_robot() -> None:
    ended = piped("--players", "highest-first,Ann", typed="status\nq\n")
    assert "Robot Max throws 4 and 3.\nRobot Max shuts 7." in ended.stdout
    assert "Ann: no score yet.\n" in ended.stdout


def test_a_program_speaks_what_is_ruled(tmp_path: Path) -> None:
    pipe = NamedPipe(tmp_path / "pipe")
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\nwords=$(cat)\necho "$words" > {pipe.in_shell}\n')
    program.chmod(0o755)
    with on_terminal(*MATCH, "--speak", PATH=f"{tmp_path}:{os.environ['PATH']}") as terminal:
        terminal.shows("throw two dice: ")
        assert pipe.read() == "Ann, your turn: throw two dice. All open.\n"
        terminal.type("q\n")
        assert terminal.ends() == 0


def test_without_a_program_to_speak_with_nothing_begins(tmp_path: Path) -> None:
    ended = piped("--speak", PATH=str(tmp_path))
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("BX431: there is no program espeak-ng to speak with")


def test_how_fast_it_may_speak() -> None:
    ended = piped("--speak", "1000")
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert "from 80 to 450 words a minute" in line
