"""What is taken of the samples that come, and what is said of them."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from queue import Queue

import pytest

from bench.noise.__main__ import main
from bench.noise.record import NoiseRecorder, NoiseRecording, report
from firmware_bridge.link.events import NoiseHeard, RollerEvent, RollerUp
from firmware_bridge.protocol.constants import Ability, Cause, Task
from firmware_bridge.protocol.messages import Hello
from tests.support.firmware.emulated import needs_avr
from tests.support.firmware.pty_roller import PtyRoller

Captured = pytest.CaptureFixture[str]


class Board:
    """Notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def record_noise(self, count: int) -> None:
        self.asked.append(count)


UP = RollerUp(
    0, Hello(1, 2, 1, 3, 1, 256, Cause.POWER, Task.NONE, 2, 6, 0, Ability.SAMPLES, "tower")
)


def recorded(wanted: int, *events: RollerEvent) -> tuple[NoiseRecording, list[int], bytes]:
    board, written = Board(), BytesIO()
    queue: Queue[RollerEvent] = Queue()
    for event in events:
        queue.put(event)
    recording = NoiseRecording("the cable")
    NoiseRecorder(board, queue, recording, wanted, written).run()  # type: ignore[arg-type]
    return recording, board.asked, written.getvalue()


def test_samples_are_written_as_they_come() -> None:
    recording, asked, written = recorded(5, UP, NoiseHeard(1, 0, b"abc"), NoiseHeard(2, 3, b"de"))
    assert (asked, written, recording.lost) == ([5], b"abcde", 0)


def test_those_that_were_lost_are_counted_and_asked_for_again() -> None:
    recording, asked, written = recorded(
        6, UP, NoiseHeard(1, 0, b"ab"), NoiseHeard(2, 4, b"ef"), NoiseHeard(3, 0, b"gh")
    )
    assert (asked, written, recording.lost) == ([6, 2], b"abefgh", 2)


def test_a_board_that_starts_again_is_asked_for_the_rest() -> None:
    _, asked, written = recorded(4, UP, NoiseHeard(1, 0, b"abc"), UP, NoiseHeard(2, 0, b"d"))
    assert (asked, written) == ([4, 1], b"abcd")


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        (b"ab", "too few to estimate: it takes 5000, and the standard 1000000"),
        (
            bytes(5000),
            "min-entropy 0.00 bits a sample (SP 800-90B, 6.3): not more than the 1 bit that the "
            "firmware assumes",
        ),
    ],
)
def test_what_is_said_of_them(samples: bytes, says: str) -> None:
    lines = report(NoiseRecording("the cable", "tower", 3, bytearray(samples)))
    assert lines[0] == f"{len(samples)} samples of tower on the cable; 3 were lost on the way"
    assert says in lines


@needs_avr
def test_the_noise_of_the_emulated_board(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "noise.bin"
    given = [str(file), "--port", "emulated", "--samples", "40"]
    assert main(given) == 0
    assert capsys.readouterr().out.startswith("40 samples of roller on ")
    assert len(file.read_bytes()) == 40
    assert main(given) == 1
    assert "File exists" in capsys.readouterr().err


def test_a_board_that_sends_no_samples_is_told(tmp_path: Path, capsys: Captured) -> None:
    with PtyRoller(2, 6, name="tower", chance=random.Random(1)) as roller:
        assert main([str(tmp_path / "noise.bin"), "--port", roller.port]) == 1
    assert 'the board "tower" on ' in capsys.readouterr().err
