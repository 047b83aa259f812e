"""The fields of rulings and of entries of the journal: how each is written as JSON, and read back.

A field is declared once, by its annotation, such as ``moved: Tiles``. What is written, what is
read back, and what is refused as nothing that boxctl writes: all that comes from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, NamedTuple, TypedDict, TypeVar, get_args

from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES
from groundwork.times import MatchTime


@frozen_dataclass
class PutBack:
    """The levers that must still move: ``open`` must be stood up, ``shut`` laid down."""

    open: TileSet = NO_TILES
    shut: TileSet = NO_TILES

    def __bool__(self) -> bool:
        return bool(self.open | self.shut)


def put_back(levers: TileSet, wrong: TileSet) -> PutBack:
    """Return which way the ``wrong`` levers must move; ``levers`` are the tiles that stand open."""
    return PutBack(open=wrong & ~levers, shut=wrong & levers)


Choice = TypeVar("Choice", bound=str)


class WrongValue(ValueError):
    """A value that boxctl does not write in this field."""


@frozen_dataclass
class FieldKind:
    """What the value of a field is, in ``words`` as the documents have it.

    ``read`` returns the value of JSON data. It raises :class:`WrongValue`, KeyError, TypeError,
    ValueError or OverflowError for data that ``write`` does not make. ``write`` is None for a value
    that JSON has as it is. A field that is ``nullable`` is always there, perhaps as null.
    """

    words: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] | None = None
    nullable: bool = False


@frozen_dataclass
class WrittenAs:
    """The key of a field that is written under another name than its own."""

    key: str


class RecordField(NamedTuple):
    """A field of a record, and the key under which it is written.

    One that is not ``needed`` may be missing.
    """

    name: str
    key: str
    kind: FieldKind
    needed: bool


Added = Callable[[str], Any]


def nothing(_field: str) -> None:
    """Add nothing to a record."""


BY_RECORDER: Any = object()
"""The default of a field that the recorder of a record adds, where it is not given."""


def kind_of(annotated: Any) -> FieldKind:
    """Return the kind of a field that is annotated like this."""
    kind: FieldKind = annotated.__metadata__[0]
    return kind


_declarations: dict[type[Any], tuple[RecordField, ...]] = {}


def fields_of(record: type[Any]) -> tuple[RecordField, ...]:
    """Return the declared fields of a dataclass, in the order in which they are written.

    Those that the class names in ``contract`` come first. A field may be missing if it has a
    default or its annotation allows None.
    """
    known = _declarations.get(record)
    if known is None:
        known = _declarations[record] = _fields_of(record)
    return known


def _fields_of(record: type[Any]) -> tuple[RecordField, ...]:
    found = {each.name: _declared(each) for each in fields(record)}
    first = getattr(record, "contract", ())
    return tuple(found[name] for name in (*first, *(name for name in found if name not in first)))


def _declared(field: Field[Any]) -> RecordField:
    annotation, optional = field.type, field.default not in (MISSING, BY_RECORDER)
    if type(None) in get_args(annotation):
        optional = True
        (annotation,) = (part for part in get_args(annotation) if part is not type(None))
    kind, *more = annotation.__metadata__  # type: ignore[union-attr]
    key = more[0].key if more else field.name
    return RecordField(field.name, key, kind, not optional)


def write_fields(
    record: Any,
    declared: Iterable[RecordField],
    added: Added = nothing,
    *,
    behind: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Write these fields of a record in their order, but for those that are None.

    ``added`` returns the value of a field that is :data:`BY_RECORDER`, None for none. They are
    written into the object ``behind`` what is there, if one is given.
    """
    written = {} if behind is None else behind
    for name, key, kind, _needed in declared:
        value = getattr(record, name)
        if value is BY_RECORDER and (value := added(name)) is None:
            continue
        if value is not None and (write := kind.write) is not None:
            value = write(value)
        if value is not None or kind.nullable:
            written[key] = value
    return written


def read_fields(
    data: Mapping[str, Any], declared: Iterable[RecordField], *, null_is_missing: bool = False
) -> dict[str, Any]:
    """Return the values of these fields by their names. Passes over unknown keys.

    Raises :class:`WrongValue`, and whatever their kinds raise. With ``null_is_missing`` a field
    that may be missing may be null as well.
    """
    found = {}
    for name, key, kind, needed in declared:
        value = data.get(key)
        if value is not None:
            found[name] = kind.read(value)
        elif key in data and kind.nullable:
            found[name] = None
        elif needed or (key in data and not null_is_missing):
            raise WrongValue(f"there is no {key}")
    return found


def in_seconds(at: int) -> float:
    """Convert microseconds to seconds; a time too large for floating point to whole seconds."""
    return at / 1_000_000 if at.bit_length() < 1000 else at // 1_000_000


def in_microseconds(seconds: float) -> MatchTime:
    """Convert a finite time in seconds to whole microseconds, however large."""
    if isinstance(seconds, int) or abs(seconds) >= 2**53:
        return MatchTime(int(seconds) * 1_000_000)
    return MatchTime(round(seconds * 1_000_000))


class MoveData(TypedDict):
    """A move as the contract has it: its tiles, and the rule that allows it."""

    tiles: tuple[int, ...]
    rule: str


def moves_as_json(moves: Iterable[Move]) -> list[MoveData]:
    """Write moves as the contract has them, each with its tiles and its rule."""
    return [{"tiles": numbers(move.tiles), "rule": move.rule} for move in moves]


