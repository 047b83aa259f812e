"""What a laptop's table looks like: its wood, its hands and its referee as one view model."""

from __future__ import annotations

from boxctl.rules.tiles import NO_TILES
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.laptop.table_footer import table_footer
from boxctl.screens.pictures.announcement import announcement
from boxctl.screens.pictures.build_view import hint, pool, sheet_rows, tile_looks, whose_turn
from boxctl.screens.pictures.motion import FallingTiles, next_frame
from boxctl.screens.pictures.view_model import Announcement, AnnouncementKind, TableViewModel
from groundwork.language import message, tr

DARK = message("The plug is pulled, and the box is dark. Tiles can still be moved.")
INTERRUPTED_HINT = message(
    "ENTER: put the tiles back   D: they stand as they should   N: a new match"
)


class LaptopView:
    """Views one table again and again, and so sees its tiles fall."""

    def __init__(self, table: LaptopTable) -> None:
        self._table = table
        self.falling = FallingTiles(table.box.levers_seen)

    def due(self, now: int) -> int | None:
        """Return when the next frame is due while something moves; None while nothing does."""
        moves = self.falling.moving or self._table.hands.tumbling is not None
        return next_frame(now) if moves else None

    def at(self, now: int, typed: str = "") -> TableViewModel:
        """Return the table as it is now; ``typed`` are digits that wait."""
        table = self._table
        play, hands, table_log = table.play, table.hands, table.table_log
        seen = table.box.levers_seen
        to_be_put = hands.to_be_put if not play.over else NO_TILES
        self.falling.now_standing(seen, now)
        lit, untrue = table.box.wood.lamps.lit, table.box.untrue
        return TableViewModel(
            title=self._title(),
            turn=whose_turn(play),
            tiles=tile_looks(play, self.falling, now, lit, to_be_put, seen, untrue),
            dice=table_log.dice if hands.tumbling is None else hands.tumbling.faces(now),
            sides=play.rules.dice.sides,
            rolling=hands.tumbling is not None,
            announcement=self._announcement(),
            hint=self._hint(to_be_put),
            typed=typed,
            sheet=sheet_rows(play, table_log.purse),
            pool=pool(play),
            over=play.over,
            footer=table_footer(),
            tumbled=1.0 if hands.tumbling is None else hands.tumbling.share(now),
        )

    def _title(self) -> str:
        chosen = self._table.chosen
        return f"boxctl  {chosen.variant}" + "".join(f", {n}={v}" for n, v in chosen.changes)

    def _announcement(self) -> Announcement:
        if self._table.session is None:
            return Announcement(tr(DARK), AnnouncementKind.DOUBT)
        if complaint := self._table.hands.complaint:
            return Announcement(complaint, AnnouncementKind.REFUSED)
        if self._table.hands.question is not None:
            return Announcement(self._table.table_log.display.text, AnnouncementKind.ASKS)
        return announcement(self._table.table_log.display)

    def _hint(self, to_be_put: int) -> str:
        table = self._table
        if table.hands.tumbling is not None:
            return tr("The dice roll …")
        if table.session is None:
            return tr("P: put the plug back")
        if table.hands.question is not None:
            return tr("ENTER: confirm   N: new")
        if table.hands.interrupted and not table.by_itself:
            return tr(INTERRUPTED_HINT)
        by_hand = not table.box.tray.throws_by_itself
        return hint(
            table.play,
            to_be_put,
            by_itself=table.by_itself,
            by_hand=by_hand,
            real_dice=table.hands.real_dice is not None,
        )
