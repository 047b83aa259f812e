"""The full-screen game in virtual time: a pilot's fingers on the keys, and no waiting.

The game lays its own table (``LaptopTable``), and its app runs inside an event loop: a test enters
one of these contexts in its own coroutine, and no fixture can.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from contextvars import Context, copy_context
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest import mock

from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.screen import Screen

from boxctl.journal.disk.private_files import usual_place
from boxctl.odds.table_odds import TableOdds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.referee.players import typed_players
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers
from boxctl.screens.app.game_app import GameApp
from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.menu.menu_widgets import CardWidget
from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.app.table_screen import TableScreen
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.app.watch_screen import WatchScreen
from boxctl.screens.dice_tray import DiceTray
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.laptop_table import GameSetup, LaptopTable
from boxctl.screens.laptop.playback import WatchedMatch
from boxctl.screens.pictures.picture import LINES, Glyphs
from hardware.devices import Clock, DeviceBack, DeviceLost, DiceRolled, EventSink
from tests.support.records.journals import JournalAtOnce, NoJournal
from tests.support.screens.picture_text import text_of

SECOND = 1_000_000

PICTURED = (TableScreen, WatchScreen)
"""The screens that show a box."""

SELDOM = 160_000
"""How often the table is drawn while time passes, in microseconds; all of it is drawn at the end.

Nobody looks at what is in between, and drawing it took most of the tests' time.
"""

SHORT = {"canadienne": "100", "tournament": "60", "last-standing": "45"}
"""Targets that keep a match short enough for a test; it is played to its end all the same."""


def short(name: str) -> dict[str, str]:
    """Settings that keep a match of this variant short."""
    return {"target": SHORT[name]} if name in SHORT else {}


class JumpingTicker:
    """Time jumps to whatever is due next.

    Keeps the table from being drawn again and again meanwhile (:data:`SELDOM`).
    """

    def __init__(self) -> None:
        self.time = 78 * SECOND
        self._beat: Callable[[], None] | None = None
        self._due: int | None = None
        self._woken = False
        self._context: Context | None = None
        self._passing = False
        self._drawn_at = 0
        self._is_drawn = True

    def draws(self, now: int) -> bool:
        """Whether the table is drawn at this time; if not, it is drawn later."""
        self._is_drawn = not self._passing or now >= self._drawn_at + SELDOM
        if self._is_drawn:
            self._drawn_at = now
        return self._is_drawn

    def now(self) -> int:
        return self.time

    def start(self, beat: Callable[[], None]) -> None:
        self._beat, self._context = beat, copy_context()

    def beat_at(self, due: int | None) -> None:
        self._due = due

    def wake(self) -> None:
        self._woken = True

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Time jumps anyway."""

    def stop(self) -> None:
        self._beat = self._due = None

    def passes(self, duration: int, until: Callable[[], bool] = lambda: False) -> None:
        """Let so much time pass, or until something is so."""
        end = self.time + duration
        for _ in range(100_000):
            if self._beat is None:
                return
            if self._woken:
                self._passing = True
            else:
                ends = until()
                if ends or self._due is None or self._due > end:
                    if self._is_drawn:
                        break
                else:
                    self.time = max(self.time, self._due)
                    self._passing = True
            self._woken = False
            self._run(self._beat)
        else:
            raise AssertionError("time does not get on")
        if not ends:
            self.time = end

    def _run(self, beat: Callable[[], None]) -> None:
        assert self._context is not None
        try:
            self._context.run(beat)
        finally:
            self._passing = False


