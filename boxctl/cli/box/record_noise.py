"""Record raw samples of a board's noise, and estimate how much entropy they have."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any, BinaryIO

from boxctl.cli.box.board_words import not_answered
from boxctl.presentation.phrases import eye_in_use
from firmware_bridge.entropy.estimate import FEWEST, WANTED, EntropyEstimate, estimate
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
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.printing import print_notes

CLAIMED_BITS = 1.0
"""The min-entropy of a sample that the firmware's health tests assume, in bits."""

SILENCE_S = 30.0
"""The longest time without a sample, in seconds."""

_PROGRESS = 10_000


@dataclass
class NoiseRecording:
    """A recording of noise: ``lost`` samples were sent and never arrived."""

    port: str
    file: Path
    name: str = ""
    lost: int = 0
    samples: bytearray = field(default_factory=bytearray)

    def entropy(self) -> EntropyEstimate | None:
        """Estimate the min-entropy of a sample; None if there are too few."""
        return estimate(bytes(self.samples)) if len(self.samples) >= FEWEST else None


def record_noise(
    port: str, baud: int, wanted: int, file: Path, writes_to: BinaryIO, *, quiet: bool
) -> NoiseRecording:
    """Record samples of the board on ``port`` until there are enough, or Ctrl-C ends it.

    They are written as they come, a byte each. Raises Fault: BX501 to BX506 as any port, BX511 and
    BX518 if no samples come.
    """
    recording = NoiseRecording(port, file)
    events: Queue[RollerEvent] = Queue()
    with SerialBoard(port, baud, clock=monotonic_us, hand_over=events.put) as board:
        try:
            NoiseRecorder(board, events, recording, wanted, writes_to).run(quiet=quiet)
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

    def run(self, *, quiet: bool) -> None:
        """Take samples until there are enough."""
        said = 0
        while len(self._recording.samples) < self._wanted:
            try:
                self._take(self._events.get(timeout=SILENCE_S))
            except Empty:
                raise self._silent() from None
            if not quiet and len(self._recording.samples) >= said + _PROGRESS:
                said = len(self._recording.samples)
                print_notes(tr("boxctl: {count} samples …", count=said))

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

    def _not_able(self) -> Fault:
        return Fault(
            "BX518",
            tr(
                'the board "{name}" on {port} sends no raw samples of its noise; flash the '
                "firmware of this boxctl (boxctl firmware flash)",
                name=self._recording.name,
                port=self._recording.port,
            ),
        )

    def _silent(self) -> Fault:
        if not self._recording.name:
            return not_answered(self._recording.port, SILENCE_S)
        return Fault(
            "BX518",
            tr(
                "no sample of its noise has come from {port} for {seconds} seconds; see "
                "that the board is still plugged in",
                port=self._recording.port,
                seconds=f"{SILENCE_S:g}",
            ),
        )


def recording_as_data(recording: NoiseRecording) -> dict[str, Any]:
    """Return what was recorded and estimated, as one JSON document."""
    found = recording.entropy()
    return {
        "port": recording.port,
        "name": recording.name,
        "file": str(recording.file),
        "samples": len(recording.samples),
        "lost": recording.lost,
        "claimed_bits": CLAIMED_BITS,
        "min_entropy_bits": found.bits if found else None,
        "of_samples": found.of_samples if found else {},
        "of_bits": found.of_bits if found else {},
    }


def recording_in_words(told: dict[str, Any]) -> list[str]:
    """Return the same for people, line by line."""
    style = eye_in_use()
    lines = [
        tr(
            "{count} samples of {name} on {port} are in {file}; {lost} were lost on the way",
            count=told["samples"],
            name=told["name"],
            port=told["port"],
            file=told["file"],
            lost=told["lost"],
        )
    ]
    if told["min_entropy_bits"] is None:
        lines.append(
            tr(
                "too few for an estimate: it takes {fewest}, and the standard {wanted}",
                fewest=FEWEST,
                wanted=WANTED,
            )
        )
        return lines
    bits = f"{told['min_entropy_bits']:.2f}".replace(".", style.point)
    claimed = f"{CLAIMED_BITS:g}".replace(".", style.point)
    if told["min_entropy_bits"] > CLAIMED_BITS:
        compared = tr("more than the {claimed} bit that the firmware assumes", claimed=claimed)
    else:
        compared = tr("not more than the {claimed} bit that the firmware assumes", claimed=claimed)
    lines.append(
        tr(
            "min-entropy {bits} bits a sample (SP 800-90B, 6.3): {compared}",
            bits=bits,
            compared=compared,
        )
    )
    if told["samples"] < WANTED:
        lines.append(tr("the standard asks for {wanted} samples", wanted=WANTED))
    return lines
