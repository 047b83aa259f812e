"""Learn which line each lever is on: people push every lever while the lines are watched.

The lines are those of chips, or of a USB board.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from boxctl.setup.answer_sources import AnswerSource, Say
from boxctl.setup.learner import (
    LearnedWiring,
    Line,
    MistakeFound,
    MovementRequest,
    MovementTrial,
    WiringLearner,
    WiringMistake,
    most_of,
)
from boxctl.setup.line_watch import (
    BUTTONS_OF_BOARD,
    BoardWatch,
    GpioWatch,
    LineWatch,
    OpenBoard,
    PinsToWatch,
    contacts_of_board,
    open_serial,
    printed_on_board,
)
from boxctl.setup.setup_state import SetupState, kept_pins, pins_of, used_pins
from boxctl.setup.wiring_sentences import (
    CODES,
    contact_in_words,
    learned_in_words,
    line_in_words,
    mistake_in_words,
    request_in_words,
)
from firmware_bridge.port.find_port import AUTO, find_port
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.pins import AUTO as HEADER
from hardware.config.pins import LAST_PIN
from hardware.devices import Contact
from hardware.gpio.lines import LazyChips
from hardware.gpio.open_chip import OpenChips
from hardware.usb import not_for_this_box

PATIENCE = 15_000_000
"""The time to push a lever where nobody is at the terminal to confirm it, in microseconds."""

TELL_PATIENCE = 4_000_000
"""The time without a movement after which people are told to press Enter, in microseconds."""

READY = "ready"
"""The key of the question whether all tiles are up, which Enter answers."""

OpenWatch = Callable[[SetupState], LineWatch]
"""Opens the lines on which levers and buttons may be. Raises Fault."""


def contacts_of(state: SetupState) -> list[Contact]:
    """Return the levers and buttons that the box has."""
    return [*range(1, state["tiles"] + 1), *(state["buttons"] or ())]


def plan_of(state: SetupState) -> dict[Contact, Line]:
    """Return the line that each contact should be on, as far as that is known."""
    if state.on_board:
        tiles: Mapping[Contact, Line] = {tile: tile for tile in range(1, state["tiles"] + 1)}
        return {**tiles, **{name: BUTTONS_OF_BOARD[name] for name in state["buttons"] or ()}}
    pins = pins_of(state.old_value("tiles", "pins") or ())
    plan: dict[Contact, Line] = dict(zip(range(1, state["tiles"] + 1), pins, strict=False))
    for name in state["buttons"] or ():
        plan.update((name, pin) for pin in pins_of([state.old_value("buttons", name)]))
    return plan


def pins_to_watch(state: SetupState) -> Iterator[PinsToWatch]:
    """Yield the lines that levers may be on: not those that the Pi needs, nor those of lamps."""
    taken = used_pins(state)
    kept = kept_pins(state)
    of_header = {pin.line for pin in taken if pin.chip is None} | kept
    yield PinsToWatch(None, [line for line in range(LAST_PIN + 1) if line not in of_header])
    for chip in state.survey.expanders:
        name = state.survey.name_of(chip)
        of_chip = {pin.line for pin in taken if pin.chip == name}
        yield PinsToWatch(name, [line for line in range(chip.lines) if line not in of_chip])


def learn_wiring(
    state: SetupState, watch: LineWatch, source: AnswerSource, say: Say, patience: int = PATIENCE
) -> LearnedWiring:
    """Ask for every movement, report mistakes on the spot, and return what was learned.

    Where nobody can press Enter, a lever that has not moved for ``patience`` microseconds counts as
    dead, and lines that cannot be read for as long raise :class:`Fault`.
    """
    for why in watch.left_out:
        say(why)
    if source.is_watched:
        source.answer(READY, tr("Put all tiles up, press Enter, and touch nothing for a second. "))
    else:
        say(tr("Put all tiles up, and touch nothing for a second."))
    return _Lesson(state, source, say, patience).give(watch)


def first_look(
    trials: Sequence[MovementTrial],
    plan: Mapping[Contact, Line],
    floating: Container[Line],
    *,
    high_at_rest: bool,
) -> MistakeFound | None:
    """Return the mistake that the last of these trials shows, to be said on the spot; None if none.

    ``plan`` and ``high_at_rest`` are as for :class:`WiringLearner`.
    """
    trial = trials[-1]
    contact, lines = trial.request.contact, tuple(trial.changed)
    wanted = plan.get(contact)
    if not lines:
        # A line that is shorted to another moves only once nothing else holds it.
        together = (tuple(each.changed) for each in trials if len(each.changed) > 1)
        if (short := next((each for each in together if wanted in each), None)) is not None:
            return MistakeFound(WiringMistake.SHORTED, (contact,), short)
        kind = WiringMistake.FLOATING if wanted in floating else WiringMistake.DEAD
        return MistakeFound(kind, (contact,), () if wanted is None else (wanted,))
    if len(lines) > 1:
        return MistakeFound(WiringMistake.SHORTED, (contact,), lines)
    meant_for = [other for other, line in plan.items() if line == lines[0]]
    if meant_for and contact not in meant_for:
        return MistakeFound(WiringMistake.SWAPPED, (contact, *meant_for), lines)
    alike = [each for each in trials if each.is_of_tile == trial.is_of_tile]
    so_far = [level for each in alike if (level := each.high_at_rest) is not None]
    if trial.high_at_rest != most_of(so_far, high_at_rest):
        return MistakeFound(WiringMistake.INVERTED, (contact,), lines)
    return None


class _Lesson:
    """One time through all levers."""

    def __init__(self, state: SetupState, source: AnswerSource, say: Say, patience: int) -> None:
        self._plan = plan_of(state)
        self._high_at_rest = state["connects_to"] != "3v3"
        self._learner = WiringLearner(
            contacts_of(state), self._plan, high_at_rest=self._high_at_rest
        )
        self._source = source
        self._say = say
        self._patience = patience
        self._pins_are_written = not state.on_board
        self._printed = printed_on_board(state.board if state.on_board else None)
        self._asked: MovementRequest | None = None
        self._asked_at = 0
        self._told_of_enter = False
        self._lost_at: int | None = None
        self._trials = 0
        self._told: set[MistakeFound] = set()
        self._floating: frozenset[Line] = frozenset()

    def give(self, watch: LineWatch) -> LearnedWiring:
        """Go through all of them; return what was learned."""
        while not self._learner.is_over:
            sample = watch.sample()
            if self._is_lost(watch.lost, sample.at):
                continue
            self._learner.take(sample)
            self._tell_what_moved()
            self._ask(sample.at)
            if self._learner.request is not None and self._is_given_up(sample.at):
                self._learner.pass_over()
        return self._learner.findings()

    def _is_lost(self, why: Fault | None, now: int) -> bool:
        """Return whether lines cannot be read, which is told: then no lever counts as dead."""
        if why is None:
            if self._lost_at is not None:
                self._say("  " + tr("All lines can be read again."))
                self._lost_at, self._asked_at = None, now
            return False
        if self._lost_at is None:
            self._say(f"  {why}")
            self._lost_at = now
        self._source.is_nudged()  # Enter means nothing meanwhile.
        if not self._source.is_watched and now - self._lost_at > self._patience:
            raise why
        return True

    def _tell_what_moved(self) -> None:
        for line in sorted(self._learner.floating - self._floating, key=str):
            self._say(
                "  " + tr("{line} changes by itself", line=line_in_words(line, self._printed))
            )
        self._floating = self._learner.floating
        trials = self._learner.trials
        for end in range(self._trials + 1, len(trials) + 1):
            wrong = first_look(
                trials[:end], self._plan, self._floating, high_at_rest=self._high_at_rest
            )
            if wrong is not None:
                self._say("  " + self._in_words(wrong))
                self._told.add(wrong)
            else:
                moved = next(iter(trials[end - 1].changed))
                self._say("  " + line_in_words(moved, self._printed))
        self._trials = len(trials)

    def _in_words(self, wrong: MistakeFound) -> str:
        if wrong in self._told:
            return CODES[wrong.mistake]
        return mistake_in_words(wrong, self._printed, pins_are_written=self._pins_are_written)

    def _ask(self, now: int) -> None:
        request = self._learner.request
        if request is None:
            return
        if request != self._asked:
            self._say(request_in_words(request))
            self._asked, self._asked_at, self._told_of_enter = request, now, False
        elif now - self._asked_at > TELL_PATIENCE and not self._told_of_enter:
            self._told_of_enter = True
            if self._source.is_watched:
                self._say("  " + tr("If nothing happens although you moved it, press Enter."))

    def _is_given_up(self, now: int) -> bool:
        if self._source.is_watched:
            return self._source.is_nudged()
        return now - self._asked_at > self._patience


def to_mend(state: SetupState, wiring: LearnedWiring) -> list[Contact]:
    """Return the contacts whose wiring has to be mended, as box.toml cannot describe it."""
    mend = {contact for contact in contacts_of(state) if contact not in wiring.contacts}
    for found in wiring.mistakes:
        swapped = found.mistake is WiringMistake.SWAPPED and state.on_board
        # All buttons are one way round in box.toml, and those of a board as its firmware has them.
        inverted = found.mistake is WiringMistake.INVERTED and isinstance(found.contacts[0], str)
        if swapped or inverted:
            mend |= {*found.contacts}
    return [contact for contact in contacts_of(state) if contact in mend]


def wiring_in_words(
    state: SetupState, wiring: LearnedWiring, mend: Iterable[Contact]
) -> Iterator[str]:
    """Yield a line for each contact that can be relied on, then one for each mistake."""
    unsure = {*mend}
    printed = printed_on_board(state.board if state.on_board else None)
    for contact, found in wiring.contacts.items():
        if contact not in unsure:
            yield learned_in_words(contact, found, printed)
    for mistake in wiring.mistakes:
        yield mistake_in_words(mistake, printed, pins_are_written=not state.on_board)
    if unsure:
        names = map(contact_in_words, (each for each in contacts_of(state) if each in unsure))
        yield tr("Still to be mended: {contacts}", contacts=", ".join(names))


def open_watch(
    state: SetupState,
    chips: OpenChips | None = None,
    *,
    open_board: OpenBoard = open_serial,
    clock: Callable[[], int] = monotonic_us,
    pause: Callable[[float], None] = time.sleep,
) -> LineWatch:
    """Open the pins, or the board, that the answers name. Raises :class:`Fault`.

    ``chips`` and ``open_board`` replace this machine's; ``clock`` dates the samples, and ``pause``
    waits for some seconds between two.
    """
    if state.on_board:
        tiles = state["tiles"]
        port = state["port"]
        if port == AUTO:
            port = find_port(
                lambda hello: hello.tiles >= tiles, tr("box of {tiles} tiles", tiles=tiles)
            )
        hello = state.survey.boards.get(port)
        if hello is not None and hello.tiles < tiles:
            raise not_for_this_box(hello, port, [tr("{tiles} tiles", tiles=tiles)])
        return BoardWatch(
            port,
            contacts_of_board(hello, tiles),
            open_board=open_board,
            clock=clock,
            pause=pause,
        )
    with ExitStack() as opening:
        chip = state.old_value("gpio", "chip")
        watch = GpioWatch(
            LazyChips(opening) if chips is None else chips(opening),
            pins_to_watch(state),
            header=HEADER if chip is None else chip,
            pull_up=state["connects_to"] != "3v3",
            clock=clock,
            pause=pause,
        )
        watch.closes(opening.pop_all())
    return watch