class TrayAtOnce:
    """A roller whose line takes two milliseconds, and which can be pulled out."""

    throws_by_itself = True

    def __init__(self) -> None:
        self.works = True
        self.plugged = True
        self._waiting: list[tuple[int | None, ...]] = []

    def __enter__(self) -> TrayAtOnce:
        return self

    def __exit__(self, *_ended: object) -> None:
        pass

    def throw(self, values: Sequence[int | None]) -> None:
        if not self.plugged:
            self._waiting.append(tuple(values))
        elif self.works:
            self._hand_over(DiceRolled(self._clock(), tuple(values)))

    def tell_button_dice(self, count: int) -> None:
        """It has no button."""

    def unplug(self) -> None:
        self.plugged = False
        self._hand_over(DeviceLost(self._clock(), "roller", "its cable is out"))

    def plug_in(self) -> None:
        self.plugged = True
        self._hand_over(DeviceBack(self._clock(), "roller", "2 dice with 6 sides"))
        for values in self._waiting:
            self._hand_over(DiceRolled(self._clock(), values))
        self._waiting.clear()

    def listen(
        self, clock: Clock, hand_over: EventSink, seen: Mapping[int, int]
    ) -> Callable[[], object]:
        self._clock, self._hand_over = clock, hand_over
        return lambda: None


class GamePilot:
    """Someone at the keys of the full-screen game, and time that only moves when a test says so."""

    def __init__(self, app: GameApp, pilot: Pilot[Any], ticker: JumpingTicker) -> None:
        self.app, self.pilot, self.ticker = app, pilot, ticker

    @property
    def screen(self) -> Screen[Any]:
        return self.app.screen

    @property
    def at(self) -> TableScreen:
        """The screen of the table, whatever lies over it."""
        found = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreen)]
        return found[-1]

    @property
    def table(self) -> LaptopTable:
        return self.at.table

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until all is at rest again."""
        await self.pilot.press(*keys)
        self.comes_to_rest()

    async def types(self, *keys: str) -> None:
        """Press keys on a page with fields; each is taken in before the next is pressed."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            await self.pilot.pause()

    async def until(self, so: Callable[[], bool]) -> None:
        """Let Textual get on with its messages until something is so."""
        for _ in range(300):
            await self.pilot.pause()
            if so():
                return
        raise AssertionError("Textual does not get there")

    async def is_laid_out(self) -> None:
        """Whatever lies on top has its place on the screen."""
        await self.until(lambda: all(widget.size for widget in self.screen.query("Static")))

    def comes_to_rest(self) -> None:
        """Let time pass until nothing is under way."""
        self.ticker.passes(60 * SECOND, self._at_rest)

    def _at_rest(self) -> bool:
        at, table = self.at, self.table
        still = (
            table.hands.idle and table.box.wood.due is None and not at.drawing.view.falling.moving
        )
        ruled = table.session is None or table.session.runtime.at_rest
        return still and ruled

    def passes(self, seconds: float) -> None:
        self.ticker.passes(round(seconds * SECOND))

    @property
    def shown(self) -> str:
        """The picture of the table, or of the match that is watched, as text."""
        (*_, screen) = (s for s in self.app.screen_stack if isinstance(s, PICTURED))
        return text_of(screen.query_one(PictureWidget).picture)

    @property
    def place(self) -> str:
        """How far a match that is watched has got: ``playing  3 of 24``."""
        return next(line for line in self.shown.splitlines() if " speed x" in line).strip()

    @property
    def page(self) -> str:
        """The text of the page that lies over the table."""
        assert isinstance(self.screen, TextScreen)
        return "\n".join(self.screen.paragraphs)

    @property
    def said(self) -> str:
        return self.table.table_log.last_said.text

    async def plays(self, most_keys: int = 3000) -> None:
        """Play the first move there is, by the keys alone, until the match is over."""
        for _ in range(most_keys):
            play = self.table.play
            if play.over:
                return
            answer = play.answer
            if answer is not None and answer.move is None and not play.put_back:
                for number in numbers(answer.moves_with_moved[0].tiles & ~answer.moved):
                    await self.press(*str(number))
                    if self.at.typed.digits:
                        await self.press("enter")
            else:
                await self.press("enter")
        raise AssertionError("the match does not end")


