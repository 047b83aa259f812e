"""Parts of what displays show: names, throws, tiles, what to put back. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display.display_words import DisplayWords, Ways
from boxctl.presentation.display.text_items import FittedText, LabelledList, TextItem
from boxctl.presentation.money.winnings import won_or_lost
from boxctl.presentation.notices import JOURNAL
from boxctl.presentation.player_names import is_given, shown_player
from boxctl.presentation.table_view import TableView
from boxctl.rules.tiles import TileSet, numbers
from hardware.devices import Face
from hardware.letters import spelled


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
    """Return what somebody has won or lost, without a symbol that the display lacks."""
    written = won_or_lost(minor, currency)
    if not currency or spelled(written, face.letters) is not None:
        return written
    return f"{'+' if minor > 0 else ''}{bare_money(minor, currency, words)}"


def bare_money(minor: int, currency: str, words: DisplayWords) -> str:
    """Return what somebody has won, or (with a minus) lost, without the symbol."""
    if not currency:
        return str(minor)
    from boxctl.presentation.money.amounts import without_symbol  # few tables play for money

    return without_symbol(minor, currency)


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
    """Return what is left of each move, the fewest tiles first: ``7``, ``6+1``."""
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
