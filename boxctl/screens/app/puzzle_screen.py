"""The screen of the puzzles: the box drawn as in the game, tiles chosen as in play, and why."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.screen import Screen

from boxctl.rules.ruleset import RuleSet
from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.picture_widget import MovingPicture
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.coaching.advice import coach_picture
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.laptop.laptop_view import TypedTile
from boxctl.screens.pictures.picture import ASCII, Picture, Row, in_ascii
from boxctl.screens.pictures.sheet_picture import log_rows
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import TablePlan, plan_table, rules_beside, with_rules
from boxctl.screens.pictures.view_model import TableViewModel
from boxctl.screens.puzzles.puzzle_session import PuzzleSession
from boxctl.screens.puzzles.puzzle_table import PuzzleTable, unsolved_look
from boxctl.view.announcement import Announcement
from boxctl.view.turn_log import LogLine
from groundwork.clock import utc_now
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.local_time import local


def _today() -> date:
    return local(utc_now()).date()


class PuzzleScreen(Screen[str]):
    """The puzzles of a game, one after the other. They are solved beside the screen.

    Ends with why there are none, empty if people leave.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
        Binding("enter", "enter"),
        Binding("space", "throw_again"),
        Binding("backspace", "undo"),
        Binding("question_mark", "explain"),
        letter_key("n", "next_puzzle"),
        letter_key("w", "week"),
        letter_key("q", "leave"),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self,
        setup: GameSetup,
        name: str,
        rules: RuleSet,
        title: str,
        today: Callable[[], date] = _today,
    ) -> None:
        super().__init__()
        self.setup = setup
        self._variant, self._rules, self._game = name, rules, title
        self._today = today
        self._picture = MovingPicture("puzzle")
        self._plan = plan_table(rules.tiles, 80, 24)
        self._typed = TypedTile(rules.tiles)
        self._look: TableViewModel | None = None
        self.table: PuzzleTable | None = None
        """The puzzle that is asked; None while they are being solved."""
        self._solving: Future[PuzzleSession] | None = None

    def compose(self) -> ComposeResult:
        """Fill the screen with the picture."""
        yield self._picture

    def on_mount(self) -> None:
        """Begin to solve the game."""
        ticker = self.setup.ticker
        ticker.start(self.beat)
        journal = self.setup.journal_file
        self._solving = self.setup.think(
            partial(PuzzleSession, self._variant, self._rules, journal)
        )
        self.beat()
        self._solving.add_done_callback(lambda _done: ticker.wake())

    def take_options(self, setup: GameSetup) -> None:
        """Go on by the options of this setup."""
        self.setup = setup
        if self.table is not None:
            self.table.move_with(motion=setup.motion)

    def on_unmount(self) -> None:
        """Stop the ticker."""
        self.setup.ticker.stop()

    def beat(self) -> None:
        """Take the puzzles once they are there, draw, and ask for the next frame."""
        now = self.setup.ticker.now()
        if self.table is None and self._solving is not None and self._solving.done():
            try:
                session = self._solving.result()
            except Fault as fault:
                self.dismiss(str(fault))
                return
            self.table = PuzzleTable(session, now, motion=self.setup.motion)
        self._draw(now)
        self.setup.ticker.beat_at(None if self.table is None else self.table.due(now))

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw(self.setup.ticker.now())

    # Drawing.

    @property
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""
        return self._plan

    def _draw(self, now: int) -> None:
        glyphs = self.setup.glyphs
        self._plan = plan = plan_table(self._rules.tiles, *self.app.size)
        if self.table is None:
            said = Announcement(tr("The puzzles are being worked out …"))
            look = unsolved_look(self._rules, self._game, said)
            log: list[Row] = []
            side = self._rules_told()
        else:
            look = self.table.look(now, self._typed.hint)
            log, side = self._log(self.table), self._side(self.table)
        self._look = look
        beside = rules_beside(self._rules, plan, glyphs)
        picture = table_picture(look, plan, log, side, glyphs, beside)
        self._picture.paint(in_ascii(picture) if glyphs is ASCII else picture)

    def _log(self, table: PuzzleTable) -> list[Row]:
        """Draw what an answer has led to: what it lost and why, and what was solved so far."""
        lines = [LogLine(line.text) for line in table.judgement()]
        lines.append(LogLine(table.session.score))
        plan = self._plan
        return log_rows(lines, plan.log_columns, plan.log_lines, self.setup.glyphs)

    def _side(self, table: PuzzleTable) -> Picture:
        """Draw what all moves come to, once the puzzle is answered; the rules before."""
        worths = table.worths()
        plan = self._plan
        if not worths:
            return self._rules_told()
        return coach_picture(worths, plan.side_columns, plan.side_lines, self.setup.glyphs)

    def _rules_told(self) -> Picture:
        return with_rules((), (), self._rules, self._plan, self.setup.glyphs)

    # Keys and mouse.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Ignore all keys but the one that leaves while the puzzles are being solved."""
        return self.table is not None or action == "leave"

    def action_digit(self, digit: str) -> None:
        """Take a digit of a tile's number."""
        self._flip(self._typed.type(digit))

    def action_enter(self) -> None:
        """Answer; go on to the next puzzle after that."""
        assert self.table is not None
        if self._typed.digits:
            self._flip(self._typed.take())
            return
        if self.table.verdict is None:
            self.table.answer()
            self.beat()
            self._explain_where_nothing_else_does()
        else:
            self.action_next_puzzle()

    def action_throw_again(self) -> None:
        """Answer that the double is thrown again."""
        assert self.table is not None
        self.table.throw_again()
        self.beat()
        self._explain_where_nothing_else_does()

    def action_undo(self) -> None:
        """Take back the digit typed last, or else the tile flipped last."""
        assert self.table is not None
        if not self._typed.rub_out():
            self.table.undo(self.setup.ticker.now())
        self.beat()

    def action_next_puzzle(self) -> None:
        """Ask the next puzzle that is not solved."""
        assert self.table is not None
        self._typed.take()
        self.table.ask_next(self.setup.ticker.now())
        self.beat()

    def action_week(self) -> None:
        """Ask the puzzle of this week."""
        assert self.table is not None
        self._typed.take()
        self.table.ask_week(self._today(), self.setup.ticker.now())
        self.beat()

    def action_explain(self) -> None:
        """Show all that is said of the answer, on a page."""
        assert self.table is not None
        verdict = self.table.verdict
        if verdict is not None:
            first, *others = (line.text for line in verdict.lines)
            self.app.push_screen(TextScreen(first, others))

    def _explain_where_nothing_else_does(self) -> None:
        """Show the page at once on a screen that has no room for the worths."""
        assert self.table is not None
        needed = len(self.table.worths())
        if needed and self._plan.side_lines < needed:
            self.action_explain()

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.dismiss("")

    async def on_click(self, event: Click) -> None:
        """Flip the tile, or do what the hint or the footer says, by where the click was."""
        if self.table is None:
            return
        column, line = event.screen_x, event.screen_y
        number = self._plan.tile_at(column, line)
        footer = () if self._look is None else self._look.footer
        if number is not None:
            self._typed.take()
            self._flip([number])
        elif self._plan.hint.holds(column, line):
            self.action_enter()
        elif key := self._plan.footer_key_at(footer, column, line):
            await self.run_action(key.action)

    def _flip(self, tiles: list[int]) -> None:
        assert self.table is not None
        for number in tiles:
            self.table.flip(number, self.setup.ticker.now())
        self.beat()