@contextmanager
def no_waiting() -> Iterator[None]:
    """Textual's pilot waits until the processor is idle; here nothing is done meanwhile.

    No cursor blinks: a picture would depend on how long the machine took to get to it. What has
    changed on the screen is drawn when all of it is drawn, and not once more by itself: without a
    terminal it would go nowhere. ``tests/system`` has the game on a terminal.
    """
    draw = TableScreen._draw

    def draw_seldom(screen: TableScreen, now: int) -> None:
        ticker = screen.setup.ticker
        if not isinstance(ticker, JumpingTicker) or ticker.draws(now):
            draw(screen, now)

    async def soon(*_times: float) -> None:
        await asyncio.sleep(0)

    def nothing(compositor: Compositor) -> None:
        compositor._dirty_regions.clear()

    with (
        mock.patch("textual.app.wait_for_idle", soon),
        mock.patch("textual.pilot.wait_for_idle", soon),
        mock.patch("textual.widgets.Input._toggle_cursor"),
        mock.patch.object(TableScreen, "_draw", draw_seldom),
        mock.patch.object(Compositor, "render_partial_update", nothing),
    ):
        yield


_SOLVED: dict[tuple[RuleSet, int], TableOdds] = {}


def odds_solved_once(rules: RuleSet, players: int) -> TableOdds:
    """The odds of this game, of which all tests together solve each table once.

    Those of The 300 are in a file that a test may put there or take away.
    """
    if is_turn_of_the_300(rules):
        return TableOdds(rules, players)
    return _SOLVED.setdefault((rules, players), TableOdds(rules, players))


@asynccontextmanager
async def a_game(
    choice: GameChoice | None,
    *,
    watched: WatchedMatch | None = None,
    size: tuple[int, int] = (80, 24),
    tray: AbstractContextManager[DiceTray] | None = None,
    glyphs: Glyphs = LINES,
    journal_file: Path | None = None,
    resume: int | None = None,
    **options: Any,
) -> AsyncIterator[GamePilot]:
    """The game on a screen of this size; without a choice it begins with choosing one.

    Matches are recorded in ``journal_file``, if there is one.
    """
    ticker = JumpingTicker()
    the_tray: AbstractContextManager[DiceTray] = tray or TrayAtOnce()

    def tray_for(_rules: RuleSet) -> AbstractContextManager[DiceTray]:
        return the_tray

    def journal(resume: int | None) -> Any:
        if journal_file is None:
            return NoJournal()
        return JournalAtOnce(journal_file, BOX, resume=resume)

    setup = GameSetup(journal_file or usual_place(), journal, tray_for, ticker, glyphs, **options)
    app = GameApp(setup, choice, resume=resume, watched=watched)
    # Who thinks slowly is not helped by what another test has solved.
    odds = TableOdds if "think" in options else odds_solved_once
    with no_waiting(), mock.patch("boxctl.screens.coaching.coach.TableOdds", odds):
        async with app.run_test(size=size) as pilot:
            yield GamePilot(app, pilot, ticker)


@asynccontextmanager
async def at_table(
    name: str = "classic",
    players: str = "Ann,Bob",
    *,
    seed: int | None = 3,
    settings: Mapping[str, str] = MappingProxyType({}),
    **options: Any,
) -> AsyncIterator[GamePilot]:
    """A match that has begun; ``options`` are those of :func:`a_game`."""
    named, handicaps = typed_players(players.split(","))
    choice = GameChoice(name, tuple(settings.items()), named, seed, handicaps=handicaps)
    async with a_game(choice, **options) as playing:
        playing.comes_to_rest()
        yield playing


@asynccontextmanager
async def watching(watched: WatchedMatch) -> AsyncIterator[GamePilot]:
    """A match that is watched, and has just begun to play."""
    async with a_game(None, watched=watched) as pilot:
        await pilot.until(lambda: isinstance(pilot.screen, WatchScreen))
        await pilot.until(lambda: bool(pilot.screen.query_one(PictureWidget).picture))
        yield pilot


@asynccontextmanager
async def choosing(**options: Any) -> AsyncIterator[GamePilot]:
    """The menu, ready for keys; ``options`` are those of :func:`a_game`."""
    async with a_game(None, **options) as chooser:
        await chooser.until(lambda: isinstance(chooser.screen, MenuScreen))
        await chooser.until(lambda: bool(chooser.screen.query_one("#card", CardWidget).picture))
        await chooser.until(lambda: chooser.app.focused is not None)
        yield chooser


def in_loop(situation: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine."""

    @wraps(situation)
    def test(*given: Any, **named: Any) -> None:
        asyncio.run(situation(*given, **named))  # type: ignore[arg-type]

    return test
