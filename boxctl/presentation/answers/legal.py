"""Whether a throw may be played, and how, by one game or by each: for people and for programs.

``boxctl legal`` prints these answers, and the page of questions shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxctl.presentation.answers.position import read_levers, read_throw
from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import (
    WRITTEN,
    added_up,
    capital,
    choices,
    dice,
    simplest_first,
)
from boxctl.presentation.rule_page.setup_sentences import throwing
from boxctl.presentation.sentences.objections import (
    WantedMove,
    objection_in_words,
    rule_in_words,
    rules_in_words,
)
from boxctl.presentation.sentences.throws import must_shut, opening_lost_sentence, or_throw_again
from boxctl.referee.fields import moves_as_json
from boxctl.rules import rule_ids
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move, moves
from boxctl.rules.objections import (
    Forbids,
    Objection,
    objection,
    objection_to_throw,
    opening_tile,
    rules_of_throws,
    tempting,
)
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet, numbers, write_tiles
from boxctl.rules.variant_titles import variant_title
from boxctl.rules.variants import LookedAtOnce, names, variant
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import labelled, tr


@frozen_dataclass
class LegalQuestion:
    """A throw, the tiles that stand open, in play or not, and the move asked about, None for any.

    For the opener of a duel ``levers`` are those that are down.
    """

    rules: RuleSet
    levers: TileSet
    throw: Throw
    wanted: TileSet | None = None

    @property
    def to_move(self) -> TileSet:
        """The tiles still to be moved."""
        return self.levers & self.rules.in_play

    @property
    def moves(self) -> tuple[Move, ...]:
        """The allowed moves; also of a stop number, which says what could have been moved."""
        if self.is_void:
            return ()
        opening = bool(opening_tile(self.rules, self.to_move))
        return moves(self.rules, self.to_move, self.throw, opening=opening)

    @property
    def of_throw(self) -> Objection | None:
        """Why the throw is not played at all, None if it is."""
        return objection_to_throw(self.rules, self.to_move, self.throw)

    @property
    def is_void(self) -> bool:
        """Whether so many dice may not be thrown here."""
        return self.of_throw is not None and self.of_throw.reason is Forbids.DICE_COUNT

    @property
    def answer(self) -> Objection | Move | None:
        """What stands against the move that is asked about, or the move; None if any is asked."""
        if self.wanted is None:
            return None
        return objection(self.rules, self.to_move, self.throw, self.wanted)

    @property
    def is_allowed(self) -> bool:
        """Whether the answer is yes."""
        return bool(self.moves) if self.wanted is None else isinstance(self.answer, Move)

    @property
    def may_throw_again(self) -> bool:
        """Whether this is a double that can be played, and thrown again instead (R5.7)."""
        is_played = bool(self.moves) and self.of_throw is None
        return is_played and self.rules.is_double_to_choose(self.throw)

    def said(self, why: Objection, tiles: TileSet | None = None) -> str:
        """Say why these tiles are no move."""
        tiles = self.wanted or 0 if tiles is None else tiles
        return objection_in_words(
            WantedMove(self.rules, self.to_move, self.throw, tiles), why, WRITTEN
        )

    @property
    def document(self) -> dict[str, Any]:
        """The answer for programs, without what the game is called."""
        return _document(self)

    @property
    def lines(self) -> list[str]:
        """The answer for people."""
        if self.wanted is None:
            return list(_for_people(self))
        answer = tr("allowed") if self.is_allowed else tr("not allowed")
        return [labelled(answer, _answer(self)), *_or_again(self)]


def _document(asked: LegalQuestion) -> dict[str, Any]:
    document: dict[str, Any] = {
        "open": numbers(asked.to_move),
        "throw": asked.throw,
        "moves": moves_as_json(asked.moves),
    }
    if asked.is_void:
        document["void"] = rule_ids.DICE_COUNT
    if asked.may_throw_again:
        document["again"] = rule_ids.MAY_RETHROW
    match asked.answer:
        case Objection(rules=cited) as why:
            no = {"allowed": False, "rule": cited[0], "why": asked.said(why)}
            document |= {"shut": numbers(asked.wanted or 0), **no}
        case Move(rule=rule):
            document |= {"shut": numbers(asked.wanted or 0), "allowed": True, "rule": rule}
            document["why"] = None
    return document


def _answer(asked: LegalQuestion) -> str:
    match asked.answer:
        case Objection() as why:
            return asked.said(why)
        case Move(rule=rule):
            return rule_in_words(rule)
        case _ if asked.of_throw is not None:
            return asked.said(asked.of_throw)
        case _ if not asked.moves:
            return _unplayable(asked)
        case _:
            rules = rules_in_words(move.rule for move in asked.moves)
            return f"{choices(asked.moves, WRITTEN)} ({rules})"


def _or_again(asked: LegalQuestion) -> Iterator[str]:
    """Yield that the double may be thrown again instead, with the rule, if it may."""
    if asked.may_throw_again:
        yield f"{or_throw_again()} ({rule_in_words(rule_ids.MAY_RETHROW)})"


def _unplayable(asked: LegalQuestion) -> str:
    if missed := _opening_missed(asked):
        return f"{missed.rstrip('.')} ({rule_in_words(rule_ids.OPENING_TILE)})"
    if asked.levers and not asked.to_move:
        return asked.said(Objection(Forbids.NOT_IN_PLAY, (rule_ids.DOWN,), asked.levers))
    return f"{_cannot_be_played(asked)} ({rules_in_words(rules_of_throws(asked.rules))})"


def _cannot_be_played(asked: LegalQuestion) -> str:
    thrown = dice(asked.throw, WRITTEN)
    if not asked.to_move:
        return tr("{dice} cannot be played with no tile left to move", dice=thrown)
    return tr("{dice} cannot be played on {tiles}", dice=thrown, tiles=write_tiles(asked.to_move))


def _for_people(asked: LegalQuestion) -> Iterator[str]:
    rules, throw = asked.rules, asked.throw
    of_throw = asked.of_throw
    if of_throw is not None and asked.is_void:
        yield labelled(tr("void"), asked.said(of_throw))
        if len(throw) < rules.dice.count:
            *_, when = throwing(rules)
            yield f"{when.text} ({rule_ids.ONE_DIE})"
        return
    if not asked.moves:
        yield from _no_move(asked)
        return
    for move in simplest_first(asked.moves):
        yield f"{added_up(move.tiles, WRITTEN):<16}{rule_in_words(move.rule)}"
    if of_throw is not None:
        yield capital(asked.said(of_throw))
        return
    yield from _or_again(asked)
    for tiles, why in _tempting(asked):
        if why.reason is Forbids.OPENING_TILE:
            yield capital(asked.said(why, tiles))


def _no_move(asked: LegalQuestion) -> Iterator[str]:
    """Yield that a throw cannot be played, and why what looks like a move is none."""
    yield labelled(tr("no move"), _cannot_be_played(asked))
    if asked.of_throw is not None:
        yield capital(asked.said(asked.of_throw))
        return
    missed, told = _opening_missed(asked), False
    for tiles, why in _tempting(asked):
        if not missed or why.reason is Forbids.OPENING_TILE:
            yield capital(asked.said(why, tiles))
            told = told or why.reason is Forbids.DICE
    if missed:
        yield f"{missed} ({rule_ids.OPENING_TILE})"
    elif not told:
        for rule in rules_of_throws(asked.rules):
            yield tr("A throw allows: {rule}", rule=rule_in_words(rule))


def _tempting(asked: LegalQuestion) -> Iterator[tuple[TileSet, Objection]]:
    for tiles in tempting(asked.rules, asked.to_move, asked.throw):
        why = objection(asked.rules, asked.to_move, asked.throw, tiles)
        if isinstance(why, Objection):
            yield tiles, why


def _opening_missed(asked: LegalQuestion) -> str:
    """Say of a throw that could only be played without the opening tile what the referee says.

    Empty of any other throw.
    """
    rules, throw = asked.rules, asked.throw
    opening = opening_tile(rules, asked.to_move).bit_length()
    if asked.moves or not opening or not moves(rules, asked.to_move, throw):
        return ""
    if rules.doubles != "none" and is_double(throw):
        # It is thrown again, and the tile is still to be shut (R5.4).
        return f"{must_shut(opening, WRITTEN)}."
    return opening_lost_sentence(throw, opening, rules.opening_lost, WRITTEN)


@frozen_dataclass
class VariantAnswer:
    """The answer by the rules of one variant, for people and for programs."""

    name: str
    is_yes: bool
    said: str
    document: dict[str, Any]

    def line(self, width: int) -> str:
        """Return it as a line, with the names of all variants in so many columns."""
        return f"{tr('yes') if self.is_yes else tr('no'):<5}{self.name:<{width}}  {self.said}"


@frozen_dataclass
class AskedOfAll:
    """A throw that the rules of every variant are asked about, as people write it.

    ``changes`` are settings that are changed in each; ``open`` of None is all tiles in play.
    """

    changes: tuple[tuple[str, str], ...]
    open: str | None
    throw: str
    wanted: TileSet | None = None


def by_every_variant(asked: AskedOfAll) -> list[VariantAnswer]:
    """Return the answer of each variant, those that allow it first."""
    with LookedAtOnce():
        answers = [_by_variant(name, asked) for name in names()]
    return sorted(answers, key=lambda answer: not answer.is_yes)


def _by_variant(name: str, asked: AskedOfAll) -> VariantAnswer:
    """Ask one variant; one that cannot have this question says why."""
    try:
        rules = with_settings(variant(name), asked.changes)
        check(rules)
        levers = rules.in_play if asked.open is None else read_levers(rules, asked.open)
        question = LegalQuestion(rules, levers, read_throw(rules, asked.throw), asked.wanted)
    except RuleFault as fault:
        said = str(fault)
        document = {"rules": name, "title": variant_title(name), "allowed": False, "why": said}
        return VariantAnswer(name, False, said, document)
    is_yes = question.is_allowed and question.of_throw is None
    answer = _answer(question)
    document = {
        "rules": name,
        "title": name_of_game(name, rules),
        "allowed": is_yes,
        "why": None if is_yes else answer,
    }
    said = ". ".join([answer, *_or_again(question)])
    return VariantAnswer(name, is_yes, said, question.document | document)
