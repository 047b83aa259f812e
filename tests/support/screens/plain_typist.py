"""The plain game in virtual time: somebody types lines and hears lines, and nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any

from boxctl.journal.disk.private_files import usual_place
from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.game import Game
from boxctl.referee.players import typed_players
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from boxctl.screens.dice_tray import DiceTray
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.laptop.virtual_box import SimulatedParts
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.plain_game import PlainGame
from tests.support.records.journals import DiskAtOnce, JournalAtOnce, NoJournal
from tests.support.screens.game_pilot import SECOND, JumpingTicker, TrayAtOnce

LONG = 3_600 * SECOND
"""So long something is waited for in virtual time before it counts as stuck."""


class PlainTypist:
    """Types at one plain game; ``printed`` is all that it has printed."""

    def __init__(self, game_with: Callable[[LineOutput], PlainGame], ticker: JumpingTicker) -> None:
        self.printed = ""
        self.ticker = ticker
        self.game = game_with(LineOutput(self._show, 80))

    def _show(self, text: str) -> None:
        self.printed += text

    def types(self, *lines: str | None) -> str:
        """Type lines, each once the game waits for it; return what was printed meanwhile."""
        before = len(self.printed)
        for line in lines:
            self.types_ahead(line)
            self.passes_until_it_waits()
        return self.printed[before:]

    def types_ahead(self, line: str | None) -> None:
        """Type a line, and let no time pass."""
        self.game.type_line(line)
        # The terminal shows what is typed.
        self.printed += "" if line is None else f"{line}\n"

    def hears(self, *lines: str) -> str:
        """What is told after these lines, in one piece and without the next prompt."""
        told = self.types(*lines)
        if self.game.waits:
            told = told.rpartition("\n")[0]
        return " ".join(told.partition("\n")[2].split())

    def passes(self, seconds: float) -> str:
        """Let time pass; return what was printed meanwhile."""
        before = len(self.printed)
        self.ticker.passes(round(seconds * SECOND))
        return self.printed[before:]

    def passes_until_it_waits(self) -> None:
        """Let time pass until somebody has to type."""
        self.ticker.passes(LONG, lambda: self.game.waits or self.game.left)
        assert self.game.waits or self.game.left

    @property
    def prompt(self) -> str:
        """What the game asks."""
        return self.printed.rpartition("\n")[2]

    @property
    def play(self) -> Game:
        return self.game.play

    def plays(self, most_lines: int = 3000) -> None:
        """Play the first move there is, by words alone, until the match is over."""
        for _ in range(most_lines):
            play = self.play
            if play.over:
                return
            answer = play.answer
            if answer is not None and answer.move is None and not play.put_back:
                to_go = answer.moves_with_moved[0].tiles & ~answer.moved
                self.types(" ".join(map(str, numbers(to_go))))
            else:
                self.types("")
        raise AssertionError("the match does not end")


@contextmanager
def typing_at(
    name: str = "classic",
    players: str = "Ann,Bob",
    *,
    seed: int | None = 3,
    settings: Mapping[str, str] = MappingProxyType({}),
    tray: DiceTray | None = None,
    hand_over: Callable[[DiskAtOnce], object] = lambda disk: None,
    journal_file: Path | None = None,
    interrupts: bool = True,
    demo: bool = False,
    parts: SimulatedParts | None = None,
    guided: bool = False,
    **options: Any,
) -> Iterator[PlainTypist]:
    """A plain game that has begun; matches are recorded in ``journal_file``, if there is one.

    ``hand_over`` is given its disk. ``options`` are those of :class:`GameSetup`.
    """
    ticker, the_tray = JumpingTicker(), tray or TrayAtOnce()

    def tray_for(_rules: RuleSet) -> AbstractContextManager[DiceTray]:
        return nullcontext(the_tray)

    def journal(resume: int | None) -> Any:
        if journal_file is None:
            return NoJournal()
        return JournalAtOnce(journal_file, BOX, hand_over, resume=resume)

    place = journal_file or usual_place()
    setup = GameSetup(
        place, journal, tray_for, ticker, demo=demo, controls=Controls.WORDS, **options
    )
    named, handicaps = typed_players(players.split(","))
    chosen = GameChoice(
        name,
        tuple(settings.items()),
        named,
        seed,
        parts=parts,
        handicaps=handicaps,
        guided=guided,
    )

    def game_with(output: LineOutput) -> PlainGame:
        return PlainGame(setup, chosen, output, interrupts=interrupts)

    typist = PlainTypist(game_with, ticker)
    if not demo:
        typist.passes_until_it_waits()
    try:
        yield typist
    finally:
        if typist.game.left:
            typist.game.leave()
        typist.game.close()
