"""A laptop's table, seen and drawn: its wood, its hands and its referee as one view model.

The drawing keeps how far log and score sheet are scrolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boxctl.presentation.game_names import settings_in_words
from boxctl.presentation.match_score import MatchScore, pool_in_words
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.variant_titles import variant_title
from boxctl.screens.coaching.coach import Coach
from boxctl.screens.laptop.footer import KeyState, ScrollsTo, table_footer
from boxctl.screens.laptop.laptop_table import PLUG_PULLED, LaptopTable
from boxctl.screens.pictures.build_view import (
    Celebration,
    FallingTiles,
    hint,
    next_frame,
    sheet_rows,
    tile_looks,
    whose_turn,
)
from boxctl.screens.pictures.picture import ASCII, Picture, in_ascii
from boxctl.screens.pictures.sheet_picture import (
    is_longer,
    log_rows,
    most_scrolled,
    most_scrolled_down,
    sheet_picture,
)
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import (
    TablePlan,
    below_sheet,
    plan_table,
    rules_beside,
    with_rules,
)
from boxctl.screens.pictures.view_model import FooterKey, SheetRow, TableViewModel, turn_facts
from boxctl.view.announcement import BANNERS, Announcement, AnnouncementKind
from boxctl.view.score_sheet import score_sheet
from boxctl.view.turn_log import LogLine
from groundwork.language import message, tr, tr_n


class TypedTile:
    """The digits typed so far, for a box of ``tiles`` tiles.

    They wait as long as more than one tile can be meant: for another digit, or for :meth:`take`.
    No time limit decides which tile is meant.
    """

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self.digits = ""

    def type(self, digit: str) -> list[int]:
        """Take a digit and return the tiles that are now certain, in order."""
        taken: list[int] = []
        if self.digits and int(self.digits + digit) > self._tiles:
            taken += self.take()
        if self.digits or digit != "0":
            self.digits += digit
        if self.digits and int(self.digits) * 10 > self._tiles:
            taken += self.take()
        return taken

    def take(self) -> list[int]:
        """Take what was typed as it is, and return its tile if there is one."""
        number, self.digits = int(self.digits or 0), ""
        return [number] if 1 <= number <= self._tiles else []

    def rub_out(self) -> bool:
        """Rub out the last digit; return whether there was one."""
        there = bool(self.digits)
        self.digits = self.digits[:-1]
        return there

    @property
    def hint(self) -> str:
        """The sentence about what can be typed next; empty without digits."""
        if not self.digits:
            return ""
        first = int(self.digits) * 10
        last = min(first + 9, self._tiles)
        if first == last:
            return tr(
                "{digits} … {first}?  Type 0, or ENTER for the {digits}",
                digits=self.digits,
                first=first,
            )
        return tr(
            "{digits} … {first} to {last}?  Type one more digit, or ENTER for the {digits}",
            digits=self.digits,
            first=first,
            last=last,
        )


INTERRUPTED_HINT = message("ENTER: put the tiles back   N: a new match")

OR_DECLARE_HINT = message(
    "ENTER: put the tiles back   D: they stand as they should   N: a new match"
)


class LaptopView:
    """Views one table again and again, and so sees its tiles fall."""

    def __init__(self, table: LaptopTable) -> None:
        self._table = table
        self._motion = table.setup.motion
        self.falling = FallingTiles(table.box.levers_seen, motion=self._motion)
        self.celebration = Celebration()

    def move_with(self, *, motion: bool) -> None:
        """Let tiles fall and dice roll from now on, or not."""
        self._motion = motion
        self.falling.move_with(motion=motion)

    def due(self, now: int) -> int | None:
        """Return when the next frame is due while something moves; None while nothing does."""
        rolling = self._motion and self._table.hands.rolling is not None
        moves = self.falling.moving or rolling or self.celebration.share(now) is not None
        return next_frame(now) if moves else None

    def at(self, now: int, typed: TypedTile) -> TableViewModel:
        """Return the table as it is now, without its keys."""
        table = self._table
        play, hands, table_log = table.play, table.hands, table.table_log
        seen = table.box.levers_seen
        to_be_put = hands.to_be_put if not play.over else NO_TILES
        self.falling.now_standing(seen, now)
        score = replace(table_log.score, over=play.over)
        announced = self._announcement()
        if self._motion:
            self.celebration.now_announced(announced if announced.kind in BANNERS else None, now)
        rolling = hands.rolling if self._motion else None
        return TableViewModel(
            title=self._title(),
            turn=whose_turn(play),
            tiles=tile_looks(
                play.rules,
                self.falling,
                now,
                levers=seen,
                lit=table.box.wood.lamps.lit,
                moved=NO_TILES if play.answer is None else play.answer.moved,
                to_be_put=to_be_put,
                untrue=table.box.untrue,
            ),
            dice=score.dice if rolling is None else rolling.faces(now),
            sides=play.rules.dice.sides,
            rolling=rolling is not None,
            announcement=announced,
            hint=typed.hint or self._hint(to_be_put),
            sheet=self._sheet(score),
            pool=pool_in_words(play.rules, play.players, score),
            over=play.over,
            rounds=score.rounds.columns,
            tumbled=1.0 if rolling is None else rolling.share(now),
            celebration=self.celebration.share(now),
            facts=turn_facts(play, score.rounds.current),
            log_title=tr("Heard and ruled") if hands.rough else tr("Throw by throw"),
        )

    def footer(self, typed: TypedTile, scrolls: ScrollsTo) -> tuple[FooterKey, ...]:
        """Return the keys that do something now; ``scrolls`` is what can be scrolled to."""
        table, hands = self._table, self._table.hands
        state = KeyState(
            powered=table.session is not None,
            asked=hands.question is not None,
            asks_where=hands.asks_where,
            interrupted=hands.interrupted,
            may_declare=hands.may_declare,
            by_itself=table.by_itself,
            by_hand=not table.box.tray.throws_by_itself,
            real_dice=hands.real_dice is not None,
            rolling=hands.rolling is not None,
            to_be_put=bool(hands.to_be_put) and not table.play.over,
            to_undo=hands.to_undo,
            typed=typed.digits,
            bench=hands.rough,
            scrolls=scrolls,
            ruled=bool(table.table_log.rulings),
        )
        return table_footer(table.play, state)

    def _sheet(self, score: MatchScore) -> tuple[SheetRow, ...]:
        play, purse = self._table.play, self._table.table_log.purse
        banks = play.rules.doubles == "insurance" and not play.over
        markers = {play.player: play.memory.markers} if banks else {}
        lines = score_sheet(
            play.rules, play.players, score, play.player, markers=markers, purse=purse
        )
        return sheet_rows(lines, play.sheet.lost)

    def _title(self) -> str:
        chosen = self._table.chosen
        changes = settings_in_words(chosen.changes)
        return ", ".join((f"boxctl  {variant_title(chosen.variant)}", *changes))

    def _announcement(self) -> Announcement:
        if self._table.session is None:
            dark = self._table.trouble or tr(PLUG_PULLED)
            return Announcement(dark, AnnouncementKind.DOUBT)
        return self._table.table_log.announcer.shown

    def _hint(self, to_be_put: TileSet) -> str:
        table = self._table
        if table.bench.tool:
            return table.bench.which_tile
        if table.hands.rolling is not None:
            return tr("The dice roll …")
        if table.session is None:
            return tr("P: put the plug back")
        if (number := table.hands.question) is not None:
            if table.hands.asks_where:
                return tr("ENTER: the {tile} is shut   N: the {tile} is open", tile=number)
            return tr("ENTER: yes, it is the {tile}   N: no, another tile   ESC: none", tile=number)
        if table.hands.interrupted and not table.by_itself:
            return tr(OR_DECLARE_HINT) if table.hands.may_declare else tr(INTERRUPTED_HINT)
        by_hand = not table.box.tray.throws_by_itself
        return hint(
            table.play,
            to_be_put,
            by_itself=table.by_itself,
            by_hand=by_hand,
            real_dice=table.hands.real_dice is not None,
            to_undo=table.hands.to_undo,
        )


class TableScrolling:
    """The rows by which the ``log`` is scrolled back, and the ``seats`` by which the sheet is down.

    Never scrolls past what was :meth:`drawn` last.
    """

    def __init__(self) -> None:
        self.log = self.seats = 0
        self._lines: Sequence[LogLine] = ()
        self._size = (80, 4)
        self._seats_up = self._seats_down = 0

    def drawn(
        self, lines: Sequence[LogLine], plan: TablePlan, look: TableViewModel, sheet_lines: int
    ) -> None:
        """Note what can be scrolled: these lines of the log, and the sheet on so many lines."""
        self._lines, self._size = lines, (plan.log_columns, plan.log_lines)
        self._seats_up, self._seats_down = most_scrolled_down(look.sheet, look.pool, sheet_lines)

    def scroll_log(self, pages: int) -> None:
        """Scroll the log back by so many pages, or forward (below 0)."""
        self.scroll_log_by(pages * max(1, self._size[1] - 1))

    def scroll_log_by(self, rows: int) -> None:
        """Scroll the log back by so many rows, or forward (below 0)."""
        most = most_scrolled(self._lines, *self._size)
        self.log = max(0, min(most, self.log + rows))

    def scroll_sheet(self, seats: int) -> None:
        """Scroll the score sheet down by so many seats, or up (below 0)."""
        self.seats = max(self._seats_up, min(self._seats_down, self.seats + seats))

    def show_newest(self) -> None:
        """Scroll the log and the sheet to what happens now."""
        self.log = self.seats = 0

    @property
    def scrolls_to(self) -> ScrollsTo:
        """The rows that can be scrolled to."""
        return ScrollsTo(
            older=self._has_older,
            newer=self.log > 0,
            above=self.seats > self._seats_up,
            below=self.seats < self._seats_down,
        )

    @property
    def _has_older(self) -> bool:
        if not self.log:
            return is_longer(self._lines, *self._size)
        return most_scrolled(self._lines, *self._size) > self.log


SHEET_BELOW_BENCH = 4
"""The lines of a score sheet that is below the bench."""


class TableDrawing:
    """Draws one table again and again, with its coach beside the log."""

    def __init__(self, table: LaptopTable, coach: Coach) -> None:
        self._table = table
        self._coach = coach
        self._glyphs = table.setup.glyphs
        self._drawn: tuple[object, ...] = ()
        self._plan = plan_table(table.play.rules.tiles, 80, 24)
        self._look: TableViewModel | None = None
        self._for_sheet = self._plan.side_lines
        self.scrolling = TableScrolling()
        self.view = LaptopView(table)

    @property
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""
        return self._plan

    @property
    def footer(self) -> Sequence[FooterKey]:
        """The keys of the footer as they were drawn."""
        return () if self._look is None else self._look.footer

    def picture(self, now: int, size: tuple[int, int], typed: TypedTile) -> Picture | None:
        """Draw the table at ``now`` (microseconds) for a screen of this size.

        Returns None if it looks as it did.
        """
        table = self._table
        plan = plan_table(table.play.rules.tiles, *size)
        if plan != self._plan:
            self._plan, self._for_sheet = plan, plan.side_lines
        seen, lines = self.view.at(now, typed), self._lines()
        self.scrolling.drawn(lines, plan, seen, self._for_sheet)
        keys = self.view.footer(typed, self.scrolling.scrolls_to)
        self._look = look = replace(seen, footer=keys)
        bench = (table.hands.rough, table.bench.tool, table.bench.unplugged)
        scrolled = (self.scrolling.log, self.scrolling.seats)
        coach = self._coach.mode, self._coach.told
        drawn = (look, table.table_log.told, coach, bench, scrolled, size)
        if drawn == self._drawn:
            return None
        self._drawn = drawn
        log = log_rows(lines, plan.log_columns, plan.log_lines, self._glyphs, self.scrolling.log)
        rules = rules_beside(table.play.rules, plan, self._glyphs)
        picture = table_picture(look, plan, log, self._side(look), self._glyphs, rules)
        return in_ascii(picture) if self._glyphs is ASCII else picture

    # What is beside and below.

    def _lines(self) -> Sequence[LogLine]:
        """Return the log without what is announced at this moment."""
        table_log = self._table.table_log
        if self._table.hands.rough:
            return list(table_log.bench_lines)
        announced = table_log.announcer.shown.text
        return [line for line in table_log.lines if line.text != announced]

    def _side(self, look: TableViewModel) -> Picture:
        """Draw the sheet, and below it the facts of the turn and what the coach says, or rules."""
        columns, lines = self._plan.side_columns, self._plan.side_lines
        if self._table.hands.rough:
            powered = self._table.session is not None
            tools = self._table.bench.picture(columns, powered=powered)
            self._for_sheet = SHEET_BELOW_BENCH
            return (*tools, *self._sheet(look, look.pool))[:lines]
        play, rulings = self._table.play, self._table.table_log.rulings
        advice = self._coach.picture(play, columns, lines, self._glyphs, rulings)
        self._for_sheet = min(lines // 2, len(look.sheet) + 2) if advice else lines
        sheet = self._sheet(look, look.pool or self._best_so_far())
        if advice:
            return below_sheet(sheet, look.facts, advice, columns, lines, self._glyphs)
        return with_rules(sheet, look.facts, play.rules, self._plan, self._glyphs)

    def _sheet(self, look: TableViewModel, foot: str) -> Picture:
        columns, lines = self._plan.side_columns, self._for_sheet
        return sheet_picture(
            look.sheet, look.rounds, foot, columns, lines, self._glyphs, self.scrolling.seats
        )

    def _best_so_far(self) -> str:
        """Return the line about a solo player's best score; empty until it is known."""
        session = self._table.session
        best = None if session is None else session.solo_best.best
        if best is None:
            return ""
        return tr_n(
            "best so far {score}, one match",
            "best so far {score}, {matches} matches",
            best.matches,
            score=best.score,
            matches=best.matches,
        )
