"""The kinds of entries, a class each: what is told of a match, and how a journal has it.

This is the only declaration of an entry. What the recorder writes, what is refused as an entry
that boxctl never wrote, and the fields in ``docs/journal.md`` come from here. Whoever has
something to tell makes an instance, and whoever reads a journal gets one.

``at`` is match time in microseconds. ``now`` and ``began`` are the time of day, written as
:func:`time_of_day` does (UTC).
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform

from boxctl.journal.entries import NO_MATCHES, Entry, RecordedEntry
from boxctl.journal.evidence import NO_EVIDENCE, HowKnown, SensorFault
from boxctl.referee.fields import (
    BY_RECORDER,
    TEXT,
    Added,
    ByPlayer,
    Count,
    DiceShown,
    FieldKind,
    PutBackTiles,
    Seconds,
    Text,
    Texts,
    Tiles,
    Truth,
    Whole,
    WrongValue,
    elements,
    fields_of,
    list_of,
    members,
    nothing,
    object_of,
    one_of,
    or_null,
    read_fields,
    text,
    write_fields,
)
from boxctl.referee.lines import Event, event_as_json, event_from_json
from boxctl.referee.ruling import ContractRuling, Ruling, as_data, from_contract, from_data
from groundwork.clock import utc_now
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import BoardIdentity, Tapped

# Without annotations as text: each would have to be compiled when its field is looked up.


EntryT = TypeVar("EntryT", bound="JournalEntry")


def _time_of_day(value: Any) -> str:
    if datetime.fromisoformat(text(value)).tzinfo is None:
        raise WrongValue(f"{value} has no time zone")
    return text(value)


def _players(value: Any) -> tuple[str, ...]:
    if not elements(value):
        raise WrongValue("nobody plays")
    return tuple(map(text, elements(value)))


def _text_by_name(value: Any) -> dict[str, str]:
    return {name: text(each) for name, each in members(value).items()}


def _versions(value: Any) -> dict[str, Any]:
    text(members(value)["boxctl"])
    return members(value)


TimeOfDay = Annotated[str, FieldKind("time of day", _time_of_day)]
Versions = Annotated[Mapping[str, str], FieldKind("versions", _versions)]
_Settings = Annotated[Mapping[str, str], FieldKind("text by setting", _text_by_name)]
_Players = Annotated[tuple[str, ...], FieldKind("players", _players, list)]
_TextOrNull = Annotated[str | None, or_null(TEXT)]
_read_head = object_of("head", dict, match=Count, entries=Count, head=Text).read
HeadOrNull = Annotated[Mapping[str, Any] | None, or_null(FieldKind("head", _read_head))]
_Event = Annotated[Event, FieldKind("input line", event_from_json, event_as_json)]
_Board = Annotated[
    BoardIdentity,
    object_of(
        "board",
        BoardIdentity,
        name=Text,
        dice=Count,
        sides=Count,
        tiles=Count,
        series=Count,
        lasting=Truth,
    ),
]


@frozen_dataclass
class GameAsked:
    """A game that box.toml asks for; without ``players`` it leaves them unnamed.

    A handicap (R7.16) stands behind the name of its player: ``Ann +5``.
    """

    variant: str
    settings: Mapping[str, str]
    players: tuple[str, ...]


_GameAsked = Annotated[
    GameAsked,
    object_of("game", GameAsked, variant=Text, settings=_Settings, players=Texts),
]


@frozen_dataclass
class HouseGame:
    """A variant that a house has written, so that a match can be named without its file.

    ``titles`` are those in single languages, by code; ``settings`` differ from ``classic``, and
    ``based_on`` is a variant of boxctl.
    """

    title: str
    titles: Mapping[str, str]
    based_on: str
    settings: Mapping[str, str]

    def __hash__(self) -> int:
        """Return a hash, so that what is told of it can be kept."""
        return hash((self.title, self.based_on, *self.settings.items()))


_HouseGame = Annotated[
    HouseGame,
    object_of(
        "house variant",
        HouseGame,
        title=Text,
        titles=Annotated[Mapping[str, str], FieldKind("text by language", _text_by_name)],
        based_on=Text,
        settings=_Settings,
    ),
]


@frozen_dataclass
class JournalEntry:
    """The base of every entry. If there are fields ``tells_one_of``, one of them must be there."""

    kind: ClassVar[str]
    tells_one_of: ClassVar[tuple[str, ...]] = ()


KINDS: dict[str, type[JournalEntry]] = {}
"""The class of each kind of entry of a match."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def journal_entry(
    kind: str, kinds: dict[str, type[JournalEntry]] = KINDS
) -> Callable[[type[EntryT]], type[EntryT]]:
    """Make of an annotated class the entries of this kind, one of these ``kinds``."""

    def define(cls: type[EntryT]) -> type[EntryT]:
        entry = frozen_dataclass(kw_only=True)(cls)
        entry.kind = kind
        kinds[kind] = entry
        return entry

    return define


