"""A match that people tell line by line, judged by the referee as if a box had seen it.

What is told comes one after the other, far enough apart in time that nothing becomes one act with
what came before (R4.11), nor goes unnoticed as a bump (R4.7). Between turns the levers are put as
the next turn needs them, which nobody tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from boxctl.odds.turn_states import memories_of_turn
from boxctl.presentation.input_faults import markers_cannot_be, refusal_in_words
from boxctl.presentation.phrases import WRITTEN, capital, shown_player, to_begin
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.objections import rule_in_words
from boxctl.presentation.sentences.ruling import sentence
from boxctl.presentation.sentences.throws import or_throw_again
from boxctl.referee.lines import Event, InputRefused, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.payloads import Verdict
from boxctl.referee.players import (
    ToldHandicaps,
    handicaps_by_seat,
    typed_players,
    usual_players,
)
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules import rule_ids
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, write_tiles
from boxctl.rules.turn_memory import TurnMemory
from boxctl.rules.variants import variant
from boxctl.screens.plain.commands import Does
from boxctl.screens.plain.told_sentences import ToldLine, not_understood, read_told
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.reader import for_reader
from groundwork.times import MatchTime

APART = 1000
"""By how many microseconds what is told comes later than what would belong together."""

LONG = 10.0
"""How many seconds pass where nobody says how many: longer than hands need."""

ReadRules = Callable[[str, Sequence[tuple[str, str]]], RuleSet]
"""Returns the rules of a game that is named, with settings. Raises :class:`RuleFault`."""


def changed_variant(name: str, settings: Sequence[tuple[str, str]]) -> RuleSet:
    """Return the rules of a variant, by any of its names or its file, with these settings."""
    return with_settings(variant(name), settings)


_OF_LEVERS = (
    Verdict.PENDING,
    Verdict.PROVISIONAL,
    Verdict.TAKEN_BACK,
    Verdict.REFUSED,
    Verdict.DISTURBED,
)
"""Rulings that the next lever of the same line makes old."""


@frozen_dataclass
class ToldAnswer:
    """What the referee says to a line: its rulings, and a note where it rules nothing.

    The first to a turn that was begun in its middle may also note what it takes for granted.
    ``may_throw_again`` is whether a double may be thrown again now (R5.7).
    """

    line: str
    rulings: tuple[Ruling, ...]
    note: str = ""
    may_throw_again: bool = False


class ToldMatch:
    """Judges what is told. Rules and players can be told until the first throw.

    With ``shut`` it begins in mid-turn, with these tiles shut already and so many ``markers``, None
    where nobody has said; with the extra throw (R5.5) 1 stands for a double that has just been
    played. ``handicaps`` are those of players (R7.16), who may still be told. ``named`` is what the
    rules are called by people; ``read_rules`` reads others that are told. Raises
    :class:`RuleFault` where rules and players do not go together.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str] = (),
        *,
        named: str = "classic",
        shut: TileSet = NO_TILES,
        markers: int | None = None,
        handicaps: ToldHandicaps = (),
        read_rules: ReadRules = changed_variant,
    ) -> None:
        self._game = rules
        self._read_rules = read_rules
        self._handicaps = handicaps
        self._players = tuple(players)
        self._shut = shut
        self._markers = markers
        self.named = named
        self._begun: Referee | None = None
        self._line = 0

    @property
    def rules(self) -> RuleSet:
        """The rules of the match, with the handicaps of its players.

        Raises :class:`RuleFault` (BX203) for a handicap of somebody who does not play.
        """
        if not self._handicaps:
            return self._game
        return replace(self._game, handicaps=handicaps_by_seat(self._handicaps, self.players))

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in seat order; as many as the game needs where nobody has said."""
        return self._players or tuple(usual_players(self._game))

    def tell(self, line: str) -> ToldAnswer:
        """Judge what a line tells.

        Raises :class:`RuleFault`, with nothing changed: BX207 for a line that is not understood and
        for tiles and markers that a turn cannot have already, and others for rules and players
        that cannot be.
        """
        told = read_told(line, self.players)
        if told.command.does in (Does.PLAYERS, Does.RULES):
            self._set_up(told)
            return ToldAnswer(line, ())
        referee = self._referee
        if told.command.does in (Does.SHUT, Does.OPEN):
            _check_tiles(referee.play.rules, filter(None, told.numbers))
        assumed = "" if self._begun is referee else self._assumed
        rulings = [] if self._begun is referee else referee.begin()
        self._begun = referee
        self._line += 1
        whose = referee.play.player
        try:
            rulings += self._judged(referee, told)
        except InputRefused as refused:
            raise not_understood(refusal_in_words(refused)) from None
        kept = tuple(_newest(rulings))
        notes = filter(None, (assumed, self._note(told, kept, whose)))
        return ToldAnswer(line, kept, " ".join(notes), referee.play.may_throw_again)

    def end(self) -> tuple[Ruling, ...]:
        """End what is told: let the time run on until nothing waits."""
        return () if self._begun is None else tuple(self._begun.finish())

    @property
    def _referee(self) -> Referee:
        return self._begun or self._in_mid_turn()

    def _in_mid_turn(self) -> Referee:
        """Return the referee at the start, in a turn in which some tiles may be shut already."""
        rules = self.rules
        _check_tiles(rules, numbers(self._shut))
        if not rules.in_play & ~self._shut:
            raise not_understood(
                tr("with {tiles} shut nothing is left to be shut", tiles=write_tiles(self._shut)),
                tr("name the tiles that the turn has shut before what is told"),
            )
        return Referee(rules, self.players, shut=self._shut & rules.in_play, memory=self._memory)

    @property
    def _memories(self) -> list[TurnMemory]:
        """What the turn can remember at the start, by its markers."""
        return memories_of_turn(self._game, self._game.in_play & ~self._shut)

    @property
    def _memory(self) -> TurnMemory:
        markers, known = self._markers or 0, self._memories
        if not 0 <= markers < len(known):
            to_move = self._game.in_play & ~self._shut
            raise not_understood(markers_cannot_be(markers, len(known) - 1, to_move))
        return known[markers]

    @property
    def _assumed(self) -> str:
        """What nobody has said of the throws before, where the rules ask for it; or nothing."""
        if self._markers is not None or len(self._memories) < 2:
            return ""
        if self._game.doubles == "insurance":
            return for_reader(
                tr(
                    "Nobody has said how many markers are banked: none is assumed "
                    "(--markers N says how many)."
                ),
                page=tr("Nobody has said how many markers are banked: none is assumed."),
            )
        return for_reader(
            tr(
                "Nobody has said whether the throw before was a double that was played: no is "
                "assumed (--markers 1 says yes)."
            ),
            page=tr(
                "Nobody has said whether the throw before was a double that was played: no is "
                "assumed."
            ),
        )

    def _set_up(self, told: ToldLine) -> None:
        if self._begun is not None:
            raise not_understood(
                tr("{command} is told before the first throw", command=told.command.name)
            )
        if not told.text:
            raise not_understood(tr("{command} needs to be told what", command=told.command.name))
        if told.command.does is Does.PLAYERS:
            self._players, given = typed_players(_names(told.text))
            self._handicaps = given or self._handicaps
        else:
            named, settings = _named_rules(told.text)
            self._game = self._read_rules(named, settings)
            self.named = named

    def _judged(self, referee: Referee, told: ToldLine) -> Iterator[Ruling]:
        match told.command.does:
            case Does.THROW:
                yield from self._make_ready(referee)
                yield from self._hear(referee, Thrown(self._later(referee), told.numbers))
            case Does.SHUT | Does.OPEN as does:
                for number in filter(None, told.numbers):
                    at = self._later(referee)
                    yield from self._hear(referee, LeverMoved(at, number, does is Does.OPEN))
            case Does.CONFIRM:
                yield from self._hear(referee, Pressed(self._later(referee), "confirm"))
            case Does.NEW:
                yield from self._hear(referee, Pressed(self._later(referee), "new"))
            case _:
                waited = LONG if told.seconds is None else told.seconds
                at = MatchTime(referee.clock + round(waited * 1_000_000))
                yield from referee.hear(TimePassed(at), self._line)

    def _make_ready(self, referee: Referee) -> Iterator[Ruling]:
        """Put the levers as the turn needs them, if it has not begun."""
        play = referee.play
        if play.over or not play.making_ready:
            return
        for open, tiles in ((True, play.put_back.open), (False, play.put_back.shut)):
            for number in numbers(tiles):
                yield from self._hear(referee, LeverMoved(self._later(referee), number, open))

    def _hear(self, referee: Referee, event: Event) -> Iterator[Ruling]:
        """Hear what happens, and let the time pass until it is judged."""
        yield from referee.hear(event, self._line)
        yield from referee.hear(TimePassed(self._later(referee)), self._line)

    def _later(self, referee: Referee) -> MatchTime:
        apart = max(self._game.bump_ms, self._game.act_ms) * 1000
        return MatchTime(referee.clock + round(apart) + APART)

    def _note(self, told: ToldLine, rulings: Sequence[Ruling], whose: str) -> str:
        if told.player and told.player != whose:
            return tr(
                "It was {player}'s turn: a box cannot tell who it is that throws and moves.",
                player=shown_player(whose),
            )
        if rulings:
            return ""
        match told.command.does:
            case Does.CONFIRM:
                return tr("Nothing waits to be confirmed.")
            case Does.NEW:
                return tr("The match is not over yet.")
            case Does.SHUT | Does.OPEN if self._referee.play.making_ready:
                return f"{capital(to_begin(self._referee.play.put_back))}."
            case Does.SHUT | Does.OPEN:
                return tr("Nothing is ruled, as that changes nothing.")
            case _:
                return tr("Nothing is ruled meanwhile.")


def _check_tiles(rules: RuleSet, told: Iterable[int]) -> None:
    """Refuse a tile that the box has not, before anything of its line is judged."""
    last = rules.tiles
    for number in told:
        if not 1 <= number <= last:
            raise not_understood(
                tr("there is no tile {tile}: the box has tiles 1 to {last}", tile=number, last=last)
            )


def _newest(rulings: Sequence[Ruling]) -> Iterator[Ruling]:
    """Leave out what the next tile of the same line has made old."""
    for place, ruling in enumerate(rulings):
        if ruling.verdict not in _OF_LEVERS or place == len(rulings) - 1:
            yield ruling


def _names(text: str) -> tuple[str, ...]:
    parts = text.split(",") if "," in text else text.split()
    return tuple(name for part in parts if (name := part.strip()))


def _named_rules(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Read ``pub``, and settings behind it: ``pub stake=50``."""
    words = text.split()
    named = " ".join(word for word in words if "=" not in word) or "classic"
    pairs = (word.split("=", 1) for word in words if "=" in word)
    return named, [(key, value) for key, value in pairs]


def told_lines(answer: ToldAnswer, match: ToldMatch) -> Iterator[str]:
    """Yield its lines for people."""
    for ruling in answer.rulings:
        if ruling.verdict is not Verdict.READY:
            yield f"{sentence(ruling, WRITTEN)} ({rule_in_words(ruling.rule)})"
        elif len(match.players) > 1:
            yield f"{sentence(ruling, WRITTEN)}"
    if answer.note:
        yield f"{answer.note}"
    if answer.may_throw_again and not _offers_again(answer.rulings[-1:]):
        yield f"{or_throw_again()} ({rule_in_words(rule_ids.MAY_RETHROW)})"


def _offers_again(rulings: Iterable[Ruling]) -> bool:
    """Whether a ruling's own sentence says that the double may be thrown again."""
    return any(getattr(ruling.payload, "may_rethrow", None) for ruling in rulings)


def told_document(answer: ToldAnswer) -> dict[str, Any]:
    """Return the answer for programs."""
    again = {"again": rule_ids.MAY_RETHROW} if answer.may_throw_again else {}
    return {
        "line": answer.line or None,
        "rulings": [ruling_as_json(ruling) for ruling in answer.rulings],
        "note": answer.note or None,
        **again,
    }
