"""The keys of a table, grouped by what they are for, and what those that explain and misbehave do.

They explain a match (why, the moves, the coach, the analysis, help), or cause the trouble of a
real box at the fault bench.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from boxctl.presentation.phrases import choice_in_words, simplest_first
from boxctl.referee.game import Game
from boxctl.rules.tiles import NO_TILES
from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.text_screen import TextScreen, rule_screen
from boxctl.screens.coaching.advice import CoachMode, next_mode
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.laptop.fault_bench import TOOLS
from boxctl.screens.laptop.laptop_table import LaptopTable
from groundwork.cell_width import columns_of, flush_left
from groundwork.language import message, tr

KEY_WIDTH = 12
"""The columns of the keys; wider in a language with a longer name of a key."""

HELP = (
    (
        message("Playing"),
        (
            ("1 2 3 …", message("flip a tile: shut it, or open it again; 1 and 2 make the 12")),
            (message("click"), message("flip a tile, throw in the tray, or press a key below")),
            (message("SPACE"), message("throw the dice")),
            ("O", message("throw one die, where you may choose")),
            (
                message("ENTER"),
                message("what comes next: put the tiles where they belong, confirm, throw"),
            ),
            (message("BACKSPACE"), message("take back the tile you flipped last")),
            ("N", message("a new match, when one is over or was interrupted")),
        ),
    ),
    (
        message("Understanding"),
        (
            ("?", message("why it was ruled so, with this very throw as the example")),
            ("M", message("the moves that the throw allows")),
            (
                "C",
                message("the coach: what each choice comes to; or ask it, where it waits"),
            ),
            (
                "V",
                message("how much the coach says: on, asked, blunders only, after the match, off"),
            ),
            ("A", message("how it was played: luck and skill, throw by throw")),
            (message("PGUP PGDN"), message("older and newer lines of the log")),
            (message("UP DOWN"), message("other players on the score sheet")),
        ),
    ),
    (
        message("When something is wrong"),
        (("D", message("after an interruption: confirm that the tiles stand as they should")),),
    ),
    (
        message("On the bench, where you are the wood"),
        (
            ("B", message("the bench: be the wood, and cause the trouble of a real box")),
            ("U S X", message("bump a tile, stick its sensor or let it chatter: then type it")),
            ("F", message("the box does not see what you did with a tile: hold confirm")),
            ("T", message("knock the box over: all that stands falls, and ENTER puts it back")),
            ("K R P", message("cock a die, the roller's cable, the box's plug")),
        ),
    ),
    (
        message("The screen"),
        (
            ("F5", message("how the players have fared: records, streaks, luck and skill")),
            ("F8", message("options: pace of robots, sound, motion, colours, coach, voice")),
            ("L", message("light or dark")),
            ("CTRL+Z", message("back to the shell for a while; fg goes on")),
            ("Q", message("leave, or back to the menu; the match can be resumed")),
        ),
    ),
)
"""The groups, each with its keys and what they do."""


def help_screen(note: str = "") -> TextScreen:
    """Return the page that lists the keys, and says where the pages for browsers are."""
    width = max(KEY_WIDTH, *(columns_of(tr(key)) + 2 for _, keys in HELP for key, _ in keys))
    lines: list[str] = []
    for group, keys in HELP:
        lines += ["", tr(group)] if lines else [tr(group)]
        lines += [f"  {flush_left(tr(key), width)}{tr(does)}" for key, does in keys]
    if note:
        lines = [tr("In browsers"), f"  {note}", "", *lines]
    return TextScreen(tr("The keys"), lines)


class ExplainKeys(Screen[None]):
    """The pages about the match at a ``table``, and its ``coach``, drawn anew at each ``beat``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "explain"),
        letter_key("m", "moves"),
        letter_key("c", "coach"),
        letter_key("v", "coach_mode"),
        letter_key("a", "analyse"),
        letter_key("h", "help"),
    ]

    table: LaptopTable
    coach: Coach

    @abstractmethod
    def beat(self) -> None:
        """Do what is due, and draw."""

    def action_explain(self) -> None:
        """Explain the last ruling; a lesson of a first match may have waited for that."""
        rulings = self.table.table_log.rulings
        if self.coach.guide is not None:
            self.coach.guide.explains(rulings)
        page = rule_screen(self.table.play.rules, rulings)
        self.app.push_screen(page, lambda _: self.beat())

    def action_moves(self) -> None:
        """Show the moves that the throw allows."""
        self.app.push_screen(TextScreen(tr("The moves"), _moves(self.table.play)))

    def action_coach(self) -> None:
        """Switch the coach on or off; in a mode in which it says nothing by itself, ask it."""
        if self.coach.mode != "off" and self.coach.offers_to_solve:
            self.coach.solve_table()
        elif self.coach.mode in ("on", "off"):
            self._switch_coach("off" if self.coach.mode == "on" else "on")
        else:
            self.coach.ask(self.table.play)
        self.beat()

    def action_coach_mode(self) -> None:
        """Switch the coach to its next mode."""
        self._switch_coach(next_mode(self.coach.mode))
        self.beat()

    def _switch_coach(self, mode: CoachMode) -> None:
        """Switch the coach to a mode, and have it kept for the next game."""
        self.coach.switch(mode)
        self.keep_coach(mode)

    @abstractmethod
    def keep_coach(self, mode: CoachMode) -> None:
        """Keep how much the coach says."""

    def action_analyse(self) -> None:
        """Show luck and skill so far."""
        lines = self.coach.analysis(self.table.table_log.rulings)
        self.app.push_screen(TextScreen(tr("How it was played"), lines))

    def action_help(self) -> None:
        """List the keys, and say where the pages are."""
        self.app.push_screen(help_screen(self.table.setup.page_note))