@journal_entry("match")
class MatchBegan(JournalEntry):
    """A match begins with these ``levers`` open; ``at`` and ``line`` go on from the one before.

    ``after`` is the head of the match before it, ``journal`` the number of the journal: both are
    added when it is written. If the house has written the variant itself, ``house`` names it.
    People have chosen this game ``instead_of`` what box.toml asked for. ``handicap`` has those who
    have one (R7.16), None for nobody. Nothing has sensed what was ``tapped``.
    A ``guided`` match was somebody's first: its dice were arranged, so it counts nowhere.
    """

    began: TimeOfDay = BY_RECORDER
    box: Text = BY_RECORDER
    variant: Text = BY_RECORDER
    rules: _Settings
    players: _Players
    levers: Tiles
    at: Seconds
    line: Count
    software: Versions = BY_RECORDER
    after: HeadOrNull = BY_RECORDER
    journal: Text | None = None
    instead_of: _GameAsked | None = None
    house: _HouseGame | None = None
    handicap: ByPlayer | None = None
    tapped: Annotated[Tapped, one_of(*Tapped)] | None = None
    guided: Truth | None = None


HEADERS = (MatchBegan.kind, *NO_MATCHES)
"""What a record begins with: it is one of a match, of a tournament, or of a stall."""


@journal_entry("event")
class EventHeard(JournalEntry):
    """The referee hears an event; its ``line`` is counted from 1 over all matches."""

    line: Count
    event: _Event
    how: HowKnown = NO_EVIDENCE


RecordedRuling = Ruling | ContractRuling
"""A ruling as a journal has it; before the third layout it had a sentence, and not all data."""


@journal_entry("ruling")
class RulingMade(JournalEntry):
    """The referee has ruled. The ruling itself is the entry."""

    ruling: RecordedRuling


@journal_entry("device")
class DeviceChanged(JournalEntry):
    """A device was lost, or answers again, by the words of its driver (``says``).

    Or the sensor of a tile is in quarantine because of a ``fault``, or leaves it: it is believed
    again, or (``left_out``) its tile is not played with.
    """

    tells_one_of: ClassVar = ("says", "fault", "left_out")
    at: Seconds
    device: Text
    answers: Truth
    says: Text | None = None
    fault: Annotated[SensorFault, one_of(*SensorFault)] | None = None
    left_out: Truth | None = None
    board: _Board | None = None


@journal_entry("resumed")
class MatchResumed(JournalEntry):
    """The program was started again in the middle of the match.

    ``levers`` stand open now; ``put_back`` must move so that they are as before.
    """

    at: Seconds
    now: TimeOfDay = BY_RECORDER
    levers: Tiles | None = None
    put_back: PutBackTiles
    software: Versions = BY_RECORDER


@journal_entry("goes_on")
class LeversRestored(JournalEntry):
    """After an interruption the levers stand as the book has them again."""

    at: Seconds
    now: TimeOfDay = BY_RECORDER


@journal_entry("declared")
class LeversDeclared(JournalEntry):
    """After an interruption the players declare that the ``levers`` are right as they stand."""

    at: Seconds
    now: TimeOfDay | None = BY_RECORDER
    levers: Tiles


class LeftReason(StrEnum):
    """The reason why a match will not go on; the value is recorded in the journal."""

    PLAYERS_LEFT = "players_left"
    NEW_MATCH = "new_match"
    """Another one was asked for after an interruption, or before anything was thrown."""


class ChosenBy(StrEnum):
    """How people have chosen a game; the value is recorded in the journal."""

    BUTTONS = "buttons"
    PHONE = "phone"
    HOME_ASSISTANT = "home_assistant"


@journal_entry("chosen")
class GameChosen(JournalEntry):
    """People have chosen the game of the next matches ``instead_of`` what box.toml asks for.

    ``handicap`` has those who have one (R7.16), None for nobody; ``house`` names a variant that the
    house has written.
    """

    at: Seconds
    now: TimeOfDay = BY_RECORDER
    variant: Text
    rules: _Settings
    players: _Players
    by: Annotated[ChosenBy, one_of(*ChosenBy)]
    instead_of: _GameAsked
    handicap: ByPlayer | None = None
    house: _HouseGame | None = None


@journal_entry("withdrawn")
class ThrowWithdrawn(JournalEntry):
    """People have tapped this throw wrongly, and taken it back before it counted."""

    at: Seconds
    player: Text
    throw: DiceShown


