"""What is taken of the samples that come, and what is said of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from queue import Queue

import pytest

from boxctl.cli.box.record_noise import (
    NoiseRecorder,
    NoiseRecording,
    recording_as_data,
    recording_in_words,
)
from firmware_bridge.link.events import NoiseHeard, RollerEvent, RollerUp
from firmware_bridge.protocol.constants import Ability, Cause, Task
from firmware_bridge.protocol.messages import Hello


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
    recording = NoiseRecording("the cable", Path("noise.bin"))
    NoiseRecorder(board, queue, recording, wanted, written).run(quiet=True)  # type: ignore[arg-type]
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
        (b"ab", "too few for an estimate: it takes 5000, and the standard 1000000"),
        (
            bytes(5000),
            "min-entropy 0.00 bits a sample (SP 800-90B, 6.3): not more than the 1 bit that the "
            "firmware assumes",
        ),
    ],
)
def test_what_is_said_of_them(samples: bytes, says: str) -> None:
    recording = NoiseRecording("the cable", Path("noise.bin"), "tower", 3, bytearray(samples))
    lines = recording_in_words(recording_as_data(recording))
    assert lines[0] == (
        f"{len(samples)} samples of tower on the cable are in noise.bin; 3 were lost on the way"
    )
    assert lines[1] == says
