"""The whole set-up: ask, learn, ask the rest, and write box.toml."""

from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import field, replace
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from boxctl.setup.answer_kinds import WrongAnswer
from boxctl.setup.answer_sources import AnswerSource, Interview, Say
from boxctl.setup.box_values import box_values
from boxctl.setup.dice_pairing import PairDice, pair_dice
from boxctl.setup.lamp_findings import LearnedLamps, lamp_mistake_in_words
from boxctl.setup.learner import LearnedWiring
from boxctl.setup.learning import (
    PATIENCE,
    OpenWatch,
    learn_wiring,
    to_mend,
    wiring_in_words,
)
from boxctl.setup.line_watch import printed_on_board
from boxctl.setup.output_trial import OpenOutputs, OutputTrial, open_outputs
from boxctl.setup.questions import (
    AFTER_LEARNING,
    AGAIN,
    BEFORE_LEARNING,
    KEEP_OLD,
    LAMP_SEEN,
    LAMPS_AT_REST,
    TRY_AGAIN,
    TRY_OUT,
    has_bluetooth_dice,
)
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey, survey_in_words
from boxctl.setup.wiring_sentences import Printed, contact_in_words, mistake_in_words
from boxctl.table.check_rules import check_all_of_box_file
from firmware_bridge.port.find_port import AUTO, hello_on
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault, cure_for_writing, in_a_sentence
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, message, tr
from groundwork.limits import MOST_TILES
from groundwork.system.files import read_small_file, write_whole
from hardware.config.box_file import BoxFileFault
from hardware.config.read import MOST_BYTES, box_of_text, problems_in, read_box
from hardware.config.tables.bluetooth_dice import COLOURS
from hardware.config.write import Remarks, box_toml
from hardware.devices import Contact

OLD = ".old"
"""The ending of the name under which a replaced box.toml is kept."""


_NEEDED: Mapping[str, tuple[Callable[[Hello], int], str]] = {
    "port": (
        attrgetter("tiles"),
        message('"{name}" on {port} has no levers; give the port of the board that has them.'),
    ),
    "roller_port": (
        attrgetter("dice"),
        message('"{name}" on {port} has no dice; give the port of the roller.'),
    ),
}
"""What the board on each port must have, and what is said without it."""


_TILES_SEEN = {LAMPS_AT_REST.key, *(question.key for question in LAMP_SEEN)}
"""The questions at which tiles there is light."""


