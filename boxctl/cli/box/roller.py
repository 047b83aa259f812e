"""``boxctl roller``: throw dice on a roller and report how good dice and link are."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack
from queue import Empty, Queue
from typing import Any

from boxctl.cli.box.board_sentences import (
    board_as_data,
    health_in_words,
    not_answered,
    start_in_words,
)
from boxctl.cli.box.fairness import p_value
from boxctl.cli.options import Options, path_of_file
from boxctl.rules.ruleset import dice_in_words
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.link.events import (
    UNLIMITED,
    BoardDefective,
    BoardState,
    CommandAnswered,
    GapFound,
    RollerDown,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.port.find_port import AUTO, find_port
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Health, Result
from firmware_bridge.protocol.messages import Hello, State
from groundwork.clock import monotonic_us
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.language import decimal, decimal_point, tr, tr_as, tr_n
from groundwork.printing import print_lines, print_notes

EMULATED = "emulated"
ANSWERS_WITHIN_S = 30.0
"""The longest wait for the roller, in seconds. After power-on it tests its noise for about 20."""


def run(arguments: list[str]) -> int:
    """Throw and print the results. Exit status 1 if a throw did not come."""
    accepted = options()
    given = accepted.parse_args(arguments)
    if given.throws < 0:
        accepted.error(tr("--throws is a number from 0"))
    if given.config is not None:
        from boxctl.cli.box.rolled_dice import try_dice_of

        return try_dice_of(given.config, given.throws, as_json=given.json)
    with ExitStack() as opening:
        trial = _Trial(serial_port(given.port, given.baud, opening), given.baud)
        opening.enter_context(trial.board)
        trial.throw(given.throws, quiet=given.json)
        told = trial.told()
    print_lines(*([json.dumps(told)] if given.json else sentences(told)))
    return 0 if told["came"] == given.throws else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("roller")
    options.add_argument(
        "--port",
        default=AUTO,
        help=tr(
            "its serial port (default: auto, ask on every port); or emulated: the real "
            "firmware, on this machine"
        ),
    )
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        help=tr("the box.toml whose Bluetooth dice are tried, instead of a roller on a port"),
    )
    options.add_argument("--baud", type=int, default=115200, help=tr("its speed (default: 115200)"))
    options.add_argument(
        "--throws", metavar="N", type=int, default=10, help=tr("how many test throws (default: 10)")
    )
    options.add_json()
    return options


def serial_port(wanted: str, baud: int, opening: ExitStack) -> str:
    """Return the port to open: ``emulated``, ``auto`` or one by its path. Raises Fault BX510."""
    if wanted == EMULATED:
        return opening.enter_context(EmulatedBoard()).port
    if wanted == AUTO:
        return find_port(
            lambda hello: hello.dice > 0, tr_as("looked for at a port", "roller"), baud=baud
        )
    return wanted


class _Trial:
    """One roller on trial: what it was asked for, and what came."""

    def __init__(self, port: str, baud: int) -> None:
        self._port = port
        self._events: Queue[RollerEvent] = Queue()
        # It is asked for each throw, as fast as it can.
        self.board = SerialBoard(
            port, baud, clock=monotonic_us, hand_over=self._events.put, rates=UNLIMITED
        )
        self._hello: Hello | None = None
        self._state: State | None = None
        self._throws: list[DiceRolled] = []
        self._round_trips: list[int] = []
        self._troubles: list[str] = []

    def throw(self, count: int, *, quiet: bool) -> None:
        """Wait until its noise has passed the tests, then ask for ``count`` throws, one by one."""
        self._wait_until_fit(quiet=quiet)
        for _ in range(count):
            asked = monotonic_us()
            self.board.roll()
            if not self._throw_comes(quiet=quiet):
                return
            self._round_trips.append(monotonic_us() - asked)

    def told(self) -> dict[str, Any]:
        """Return the results as one JSON document."""
        hello, state, counts = self._hello, self._state, self.board.counts
        assert hello is not None
        assert state is not None
        faces = Counter(value for throw in self._throws for value in throw.values if value)
        seen = [faces[face] for face in range(1, hello.sides + 1)]
        trips = sorted(self._round_trips)
        return {
            "port": self._port,
            **board_as_data(hello),
            "health": Health(state.health).name.lower(),
            "failures": state.failures,
            "came": len(self._throws),
            "throws": [list(throw.values) for throw in self._throws],
            "faces": seen,
            "p": p_value(seen, [1 / hello.sides] * hello.sides) if sum(seen) else None,
            "round_trip_ms": trips[len(trips) // 2] / 1000 if trips else None,
            "frames": counts.frames,
            "dropped_here": counts.dropped,
            "dropped_there": state.dropped,
            "repeated": state.repeated,
            "troubles": self._troubles,
        }

    def _wait_until_fit(self, *, quiet: bool) -> None:
        end = self._answers_until()
        said = False
        while True:
            try:
                event = self._next_event(end)
            except Empty:
                raise self._silent() from None
            self._note(event)
            if isinstance(event, BoardState):
                if event.state.health == Health.GOOD:
                    return
                if event.state.health == Health.NO_DICE:
                    raise Fault(
                        "BX513", tr("the board on {port} has no dice of its own", port=self._port)
                    )
                if not said and not quiet:
                    said = True
                    print_notes(tr("boxctl: its noise is being tested …"))

    def _answers_until(self) -> int:
        return monotonic_us() + round(ANSWERS_WITHIN_S * 1_000_000)

    def _next_event(self, until: int) -> RollerEvent:
        """Wait for an event. Raises :class:`queue.Empty` if none has come by ``until``."""
        return self._events.get(timeout=max(0, until - monotonic_us()) / 1_000_000)

    def _silent(self) -> Fault:
        if self._hello is None:
            return not_answered(self._port, ANSWERS_WITHIN_S)
        health = health_in_words(Health(self._state.health).name.lower() if self._state else "")
        return Fault(
            "BX513",
            tr(
                "the roller on {port} gives no throw (its noise: {health}); switch it off and"
                " on, and if that does not help take another board",
                port=self._port,
                health=health,
            ),
        )

    def _throw_comes(self, *, quiet: bool) -> bool:
        end = self._answers_until()
        came = len(self._throws)
        while len(self._throws) == came:
            try:
                event = self._next_event(end)
            except Empty:
                self._troubles.append(tr("no throw came"))
                return False
            self._note(event)
            if isinstance(event, CommandAnswered) and event.outcome.result not in (
                Result.DONE,
                None,
            ):
                why = Result(event.outcome.result).name.lower()
                self._troubles.append(tr("refused: {why}", why=why))
                return False
            if isinstance(event, DiceRolled) and not quiet:
                shown = " ".join("-" if value is None else str(value) for value in event.values)
                late = tr("  (late)") if event.late else ""
                print_lines(f"{event.serial:>6}  {shown}{late}")
        return True

    def _note(self, event: RollerEvent) -> None:
        match event:
            case RollerUp(hello=hello):
                self._hello = hello
            case BoardState(state=state):
                self._state = state
            case DiceRolled():
                self._throws.append(event)
            case RollerDown(why=why):
                self._troubles.append(why)
            case RollerRefused(fault=fault):
                raise fault
            case BoardDefective(fault=fault):
                self._troubles.append(str(fault))
            case GapFound(gap=gap) if gap.is_of_throws:
                self._troubles.append(tr("{throws} never came", throws=gap))
            case _:
                pass


def sentences(told: dict[str, Any]) -> list[str]:
    """Return the lines that tell people what the JSON document tells programs."""
    lines = [
        tr(
            "{name}, firmware {version}, {dice} on {port}",
            name=told["name"],
            version=told["firmware"],
            dice=dice_in_words(told["dice"], told["sides"]),
            port=told["port"],
        ),
        tr(
            "{start}, noise {health}, {failures} failed tests since",
            start=start_in_words(told["boot"], told["started"], told["task"]),
            health=health_in_words(told["health"]),
            failures=told["failures"],
        ),
        tr_n(
            "one throw, faces {faces}",
            "{count} throws, faces {faces}",
            told["came"],
            count=told["came"],
            faces=told["faces"],
        ),
    ]
    if told["p"] is not None:
        share = f"{told['p']:.1%}".replace(".", decimal_point())
        lines.append(tr("fair dice stray so far or farther in {share} of all trials", share=share))
    if told["round_trip_ms"] is not None:
        took = decimal(told["round_trip_ms"], 1)
        lines.append(tr("from the command to the throw: {number} ms", number=took))
    lines.append(
        tr(
            "link: {frames} frames, {here} lines damaged on the way here, {there} on the way "
            "there, {repeated} said again",
            frames=told["frames"],
            here=told["dropped_here"],
            there=told["dropped_there"],
            repeated=told["repeated"],
        )
    )
    return [*lines, *(tr("trouble: {what}", what=trouble) for trouble in told["troubles"])]
