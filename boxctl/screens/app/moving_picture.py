"""The picture of a table: dice and tiles move on it, so a frame of it is drawn in few steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Region
from textual.strip import Strip

from boxctl.screens.app.picture_widget import PictureWidget
from boxctl.screens.pictures.picture import Row


class MovingPicture(PictureWidget):
    """A picture that fills its widget; a style sheet must give it neither border nor padding.

    Each row is laid out once and kept while it stays the same. Textual would lay out every row
    anew for its border, its padding and each filter of the app.
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: dict[int, tuple[Row, Strip]] = {}
        self._look: tuple[object, ...] = ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of this part of the picture, for Textual."""
        look = (self.size.width, self.app.theme)
        if look != self._look:
            self._look = look
            self._strips.clear()
        strips = [self._strip(y) for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def _strip(self, y: int) -> Strip:
        row = self.row(y)
        kept = self._strips.get(y)
        if kept is not None and kept[0] is row:
            return kept[1]
        strip: Strip = self.render_line(y)
        segments = list(strip)
        for line_filter in self.app.get_line_filters():
            segments = line_filter.apply(segments, self.background_colors[1])
        strip = RowStrip(segments, strip.cell_length)
        self._strips[y] = row, strip
        return strip


class RowStrip(Strip):
    """A strip that is freed with its last user.

    Textual's keeps itself among its parts, so that each row of each frame was left to the garbage
    collector, and that stopped a frame for a tenth of a second now and then.
    """

    __slots__ = ()

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Divide at these columns; the whole is one part."""
        cuts = list(cuts)
        return [self] if cuts == [self.cell_length] else super().divide(cuts)
