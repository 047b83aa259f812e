"""Text that fits a display: names, throws, tiles, what to put back. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.display.display_words import DisplayWords, Ways
from boxctl.presentation.notices import JOURNAL
from boxctl.presentation.phrases import amount, is_given, shown_player, without_symbol, won_or_lost
from boxctl.presentation.table_view import TableView
from boxctl.rules.money import Money
from boxctl.rules.tiles import TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.tables.display import REPERTOIRE, spelled
from hardware.devices import Face, TextLine

MORE = ".."
"""Marks text that was cut off."""


@frozen_dataclass
class FittedText:
    """One line: the first of these texts that the display can show, in the size that fits.

    They all say the same, the best first. If none fits, the last is cut.
    """

    texts: tuple[str, ...]
    size: int = 1

    def lines(self, face: Face) -> list[TextLine]:
        """Return the one line for a display with this face."""
        size = min(self.size, face.largest)
        for text in self.texts:
            written = spelled(text, face.letters)
            if written is not None and len(written) <= face.columns:
                return [TextLine(written, min(size, face.columns // max(1, len(written))))]
        return [TextLine(_as_far_as_it_goes(self.texts[-1], face)[: face.columns])]


@frozen_dataclass
class LabelledList:
    """Words that must not be cut, behind a label; on several lines if need be.

    The label is the first of ``labels`` that fits. With ``each`` it is repeated on every line; else
    it is on the first line only, if that costs no further line.
    """

    labels: tuple[str, ...]
    words: tuple[str, ...]
    size: int = 1
    between: str = " "
    each: bool = True

    def lines(self, face: Face) -> list[TextLine]:
        """Return as few lines as possible, in the largest size that needs no more of them."""
        label = self._label(face)
        words = [_as_far_as_it_goes(word, face) for word in self.words]
        fewest = self._wrapped(label, words, face.columns)
        longest = len(label) + max(map(len, words), default=0)
        for size in range(min(self.size, face.largest), 1, -1):
            columns = face.columns // size
            larger = self._wrapped(label, words, columns)
            if longest <= columns and len(larger) == len(fewest):
                return [TextLine(text, size) for text in larger]
        return [TextLine(text) for text in fewest]

    def _wrapped(self, label: str, words: Sequence[str], columns: int) -> list[str]:
        wrapped = _wrapped(label, words, self.between, columns, each=self.each)
        if self.each:
            return wrapped
        bare = _wrapped("", words, self.between, columns, each=False)
        return wrapped if len(wrapped) == len(bare) else bare

    def _label(self, face: Face) -> str:
        longest = max(map(len, self.words), default=0)
        for label in self.labels:
            written = spelled(label, face.letters)
            if written is not None:
                written += " " if len(written) > 1 else ""
                if len(written) + longest <= face.columns:
                    return written
        return ""


TextItem = FittedText | LabelledList


def whole_words(text: str, size: int = 1) -> TextItem:
    """Return a text that is not cut: on as many lines as its words need."""
    return LabelledList(("",), tuple(text.split()), size)


def cut(lines: Sequence[TextLine], rows: int, columns: int) -> list[TextLine]:
    """Return as many of these lines as there are rows for; the last one marks what is missing."""
    kept = list(lines)
    while kept and sum(line.size for line in kept) > rows:
        kept.pop()
    if kept and len(kept) < len(lines):
        last = kept[-1]
        room = columns // last.size - len(MORE) - 1
        text = last.text if len(last.text) <= room else last.text[:room].rpartition(" ")[0]
        kept[-1] = TextLine(f"{text.rstrip(',')} {MORE}".lstrip(), last.size)
    return kept


def _wrapped(
    label: str, words: Sequence[str], between: str, columns: int, *, each: bool
) -> list[str]:
    """Wrap whole words into lines; break a word only if it is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line}{between}{word}" if line else f"{label}{word}"
        if line and len(longer) > columns:
            lines.append((line + between.rstrip())[:columns])
            longer = f"{label}{word}" if each else word
        while len(longer) > columns > 0:
            lines.append(longer[:columns])
            longer = longer[columns:]
        line = longer
    return [*lines, line] if line else lines


def _as_far_as_it_goes(text: str, face: Face) -> str:
    """Return the text with a dash for each letter that the display lacks."""
    return "".join(_letter(letter, face) for letter in text)


def _letter(letter: str, face: Face) -> str:
    written = spelled(letter, face.letters)
    return written if written is not None and set(written) <= set(REPERTOIRE[face.letters]) else "-"


def names(view: TableView, player: str, words: DisplayWords) -> tuple[str, ...]:
    """Return the ways to name a player, the best first: in full, by first name, by seat."""
    first = [] if is_given(player) else player.split()[:1]
    seat = view.seat_of(player)
    by_seat = [words.seat.format(seat=seat)] if seat is not None else []
    return tuple(dict.fromkeys((shown_player(player), *first, *by_seat)))


