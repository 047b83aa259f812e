"""A laptop's table as one view model: its wood, its hands and its referee."""

from __future__ import annotations

from dataclasses import replace

from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.rule_page.title import listed_title
from boxctl.presentation.setting_titles import settings_in_words
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.screens.laptop.footer import KeyState, ScrollsTo, table_footer
from boxctl.screens.laptop.laptop_table import PLUG_PULLED, LaptopTable
from boxctl.screens.laptop.typed_tile import TypedTile
from boxctl.screens.pictures.build_view import hint, sheet_rows, tile_looks, whose_turn
from boxctl.screens.pictures.motion import Celebration, FallingTiles, next_frame
from boxctl.screens.pictures.view_model import FooterKey, SheetRow, TableViewModel
from boxctl.view.announcement import BANNERS, Announcement, AnnouncementKind
from boxctl.view.score_sheet import pool_in_words, score_sheet
from boxctl.view.turn_facts import turn_facts
from groundwork.language import message, tr

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
            to_take_back=hands.to_take_back,
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
        return ", ".join((f"boxctl  {listed_title(chosen.variant)}", *changes))

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
            to_take_back=table.hands.to_take_back,
        )