@journal_entry("left")
class MatchLeft(JournalEntry):
    """The match will not be played on. Early journals have a sentence (``why``)."""

    tells_one_of: ClassVar = ("reason", "why")
    at: Seconds
    now: TimeOfDay = BY_RECORDER
    reason: Annotated[LeftReason, one_of(*LeftReason)] | None = None
    why: Text | None = None


@journal_entry("overruled")
class TurnOverruled(JournalEntry):
    """An operator gave the turn that ended with the entry ``ruling`` another ``score``."""

    now: TimeOfDay
    ruling: Count
    player: Text
    was: Whole
    score: Whole
    reason: Text
    by: _TextOrNull


@journal_entry("key")
class KeyIntroduced(JournalEntry):
    """From here on a key signs that is new to this journal."""

    now: TimeOfDay
    key: Text
    before: _TextOrNull
    signed_by_before: _TextOrNull


@journal_entry("missing")
class HeadMissing(JournalEntry):
    """The journal lacks a head that the box has signed: it is older than its key."""

    now: TimeOfDay
    match: Count
    entries: Count
    head: Text
    signed: Text


class LedgerLoss(StrEnum):
    """The way in which a ledger was lost; the value is recorded in the journal."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    """It is no ledger, or cannot be read."""
    NOT_SIGNED = "not_signed"
    """The box's key has not signed it."""
    NOT_LISTED = "not_listed"
    """It knows nothing of a journal that the box's key has signed in."""


@journal_entry("ledger")
class LedgerGone(JournalEntry):
    """The ledger of the box's key was lost: nobody can tell whether the journal was older."""

    now: TimeOfDay
    why: Annotated[LedgerLoss, one_of(*LedgerLoss)]


@journal_entry("unsigned")
class EntriesUnsigned(JournalEntry):
    """Only the first ``signed`` entries were signed when the match was taken up again."""

    now: TimeOfDay
    signed: Count
    entries: Count


def entry_of(told: JournalEntry, added: Added = nothing) -> Entry:
    """Write an entry; ``added`` returns what the recorder adds, by the name of the field."""
    if isinstance(told, RulingMade):
        assert isinstance(told.ruling, Ruling)
        return Entry(told.kind, as_data(told.ruling))
    return Entry(told.kind, write_fields(told, fields_of(type(told)), added))


def has_its_shape(kept: RecordedEntry) -> bool:
    """Return whether an entry is one that boxctl can have written.

    The chain proves only that an entry is as it was written, and an entry written by hand can be
    chained too. So an entry is used only after this check. An unknown kind may have any content.
    """
    try:
        read_entry(kept)
    except WrongValue:
        return False
    return True


def read_entry(
    kept: RecordedEntry, kinds: Mapping[str, type[JournalEntry]] = KINDS
) -> JournalEntry | None:
    """Read an entry of these kinds; None for one of another, as of a later boxctl.

    Passes over unknown keys. Raises :class:`WrongValue` for what boxctl never wrote.
    """
    try:
        body, kind = members(kept.body), kinds.get(kept.kind)
        return None if kind is None else _read(kind, body)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as problem:
        raise WrongValue(f"entry {kept.number} of match {kept.match}: {problem}") from problem


def read_as(
    kept: RecordedEntry, kind: type[EntryT], kinds: Mapping[str, type[JournalEntry]] = KINDS
) -> EntryT:
    """Read an entry of this kind, one of ``kinds``. Raises :class:`WrongValue` for any other."""
    told = read_entry(kept, kinds)
    if not isinstance(told, kind):
        raise WrongValue(f"entry {kept.number} of match {kept.match} is no {kind.kind}")
    return told


def _read(kind: type[JournalEntry], body: dict[str, Any]) -> JournalEntry:
    if kind is RulingMade:
        return RulingMade(ruling=_recorded_ruling(body))
    if kind.tells_one_of and body.keys().isdisjoint(kind.tells_one_of):
        raise WrongValue(f"there is neither of {kind.tells_one_of}")
    read = read_fields(body, fields_of(kind))
    if kind is LeversDeclared:
        # Early journals did not keep when.
        read.setdefault("now", None)
    return kind(**read)


_WORDED_DOUBTS = list_of("texts", text)
_LINE = fields_of(EventHeard)[:1]


def _recorded_ruling(body: dict[str, Any]) -> RecordedRuling:
    read_fields(body, _LINE)
    if "text" not in body:
        return from_data(body)
    _WORDED_DOUBTS.read(body.get("unverified", ()))
    return from_contract(body)


def time_of_day() -> str:
    """Return the time of day now (UTC, ISO 8601, in milliseconds)."""
    return utc_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
