"""The rules of one match: a value for every setting of the rule book; its dice (R2) and score (R6).

Lower scores are better, and only a shut box scores 0 (R6.4). A new scoring is a name in
:data:`Scoring` and a case in :func:`score`, from which the settings and the odds take it, and its
words in :mod:`boxctl.presentation.rule_page.result_sentences`. No tile that is shut may raise the
score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile_range, tile_set
from boxctl.rules.ways import BESIDE_CANOGA, OF_THE_TOTAL, RuleByWay, rule_by_way
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_n
from groundwork.limits import MOST_TILES

MOST_DICE = 24
MOST_SIDES = 100

Throw = tuple[int, ...]


@frozen_dataclass
class Dice:
    """``count`` dice of ``sides`` sides each."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def example(self) -> str:
        """Values that they may show, as people type them: ``3 4``."""
        return " ".join(str(min(value, self.sides)) for value in range(3, 3 + self.count))


def read_dice(text: str) -> Dice:
    """Read ``2d6``: 1 to 24 dice of 1 to 100 sides. Raises :class:`RuleFault` (BX203)."""
    count, letter, sides = text.strip().lower().partition("d")
    if not (letter and _is_number(count) and _is_number(sides)):
        raise RuleFault(
            "BX203",
            tr('dice = "{text}" is not a number of dice', text=text),
            tr("write it like 2d6"),
        )
    dice = Dice(int(count), int(sides))
    if not (1 <= dice.count <= MOST_DICE and 1 <= dice.sides <= MOST_SIDES):
        raise RuleFault(
            "BX203",
            f"dice = {text}",
            tr(
                "there must be 1 to {most_dice} dice of 1 to {most_sides} sides",
                most_dice=MOST_DICE,
                most_sides=MOST_SIDES,
            ),
        )
    return dice


def dice_in_words(count: int, sides: int) -> str:
    """Return ``2 dice with 6 sides``, in the language in use."""
    return tr_n(
        "1 die with {sides} sides",
        "{count} dice with {sides} sides",
        count,
        count=count,
        sides=sides,
    )


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) <= 9


def can_show(dice: Dice, value: object) -> bool:
    """Return whether a die of this kind can show the value (R2.4); an unreadable die is None."""
    return type(value) is int and 1 <= value <= dice.sides


def is_double(throw: Sequence[object]) -> bool:
    """Return whether two or more dice were thrown and all show the same (R5.4)."""
    return len(throw) > 1 and len(set(throw)) == 1


Scoring = Literal[
    "golf",
    "missionary",
    "digital",
]

SCORINGS: tuple[Scoring, ...] = get_args(Scoring)


def score(scoring: Scoring, left: TileSet) -> int:
    """Return the score of a turn that leaves these tiles still to be moved: 0 or more."""
    match scoring:
        case "golf":
            return sum(numbers(left))
        case "missionary":
            return left.bit_count()
        case "digital":
            return int("".join(map(str, numbers(left))) or "0")


def turn_rank(rules: RuleSet, made: int, left: TileSet) -> int:
    """Return the value of a turn against the others of its round: the lower wins, equals tie.

    Where the fewest tiles decide a tie (R7.8), a score is followed by the number of tiles left
    open and by the highest of them; else it counts as it is. A shut box counts 0.
    """
    if rules.ties != "fewest_tiles":
        return made
    return (made << 2 * _TILE_BITS) + (left.bit_count() << _TILE_BITS) + left.bit_length()


def score_of_rank(rules: RuleSet, rank: int) -> int:
    """Return the score of a turn that counts for so much (:func:`turn_rank`)."""
    return rank >> 2 * _TILE_BITS if rules.ties == "fewest_tiles" else rank


_TILE_BITS = MOST_TILES.bit_length()


Parity = Literal["odd", "even"]
OneDie = Literal["never", "last_tile", "high_tiles_shut", "sum_below_6", "sum_at_most_6"]
OneDieChoice = Literal["may", "must"]
Match = Literal[
    "single", "tournament", "knockout", "duel", "relay", "first_to_shut", "solo", "rounds_won"
]
TargetEnds = Literal["end_of_round", "at_once"]
OpeningLost = Literal["turn", "match"]
Stops = Literal["turn", "match"]
Doubles = Literal["none", "rethrow", "extra", "insurance", "may_rethrow"]
KnockOut = Literal["end_of_round", "at_once"]
PassBox = Literal["when_blocked", "each_throw"]
ShutWins = Literal["round", "match"]
Doubling = Literal["double", "double_once"]
ShutBonus = int | Doubling | None
Ties = Literal["share", "roll_off", "fewest_tiles"]
FirstPlayer = Literal["seat", "highest", "rotate", "loser"]
Tally = Literal["scores", "totals", "wins"]
TakeBack = Literal["until_complete", "until_next_throw", "never"]

ALL_TILES_OF: dict[Parity, TileSet] = {
    "odd": tile_set(range(1, MOST_TILES + 1, 2)),
    "even": tile_set(range(2, MOST_TILES + 1, 2)),
}
"""The tiles that ``down`` means by these words, on the largest box."""

_USUAL_TARGET = {"tournament": 100, "knockout": 45}


