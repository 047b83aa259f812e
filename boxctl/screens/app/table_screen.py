"""The screen at which a match is played: keys and mouse in, the table drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Key, Resize

from boxctl.referee.game import Game
from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.picture_widget import MovingPicture, collect_before_a_game
from boxctl.screens.app.table_keys import BenchKeys, ExplainKeys
from boxctl.screens.app.table_overlays import (
    BoxDisplay,
    FinalResult,
    LeaveScreen,
    Leaving,
    ThrowScreen,
)
from boxctl.screens.app.text_screen import PICTURE_SCROLLS, ScrollingScreen, TextScreen
from boxctl.screens.coaching.advice import CoachMode
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.coaching.guide import Guide
from boxctl.screens.coaching.lessons import lesson_paragraphs
from boxctl.screens.dice_tray import HandTray
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.laptop_table import ON_THE_ROLLER, GameSetup, LaptopTable
from boxctl.screens.laptop.laptop_view import TableDrawing, TableScrolling, TypedTile
from boxctl.screens.laptop.table_bell import TableBell
from boxctl.screens.pictures.table_plan import TablePlan
from groundwork.faults import Fault
from groundwork.language import tr

MOST_UNDRAWN = 25
"""How many steps of a turn that is there at once pass without a picture."""

DEMO_LINGERS = 3_000_000
"""How long a demo shows the end of its match, in microseconds."""


class TableScreen(BenchKeys, ExplainKeys, ScrollingScreen):
    """One table. A fault while it is opened ends the app, which returns that fault."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
        Binding("space", "throw"),
        letter_key("o", "throw(True)"),
        Binding("enter", "next"),
        Binding("backspace", "undo"),
        letter_key("n", "new_match"),
        letter_key("f", "hold_confirm"),
        letter_key("d", "confirm_levers"),
        Binding("escape", "leave_question", show=False),
        letter_key("q", "leave"),
    ]

    def __init__(
        self,
        setup: GameSetup,
        chosen: GameChoice,
        back_to_menu: Callable[[], object],
        play_another: Callable[[GameChoice], object],
        keep_coach: Callable[[CoachMode], object],
        *,
        anew: bool = False,
        resume: int | None = None,
    ) -> None:
        super().__init__()
        self._back_to_menu = back_to_menu
        self._play_another = play_another
        self._keep_coach = keep_coach
        self._resume = resume
        self.setup = setup
        self.chosen = chosen
        self._anew = anew
        self._picture = MovingPicture("table")
        has_display = chosen.parts is not None and chosen.parts.display is not None
        self._display = BoxDisplay() if has_display else None
        self.typed = TypedTile(chosen.rules.tiles)
        self.coach = Coach(
            chosen.rules, chosen.players, setup.coach, setup.think, setup.ticker.wake
        )
        self.bell = TableBell(self._ring, self._waits_for_people)
        self.bell.on = setup.sound
        if chosen.guided:
            self.coach.guide = Guide(chosen.players[0], setup.controls)
        self._reads = False
        self._undrawn = 0
        self.is_open = False
        self._demo_ends_at: int | None = None

    def compose(self) -> ComposeResult:
        """Fill the screen with the picture."""
        yield self._picture
        if self._display is not None:
            yield self._display

    # The table, from its opening to its end.

    def on_mount(self) -> None:
        """Open the box and begin to play."""
        try:
            self.table = LaptopTable(
                self.setup, self.chosen, (self.bell,), anew=self._anew, resume=self._resume
            )
        except Fault as fault:
            self.app.exit(fault)
            return
        self.table.hands.rough = self.setup.bench
        self.drawing = TableDrawing(self.table, self.coach)
        self.is_open = True
        self.setup.ticker.start(self.beat)
        self.setup.ticker.hurry(lambda: self.is_open and self.table.passes_at_once)
        self.beat()
        if not self.app.is_headless:
            self.call_after_refresh(collect_before_a_game)

    def on_unmount(self) -> None:
        """Close everything."""
        self.close_table()

    def close_table(self) -> None:
        """Close the table, if it is open; a match that is not over can be resumed."""
        if self.is_open:
            self.is_open = False
            self.coach.close()
            self.setup.ticker.stop()
            self.table.close()

    @property
    def match_at_stake(self) -> bool:
        """Whether there is a match that is not over and in which something has happened."""
        return self.is_open and self.table.begun and not self.play.over

    @property
    def play(self) -> Game:
        """The referee's book."""
        return self.table.play

    def beat(self) -> None:
        """Do what is due, draw, and ask to be called when the next thing is due."""
        now = self.now()
        # A robot waits for whoever reads a lesson.
        waits = self._reads and self.table.by_itself
        if not waits:
            self.table.step()
        self._teach()
        if (wanted := self.table.take_wanted()) is not None:
            self.close_table()
            self._play_another(wanted)
            return
        # Of a turn that is there at once only some pictures are drawn.
        self._undrawn = self._undrawn + 1 if self.table.passes_at_once else MOST_UNDRAWN
        if self._undrawn >= MOST_UNDRAWN:
            self._undrawn = 0
            self._draw(now)
        if self.setup.demo and self.play.over and self._demo_ends_at is None:
            self._demo_ends_at = now + DEMO_LINGERS
        if self._demo_ends_at is not None and now >= self._demo_ends_at:
            self.app.exit(self.leave_at_once())
            return
        due = None if waits else self.table.due
        dues = (due, self.drawing.view.due(now), self._demo_ends_at)
        self.setup.ticker.beat_at(min((due for due in dues if due is not None), default=None))

    def _teach(self) -> None:
        """Show the lessons of a first match that are new; of a resumed one the newest."""
        guide = self.coach.guide
        if guide is None or self._reads or self.app.screen is not self:
            return
        if not self.table.guided:
            self.coach.guide = None
            return
        if new := guide.new(self.table.table_log.rulings):
            self._reads = True
            page = TextScreen(new[-1].task or tr("Your first match"), lesson_paragraphs(new))
            asked = frozenset() if self.play.over else new[-1].keys
            self.app.push_screen(
                page, lambda _: self._has_read(page.closed_by if page.closed_by in asked else "")
            )

    def _has_read(self, key: str) -> None:
        """Go on; whoever did at once what the lesson asks for need not press the ``key`` again."""
        self._reads = False
        if key.isdecimal():
            self.action_digit(key)
        elif key == "question_mark":
            self.action_explain()
        elif key == "backspace":
            self.action_undo()
        elif key == "enter":
            self.action_next()
        elif key in ("space", "o"):
            self.action_throw(key == "o")
        self.beat()

    def take_options(self, setup: GameSetup) -> None:
        """Go on by the options of this setup; a voice is opened with the next match."""
        before, self.setup = self.setup, setup
        self.bell.on = setup.sound
        if not self.is_open:
            return
        if setup.voice != before.voice:
            self.table.table_log.remark(tr("The voice begins, or ends, with the next match."))
        if self.coach.mode != setup.coach:
            self.coach.switch(setup.coach)
        self.table.pace.chosen = setup.pace
        self.table.hands.move_with(motion=setup.motion)
        self.drawing.view.move_with(motion=setup.motion)
        self.beat()

    def keep_coach(self, mode: CoachMode) -> None:
        """Keep how much the coach says, with the other options."""
        self._keep_coach(mode)

    def _ring(self) -> None:
        self.app.bell()

    def _waits_for_people(self) -> bool:
        """Whether somebody else than before has the turn, and it is a person."""
        several = len(self.chosen.players) > 1
        return several and self.is_open and not self.table.by_itself and not self.play.over

    def action_hurry(self) -> None:
        """Play the turn of a robot at once: any key does that."""
        self.table.pace.hurry()
        self.beat()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Ignore all keys at a table that could not be opened."""
        return self.is_open

    def now(self) -> int:
        """Return the time in microseconds."""
        return self.setup.ticker.now()

    # Drawing.

    @property
    def scrolling(self) -> TableScrolling:
        """The scroll positions of the log and the sheet."""
        return self.drawing.scrolling

    @property
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""
        return self.drawing.plan

    def _draw(self, now: int) -> None:
        columns, lines = self.app.size
        if self._display is not None and self.table.box.display is not None:
            lines -= self._display.draw(self.table.box.display, columns, lines)
        picture = self.drawing.picture(now, (columns, lines), self.typed)
        if picture is not None:
            self._picture.paint(picture)

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        if self._picture.picture:
            self._draw(self.now())

    # Keys and mouse.

    def action_digit(self, digit: str) -> None:
        """Take a digit of a tile's number."""
        self._flip(self.typed.type(digit))
        self.beat()

    def action_throw(self, one_die: bool = False) -> None:
        """Throw, or do what has to be done before a throw."""
        self._flip(self.typed.take())
        now = self.now()
        if self.table.by_itself:
            pass
        elif (tray := self.table.hands.real_dice) is not None:
            self._throw_real_dice(tray, now)
        elif not self.table.box.tray.throws_by_itself:
            self.table.table_log.remark(tr(ON_THE_ROLLER))
        elif self.play.over:
            self.table.hands.press("new", now)
        elif self.table.hands.rough or not self.table.hands.put_where_they_belong(now):
            self.table.hands.shake(now, one_die=one_die)
        self.beat()

    def _throw_real_dice(self, tray: HandTray, now: int) -> None:
        """Ask what the dice show that people have thrown, if a throw is awaited."""
        if self.play.over:
            self.table.hands.press("new", now)
            return
        if self.table.hands.put_where_they_belong(now):
            return
        if not self.play.may_throw:
            self.table.hands.remind()
            return

        def take(typed: str | None) -> None:
            if typed is not None:
                tray.type_throw(typed)
            self.beat()

        self.app.push_screen(ThrowScreen(self.play.rules.dice, self.play.counts), take)

    def action_next(self) -> None:
        """Do what comes next."""
        now, answer = self.now(), self.play.answer
        if self.typed.digits:
            self._flip(self.typed.take())
        elif self.table.hands.question is not None:
            self.table.hands.press("confirm", now)
        elif self.table.by_itself:
            pass
        elif self.play.over:
            self.table.hands.press("new", now)
        elif self.table.hands.put_where_they_belong(now):
            pass
        elif answer is not None and answer.move is not None:
            self.table.hands.press("confirm", now)
        elif self.play.throw_awaited:
            self.action_throw()
        else:
            self.table.hands.remind()
        self.beat()

    def action_undo(self) -> None:
        """Take back the digit typed last, or else the tile flipped last."""
        if not self.typed.rub_out():
            self.table.hands.undo(self.now())
        self.beat()

    def action_new_match(self) -> None:
        """Begin another match once this one is over; or press ``new`` to answer the box."""
        hands = self.table.hands
        if self.play.over or hands.question is not None or hands.interrupted:
            hands.press("new", self.now())
        else:
            self.table.table_log.remark(tr("The match is not over yet: Q leaves it."))
        self.beat()

    def action_confirm_levers(self) -> None:
        """Confirm that the levers of an interrupted match stand as they should."""
        if self.table.hands.interrupted:
            self.table.hands.press("confirm", self.now())
        else:
            self.table.table_log.remark(tr("No match was interrupted: ENTER confirms a move."))
        self.beat()

    def action_hold_confirm(self) -> None:
        """Hold confirm: report a sensor that does not show what was done, at the bench."""
        if self.table.hands.rough or self.table.hands.question is not None:
            self.table.hands.report(self.now())
        else:
            self.table.table_log.remark(tr("Sensors fail at the bench only, and F says so: B."))
        self.beat()

    def action_leave_question(self) -> None:
        """Leave the question which sensor fails, or else ask whether to leave the table."""
        if self.table.hands.leave_question(self.now()):
            self.beat()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Ask whether to leave the table; a demo is left at once."""
        if self.setup.demo:
            self._leave(Leaving.END)
        else:
            self.app.push_screen(LeaveScreen(at_stake=self.match_at_stake), self._leave)

    def _leave(self, answer: Leaving | None) -> None:
        if answer in (None, Leaving.STAY) or not self.is_open:
            return
        if answer in (Leaving.END, Leaving.END_TO_MENU):
            self.table.leave()
        ended = self.leave_at_once()
        if answer in (Leaving.TO_MENU, Leaving.END_TO_MENU):
            self.close_table()
            self._back_to_menu()
        else:
            is_kept = isinstance(ended, str)
            self.app.exit(None if is_kept and answer is not Leaving.KEEP else ended)

    def leave_at_once(self) -> str | FinalResult | None:
        """Keep a match that has begun, and return what becomes of it; leave any other for good.

        Of a match that is over return the result.
        """
        if self.match_at_stake:
            return self.table.left_now
        if not self.is_open:
            return None
        result = self.table.table_log.result
        self.table.leave()
        return FinalResult(result) if result else None

    async def on_click(self, event: Click) -> None:
        """Flip the tile, throw, or do what the hint or the footer says, by where the click was."""
        if not self.is_open:
            return
        self.table.table_log.announcer.skip(self.now())
        if self.table.by_itself:
            self.table.pace.hurry()
        self.beat()
        plan = self.plan
        number = plan.tile_at(event.screen_x, event.screen_y)
        if number is not None:
            self.typed.take()
            self._flip([number])
            self.beat()
        elif plan.in_tray(event.screen_x, event.screen_y):
            self.action_throw()
        elif plan.hint.holds(event.screen_x, event.screen_y):
            self.action_next()
        elif key := plan.footer_key_at(self.drawing.footer, event.screen_x, event.screen_y):
            await self.run_action(key.action)

    def on_key(self, event: Key) -> None:
        """Skip what is still read or said: a key skips it, and does what it does besides."""
        if not self.is_open:
            return
        now = self.now()
        before = self._passing(now)
        self.table.hush()
        if self.table.by_itself and event.key not in PICTURE_SCROLLS:
            self.table.pace.hurry()
        self.drawing.view.celebration.end()
        if event.key not in PICTURE_SCROLLS:
            self.scrolling.show_newest()
        self.table.table_log.announcer.skip(now)
        if self._passing(now) != before:
            self.beat()
        else:
            # What is due comes before the key. The key draws what it changes itself.
            self.table.step()

    def _passing(self, now: int) -> tuple[object, ...]:
        """Return all that a key can end: an announcement, a celebration, a look at older rows."""
        announcer = self.table.table_log.announcer
        celebration = self.drawing.view.celebration.share(now)
        return (
            announcer.shown,
            announcer.due,
            celebration,
            self.scrolling.log,
            self.scrolling.seats,
        )

    def _flip(self, tiles: Sequence[int]) -> None:
        now = self.now()
        for number in tiles:
            if not self.table.bench.use_on(number, now):
                self.table.hands.flip(number, now)