def _moves(play: Game) -> list[str]:
    answer = play.answer
    if answer is None:
        return [tr("There is no throw to be played.")]
    choices = [move.tiles for move in simplest_first(answer.moves)]
    return list(map(choice_in_words, [*choices, NO_TILES] if play.may_throw_again else choices))


class BenchKeys(Screen[None]):
    """The bench of a screen with a ``table``, drawn anew at each ``beat``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        letter_key("b", "bench"),
        *(letter_key(key, f"tool('{tool}')") for key, tool in zip("usx", TOOLS, strict=True)),
        letter_key("k", "cock_a_die"),
        letter_key("t", "knock_over"),
        letter_key("r", "plug_roller"),
        letter_key("p", "plug"),
    ]

    table: LaptopTable

    @abstractmethod
    def beat(self) -> None:
        """Do what is due, and draw."""

    @abstractmethod
    def now(self) -> int:
        """Return the time in microseconds."""

    def action_bench(self) -> None:
        """Switch the fault bench on or off."""
        self.table.hands.rough = not self.table.hands.rough
        self.table.bench.tool = ""
        self.beat()

    def action_tool(self, tool: str) -> None:
        """Choose the fault that a click causes."""
        if self.table.hands.rough:
            self.table.bench.pick(tool)
            self.beat()

    def action_cock_a_die(self) -> None:
        """Throw with a die that cannot be read."""
        if self.table.hands.rough:
            self.table.bench.cock_a_die(self.now())
            self.beat()

    def action_knock_over(self) -> None:
        """Knock the box over."""
        if self.table.hands.rough:
            self.table.bench.knock_over(self.now())
            self.beat()

    def action_plug_roller(self) -> None:
        """Unplug the roller, or plug it in."""
        if self.table.hands.rough:
            self.table.bench.plug_roller()
            self.beat()

    def action_plug(self) -> None:
        """Pull the plug of the box, or put it back."""
        if not self.table.hands.rough:
            return
        if self.table.session is not None:
            self.table.pull_the_plug()
        else:
            self.table.put_the_plug_back()
        self.beat()