@frozen_dataclass(kw_only=True)
class RuleSet:
    """The rules of one match; the defaults are those of ``classic``.

    The fields have the names of the settings in the rule book. ``stake`` is in minor units of
    ``currency``, a code of ISO 4217, empty for none in particular; ``bump_ms``, ``act_ms`` and
    ``settle_ms`` are milliseconds; a ``target`` of None is the usual one of the kind of match, or
    none where ``rounds`` are counted (R7.11). ``down`` stays a word where it is given as one, so
    that it means as many tiles as the box has. ``combine`` is a name or a list of
    :mod:`boxctl.rules.ways`. ``handicaps`` are those of the seats (R7.16), none for nobody: no
    setting, but with the settings all that decides a match.

    Nothing is checked here: :func:`boxctl.rules.contradictions.check` finds settings that
    contradict each other.
    """

    tiles: int = 9
    down: TileSet | Parity = NO_TILES
    dice: Dice = Dice(2, 6)
    one_die: OneDie = "last_tile"
    one_die_choice: OneDieChoice = "may"
    combine: str = "sum"
    quotient: bool = False
    double_shuts_own: bool = False
    opening_tile: int | None = None
    opening_lost: OpeningLost = "turn"
    stop_number: int | None = None
    stops: Stops = "turn"
    doubles: Doubles = "none"
    scoring: Scoring = "golf"
    match: Match = "single"
    target: int | None = None
    target_ends: TargetEnds = "end_of_round"
    rounds: int | None = None
    wins: int = 3
    knock_out: KnockOut = "end_of_round"
    pass_box: PassBox = "when_blocked"
    shut_wins: ShutWins = "round"
    shut_bonus: ShutBonus = None
    ties: Ties = "share"
    first_player: FirstPlayer = "seat"
    stake: int = 0
    currency: str = ""
    double_on_shut: bool = False
    take_back: TakeBack = "until_complete"
    bump_ms: float = 80
    act_ms: float = 150
    settle_ms: float = 0
    handicaps: tuple[int, ...] = ()

    def handicap(self, seat: int) -> int:
        """Return the points added to the score of each turn of a seat (R7.16)."""
        return self.handicaps[seat] if self.handicaps else 0

    @property
    def on_the_box(self) -> TileSet:
        """All tiles of the box, in play or not."""
        return tile_range(self.tiles)

    @property
    def down_tiles(self) -> TileSet:
        """The tiles that begin shut (R1.2), where ``down`` is a word those of this box."""
        if isinstance(self.down, int):
            return self.down
        return ALL_TILES_OF[self.down] & self.on_the_box

    @property
    def in_play(self) -> TileSet:
        """The tiles that are open at the start (R1.2)."""
        return self.on_the_box & ~self.down_tiles

    @property
    def ways(self) -> RuleByWay:
        """The ways in which a throw makes a move (R3), each with the rule it is cited by."""
        if not (self.quotient or self.double_shuts_own):
            return rule_by_way(self.combine)
        return rule_by_way(
            self.combine, tuple(name for name in BESIDE_CANOGA if getattr(self, name))
        )

    @property
    def only_the_total_counts(self) -> bool:
        """Whether throws with the same total allow the same moves."""
        return self.ways.keys() <= OF_THE_TOTAL

    @property
    def may_throw_doubles_again(self) -> bool:
        """Whether a double that can be played may be thrown again instead (R5.7)."""
        return self.doubles == "may_rethrow"

    def is_double_to_choose(self, throw: Sequence[object]) -> bool:
        """Return whether this is a double that may be thrown again, if it can be played (R5.7)."""
        return self.may_throw_doubles_again and is_double(throw)

    @property
    def turn_is_one_throw(self) -> bool:
        """Whether a turn ends with its first answer (R5.3, R7.4 ``each_throw``)."""
        return self.match == "first_to_shut" or self.pass_box == "each_throw"

    @property
    def box_stays(self) -> bool:
        """Whether each turn takes the box as the one before it left it (R7.4, R7.5)."""
        return self.match in ("duel", "relay")

    @property
    def is_scored(self) -> bool:
        """Whether scores decide who wins: not where a shut box does (R5.3, R7.4, R7.5)."""
        return not self.box_stays and self.match != "first_to_shut"

    @property
    def adds_up_rounds(self) -> bool:
        """Whether the scores of the rounds are added up (R7.2, R7.3)."""
        return self.match in ("tournament", "knockout")

    @property
    def counts_wins(self) -> bool:
        """Whether rounds are won, and so many of them win the match (R7.13)."""
        return self.match == "rounds_won"

    @property
    def tally(self) -> Tally:
        """What tells how the match stands when a round is over."""
        if self.counts_wins:
            return "wins"
        return "totals" if self.adds_up_rounds else "scores"

    @property
    def has_rounds(self) -> bool:
        """Whether a match goes on for several rounds."""
        return self.adds_up_rounds or self.counts_wins

    @property
    def target_in_force(self) -> int | None:
        """The total that ends the match (R7.2) or puts a player out (R7.3); else None."""
        if self.target is not None or self.rounds is not None:
            return self.target
        return _USUAL_TARGET.get(self.match)
