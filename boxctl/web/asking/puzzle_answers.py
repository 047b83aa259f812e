"""The puzzles of a game for a page: all at once, each move with what is said of it as an answer.

So whoever solves them waits once, and the box is asked no more. What was solved is kept by the
browser: a box does not know who asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import TypedDict

from boxctl.presentation.answers.linked_rules import linked_rules
from boxctl.presentation.phrases import capital
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.rules.variants import LookedAtOnce
from boxctl.screens.puzzles.puzzle_session import (
    PuzzleSession,
    game_key,
    heading_of_week,
    puzzle_of_week,
)
from boxctl.web.table_coach import no_collection
from groundwork.clock import utc_now
from groundwork.language import current, tr, tr_as
from groundwork.local_time import local

GAMES_KEPT = 24
"""So many games keep their puzzles, each in one language: some 100 kB each."""


class PuzzleLineShown(TypedDict):
    """A line of the coach; ``part`` is its ink."""

    text: str
    part: str


class PuzzleMoveShown(TypedDict):
    """A move that the throw allows: its ``tiles``, none for throwing a double again (R5.7).

    ``said`` is what somebody is told whose answer it is.
    """

    tiles: list[int]
    right: bool
    said: list[str]


class PuzzleShown(TypedDict):
    """A puzzle. ``key`` tells it from the others of its game; ``worths`` are told after an answer.

    ``answer`` are the tiles of the best move.
    """

    key: str
    heading: str
    question: str
    open: list[int]
    throw: list[int]
    answer: list[int]
    moves: list[PuzzleMoveShown]
    worths: list[PuzzleLineShown]


class BoxOfPuzzles(TypedDict):
    """The box: so many ``tiles``, those ``in_play``, and the sides of its dice."""

    tiles: int
    in_play: list[int]
    sides: int


class WeekShown(TypedDict):
    """The puzzle of this week: its number, from 1 on, and what stands above it."""

    number: int
    heading: str


class PuzzlesOfGame(TypedDict):
    """All puzzles of a game. Games whose turns are the same have the same ``game``.

    ``words`` are those of the page, by what they are for.
    """

    rules: str
    title: str
    game: str
    box: BoxOfPuzzles
    puzzles: list[PuzzleShown]
    week: WeekShown
    words: dict[str, str]


def puzzles_of_game(name: str, today: date | None = None) -> PuzzlesOfGame:
    """Return the puzzles of a game, and which is that of the week of ``today``, by default today.

    Raises :class:`boxctl.rules.faults.RuleFault` for a game that has none (BX802, BX803).
    """
    with LookedAtOnce():
        game = linked_rules(name, ())
    with no_collection(keeps_much=False):
        told = _told(game.name, game.rules, current().code)
    number, week = puzzle_of_week(today or local(utc_now()).date(), len(told["puzzles"]))
    return {**told, "week": WeekShown(number=number, heading=heading_of_week(told["title"], week))}


@lru_cache(GAMES_KEPT)
def _told(name: str, rules: RuleSet, _language: str) -> PuzzlesOfGame:
    """Return the puzzles in the language in use; the week's is none yet."""
    session = PuzzleSession(name, rules)
    return PuzzlesOfGame(
        rules=name,
        title=session.title,
        game=game_key(rules),
        box=BoxOfPuzzles(
            tiles=rules.tiles, in_play=list(numbers(rules.in_play)), sides=rules.dice.sides
        ),
        puzzles=list(_shown(session)),
        week=WeekShown(number=0, heading=""),
        words=_words(),
    )


def _shown(session: PuzzleSession) -> Iterator[PuzzleShown]:
    for number in range(1, session.count + 1):
        session.ask(number)
        puzzle = session.puzzle
        verdicts = [session.verdict_on(choice) for choice in puzzle.choices.of]
        yield PuzzleShown(
            key=puzzle.key,
            heading=session.heading,
            question=session.question,
            open=list(numbers(puzzle.to_move)),
            throw=list(puzzle.throw),
            answer=list(numbers(puzzle.best.tiles or NO_TILES)),
            moves=[
                PuzzleMoveShown(
                    tiles=list(numbers(verdict.choice.tiles or NO_TILES)),
                    right=verdict.is_right,
                    said=[line.text for line in verdict.lines if line not in verdict.worths],
                )
                for verdict in verdicts
            ],
            worths=[PuzzleLineShown(text=line.text, part=line.part) for line in verdicts[0].worths],
        )


def _words() -> dict[str, str]:
    return {
        "answer": tr("That is my answer"),
        "again": capital(tr_as("a choice", "throw again")),
        "back": tr("Stand them up again"),
        "next": tr("Next puzzle"),
        "week": tr("This week's puzzle"),
        "why": tr("Why"),
        "tap": tr("Tap the tiles that you shut."),
        "solved": tr("{count} of {all} solved, {first} at the first try."),
        "counts": tr("What is solved is remembered by this browser alone."),
    }
