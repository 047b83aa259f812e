"""``boxctl odds``: what a position is worth, and each of its moves."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from boxctl.cli import BadOption
from boxctl.cli.chances.table_options import add_table, against, chosen_table, score_to_beat
from boxctl.cli.long_work import heed_lost_interrupts
from boxctl.cli.options import Options, chosen_rules, chosen_throw, chosen_tiles
from boxctl.odds.aims import AIMS, AimName, usual_aim
from boxctl.odds.match.sampled_match import within
from boxctl.odds.table_odds import OddsQuery, answer_query
from boxctl.odds.throws import NamedThrow, likely_throws
from boxctl.odds.turn import AnswerOdds, TurnOdds
from boxctl.odds.turn_states import memories_of_turn
from boxctl.presentation.analysis_words import WorthFormat, worth_format
from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.input_faults import markers_cannot_be
from boxctl.presentation.phrases import choice_in_words
from boxctl.presentation.scoring_words import scoring_words
from boxctl.rules import rule_ids
from boxctl.rules.contradictions import check
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet, Throw
from boxctl.rules.tiles import TileSet, numbers, write_tiles
from boxctl.rules.turn_memory import TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, message, tr, tr_as, tr_n
from groundwork.printing import print_lines, print_notes, print_over

WIDEST_BAR = 24
MOST_ROWS = 24
MOST_THROWS = 40
MEANING: dict[AimName, str] = {
    "shut": message("chance to shut the box"),
    "win": message("chance to win"),
}
"""The meaning of a worth, for the aims that are no score: marked messages."""


def _meaning(aim: AimName) -> str:
    if aim == "shut" or aim == "win":
        return tr(MEANING[aim])
    meaning = scoring_words(aim).meaning
    return tr("least expected score ({meaning})", meaning=meaning)


@frozen_dataclass
class Position:
    """The position that the options ask about."""

    name: str
    question: OddsQuery
    throw: Throw | None
    markers: int = 0

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


def run(arguments: list[str]) -> int:
    """Print the value of the position and of its moves; 1 when the throw is void."""
    given = options().parse_args(arguments)

    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    asked = Position(
        given.rules,
        OddsQuery(
            rules,
            _aim(rules, given),
            chosen_tiles(rules, given.open),
            opens=_opens(rules, given.opens),
            beat=score_to_beat(rules, given),
            to_come=_to_come(rules, given.to_come),
            table=chosen_table(rules, given),
        ),
        None if given.throw is None else chosen_throw(rules, given.throw),
        given.markers,
    )
    _check_markers(asked)
    answer = _document if given.json else _for_people
    progress = _SolvingProgress()
    with heed_lost_interrupts():
        lines = [
            *answer_query(
                asked.question, lambda odds: answer(asked, odds), progress.interrupt_with, progress
            )
        ]
    print_lines(*lines)
    return 1 if asked.void else 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("odds")
    options.add_rules()
    options.add_argument(
        "--open",
        metavar="TILES",
        help=tr("the tiles still to be moved, such as 1-9 (default: all)"),
    )
    options.add_argument(
        "--throw", metavar="DICE", help=tr("such as 2,4 (default: before a throw)")
    )
    options.add_argument(
        "--aim", choices=AIMS, help=tr("what to play for (default: as the rules say)")
    )
    options.add_argument(
        "--opens", action="store_true", help=tr("the player who opens tiles, in a duel")
    )
    options.add_markers(default=0)
    add_table(options)
    options.add_json()
    return options


class _SolvingProgress:
    """Show people who wait for the table of The 300 how much of it is solved."""

    def __init__(self) -> None:
        self._line_is_open = False

    def __call__(self, done: float) -> None:
        if sys.stderr.isatty():
            print_over(tr("solving The 300 … {percent}%", percent=int(done * 100)))
            self._line_is_open = done < 1
            if done == 1:
                print_notes("")

    def interrupt_with(self, notice: str) -> None:
        """Print a notice on a line of its own."""
        if self._line_is_open:
            self._line_is_open = False
            print_notes("")
        print_notes(notice)


def _check_markers(asked: Position) -> None:
    most = len(asked.memories) - 1
    if not 0 <= asked.markers <= most:
        raise BadOption(f"{markers_cannot_be(asked.markers, most, asked.to_move)}.")


def _aim(rules: RuleSet, given: argparse.Namespace) -> AimName:
    told = against(given)
    name: AimName = given.aim or ("win" if told else usual_aim(rules))
    if told and name != "win":
        raise BadOption(
            tr("--aim {name} does not go with {told}: play to win.", name=name, told=told[0])
        )
    if name == "win" and not told and usual_aim(rules) != "win":
        raise BadOption(
            tr(
                "--aim win needs the table: --beat N for the lowest score so far, --to-come N"
                " for how many players are still to play, or both; or --totals and --scores."
            )
        )
    return name


def _opens(rules: RuleSet, opens: bool) -> bool:
    if opens and rules.match != "duel":
        raise BadOption(tr("--opens is for match = duel, but match = {match}.", match=rules.match))
    return opens


def _to_come(rules: RuleSet, to_come: int | None) -> int:
    # Turns of one throw need a table of players: two by default.
    usual = 1 if rules.match == "first_to_shut" else 0
    return usual if to_come is None else to_come


def _document(asked: Position, odds: TurnOdds) -> list[str]:
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
    return [json.dumps(document | ({"void": rule_ids.DICE_COUNT} if asked.void else {}))]


def _moves(answer: AnswerOdds) -> list[dict[str, Any]]:
    return [
        {"tiles": numbers(move.tiles), "value": value, "loss": loss}
        for move, value, loss in answer.moves
    ]


def _for_people(asked: Position, odds: TurnOdds) -> list[str]:
    box = write_tiles(asked.to_move)
    if asked.void:
        counts = any_of(map(str, allowed_counts(asked.rules, asked.to_move)))
        return [
            tr(
                "void: with {tiles} open the number of dice is {counts} (R2.3)",
                tiles=box,
                counts=counts,
            )
        ]
    meaning = _meaning(asked.question.aim)
    game = name_of_game(asked.name, asked.rules)
    heading = tr("{rules}, {tiles} open: {meaning}", rules=game, tiles=box, meaning=meaning)
    if asked.throw is None:
        return [heading, *_sampled(asked, odds), *_before_a_throw(asked, odds)]
    return [heading, *_sampled(asked, odds), *_after_a_throw(asked, asked.throw, odds)]


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


def _after_a_throw(asked: Position, throw: Throw, odds: TurnOdds) -> list[str]:
    answer = odds.after_throw(asked.to_move, throw, asked.memory)
    thrown, choices = " ".join(map(str, throw)), answer.choices
    values = [choice.value for choice in choices] or [answer.value]
    form = worth_format(asked.question.aim, values, [choice.loss for choice in choices])
    worth = form.value(answer.value)
    if not choices:
        return [tr("throw {dice}: no move; worth {value}", dice=thrown, value=worth)]
    rows = [
        (
            choice_in_words(choice.tiles),
            value,
            tr_as("coach", "best") if not loss else tr("loses {loss}", loss=form.value(loss)),
        )
        for choice, value, loss in choices
    ]
    table = _table(rows[:MOST_ROWS], form, lower=odds.aim.lower)
    lines = [tr("throw {dice}: worth {value}", dice=thrown, value=worth), "", *table]
    if len(rows) > MOST_ROWS:
        count = len(rows) - MOST_ROWS
        lines.append(tr("  and {count} more that are worse (--json tells them all)", count=count))
    return lines


def _before_a_throw(asked: Position, odds: TurnOdds) -> list[str]:
    value, name = odds.before_throw(asked.to_move, asked.memory), asked.question.aim
    by_dice = odds.by_dice(asked.to_move, asked.memory)
    form = worth_format(name, [value, *by_dice.values()])
    lines = [tr("before the throw: {value}", value=form.value(value))]
    if not asked.to_move:
        return lines
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
        return [*lines, tr("of {count} throws: ask about one with --throw", count=len(likely))]
    rows = [_row(asked, odds, throw) for throw in likely]
    form = worth_format(name, [value for _name, value, _best in rows])
    return [*lines, "", *_table(rows, form, lower=odds.aim.lower)]


def _row(asked: Position, odds: TurnOdds, likely: NamedThrow) -> tuple[str, float, str]:
    answer = odds.after_throw(asked.to_move, likely.throw, asked.memory)
    choices = answer.choices
    best = choice_in_words(choices[0].move.tiles) if choices else tr("no move")
    chance = worth_format("win", [likely.chance]).value(likely.chance)
    return f"{likely.name} ({chance})", answer.value, best


def _table(rows: list[tuple[str, float, str]], form: WorthFormat, *, lower: bool) -> list[str]:
    """Return a line for each row: its name, its value, a bar, a remark.

    The best value has the longest bar, also where lower is better.
    """
    wide = max(len(name) for name, _, _ in rows)
    values = [value for _, value, _ in rows]
    numbers_wide = max(len(form.value(value)) for value in values)
    return [
        f"  {name:<{wide}}  {form.value(value):>{numbers_wide}}  "
        f"{'█' * _bar(value, values, lower=lower):<{WIDEST_BAR}}  {remark}"
        for name, value, remark in rows
    ]


def _bar(value: float, values: list[float], *, lower: bool) -> int:
    """Return the length of the bar for a value beside the best of them."""
    least, most = min(values), max(values)
    if not lower:
        return round(WIDEST_BAR * value / (most or 1.0))
    return round(WIDEST_BAR * (least / value if value else 1.0))
