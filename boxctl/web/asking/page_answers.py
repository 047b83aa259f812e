"""The answers to the questions of a page: what the commands say, in sentences and as data.

A question may be so large only, counted so that it never depends on a machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod
from typing import Any, TypedDict

from boxctl.odds.aims import AimName, usual_aim
from boxctl.odds.table_odds import OddsQuery, answer_query
from boxctl.odds.the_300.kept_table import is_kept, kept_odds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.table_file import DamagedTable
from boxctl.odds.turn import TurnOdds
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.presentation.answers.legal import AskedOfAll, LegalQuestion, by_every_variant
from boxctl.presentation.answers.linked_rules import LinkedRules, linked_rules
from boxctl.presentation.answers.odds import (
    WIDEST_BAR,
    Position,
    odds_document,
    odds_in_words,
)
from boxctl.presentation.answers.other_players import (
    OthersTold,
    match_table,
    others_to_come,
    score_to_beat,
)
from boxctl.presentation.answers.position import PositionFault, read_levers, read_throw
from boxctl.presentation.game_names import name_of_game
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, read_tiles
from boxctl.rules.variants import LookedAtOnce
from boxctl.screens.plain.told_match import ToldAnswer, ToldMatch, told_document, told_lines
from boxctl.screens.plain.told_sentences import told_parts
from boxctl.web.asking.questions import AskedRules, LegalAsked, OddsAsked, ToldAsked
from boxctl.web.table_coach import no_collection
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.limits import MOST_TILES

MOST_SETS = 20_000
"""The most sets of tiles with one sum that a throw may allow: The 300 has some hundreds."""

MOST_STEPS = 1_500_000
"""The most sets and throws of a turn, over all its states: less than half a second on a laptop."""

ROUNDS_OF_A_DUEL = 16
"""How often the turns of a duel are worked out, for both players, until nothing changes."""

TURNS_OF_A_ROUND = 4
"""How much more a round takes with each further player, where rounds won are counted (R7.13)."""


def check_throws(rules: RuleSet, dice: int) -> None:
    """Raise :class:`RuleFault` (BX780) where a throw of so many dice may allow too many moves.

    It is counted, so that it never depends on a machine: whoever asks needs no code.
    """
    sums = _sets_by_sum(rules.on_the_box, dice * rules.dice.sides)
    if max(sums, default=0) > MOST_SETS:
        raise RuleFault(
            "BX780",
            tr("a throw of {dice} dice allows too many moves here for a page", dice=dice),
            tr("ask with boxctl on a computer, or with fewer tiles or dice"),
        )


def check_odds(query: OddsQuery) -> None:
    """Raise :class:`RuleFault` (BX780) for odds that are more than a page works out."""
    rules = query.rules
    among = rules.in_play if rules.box_stays else query.to_move
    steps = _steps_of_turn(rules, among)
    if query.aim == "win" and rules.match == "duel":
        steps *= ROUNDS_OF_A_DUEL
    if query.table is not None and query.table.wins:
        steps = max(steps, _steps_of_wins(rules, query.table.wins))
    if steps > MOST_STEPS:
        raise RuleFault(
            "BX780",
            tr(
                "with {count} tiles open there are too many positions to be solved for a page",
                count=len(numbers(among)),
            ),
            tr("ask about fewer open tiles, or with boxctl odds on a computer"),
        )


def _steps_of_turn(rules: RuleSet, among: TileSet) -> int:
    dice = rules.dice
    largest = dice.count * dice.sides
    positions = turn_states(rules, SubBox(among)).size if among else 1
    throws = comb(dice.count + dice.sides - 1, dice.count)
    return positions * (throws + sum(_sets_by_sum(among, largest)))


def _steps_of_wins(rules: RuleSet, wins: tuple[int, ...]) -> int:
    """Return the steps of all rounds that may follow: one for each way in which wins can stand."""
    standings: int = prod(rules.wins - won for won in wins)
    rounds: int = standings * TURNS_OF_A_ROUND ** (len(wins) - 1)
    return _steps_of_turn(rules, rules.in_play) * TURNS_OF_A_ROUND // 2 * rounds


def _sets_by_sum(tiles: TileSet, most: int) -> list[int]:
    """Return how many sets of these tiles have each sum from 1 to ``most``."""
    most = min(most, sum(numbers(tiles)))
    counts = [1] + [0] * most
    for number in numbers(tiles):
        for total in range(most, number - 1, -1):
            counts[total] += counts[total - number]
    return counts[1:]


class LegalAnswer(TypedDict):
    """What a throw allows: the ``lines`` that people are told.

    ``answer`` is what ``boxctl legal --json`` prints.
    """

    allowed: bool
    lines: list[str]
    answer: dict[str, object]


class VariantSays(TypedDict):
    """What the rules of one game say."""

    rules: str
    title: str
    allowed: bool
    said: str


class EveryAnswer(TypedDict):
    """What the rules of every game say, those first that allow it.

    ``answer`` is what ``boxctl legal --every-variant --json`` prints.
    """

    allowed: bool
    variants: list[VariantSays]
    answer: dict[str, object]


class ToldLines(TypedDict):
    """What the referee says to a line; that is empty for what follows once all is told."""

    line: str
    said: list[str]


class ToldAnswers(TypedDict):
    """What the referee says to what was told, up to the first line that is not understood.

    ``wrong`` says why that is not, and is empty if all are. ``answer`` is what ``boxctl judge
    --json`` prints.
    """

    lines: list[ToldLines]
    wrong: str
    answer: dict[str, object]


class OddsRowShown(TypedDict):
    """A move or a throw, and what it is worth; ``bar`` is from 0 to 1."""

    name: str
    value: str
    bar: float
    remark: str


class OddsAnswer(TypedDict):
    """What a position is worth: the ``lines`` that people are told, and each move or throw.

    ``answer`` is what ``boxctl odds --json`` prints.
    """

    lines: list[str]
    rows: list[OddsRowShown]
    more: str
    answer: dict[str, object]


def legal_answer(asked: LegalAsked) -> LegalAnswer:
    """Say what a throw allows, as ``boxctl legal`` does."""
    with LookedAtOnce():
        game = _rules(asked)
        question = LegalQuestion(
            game.rules,
            _levers(game.rules, asked["open"]),
            _throw(game.rules, asked["throw"]),
            _tiles(asked["shut"]) if asked["shut"] else None,
        )
        check_throws(game.rules, len(question.throw))
        title = name_of_game(game.name, game.rules)
        return LegalAnswer(
            allowed=question.is_allowed,
            lines=question.lines,
            answer={"rules": game.name, "title": title} | question.document,
        )


def every_answer(asked: LegalAsked) -> EveryAnswer:
    """Say what every game allows, as ``boxctl legal --every-variant`` does."""
    wanted = _tiles(asked["shut"]) if asked["shut"] else None
    changes = tuple(asked["settings"].items())
    with LookedAtOnce():
        _check_all(asked)
        answers = by_every_variant(
            AskedOfAll(changes, asked["open"] or None, asked["throw"], wanted)
        )
    return EveryAnswer(
        allowed=any(answer.is_yes for answer in answers),
        variants=[
            VariantSays(
                rules=answer.name,
                title=answer.document["title"],
                allowed=answer.is_yes,
                said=answer.said,
            )
            for answer in answers
        ],
        answer={"variants": [answer.document for answer in answers]},
    )


def _check_all(asked: LegalAsked) -> None:
    """Refuse a throw that may allow too many moves on the largest box."""
    size = {"tiles": str(MOST_TILES), **asked["settings"]}
    try:
        largest = linked_rules("", [(key, size[key]) for key in ("tiles", "dice") if key in size])
    except RuleFault:
        return  # Each game says so.
    check_throws(largest.rules, asked["throw"].count(",") + 1)


def told_answers(asked: ToldAsked) -> ToldAnswers:
    """Say what the referee says to what is told, as ``boxctl judge`` does."""
    with LookedAtOnce():
        game = _rules(asked)
        check_throws(game.rules, game.rules.dice.count)
        shut = _tiles(asked["shut"]) if asked["shut"] else NO_TILES
        players = [name for name in asked["players"] if name.strip()]
        match = ToldMatch(
            game.rules,
            players,
            named=game.name,
            shut=shut,
            markers=asked["markers"],
            read_rules=_bounded_rules,
        )
        answers, wrong = _judged(match, asked["lines"])
        return ToldAnswers(
            lines=[ToldLines(line=each.line, said=[*told_lines(each, match)]) for each in answers],
            wrong=wrong,
            answer={
                "rules": match.named,
                "title": name_of_game(match.named, match.rules),
                "players": match.players,
                "shut": numbers(shut),
                "markers": asked["markers"] or 0,
                "lines": [told_document(each) for each in answers],
            },
        )


def _judged(match: ToldMatch, lines: Iterable[str]) -> tuple[list[ToldAnswer], str]:
    answers, wrong = [], ""
    try:
        for part in (part.strip() for line in lines for part in told_parts(line)):
            answers.append(match.tell(part))  # noqa: PERF401 (those before a fault stay)
    except Fault as fault:
        wrong = str(fault)
    if at_last := match.end():
        answers.append(ToldAnswer("", at_last))
    return answers, wrong


def _bounded_rules(name: str, settings: Sequence[tuple[str, str]]) -> RuleSet:
    """Return the rules of a game that is told: of none that is a file, or too large for a page."""
    rules = linked_rules(name, settings).rules
    check_throws(rules, rules.dice.count)
    return rules


def odds_answer(asked: OddsAsked) -> OddsAnswer:
    """Say what a position is worth, as ``boxctl odds`` does.

    Raises :class:`RuleFault` (BX780) for one that takes too long to be solved for a page.
    """
    with LookedAtOnce():
        game = _rules(asked)
        position = _position(game, asked)
    position.check()
    return _of_odds(position, lambda odds: _odds(position, odds))


def _position(game: LinkedRules, asked: OddsAsked) -> Position:
    rules = game.rules
    others = OthersTold(
        beat="" if asked["beat"] is None else str(asked["beat"]).strip(),
        to_come=asked["to_come"],
        totals=asked["totals"].strip(),
        wins=asked["wins"].strip(),
        scores=asked["scores"].strip(),
        rounds_to_come=asked["rounds_to_come"],
        handicap=asked["handicap"].strip(),
        roll_off=asked["roll_off"],
    )
    aim: AimName = asked["aim"] or ("win" if others.told else usual_aim(rules))
    if aim != "win" and any(getattr(others, name) for name in others.told):
        raise PositionFault(tr("other players count where you play to win alone"))
    alone = not any(getattr(others, name) for name in others.told)
    if aim == "win" and alone and usual_aim(rules) != "win":
        raise PositionFault(
            tr("to win needs others"),
            tr("say what the lowest score is so far, or how many play after"),
        )
    return Position(
        game.name,
        OddsQuery(
            rules,
            aim,
            _levers(rules, asked["open"]) & rules.in_play,
            opens=asked["opens"] and rules.match == "duel",
            beat=score_to_beat(rules, others),
            to_come=others_to_come(rules, others),
            table=match_table(rules, others),
        ),
        _throw(rules, asked["throw"]) if asked["throw"] else None,
        asked["markers"],
    )


def _of_odds(position: Position, read: Any) -> OddsAnswer:
    asked = position.question
    if is_turn_of_the_300(asked.rules) and asked.aim != "win" and is_kept(asked.aim):
        # It was solved before: what is asked is read from the file.
        try:
            answer: OddsAnswer = read(kept_odds(asked.rules, asked.aim))
        except DamagedTable:
            pass
        else:
            return answer
    check_odds(asked)
    with no_collection(keeps_much=False):
        solved: OddsAnswer = answer_query(asked, read, _unsaid)
    return solved


def _odds(position: Position, odds: TurnOdds) -> OddsAnswer:
    told = odds_in_words(position, odds)
    return OddsAnswer(
        lines=list(told.heading),
        rows=[
            OddsRowShown(
                name=row.name, value=row.value, bar=row.bar / WIDEST_BAR, remark=row.remark
            )
            for row in told.rows
        ],
        more=told.more.strip(),
        answer=odds_document(position, odds),
    )


def _unsaid(*_remark: object) -> None:
    """Tell nobody that it takes a while."""


def _rules(asked: AskedRules) -> LinkedRules:
    return linked_rules(asked["rules"], tuple(asked["settings"].items()))


def _levers(rules: RuleSet, text: str) -> TileSet:
    return read_levers(rules, text) if text else rules.in_play


def _throw(rules: RuleSet, text: str) -> tuple[int, ...]:
    if not text:
        raise PositionFault(tr("no throw is named"), tr("write it like 2,4"))
    return read_throw(rules, text)


def _tiles(text: str) -> TileSet:
    return read_tiles(text.replace("+", ","))
