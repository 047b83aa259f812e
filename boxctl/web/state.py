"""The state of a table as every page shows it, and as the feed sends it: plain data.

The names of the fields are those of the JSON, and part of a contract (``docs/web.md``): what is
there stays as it is in one :data:`FORMAT`. New fields may come. Pages and a broker read it from a
:class:`StateSource`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal, NotRequired, Protocol, TypedDict

from boxctl.referee.payloads import Verdict
from boxctl.screens.laptop.game_choice import Taps
from boxctl.view.announcement import AnnouncementKind
from boxctl.view.score_sheet import SheetLine, TurnStanding
from groundwork.frozen_dataclass import frozen_dataclass

FORMAT: Literal[1] = 1
"""The version of the state and of the feed."""

MOST_RULINGS = 12
"""How many rulings a state has: the newest, the oldest of them first."""

LeverPosition = Literal["open", "shut", "unknown"]
LampSign = Literal["off", "on", "slow", "fast", "in_turn"]
"""Dark, lit, blinking slowly (mostly lit), blinking fast, or shining in turn with the other lamps
as a box that was shut celebrates: odd tiles, then even ones."""

Direction = Literal["", "open", "shut"]
Phase = Literal[
    "deciding",
    "throw",
    "play",
    "will_do",
    "turn_over",
    "match_over",
    "interrupted",
    "asking",
    "stopped",
    "dark",
]
"""What the table waits for: a first throw to see who starts, a throw, its answer, a throw or a
confirmation of the answer, a box made ready, another match; the levers of a match that was
interrupted, an answer about a sensor, the journal, or (on a laptop) power."""

ActionName = Literal[
    "throw",
    "throw_one",
    "type_throw",
    "withdraw_throw",
    "move",
    "take_back",
    "put_back",
    "confirm",
    "new",
    "report",
    "names",
    "choose",
    "match",
    "overrule",
]
"""What somebody with the table's code may do: throw all dice, or one; tell what real dice show, or
take that back before it counts; move a lever; take a tile back; put all tiles where they belong;
press confirm or new; hold confirm to report a sensor; name the players of the next match; choose
tonight's game; begin a match of any game, with any players; give a turn that is
over another score."""


@frozen_dataclass
class Announced:
    """The decisive sentence of the moment, and what it is about; empty at first.

    ``cry`` is what is called out when a box is shut or a match is won.
    """

    text: str = ""
    kind: AnnouncementKind = AnnouncementKind.PLAIN
    cry: str = ""


@frozen_dataclass
class TileState:
    """One tile.

    ``state`` is that of its lever, seen this moment; a sensor that is not believed makes it
    ``unknown``. ``asked`` is where the referee wants it moved before play goes on. ``moved``: it is
    part of the answer to the throw. ``may_move``: a move that is allowed moves it.
    """

    number: int
    state: LeverPosition
    lamp: LampSign = "off"
    in_play: bool = True
    moved: bool = False
    may_move: bool = False
    asked: Direction = ""


@frozen_dataclass
class DiceState:
    """The dice in the tray: ``values`` are None for one that cannot be read.

    ``counts`` is how many the next throw may have, ``number`` counts the throws of the match.
    ``rolling``: they tumble, and nobody has read them. ``real``: people throw them, and type what
    they show. ``entered`` is what has been entered of a throw so far.
    """

    values: tuple[int | None, ...] = ()
    sides: int = 6
    counts: tuple[int, ...] = ()
    number: int = 0
    rolling: bool = False
    real: bool = False
    entered: tuple[int | None, ...] = ()


@frozen_dataclass
class EveningLine:
    """Result of a player over the matches since the program was started.

    ``purse`` is money won or lost in minor units, ``written`` the same in words.
    """

    name: str
    matches: int = 0
    won: int = 0
    purse: int = 0
    written: str = ""


@frozen_dataclass
class QuestionState:
    """People are asked how this tile stands (``where``), or whether its sensor is at fault.

    The buttons answer: ``confirm`` means that it lies, and ``new`` that it stands open; asked about
    the sensor, ``confirm`` means yes, ``new`` no, and ``report`` that it is none.
    """

    tile: int
    where: bool


@frozen_dataclass
class Trouble:
    """A device that does not answer, and why.

    ``text`` says both; the reason that a device gives is in the language of the box.
    """

    device: str
    why: str
    text: str


@frozen_dataclass
class RulingLine:
    """A ruling: ``number`` counts those of its match, from 1; ``at`` is match time in seconds.

    ``text`` is its sentence in the language of the table, with its doubts.
    """

    number: int
    at: float
    verdict: Verdict
    rule: str
    player: str
    text: str
    kind: AnnouncementKind = AnnouncementKind.PLAIN


@frozen_dataclass
class RulesState:
    """The rules: the variant, its name and what it is in the language of the table.

    ``changes`` are settings that differ from those of the variant, and their values.
    """

    id: str
    name: str
    summary: str = ""
    changes: tuple[tuple[str, str], ...] = ()


@frozen_dataclass
class TonightState:
    """The game that is played next, where people may choose it.

    ``choice`` counts the choices made since the program was started: whoever chooses says which he
    has seen, so that the first of two counts. ``stake`` is in words.
    """

    choice: int
    game: RulesState
    stake: str


@frozen_dataclass
class HouseRecord:
    """A record of the house: its title in the language of the table, its ``figure``, whose it is.

    ``day`` is that on which it was made (ISO 8601), empty for what many matches have added up to.
    """

    title: str
    figure: int
    player: str
    day: str = ""


@frozen_dataclass
class ShutBox:
    """A box that was shut by ``player``, as this ruling of a match says, counted from 1.

    ``day`` is that of the match (ISO 8601).
    """

    match: int
    ruling: int
    player: str
    day: str


@frozen_dataclass
class HouseState:
    """What the house has to show between matches: its records, and its newest shut box."""

    records: tuple[HouseRecord, ...] = ()
    shut: ShutBox | None = None


@frozen_dataclass
class LessonState:
    """The lesson of somebody's first match: what to do now, empty for nothing, and what is told.

    ``then`` is the one that follows once the reason of the newest ruling has been read.
    """

    task: str
    told: tuple[str, ...]
    then: LessonState | None = None
    left_out: ClassVar = ("then",)


@frozen_dataclass
class TournamentNews:
    """Tonight's tournament, 0 for none, and how many ``entries`` its record has.

    There is something new of it whenever either changes: ``/tournament.json`` has all of it.
    """

    tournament: int = 0
    entries: int = 0


@frozen_dataclass
class TapsState:
    """What people tap of a real box on this page: nothing, its levers, or its dice, too.

    ``waits``: a throw is tapped (``entered`` of the dice) and counts in a moment. While a throw is
    awaited ``wanted`` says of how many dice, and ``fewer`` why no fewer will do (R2.2), empty where
    they may.
    """

    of: Taps
    waits: bool = False
    wanted: str = ""
    fewer: str = ""


@frozen_dataclass
class TableSnapshot:
    """Everything that a screen shows of a table at one moment.

    ``match`` is the number of the match in the journal. ``remark`` is what has to be done,
    ``records`` are those of the house, a sentence each. ``turn`` is whose turn it is, ``opens``
    whether he opens tiles (R7.4). ``moves`` are the allowed moves that contain the tiles moved so
    far. ``rounds`` are the names of the columns of the score sheet; in a match with ``totals`` they
    are added up. ``stake`` and ``pool`` are words, empty if nothing was staked. ``actions`` are
    what somebody with the table's code can do now. ``begun``: a throw has been made in this match.
    ``next_players`` are those of the next match, ``next_handicap`` has those of them who have one
    (R7.16), ``titles`` is what people call those of all players whom boxctl has named, in the
    language of the table. The box ``shows_code`` of the table on its display
    when it is asked to; its coach ``coaches`` whoever has the code. ``tonight`` is null where
    nobody may choose the game; ``taps`` is left out where no real box can be tapped on the page.
    ``seats`` are the names that a phone can take, left out where nobody may act; ``stands`` is how
    the turn that is played stands, null while there is none. ``house`` has the records in figures
    and the last shut box, left out where there is neither. ``tournament`` is tonight's, left out
    where no journal is followed. ``lesson`` is that of a guided match, left out in any other.
    Voice and sound of a box that is ``muted`` are switched off; it is left out while they are not.
    ``rulings`` are the newest (:data:`MOST_RULINGS`).
    """

    format: int
    language: str
    rules: RulesState
    phase: Phase
    match: int
    begun: bool
    over: bool
    turn: str
    opens: bool
    tiles: tuple[TileState, ...]
    dice: DiceState
    moves: tuple[tuple[int, ...], ...]
    announcement: Announced
    remark: str
    players: tuple[SheetLine, ...]
    rounds: tuple[str, ...]
    totals: bool
    winners: tuple[str, ...]
    pool: str
    evening: tuple[EveningLine, ...]
    question: QuestionState | None
    troubles: tuple[Trouble, ...]
    doubtful: bool
    next_players: tuple[str, ...]
    actions: tuple[ActionName, ...]
    records: tuple[str, ...] = ()
    shows_code: bool = False
    coaches: bool = False
    tonight: TonightState | None = None
    next_handicap: dict[str, int] = field(default_factory=dict)
    titles: dict[str, str] | None = None
    rulings: tuple[RulingLine, ...] = field(default=())
    taps: TapsState | None = None
    seats: tuple[str, ...] | None = None
    stands: TurnStanding | None = None
    house: HouseState | None = None
    tournament: TournamentNews | None = None
    lesson: LessonState | None = None
    muted: bool | None = None
    left_out: ClassVar = ("taps", "titles", "seats", "house", "tournament", "lesson", "muted")


class StateNow(TypedDict):
    """The state, and the id under which it was told."""

    id: str
    state: TableSnapshot


@frozen_dataclass
class DataOf:
    """Marks data that are those of a class; with ``some``, only of those fields that differ."""

    kind: type
    some: bool = False


class WholeState(TypedDict):
    """The whole state."""

    event: Literal["state"]
    id: str
    state: Annotated[dict[str, Any], DataOf(TableSnapshot)]


class StateChange(TypedDict):
    """What differs from the state before; the rulings that have been added stand by themselves."""

    event: Literal["change"]
    id: str
    rulings: NotRequired[Annotated[list[Any], DataOf(RulingLine)]]
    set: Annotated[dict[str, Any], DataOf(TableSnapshot, some=True)]


class Alive(TypedDict):
    """A sign of life."""

    event: Literal["alive"]


Event = WholeState | StateChange | Alive
"""What comes over the feed, one object each."""


class StateSource(Protocol):
    """Source of the states. Called in the thread of the reader only."""

    def look(self) -> None:
        """Take what is new."""
        ...

    def snapshot(self) -> TableSnapshot | None:
        """Return the state now; None while there is none."""
        ...

    @property
    def due(self) -> int | None:
        """Time at which it changes by itself, by the reader's clock (microseconds), or None."""
        ...