@frozen_dataclass
class SetupResult:
    """The result of the set-up.

    ``left_out`` has a sentence for each thing that is not set up. ``wiring`` was learned by pushing
    levers, and ``lamps`` by lighting lamps; None if that was not done. ``printed`` are the pins of
    the board, if it has the levers.
    """

    written: bool
    wiring: LearnedWiring | None = None
    lamps: LearnedLamps | None = None
    not_learned: tuple[Contact, ...] = ()
    left_out: tuple[str, ...] = ()
    printed: Printed = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether a file was written that describes everything as it is."""
        return self.written and not self.left_out


class BoxSetup:
    """Sets up the box whose box.toml is, or will be, ``path``.

    ``patience`` is as for :func:`learn_wiring`; ``ask_board`` returns the hello of the board on a
    port, ``open_outputs`` opens what is tried, ``pause`` waits for some seconds, and ``pair`` finds
    dice by shaking them.
    """

    def __init__(
        self,
        path: Path,
        survey: Survey,
        source: AnswerSource,
        say: Say,
        open_watch: OpenWatch,
        patience: int = PATIENCE,
        ask_board: Callable[[str], Hello] = hello_on,
        open_outputs: OpenOutputs = open_outputs,
        pause: Callable[[float], None] = time.sleep,
        pair: PairDice = pair_dice,
    ) -> None:
        self._path = path
        self._pair = pair
        self._ask_board = ask_board
        self._source = source
        self._say = say
        self._open_watch = open_watch
        self._open_outputs = open_outputs
        self._pause = pause
        self._patience = patience
        self._state = SetupState(survey, is_watched=source.is_watched)
        self._interview = Interview(self._state, source, say, self._compare)
        self._silent: set[str] = set()
        self._not_learned: tuple[Contact, ...] = ()
        self._left_out: list[str] = []

    def run(self) -> SetupResult:
        """Go through everything. Raises :class:`Fault` if an answer or the file is wrong."""
        self._check_folder()
        for line in survey_in_words(self._state.survey):
            self._say(line)
        if not self._may_write():
            self._say(tr("{file} stays as it is.", file=self._path))
            return SetupResult(written=False)
        self._interview.ask_all(BEFORE_LEARNING)
        if self._state["learn"]:
            self._learn()
        self._interview.ask_all((*AFTER_LEARNING, TRY_OUT))
        if self._state["dice_shaken"]:
            self._pair_dice()
        elif has_bluetooth_dice(self._state) and not box_values(self._state)["roller"].get("dice"):
            self._left_out.append(
                tr("the dice are not found yet: what they show is entered by hand")
            )
        if self._state["try_out"]:
            self._try_out()
        self._write()
        return SetupResult(
            True,
            self._state.wiring,
            self._state.lamps,
            self._not_learned,
            tuple(self._left_out),
            printed_on_board(self._state.board if self._state.on_board else None),
        )

    def _check_folder(self) -> None:
        """Raise what :meth:`_write` would raise in the end, before people have pushed a lever."""
        if self._path.is_dir():
            read_box(self._path, check_all_of_box_file)
        try:
            with TemporaryFile(dir=self._path.parent):
                pass
        except OSError as error:
            raise self._not_writable(error) from error

    def _may_write(self) -> bool:
        """Read the old box.toml, if there is one, and ask whether it may be replaced."""
        if not os.path.lexists(self._path):
            return True
        try:
            read_box(self._path, check_all_of_box_file)
            self._state.old = tomllib.loads(self._path.read_text(encoding="utf-8-sig"))
        except BoxFileFault as fault:
            for line in fault.lines:
                self._say(line)
        return bool(self._interview.ask(KEEP_OLD))

    def _compare(self, key: str) -> None:
        """Compare an answer with what is there. Raises :class:`WrongAnswer` if it cannot be."""
        if key in _NEEDED:
            self._meet_board(key)
        elif key == "tiles":
            self._compare_tiles()
        elif key in _TILES_SEEN:
            last = self._state["tiles"]
            seen = {*self._state[key]}
            if seen - {*range(1, last + 1)} and len(seen) < MOST_TILES:
                raise WrongAnswer(tr("The box has tiles 1 to {last}.", last=last))

    def _compare_tiles(self) -> None:
        """Say it if the board has fewer tiles: the box can be planned, but not learned."""
        board = self._state.board
        if self._state.on_board and board is not None and board.tiles < self._state["tiles"]:
            says = tr(
                '"{name}" has {tiles} tiles: before levers are tried, write the firmware for '
                "more of them (boxctl firmware flash --table box).",
                name=board.name,
                tiles=board.tiles,
            )
            self._say(f"BX512: {says}")

    def _meet_board(self, key: str) -> None:
        """Ask the board on a port that was named who it is, as what is proposed rests on that.

        Raises :class:`WrongAnswer` if it is another board than the one that was asked for, or, to
        somebody at the terminal, at the first time that none answers there.
        """
        port, survey = self._state[key], self._state.survey
        if port == AUTO:
            return
        if port not in survey.boards:
            try:
                met = {port: self._ask_board(port)}
            except Fault as fault:
                may_mean_another = self._source.is_watched and self._source.asks_again
                if may_mean_another and port not in self._silent:
                    self._silent.add(port)
                    again = tr("Give the same port again to go on without the board.")
                    raise WrongAnswer(f"{fault}. {again}") from fault
                self._say(str(fault))
                return
            self._state.survey = survey = replace(survey, boards={**survey.boards, **met})
        hello = survey.boards[port]
        needed, without_it = _NEEDED[key]
        if not needed(hello):
            raise WrongAnswer(tr(without_it, name=hello.name, port=port))

    def _learn(self) -> None:
        """Have the levers pushed until all are right, or people stop."""
        while True:
            try:
                with closing(self._open_watch(self._state)) as watch:
                    wiring = learn_wiring(
                        self._state, watch, self._source, self._say, self._patience
                    )
            except Fault as fault:
                self._say(str(fault))
                self._left_out.append(tr("the levers could not be tried ({code})", code=fault.code))
                return
            mend = to_mend(self._state, wiring)
            for line in wiring_in_words(self._state, wiring, mend):
                self._say(line)
            if not mend or not self._interview.ask(AGAIN):
                break
        self._state.wiring = wiring
        self._not_learned = tuple(mend)
        self._left_out += [self._why_not(wiring, contact) for contact in mend]

    def _try_out(self) -> None:
        """Try everything that lights, shows or sounds until it is right, or people stop."""
        box_file = box_of_text(box_toml(box_values(self._state)), self._path, check_all_of_box_file)
        trial = OutputTrial(
            self._state, self._interview, self._say, self._open_outputs, self._pause
        )
        while True:
            result = trial.run(box_file)
            for line in result.wrong:
                self._say(line)
            if not result.wrong or not self._interview.ask(TRY_AGAIN):
                break
        self._state.lamps = result.lamps
        self._left_out += result.wrong

    def _pair_dice(self) -> None:
        """Have each die shaken; without them the box is one whose dice people enter by hand."""
        patience_s = self._patience / 1_000_000
        colours = list(COLOURS)[: self._state["dice_count"]]
        try:
            self._state.dice = self._pair(self._state["roller"], colours, self._say, patience_s)
        except Fault as fault:
            self._say(str(fault))
            self._left_out.append(tr("the dice were not found ({code})", code=fault.code))

    def _why_not(self, wiring: LearnedWiring, contact: Contact) -> str:
        mistake = wiring.mistake_of(contact)
        name = contact_in_words(contact)
        if mistake is None:
            return tr("{contact} is not learned", contact=name)
        printed = printed_on_board(self._state.board if self._state.on_board else None)
        says = mistake_in_words(mistake, printed, pins_are_written=not self._state.on_board)
        return tr("{contact} is not learned ({why})", contact=name, why=says)

    def _write(self) -> None:
        """Write the file whole, and keep the old one beside it: at no moment is there none.

        Raises :class:`BoxFileFault` if it would be wrong, :class:`Fault` BX707 if it cannot be
        written.
        """
        text = box_toml(box_values(self._state), self._heading(), self._remarks())
        if problems := problems_in(text, self._path, check_all_of_box_file):
            raise BoxFileFault(problems)
        try:
            if self._path.exists():
                old = self._path.with_name(f"{self._path.name}{OLD}")
                write_whole(old, read_small_file(self._path, MOST_BYTES))
            write_whole(self._path, text.encode())
        except OSError as error:
            raise self._not_writable(error) from error

    def _not_writable(self, error: OSError) -> Fault:
        return Fault(
            "BX707",
            tr(
                "{file} cannot be written ({why}); {cure}",
                file=self._path,
                why=in_a_sentence(error),
                cure=cure_for_writing(error),
            ),
        )

    def _heading(self) -> list[str]:
        heading = tr(
            "The box, as boxctl setup has learned it. docs/box-toml.md explains every key."
        )
        return [heading, *(tr("Left out: {what}", what=each) for each in self._left_out)]

    def _remarks(self) -> Remarks:
        tiles = [str(each) for each in self._not_learned if isinstance(each, int)]
        if not tiles or self._state.on_board:
            return {}
        what = tr("Not learned, and only planned: the pin of tile {tiles}.", tiles=commas(tiles))
        return {("tiles", "pins"): [what]}


def as_document(path: Path, result: SetupResult) -> Mapping[str, Any]:
    """Return the result as data for programs."""
    wiring = result.wiring
    mistakes: Sequence[Mapping[str, Any]] = [] if wiring is None else [
        {
            "mistake": found.mistake.name.lower(),
            "contacts": list(found.contacts),
            "lines": [str(line) for line in found.lines],
            "says": mistake_in_words(found, result.printed),
        }
        for found in wiring.mistakes
    ]  # fmt: skip
    lamps = () if result.lamps is None else result.lamps.mistakes
    return {
        "file": str(path),
        "written": result.written,
        "learned": wiring is not None,
        "mistakes": mistakes,
        "lamps_tried": result.lamps is not None,
        "lamp_mistakes": [
            {
                "mistake": found.mistake.name.lower(),
                "tiles": list(found.tiles),
                "seen": list(found.seen),
                "says": lamp_mistake_in_words(found),
            }
            for found in lamps
        ],
        "not_learned": list(result.not_learned),
        "left_out": list(result.left_out),
    }
