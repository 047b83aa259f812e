"""The screen that plays back a recorded match."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Key, Resize

from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.picture_widget import MovingPicture
from boxctl.screens.app.text_screen import PICTURE_SCROLLS, ScrollingScreen, rule_screen
from boxctl.screens.laptop.footer import watch_footer
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.laptop.laptop_view import TableScrolling
from boxctl.screens.laptop.playback import Playback, WatchedMatch
from boxctl.screens.pictures.picture import ASCII, in_ascii
from boxctl.screens.pictures.sheet_picture import log_rows, sheet_picture
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import TablePlan, plan_table, rules_beside, with_rules


class WatchScreen(ScrollingScreen):
    """One match, from its first ruling to its last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "halt"),
        Binding("right", "step(1)"),
        Binding("left", "step(-1)"),
        Binding("plus,equals_sign", "faster(1)"),
        Binding("minus", "faster(-1)"),
        Binding("home", "to_end(True)"),
        Binding("end", "to_end(False)"),
        Binding("question_mark", "explain"),
        letter_key("q", "leave"),
    ]

    def __init__(self, setup: GameSetup, watched: WatchedMatch) -> None:
        super().__init__()
        self.setup = setup
        self._rules = watched.rules
        self.watching = Playback(watched, setup.ticker.now(), motion=setup.motion)
        self._picture = MovingPicture("table")
        self._scrolling = TableScrolling()
        self._plan = plan_table(self._rules.tiles, 80, 24)
        self.footer = watch_footer(self._scrolling.scrolls_to)

    @property
    def scrolling(self) -> TableScrolling:
        """The scroll positions of the log and the sheet."""
        return self._scrolling

    @property
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""
        return self._plan

    def compose(self) -> ComposeResult:
        """Fill the screen with the picture."""
        yield self._picture

    def on_mount(self) -> None:
        """Begin playback."""
        self.setup.ticker.start(self.beat)
        self.beat()

    def take_options(self, setup: GameSetup) -> None:
        """Go on by the options of this setup."""
        self.setup = setup
        self.watching.move_with(motion=setup.motion)

    def on_unmount(self) -> None:
        """Stop the ticker."""
        self.setup.ticker.stop()

    def beat(self) -> None:
        """Do what is due, draw, and ask to be called when the next thing is due."""
        now = self.setup.ticker.now()
        self.watching.advance(now)
        self._draw(now)
        self.setup.ticker.beat_at(self.watching.due(now))

    def _draw(self, now: int) -> None:
        columns, lines = self.app.size
        glyphs, seen = self.setup.glyphs, self.watching.look(now)
        self._plan = plan = plan_table(self._rules.tiles, columns, lines)
        logged = [line for line in self.watching.log if line.text != seen.announcement.text]
        scrolling = self._scrolling
        scrolling.drawn(logged, plan, seen, plan.side_lines)
        self.footer = watch_footer(scrolling.scrolls_to)
        look = replace(seen, footer=self.footer)
        log = log_rows(logged, plan.log_columns, plan.log_lines, glyphs, scrolling.log)
        sheet = sheet_picture(
            look.sheet,
            look.rounds,
            look.pool,
            plan.side_columns,
            plan.side_lines,
            glyphs,
            scrolling.seats,
        )
        side = with_rules(sheet, look.facts, self._rules, plan, glyphs)
        rules = rules_beside(self._rules, plan, glyphs)
        picture = table_picture(look, plan, log, side, glyphs, rules)
        self._picture.paint(in_ascii(picture) if glyphs is ASCII else picture)

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw(self.setup.ticker.now())

    # Keys and mouse.

    async def on_click(self, event: Click) -> None:
        """Do what the key of the footer does that was clicked."""
        key = self._plan.footer_key_at(self.footer, event.screen_x, event.screen_y)
        if key is not None:
            await self.run_action(key.action)

    def on_key(self, event: Key) -> None:
        """End a celebration; any key that does not scroll shows what happens now."""
        self.watching.celebration.end()
        if event.key not in PICTURE_SCROLLS:
            self._scrolling.show_newest()

    def action_halt(self) -> None:
        """Halt, or continue."""
        self.watching.halt_or_go_on(self.setup.ticker.now())
        self.beat()

    def action_step(self, steps: int) -> None:
        """Go one ruling on or back."""
        self.watching.step(steps, self.setup.ticker.now())
        self.beat()

    def action_faster(self, steps: int) -> None:
        """Change the speed."""
        self.watching.faster(steps)
        self.beat()

    def action_to_end(self, first: bool) -> None:
        """Go to the beginning or the end."""
        self.watching.go_to_end(self.setup.ticker.now(), first=first)
        self.beat()

    def action_explain(self) -> None:
        """Explain the ruling."""
        self.app.push_screen(rule_screen(self.watching.rules, self.watching.so_far))

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit()
