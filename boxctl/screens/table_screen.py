"""The screen at which a match is played: keys and mouse in, the table drawn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from random import Random, SystemRandom
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.screen import Screen

from boxctl.referee.play import Play
from boxctl.rules.faults import RuleFault
from boxctl.screens.chosen import Chosen
from boxctl.screens.coach import Coach
from boxctl.screens.glyphs import ASCII
from boxctl.screens.hands import Chance, Hands
from boxctl.screens.laptop_box import LaptopBox
from boxctl.screens.last_choice import recall, remember
from boxctl.screens.look import Look, Said
from boxctl.screens.looking import hint, pool, sheet_rows, tile_looks, whose_turn
from boxctl.screens.motion import FallingTiles, next_frame
from boxctl.screens.painting import Painting
from boxctl.screens.personal_best import PersonalBest, personal_best
from boxctl.screens.picture import Picture, Row, in_ascii
from boxctl.screens.rule_screen import rule_screen
from boxctl.screens.setup import Setup
from boxctl.screens.sheet_picture import sheet_picture
from boxctl.screens.sitting import Sitting
from boxctl.screens.story import Story
from boxctl.screens.table_picture import SIDE, log_rows, plan_table, table_picture
from boxctl.screens.text_screen import TextScreen
from boxctl.screens.typed_tile import TypedTile
from firmware_bridge.faults import Fault

HELP = (
    ("1 2 3 …", "flip a tile: shut it, or open it again; 1 and 2 make the 12"),
    ("click", "flip a tile, or throw in the tray"),
    ("SPACE", "throw the dice"),
    ("O", "throw one die, where you may choose"),
    ("ENTER", "what comes next: put the tiles where they belong, confirm, throw"),
    ("BACKSPACE", "take back the tile you flipped last"),
    ("?", "the rule behind the last ruling, in the words of the rule book"),
    ("M", "the moves that the throw allows"),
    ("N", "a new match, when one is over"),
    ("C", "the coach: what each choice comes to"),
    ("A", "how it was played: luck and skill, throw by throw"),
    ("L", "light or dark"),
    ("Q", "leave"),
)


class TableScreen(Screen[None]):
    """One table. Raises nothing: what goes wrong at the start ends the app with its fault."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
        Binding("space", "throw"),
        Binding("o", "throw(True)"),
        Binding("enter", "next"),
        Binding("backspace", "take_back"),
        Binding("question_mark", "explain"),
        Binding("m", "moves"),
        Binding("n", "new_match"),
        Binding("c", "coach"),
        Binding("a", "analyse"),
        Binding("h", "help"),
        Binding("q", "leave"),
    ]

    def __init__(self, setup: Setup, chosen: Chosen, *, anew: bool = False) -> None:
        super().__init__()
        self.setup = setup
        self.chosen = chosen
        self._anew = anew
        self._open = ExitStack()
        self._painting = Painting("table")
        self.coach = Coach(chosen.rules)
        self.coached = setup.coach
        self._drawn: tuple[object, ...] = ()
        self._best: PersonalBest | None = None
        self._best_looked_up = -1
        self.story = Story()
        self.sitting: Sitting | None = None
        self.typed = TypedTile(chosen.rules.tiles)
        self.falling = FallingTiles(chosen.rules.in_play)

    def compose(self) -> ComposeResult:
        """The picture fills the screen."""
        yield self._painting

    # The table, from its opening to its end.

    def on_mount(self) -> None:
        """Open the box and sit down."""
        try:
            self._sit_down()
        except (Fault, RuleFault) as fault:
            self._open.close()
            self.app.exit(fault)
            return
        self.setup.pulse.start(self.beat)
        self.beat()

    def on_unmount(self) -> None:
        """Close everything."""
        self.setup.pulse.stop()
        if self.sitting is not None:
            self.sitting.close()
            self.sitting = None
        self._open.close()

    def _sit_down(self) -> None:
        rules, pulse = self.chosen.rules, self.setup.pulse
        tray = self._open.enter_context(self.setup.tray_for(rules))
        self.box = LaptopBox(rules, tray, pulse.now, pulse.wake, seed=self.chosen.seed or 0)
        self.hands = Hands(self.box, _chance(self.chosen.seed))
        self._start_program(anew=self._anew)
        self.falling = FallingTiles(self.box.levers_seen)

    def _start_program(self, *, anew: bool) -> None:
        self.sitting = Sitting(
            self.box,
            self.chosen,
            self.setup.open_journal,
            self.setup.pulse.now,
            self.hands,
            self.story,
            anew=anew,
        )

    def leave_for_good(self) -> None:
        """The players leave: the match will not be gone on with."""
        if self.sitting is not None:
            self.sitting.leave()

    @property
    def play(self) -> Play:
        """The referee's book."""
        assert self.sitting is not None
        return self.sitting.runtime.referee.play

    # The beat.

    def beat(self) -> None:
        """Do what is due, draw, and wait for the next."""
        if self.sitting is None:
            return
        now = self.setup.pulse.now()
        if self.typed.due is not None and now >= self.typed.due:
            self._flip(self.typed.take())
        self.sitting.step()
        self._draw(now)
        self.setup.pulse.beat_at(self._due(now))

    def _due(self, now: int) -> int:
        assert self.sitting is not None
        dues = [self.sitting.due, self.typed.due]
        if self.falling.moving or self.hands.tumbling is not None:
            dues.append(next_frame(now))
        return min(due for due in dues if due is not None)

    # Drawing.

    def _draw(self, now: int) -> None:
        columns, lines = self.app.size
        glyphs = self.setup.glyphs
        look = self.look(now)
        drawn = (look, self.story.told, self.coached, columns, lines)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        plan = plan_table(len(look.tiles), columns, lines)
        log = self._log(plan.log_columns, plan.log_lines)
        picture = table_picture(look, plan, log, self._side(look, plan.log_lines), glyphs)
        self._painting.paint(in_ascii(picture) if glyphs is ASCII else picture)

    def look(self, now: int) -> Look:
        """The table as it is now, as data."""
        assert self.sitting is not None
        play, tumbling = self.play, self.hands.tumbling
        seen, to_be_put = self.box.levers_seen, self.hands.to_be_put
        self.falling.now_standing(seen, now)
        lit = self.box.wood.lamps.lit
        display = self.story.display
        if self.hands.complaint:
            display = Said(self.hands.complaint)
        return Look(
            title=self._title(),
            turn=whose_turn(play),
            tiles=tile_looks(play, self.falling, now, lit, to_be_put, seen, self.box.untrue),
            dice=self.story.dice if tumbling is None else tumbling.faces(now),
            sides=play.rules.dice.sides,
            rolling=tumbling is not None,
            display=display,
            hint=self._hint(play, to_be_put),
            typed=self.typed.digits,
            sheet=sheet_rows(play, self.story.purse),
            pool=pool(play),
            over=play.over,
        )

    def _title(self) -> str:
        changed = "".join(f", {name}={value}" for name, value in self.chosen.changes)
        return f"boxctl  {self.chosen.variant}{changed}"

    def _hint(self, play: Play, to_be_put: int) -> str:
        if self.hands.tumbling is not None:
            return "The dice roll …"
        assert self.sitting is not None
        by_itself = self.sitting.robots.plays(play.seat)
        by_hand = not self.box.tray.throws_by_itself
        return hint(play, to_be_put, by_itself=by_itself, by_hand=by_hand)

    def _log(self, columns: int, lines: int) -> Sequence[Row]:
        return log_rows(self.story.log, columns, lines)

    def _side(self, look: Look, lines: int) -> Picture:
        coached = self.coached and not look.over
        for_sheet = min(lines // 2, len(look.sheet) + 2) if coached else lines
        foot = look.pool or self._best_so_far()
        sheet = sheet_picture(look.sheet, foot, SIDE, for_sheet, self.setup.glyphs)
        if not coached:
            return sheet
        return (*sheet, *self.coach.picture(self.play, SIDE, lines - len(sheet)))

    def _best_so_far(self) -> str:
        """The best of who plays alone, looked up before each match and after it."""
        if len(self.play.players) != 1:
            return ""
        state = self.story.matches * 2 + self.play.over
        if state != self._best_looked_up:
            self._best_looked_up = state
            self._best = personal_best(
                self.setup.journal_file, self.play.rules, self.play.players[0]
            )
        return self._best.sentence if self._best is not None else ""

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        if self.sitting is not None:
            self._draw(self.setup.pulse.now())

    # Keys and mouse.

    @property
    def _by_itself(self) -> bool:
        """Whether the one whose turn it is needs no hands of ours."""
        assert self.sitting is not None
        return self.sitting.robots.plays(self.play.seat) and not self.play.over

    def action_digit(self, digit: str) -> None:
        """A digit of a tile's number."""
        self._flip(self.typed.type(digit, self.setup.pulse.now()))
        self.beat()

    def action_throw(self, one_die: bool = False) -> None:
        """Throw, or what has to be done before."""
        self._flip(self.typed.take())
        now = self.setup.pulse.now()
        if self._by_itself:
            pass
        elif not self.box.tray.throws_by_itself:
            self.hands.complaint = "Throw the dice on the roller: it tells what they show."
        elif self.play.over:
            self.hands.press("new", now)
        elif not self.hands.put_where_they_belong(now):
            self.hands.shake(now, one_die=one_die)
        self.beat()

    def action_next(self) -> None:
        """What comes next."""
        now, answer = self.setup.pulse.now(), self.play.answer
        if self.typed.digits:
            self._flip(self.typed.take())
        elif self._by_itself:
            pass
        elif self.play.over:
            self.hands.press("new", now)
        elif self.hands.put_where_they_belong(now):
            pass
        elif answer is not None and answer.move is not None:
            self.hands.press("confirm", now)
        elif self.play.throw_awaited:
            self.action_throw()
        self.beat()

    def action_take_back(self) -> None:
        """Take back a digit, or else the tile that was flipped last."""
        if not self.typed.rub_out():
            self.hands.take_back(self.setup.pulse.now())
        self.beat()

    def action_new_match(self) -> None:
        """Another match, once this one is over."""
        if self.play.over:
            self.hands.press("new", self.setup.pulse.now())
        else:
            self.hands.complaint = "The match is not over yet: Q leaves it."
        self.beat()

    def action_moves(self) -> None:
        """Show the moves that the throw allows."""
        self.app.push_screen(TextScreen("The moves", _moves(self.play)))

    def action_explain(self) -> None:
        """Explain the last ruling."""
        self.app.push_screen(rule_screen(self.story.explained))

    def action_coach(self) -> None:
        """Switch the coach on or off; it is remembered."""
        self.coached = not self.coached
        last = recall(self.setup.journal_file)
        if last is not None:
            remember(self.setup.journal_file, replace(last, coach=self.coached))
        self.beat()

    def action_analyse(self) -> None:
        """Tell luck from skill, as far as the match has come."""
        lines = self.coach.analysis(self.story.rulings)
        self.app.push_screen(TextScreen("How it was played", lines))

    def action_help(self) -> None:
        """Tell the keys."""
        self.app.push_screen(TextScreen("The keys", [f"{key:<11}{does}" for key, does in HELP]))

    def action_leave(self) -> None:
        """Leave the table."""
        self.leave_for_good()
        self.app.exit()

    def on_click(self, event: Click) -> None:
        """A tile or the tray was clicked."""
        if self.sitting is None:
            return
        columns, lines = self.app.size
        plan = plan_table(self.play.rules.tiles, columns, lines)
        number = plan.tile_at(event.screen_x, event.screen_y)
        if number is not None:
            self._flip([number])
            self.beat()
        elif plan.in_tray(event.screen_y):
            self.action_throw()
        elif event.screen_y == plan.hint_line:
            self.action_next()

    def _flip(self, tiles: Sequence[int]) -> None:
        for number in tiles:
            self.flip(number, self.setup.pulse.now())

    def flip(self, number: int, now: int) -> None:
        """A hand flips this tile."""
        self.hands.flip(number, now)


def _chance(seed: int | None) -> Chance:
    """With a seed the same dice every time."""
    if seed is None:
        system = SystemRandom()
        return lambda events: system
    return lambda events: Random(f"{seed} {events}")


def _moves(play: Play) -> list[str]:
    from boxctl.referee.sentences import added_up

    answer = play.answer
    if answer is None:
        return ["There is no throw to be played."]
    return [f"{added_up(move.tiles):<24}{move.rule}" for move in answer.moves]
