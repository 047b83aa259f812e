"""Record raw samples of a board's noise, and say how much entropy they have."""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import BinaryIO

from bench.noise.estimate import FEWEST, WANTED, estimate
from boxctl.cli.box.board_sentences import not_answered
from firmware_bridge.link.events import (
    CommandAnswered,
    NoiseHeard,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Ability, Order, Result
from groundwork.clock import monotonic_us

CLAIMED_BITS = 1.0
"""The min-entropy of a sample that the firmware's health tests assume, in bits."""

SILENCE_S = 30.0
"""The longest time without a sample, in seconds."""

_PROGRESS = 10_000


@dataclass
class NoiseRecording:
    """A recording of noise: ``lost`` samples were sent and never arrived."""

    port: str
    name: str = ""
    lost: int = 0
    samples: bytearray = field(default_factory=bytearray)


class NoNoise(Exception):
    """No samples come. The text says why, and what to do."""


def record_noise(port: str, baud: int, wanted: int, writes_to: BinaryIO) -> NoiseRecording:
    """Record samples of the board on ``port`` until there are enough, or Ctrl-C ends it.

    They are written as they come, a byte each. Raises :class:`Fault` as any port, BX511 if no board
    answers, and :class:`NoNoise`.
    """
    recording = NoiseRecording(port)
    events: Queue[RollerEvent] = Queue()
    with SerialBoard(port, baud, clock=monotonic_us, hand_over=events.put) as board:
        try:
            NoiseRecorder(board, events, recording, wanted, writes_to).run()
        except KeyboardInterrupt:
            board.record_noise(0)
    return recording


class NoiseRecorder:
    """Asks a board for samples and writes them, also when it starts again or loses some."""

    def __init__(
        self,
        board: SerialBoard,
        events: Queue[RollerEvent],
        recording: NoiseRecording,
        wanted: int,
        writes_to: BinaryIO,
    ) -> None:
        self._board = board
        self._events = events
        self._recording = recording
        self._wanted = wanted
        self._writes_to = writes_to
        self._asked = self._next = 0

    def run(self) -> None:
        """Take samples until there are enough."""
        said = 0
        while len(self._recording.samples) < self._wanted:
            try:
                self._take(self._events.get(timeout=SILENCE_S))
            except Empty:
                raise self._silent() from None
            if len(self._recording.samples) >= said + _PROGRESS:
                said = len(self._recording.samples)
                print(f"{said} samples ...", flush=True)

    def _take(self, event: RollerEvent) -> None:
        match event:
            case RollerUp(hello=hello):
                self._recording.name = hello.name
                if not hello.abilities & Ability.SAMPLES:
                    raise self._not_able()
                self._ask()
            case RollerRefused(fault=fault):
                raise fault
            case CommandAnswered(outcome=outcome) if outcome.order == Order.SAMPLES:
                if outcome.result == Result.NOT_ABLE:
                    raise self._not_able()
            case NoiseHeard(first=first, samples=samples) if first >= self._next:
                self._recording.lost += first - self._next
                self._next = first + len(samples)
                self._recording.samples += samples
                self._writes_to.write(samples)
                self._writes_to.flush()
                if self._next >= self._asked and len(self._recording.samples) < self._wanted:
                    self._ask()
            case _:
                pass

    def _ask(self) -> None:
        """Ask for those that are missing, numbered from 0 again."""
        self._asked = self._wanted - len(self._recording.samples)
        self._next = 0
        self._board.record_noise(self._asked)

    def _not_able(self) -> NoNoise:
        return NoNoise(
            f'the board "{self._recording.name}" on {self._recording.port} sends no raw samples of '
            "its noise: flash the firmware of this boxctl (boxctl firmware flash)"
        )

    def _silent(self) -> Exception:
        if not self._recording.name:
            return not_answered(self._recording.port, SILENCE_S)
        return NoNoise(
            f"no sample of its noise has come from {self._recording.port} for {SILENCE_S:g} "
            "seconds: see that the board is still plugged in"
        )


def report(recording: NoiseRecording) -> list[str]:
    """Return what was recorded and how much entropy it has, line by line."""
    samples = bytes(recording.samples)
    lines = [
        f"{len(samples)} samples of {recording.name} on {recording.port}; "
        f"{recording.lost} were lost on the way"
    ]
    if len(samples) < FEWEST:
        return [*lines, f"too few to estimate: it takes {FEWEST}, and the standard {WANTED}"]
    found = estimate(samples)
    lines += [f"  {name}: {bits:.2f} bits" for name, bits in found.of_samples.items()]
    lines += [f"  {name}, of its bits: {bits:.2f} bits" for name, bits in found.of_bits.items()]
    more = "more" if found.bits > CLAIMED_BITS else "not more"
    lines.append(
        f"min-entropy {found.bits:.2f} bits a sample (SP 800-90B, 6.3): {more} than the "
        f"{CLAIMED_BITS:g} bit that the firmware assumes"
    )
    return lines if len(samples) >= WANTED else [*lines, f"the standard asks for {WANTED} samples"]
