"""What a position is worth, and each of its moves: for people and for programs.

``boxctl odds`` prints these answers, and the page of questions shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boxctl.odds.aims import AimName
from boxctl.odds.match.sampled_match import within
from boxctl.odds.table_odds import OddsQuery
from boxctl.odds.throws import NamedThrow, likely_throws
from boxctl.odds.turn import AnswerOdds, TurnOdds
from boxctl.odds.turn_states import memories_of_turn
from boxctl.presentation.analysis_sentences import WorthFormat, worth_format
from boxctl.presentation.answers.position import PositionFault
from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.input_faults import markers_cannot_be
from boxctl.presentation.phrases import choice_in_words
from boxctl.presentation.rule_page.result_sentences import scoring_words
from boxctl.rules import rule_ids
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import TileSet, numbers, write_tiles
from boxctl.rules.turn_memory import TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, message, tr, tr_as, tr_n
from groundwork.reader import for_reader

WIDEST_BAR = 24
MOST_ROWS = 24
MOST_THROWS = 40
MEANING: dict[AimName, str] = {
    "shut": message("chance to shut the box"),
    "win": message("chance to win"),
}
"""The meaning of a worth, for the aims that are no score: marked messages."""


def aim_in_words(aim: AimName) -> str:
    """Say what a worth means for this aim."""
    if aim == "shut" or aim == "win":
        return tr(MEANING[aim])
    meaning = scoring_words(aim).meaning
    return tr("least expected score ({meaning})", meaning=meaning)


@frozen_dataclass
class Position:
    """A position that is asked about.

    ``name`` is that of the game; ``throw`` of None is before one. ``markers`` are those that the
    player has banked.
    """

    name: str
    question: OddsQuery
    throw: Throw | None
    markers: int = 0

    def check(self) -> None:
        """Raise :class:`RuleFault` (BX779) for more markers than the turn can have."""
        most = len(self.memories) - 1
        if not 0 <= self.markers <= most:
            raise PositionFault(markers_cannot_be(self.markers, most, self.to_move))

    @property
    def memories(self) -> Sequence[TurnMemory]:
        """What the turn can remember, by the number of throws that may be blocked."""
        return memories_of_turn(self.rules, self.to_move)

    @property
    def memory(self) -> TurnMemory:
        """What the turn remembers with so many markers."""
        return self.memories[self.markers]

    @property
    def rules(self) -> RuleSet:
        """The rules of the question."""
        return self.question.rules

    @property
    def to_move(self) -> TileSet:
        """The tiles still to be moved."""
        return self.question.to_move

    @property
    def void(self) -> bool:
        """Whether the throw has a number of dice that is not allowed (R2.3)."""
        allowed = allowed_counts(self.rules, self.to_move)
        return self.throw is not None and len(self.throw) not in allowed

    def value(self, odds: TurnOdds) -> float:
        """Return the value of the throw, or before one."""
        if self.throw is None or self.void:
            return odds.before_throw(self.to_move, self.memory)
        return odds.after_throw(self.to_move, self.throw, self.memory).value


def odds_document(asked: Position, odds: TurnOdds) -> dict[str, Any]:
    """Return the answer for programs."""
    document: dict[str, Any] = {
        "rules": asked.name,
        "title": name_of_game(asked.name, asked.rules),
        "open": numbers(asked.to_move),
        "throw": asked.throw,
        "aim": asked.question.aim,
    }
    if asked.throw is None or asked.void:
        by_dice = odds.by_dice(asked.to_move, asked.memory) if asked.to_move else {}
        document |= {
            "value": asked.value(odds),
            "dice": by_dice,
            "moves": [],
        }
    else:
        answer = odds.after_throw(asked.to_move, asked.throw, asked.memory)
        document |= {"value": answer.value, "dice": {}, "moves": _moves(answer)}
        if answer.again is not None:
            document["again"] = {"value": answer.again.value, "loss": answer.again.loss}
    if (sampled := odds.aim.sampled) is not None:
        sure = within(odds, asked.value)
        document["simulated"] = {"matches": sampled.matches, "within": sure}
    return document | ({"void": rule_ids.DICE_COUNT} if asked.void else {})


def _moves(answer: AnswerOdds) -> list[dict[str, Any]]:
    return [
        {"tiles": numbers(move.tiles), "value": value, "loss": loss}
        for move, value, loss in answer.moves
    ]


@frozen_dataclass
class OddsRow:
    """A move, or a throw, and what it is worth; ``bar`` is from 0 to :data:`WIDEST_BAR`."""

    name: str
    value: str
    bar: int
    remark: str


@frozen_dataclass
class OddsInWords:
    """The answer for people: what is asked, a row for each move or each throw, and what is left."""

    heading: tuple[str, ...]
    rows: tuple[OddsRow, ...] = ()
    more: str = ""

    @property
    def lines(self) -> list[str]:
        """The answer as lines of text."""
        table = list(self._lines_of_rows())
        return [*self.heading, *(["", *table] if table else []), *([self.more] * bool(self.more))]

    def _lines_of_rows(self) -> Iterator[str]:
        wide = max((len(row.name) for row in self.rows), default=0)
        numbers_wide = max((len(row.value) for row in self.rows), default=0)
        for row in self.rows:
            yield (
                f"  {row.name:<{wide}}  {row.value:>{numbers_wide}}  "
                f"{'█' * row.bar:<{WIDEST_BAR}}  {row.remark}"
            )


def odds_in_words(asked: Position, odds: TurnOdds) -> OddsInWords:
    """Return the answer for people."""
    box = write_tiles(asked.to_move)
    if asked.void:
        counts = any_of(map(str, allowed_counts(asked.rules, asked.to_move)))
        void = tr(
            "void: with {tiles} open the number of dice is {counts} (R2.3)",
            tiles=box,
            counts=counts,
        )
        return OddsInWords((void,))
    meaning = aim_in_words(asked.question.aim)
    game = name_of_game(asked.name, asked.rules)
    heading = tr("{rules}, {tiles} open: {meaning}", rules=game, tiles=box, meaning=meaning)
    if asked.throw is None:
        told = _before_a_throw(asked, odds)
    else:
        told = _after_a_throw(asked, asked.throw, odds)
    return OddsInWords((heading, *_sampled(asked, odds), *told.heading), told.rows, told.more)


def _sampled(asked: Position, odds: TurnOdds) -> Iterator[str]:
    """Yield how sure the chance is, where it is not solved."""
    if (sampled := odds.aim.sampled) is not None:
        sure = within(odds, asked.value)
        yield tr_n(
            "simulated: {count} match for each score; 95 times of 100 the chance is right within "
            "{within}",
            "simulated: {count} matches for each score; 95 times of 100 the chance is right within "
            "{within}",
            sampled.matches,
            count=sampled.matches,
            within=worth_format("win", [sure]).value(sure),
        )


def _after_a_throw(asked: Position, throw: Throw, odds: TurnOdds) -> OddsInWords:
    answer = odds.after_throw(asked.to_move, throw, asked.memory)
    thrown, choices = " ".join(map(str, throw)), answer.choices
    values = [choice.value for choice in choices] or [answer.value]
    form = worth_format(asked.question.aim, values, [choice.loss for choice in choices])
    worth = form.value(answer.value)
    if not choices:
        return OddsInWords((tr("throw {dice}: no move; worth {value}", dice=thrown, value=worth),))
    rows = [
        (
            choice_in_words(choice.tiles),
            value,
            tr_as("coach", "best") if not loss else tr("loses {loss}", loss=form.value(loss)),
        )
        for choice, value, loss in choices
    ]
    count, more = len(rows) - MOST_ROWS, ""
    if count > 0:
        more = for_reader(
            tr("  and {count} more that are worse (--json tells them all)", count=count),
            page=tr_n(
                "and {count} more that is worse",
                "and {count} more that are worse",
                count,
                count=count,
            ),
        )
    heading = tr("throw {dice}: worth {value}", dice=thrown, value=worth)
    table = _table(rows[:MOST_ROWS], form, lower=odds.aim.lower)
    return OddsInWords((heading,), table, more)


def _before_a_throw(asked: Position, odds: TurnOdds) -> OddsInWords:
    value, name = odds.before_throw(asked.to_move, asked.memory), asked.question.aim
    by_dice = odds.by_dice(asked.to_move, asked.memory)
    form = worth_format(name, [value, *by_dice.values()])
    lines = [tr("before the throw: {value}", value=form.value(value))]
    if not asked.to_move:
        return OddsInWords(tuple(lines))
    if len(by_dice) > 1:
        lines += [
            tr_n(
                "with {count} die: {value}",
                "with {count} dice: {value}",
                count,
                count=count,
                value=form.value(value),
            )
            for count, value in by_dice.items()
        ]
    best = (min if odds.aim.lower else max)(by_dice, key=lambda count: by_dice[count])
    likely = likely_throws(asked.rules, best)
    if len(likely) > MOST_THROWS:
        more = for_reader(
            tr("of {count} throws: ask about one with --throw", count=len(likely)),
            page=tr(
                "There are {count} throws: write one above to ask about it.", count=len(likely)
            ),
        )
        return OddsInWords(tuple(lines), more=more)
    rows = [_row(asked, odds, throw) for throw in likely]
    form = worth_format(name, [value for _name, value, _best in rows])
    return OddsInWords(tuple(lines), _table(rows, form, lower=odds.aim.lower))


def _row(asked: Position, odds: TurnOdds, likely: NamedThrow) -> tuple[str, float, str]:
    answer = odds.after_throw(asked.to_move, likely.throw, asked.memory)
    choices = answer.choices
    best = choice_in_words(choices[0].move.tiles) if choices else tr("no move")
    chance = worth_format("win", [likely.chance]).value(likely.chance)
    return f"{likely.name} ({chance})", answer.value, best


def _table(
    rows: list[tuple[str, float, str]], form: WorthFormat, *, lower: bool
) -> tuple[OddsRow, ...]:
    """Return a row for each name, value and remark.

    The best value has the longest bar, also where lower is better.
    """
    values = [value for _, value, _ in rows]
    return tuple(
        OddsRow(name, form.value(value), _bar(value, values, lower=lower), remark)
        for name, value, remark in rows
    )


def _bar(value: float, values: list[float], *, lower: bool) -> int:
    """Return the length of the bar for a value beside the best of them."""
    least, most = min(values), max(values)
    if not lower:
        return round(WIDEST_BAR * value / (most or 1.0))
    return round(WIDEST_BAR * (least / value if value else 1.0))