def put_back_as_json(value: PutBack) -> dict[str, tuple[int, ...]]:
    """Write what must still move as the contract has it: always both keys."""
    return {"open": numbers(value.open), "shut": numbers(value.shut)}


# Reading refuses whatever is not written here.


def whole(value: Any) -> int:
    """Return a whole number. Raises :class:`WrongValue` for anything else, like all that follow."""
    if type(value) is not int:
        raise WrongValue(f"{value!r} is not a whole number")
    return value


def _count(value: Any) -> int:
    if whole(value) < 0:
        raise WrongValue(f"{value!r} is below 0")
    return whole(value)


def number(value: Any) -> float:
    """Return a number, which may be infinite."""
    if type(value) not in (int, float):
        raise WrongValue(f"{value!r} is not a number")
    return value  # type: ignore[no-any-return]


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongValue(f"{value!r} is neither true nor false")
    return value


def text(value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise WrongValue(f"{value!r} is not a text")
    return value


def elements(value: Any) -> list[Any]:
    """Return the elements of a list."""
    if not isinstance(value, list | tuple):
        raise WrongValue(f"{value!r} is not a list")
    return list(value)


def members(value: Any) -> dict[str, Any]:
    """Return the members of a JSON object."""
    if not isinstance(value, dict):
        raise WrongValue(f"{value!r} is not an object")
    return value


def is_tile(value: object) -> bool:
    """Return whether this is the number of a tile that a box may have."""
    return type(value) is int and 1 <= value <= MOST_TILES


def _tile(value: Any) -> int:
    if not is_tile(value):
        raise WrongValue(f"{value!r} is no tile")
    return whole(value)


def tiles(value: Any) -> TileSet:
    """Return the set of tiles of a list."""
    return tile_set(map(_tile, elements(value)))


def _tile_or_tiles(value: Any) -> TileSet:
    return tiles(value) if isinstance(value, list | tuple) else tiles([value])


def _as_tile_or_tiles(tiles: TileSet) -> int | tuple[int, ...]:
    return tiles.bit_length() if tiles.bit_count() == 1 else numbers(tiles)


def _by_player(value: Any) -> dict[str, int]:
    return {text(name): whole(amount) for name, amount in members(value).items()}


def _moves(value: Any) -> tuple[Move, ...]:
    return tuple(Move(tiles(move["tiles"]), text(move["rule"])) for move in elements(value))


def _put_back(value: Any) -> PutBack:
    return PutBack(tiles(value["open"]), tiles(value["shut"]))


def list_of(
    words: str, read: Callable[[Any], Any], write: Callable[[Any], Any] = list
) -> FieldKind:
    """Return the kind of a list, whose elements ``read`` reads one by one."""
    return FieldKind(words, lambda value: tuple(map(read, elements(value))), write)


def one_of(*choices: Choice) -> FieldKind:
    """Return the kind of a text that is one of these."""
    by_value = {str(choice): choice for choice in choices}
    words = " ".join(f"`{value}`" for value in by_value)
    return FieldKind(f"one of {words}", lambda value: by_value[text(value)], str)


def object_of(words: str, make: Callable[..., Any], **declared: Any) -> FieldKind:
    """Return the kind of an object with these fields, each annotated, as ``make`` makes it."""
    kinds = {name: kind_of(each) for name, each in declared.items()}

    def read(value: Any) -> Any:
        found = members(value)
        return make(**{name: kind.read(found[name]) for name, kind in kinds.items()})

    def write(made: Any) -> dict[str, Any]:
        return {name: getattr(made, name) for name in kinds}

    return FieldKind(words, read, write)


def or_null(kind: FieldKind) -> FieldKind:
    """Return the kind of a field that is null where it has no value of this kind."""
    return FieldKind(f"{kind.words} or null", kind.read, kind.write, nullable=True)


TEXT = FieldKind("text", text)

Whole = Annotated[int, FieldKind("whole number", whole)]
Count = Annotated[int, FieldKind("count", _count)]
Truth = Annotated[bool, FieldKind("true or false", _truth)]
Text = Annotated[str, TEXT]
Texts = Annotated[tuple[str, ...], list_of("texts", text)]
Seconds = Annotated[
    MatchTime, FieldKind("seconds", lambda value: in_microseconds(number(value)), in_seconds)
]
Tile = Annotated[int, FieldKind("tile", _tile)]
Tiles = Annotated[TileSet, FieldKind("tiles", tiles, numbers)]
TileOrTiles = Annotated[TileSet, FieldKind("tile or tiles", _tile_or_tiles, _as_tile_or_tiles)]
"""Tiles of which one is written without a list: before R4.11 there was one at a time."""
Moves = Annotated[tuple[Move, ...], FieldKind("moves", _moves, moves_as_json)]
PutBackTiles = Annotated[PutBack, FieldKind("levers to move", _put_back, put_back_as_json)]
DiceShown = Annotated[tuple[int, ...], list_of("dice", whole)]
ReportedDice = Annotated[tuple[object, ...], list_of("dice as reported", lambda value: value)]
"""Dice that do not count: they may be anything that JSON can hold."""
Counts = Annotated[tuple[int, ...], list_of("whole numbers", whole)]
ByPlayer = Annotated[dict[str, int], FieldKind("whole number by player", _by_player)]
