"""The keys that explain a match: why, the moves, the coach, the analysis, and the help."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from boxctl.presentation.phrases import WRITTEN, added_up, simplest_first
from boxctl.referee.play import Play
from boxctl.screens.app.letter_key import letter_key
from boxctl.screens.app.rule_screen import rule_screen
from boxctl.screens.app.table.table_help import help_screen
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.coaching.mode import CoachMode, next_mode
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.menu.last_choice import recall, remember
from groundwork.language import tr


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
        """Explain the last ruling."""
        self.app.push_screen(rule_screen(self.table.play.rules, self.table.table_log.rulings))

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
        """Switch the coach to a mode, and remember it for the next game."""
        self.coach.switch(mode)
        journal = self.table.setup.journal_file
        last = recall(journal)
        if last is not None:
            remember(journal, replace(last, coach=mode))

    def action_analyse(self) -> None:
        """Show luck and skill so far."""
        lines = self.coach.analysis(self.table.table_log.rulings)
        self.app.push_screen(TextScreen(tr("How it was played"), lines))

    def action_help(self) -> None:
        """List the keys, and say where the pages are."""
        self.app.push_screen(help_screen(self.table.setup.page_note))


def _moves(play: Play) -> list[str]:
    answer = play.answer
    if answer is None:
        return [tr("There is no throw to be played.")]
    return [added_up(move.tiles, WRITTEN) for move in simplest_first(answer.moves)]