def name_on(view: TableView, player: str, face: Face, room: int, words: DisplayWords) -> str:
    """Return the best way to name a player in ``room`` characters."""
    by_name = names(view, player, words)
    for name in by_name:
        written = spelled(name, face.letters)
        if written is not None and len(written) <= room:
            return name
    return by_name[-1]


def with_names(
    view: TableView, player: str, words: DisplayWords, texts: Ways, **values: object
) -> Ways:
    """Return each text with each way to name the player, the best names first."""
    by_name = names(view, player, words)
    return tuple(text.format(name=name, **values) for name in by_name for text in texts)


def money_on(face: Face, minor: int, currency: str, words: DisplayWords) -> str:
    """Return the money won or lost, without a symbol that the display lacks."""
    written = won_or_lost(minor, currency)
    if not currency or spelled(written, face.letters) is not None:
        return written
    return f"{'+' if minor > 0 else ''}{without_symbol(minor, currency)}"


def money_of(face: Face, money: Money, words: DisplayWords) -> str:
    """Return an amount, without a symbol that the display lacks."""
    if not money.currency:
        return str(money.minor)
    written = amount(money.minor, money.currency)
    if spelled(written, face.letters) is not None:
        return written
    return without_symbol(money.minor, money.currency)


def filled(texts: Ways, **values: object) -> Ways:
    """Return the texts with these values."""
    return tuple(text.format(**values) for text in texts)


def throw_item(throw: tuple[object, ...], face: Face, size: int = 1, label: str = "") -> TextItem:
    """Return ``3+4=7``, behind the label if there is room; die by die if there is little."""
    values = [value for value in throw if type(value) is int]
    dice = [str(value) if type(value) is int else "-" for value in throw]
    if not 1 < len(values) == len(throw):
        return LabelledList((label, ""), tuple(dice), size)
    total = sum(values)
    spaced = " ".join(dice)
    texts = (f"{'+'.join(dice)}={total}", f"{spaced} = {total}", f"{spaced} ={total}")
    if any(_can_be_shown(text, face) for text in texts):
        return FittedText((*(f"{label} {text}" for text in texts if label), *texts), size)
    return LabelledList(("",), (*dice, f"={total}"), size)


def _can_be_shown(text: str, face: Face) -> bool:
    written = spelled(text, face.letters)
    return written is not None and len(written) <= face.columns


def move_words(moves: tuple[TileSet, ...], moved: TileSet) -> tuple[str, ...]:
    """Return the rest of each move, the fewest tiles first: ``7``, ``6+1``."""
    left = [move & ~moved for move in moves if move & ~moved]
    simplest = sorted(left, key=lambda tiles: (tiles.bit_count(), -tiles))
    return tuple("+".join(map(str, reversed(numbers(tiles)))) for tiles in simplest)


def rest_of_move(view: TableView) -> int | None:
    """Return the sum still to be moved if every move leaves the same; else None."""
    rests = {sum(numbers(move & ~view.moved)) for move in view.owed}
    return rests.pop() if view.moved and len(rests) == 1 else None


def put_back(view: TableView, face: Face, words: DisplayWords, size: int = 1) -> Iterator[TextItem]:
    """Yield all tiles that must be stood up, and all that must be laid down."""
    if view.back.open:
        yield _tiles_to_move(words.up, view.back.open, face, size)
    if view.back.shut:
        yield _tiles_to_move(words.down, view.back.shut, face, size)


def _tiles_to_move(labels: tuple[str, ...], tiles: TileSet, face: Face, size: int) -> TextItem:
    shortest = min(
        len(label) + (len(label) > 1) for label in labels if spelled(label, face.letters)
    )
    return LabelledList(labels, tile_words(tiles, face.columns - shortest), size)


def tile_words(tiles: TileSet, longest: int = 5) -> tuple[str, ...]:
    """Return tiles as words, runs of three or more as one unless too long: ``1-3``, ``6``."""
    words: list[str] = []
    run: list[int] = []
    for number in (*numbers(tiles), 0):
        if run and number != run[-1] + 1:
            word = f"{run[0]}-{run[-1]}"
            words += [word] if len(run) > 2 and len(word) <= longest else map(str, run)
            run = []
        run.append(number)
    return tuple(words)


def has_stopped(view: TableView) -> bool:
    """Whether play pauses because nothing can be recorded."""
    return any(device == JOURNAL for device, _why in view.troubles)


def lost_devices(view: TableView) -> tuple[str, ...]:
    """Return the devices that do not answer, except the journal."""
    return tuple(device for device, _why in view.troubles if device != JOURNAL)
