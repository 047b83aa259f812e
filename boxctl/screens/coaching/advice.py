"""What the coach says and draws: the choices of a moment, their worth, and how much of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

from boxctl.odds.aims import Aim
from boxctl.odds.post_mortem import Prospects
from boxctl.odds.turn import TurnOdds
from boxctl.presentation.analysis_sentences import WorthFormat, value_in_words, worth_format
from boxctl.presentation.phrases import WRITTEN, capital, choice_in_words, how_many_dice
from boxctl.referee.game import Game
from boxctl.rules.ruleset import Throw
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.turn_memory import TurnMemory
from boxctl.rules.variant_names import folded
from boxctl.screens.coaching.reasons import (
    Reason,
    Worths,
    is_blunder,
    only_choice,
    reason,
    why_better,
    why_worse,
)
from boxctl.screens.pictures.picture import Glyphs, Picture, Span
from boxctl.screens.pictures.sheet_picture import heading
from groundwork.cell_width import hang
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import labelled, message, tr, tr_as


@frozen_dataclass
class Choice:
    """A choice and its value as people are told it; ``loss`` is 0 for the best.

    A move has ``tiles`` and leaves ``left``; a double that is thrown again instead (R5.7) has none
    and leaves all. A number of dice has ``count``, and ``left`` are the
    tiles to be thrown for. ``memory`` is what the turn remembers then.
    """

    words: str
    value: float
    loss: float
    left: TileSet
    memory: TurnMemory
    tiles: TileSet | None = None
    count: int | None = None


@frozen_dataclass
class Choices:
    """All choices of one moment, the best first; ``throw`` is None before a throw."""

    aim: Aim
    to_move: TileSet
    throw: Throw | None
    of: tuple[Choice, ...]

    def within(self, moves: frozenset[TileSet]) -> Choices:
        """Return those that are still open when a part of a move has been made."""
        left = tuple(choice for choice in self.of if choice.tiles in moves)
        return Choices(self.aim, self.to_move, self.throw, left)


def choices_at(play: Game, odds: TurnOdds) -> Choices | None:
    """Return all moves of the throw, or all numbers of dice to throw; None if there is no choice.

    Throwing a double again (R5.7) is among the moves.

    Tiles that have been moved for the throw already make no difference.
    """
    if (answer := play.answer) is None:
        return _of_dice(play, odds)
    return choices_of_throw(
        odds, answer.to_move, answer.throw, (play.memory_before_throw, play.memory)
    )


def choices_of_throw(
    odds: TurnOdds, to_move: TileSet, throw: Throw, memories: tuple[TurnMemory, TurnMemory]
) -> Choices | None:
    """Return all moves of a throw; None if there is none.

    ``memories`` are what the turn remembers before the throw, and once it is played.
    """
    before, played = memories
    found = tuple(
        Choice(
            choice_in_words(one.move.tiles),
            one.value,
            one.loss,
            to_move & ~one.move.tiles,
            played if one.move.tiles else before,
            tiles=one.move.tiles,
        )
        for one in odds.after_throw(to_move, throw, before).choices
    )
    return Choices(odds.aim, to_move, throw, found) if found else None


def _of_dice(play: Game, odds: TurnOdds) -> Choices | None:
    if not play.throw_awaited or len(play.counts) < 2:
        return None
    by_dice = odds.by_dice(play.left, play.memory)
    worth = odds.aim.from_shown
    best = odds.best_dice(play.left, play.counts, play.memory)
    most = max(map(worth, by_dice.values()))
    found = [
        Choice(
            how_many_dice([count], WRITTEN),
            value,
            0.0 if count == best else most - worth(value),
            play.left,
            play.memory,
            count=count,
        )
        for count, value in by_dice.items()
    ]
    return Choices(odds.aim, play.left, None, tuple(sorted(found, key=lambda choice: choice.loss)))


AheadOf = Callable[[Choice], Prospects]
"""Returns what a player can expect after a choice."""

NOTHING = 1e-6
"""Losses below this, as worths, are not mentioned."""


@frozen_dataclass
class CoachLine:
    """A line of the coach.

    ``part`` is its ink in a picture, ``further`` its hanging indent in columns. ``is_heading`` is
    whether it heads the lines after it.
    """

    text: str
    part: str = "plain"
    further: int = 2
    is_heading: bool = False


@frozen_dataclass
class Judged:
    """A choice that was made, the choices that were open then, and the best of them."""

    player: str
    taken: Choice
    best: Choice
    choices: Choices

    @property
    def is_blunder(self) -> bool:
        """Whether it lost much."""
        return is_blunder(self.choices.aim, self.best.value, self.taken.loss)


def advice(found: Choices, ahead: AheadOf) -> list[CoachLine]:
    """Return a heading, the best choice with the reason, then the others; columns are aligned.

    Where a double had better be played, it says also why it is not thrown again (R5.7).
    """
    name, every = found.aim.name, found.of
    losses = [one.loss for one in every if one.loss > NOTHING]
    form = worth_format(name, [one.value for one in every], losses)
    best = [form.is_nothing(one.loss) for one in every]
    cells = [
        (
            one.words,
            form.value(one.value),
            tr_as("coach", "best") if is_best else form.change(-one.loss),
        )
        for one, is_best in zip(every, best, strict=True)
    ]
    wide, high, far = (max(map(len, column)) for column in zip(*cells, strict=True))
    rows = [
        CoachLine(
            f"{words:<{wide}}  {value:>{high}}  {loss:>{far}}", "good" if is_best else "plain"
        )
        for (words, value, loss), is_best in zip(cells, best, strict=True)
    ]
    heading = CoachLine(tr("coach: {value}", value=value_in_words(name)), is_heading=True)
    why = [CoachLine(labelled(every[0].words, f"{_why_best(found, form, ahead)}."), "good")]
    for one in every[1:]:
        if one.tiles == NO_TILES and one.loss > NOTHING:
            not_again = why_worse(_reason(every[0], one, form, ahead))
            why.append(CoachLine(labelled(one.words, f"{not_again}.")))
    return [heading, rows[0], *why, *rows[1:]]


def _why_best(found: Choices, form: WorthFormat, ahead: AheadOf) -> str:
    best = found.of[0]
    if len(found.of) == 1:
        return only_choice(ahead(best))
    # When a part of a move has been made, the best of what is left may itself be a loss.
    worse = next((one for one in found.of if one.loss > best.loss + NOTHING), None)
    other = found.of[1] if worse is None else worse
    return why_better(_reason(best, other, form, ahead, alike=worse is None))


def _reason(
    better: Choice, worse: Choice, form: WorthFormat, ahead: AheadOf, *, alike: bool = False
) -> Reason:
    worths = Worths(form.value(better.value), form.value(worse.value))
    return reason(ahead(better), ahead(worse), worths, alike=alike)


def judgement(before: str, judged: Judged, ahead: AheadOf) -> CoachLine:
    """Return a line on the loss of a choice, why, and the reason for the best one."""
    taken, best = judged.taken, judged.best
    form = worth_format(judged.choices.aim.name, (best.value, taken.value), (taken.loss,))
    why = _reason(best, taken, form, ahead)
    said = tr(
        "{move} loses {loss}: {worse}. Better {best}: {better}.",
        move=taken.words,
        loss=form.value(taken.loss),
        worse=why_worse(why),
        best=best.words,
        better=why_better(why),
    )
    return CoachLine(before + said, "asked")


AskableMode = Literal["on", "ask", "blunders", "after"]
CoachMode = Literal["off", AskableMode]
MODES: tuple[CoachMode, ...] = get_args(CoachMode)
ASKABLE: tuple[AskableMode, ...] = get_args(AskableMode)
"""The modes in which a page in a browser can ask the coach."""

_WORDS: dict[CoachMode, str] = {
    "off": message("the coach is silent"),
    "on": message("the coach shows what each choice comes to"),
    "ask": message("the coach waits until you ask it"),
    "blunders": message("the coach only warns of blunders"),
    "after": message("the coach rates the match when it is over"),
}

_NAMES: dict[CoachMode, str] = {
    "off": message("off"),
    "on": message("on"),
    "ask": message("ask"),
    "blunders": message("blunders"),
    "after": message("after"),
}


def mode_called(word: str) -> CoachMode | None:
    """Return the mode that a word names, in the language in use or in English."""
    typed = folded(word)
    return next((mode for mode in MODES if typed in (mode, folded(tr(_NAMES[mode])))), None)


def mode_in_words(mode: CoachMode) -> str:
    """Describe a mode of the coach."""
    return tr(_WORDS[mode])


def read_mode(written: object) -> CoachMode:
    """Return the mode of a remembered choice; earlier versions wrote true and false."""
    if written is True:
        return "on"
    return next((mode for mode in MODES if mode == written), "off")


def next_mode(mode: CoachMode) -> CoachMode:
    """Return the mode after this one, in turns."""
    return MODES[(MODES.index(mode) + 1) % len(MODES)]


def coach_picture(said: Sequence[CoachLine], wide: int, lines: int, glyphs: Glyphs) -> Picture:
    """Draw the lines under their heading, broken at ``wide`` columns, at most so many ``lines``."""
    if not said:
        return ()
    first, *others = said
    if not first.is_heading:
        first, others = CoachLine(tr("coach"), is_heading=True), list(said)
    rows = [
        (Span(f" {piece}", line.part),)
        for line in others
        for piece in hang([line.text], wide - 2, line.further)
    ]
    return (heading(capital(first.text), wide, glyphs), *rows)[:lines]
