"""Somebody who solves puzzles of a game: which one is asked, the answer, and what is said of it.

The words are those of the coach, and of the referee where an answer is no move. What was solved is
kept in a file beside the journal; it counts in all games whose turns are the same.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from math import gcd
from pathlib import Path
from typing import Any

from boxctl.presentation.analysis_sentences import loss_in_words
from boxctl.presentation.answers.legal import LegalQuestion
from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import WRITTEN, capital, dice
from boxctl.rules.faults import RuleFault
from boxctl.rules.objections import Objection
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, deciding
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, read_tiles, write_tiles
from boxctl.rules.variant_names import folded
from boxctl.screens.coaching.advice import Choice, CoachLine, Judged, advice, judgement
from boxctl.screens.puzzles.drawing import Puzzle, PuzzleBook
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as
from groundwork.system.files import read_small_file, write_whole

AGAIN = "again"
"""Throws a double again (R5.7), besides the word in the language in use."""

STEP = 21
"""So many puzzles on is that of the next week, so that a week's differs from the last one's."""


@frozen_dataclass
class PuzzleVerdict:
    """What is said of an answer."""

    choice: Choice
    is_right: bool
    lines: tuple[CoachLine, ...]

    @property
    def judgement(self) -> tuple[CoachLine, ...]:
        """What a wrong answer loses, and why; empty for a right one."""
        return self.lines[1 : self._heading]

    @property
    def worths(self) -> tuple[CoachLine, ...]:
        """What all moves come to, and why the best is best, under a heading."""
        return self.lines[self._heading :]

    @property
    def _heading(self) -> int:
        return next(place for place, line in enumerate(self.lines) if line.is_heading)


def puzzle_of_week(day: date, count: int) -> tuple[int, str]:
    """Return which of so many puzzles is that of the week of this day, and the week's name."""
    step = STEP
    while gcd(step, count) > 1:
        step += 1
    # The first day of the calendar is a Monday, as that of every week is.
    weeks = (day.toordinal() - 1) // 7
    year, week, _weekday = day.isocalendar()
    return weeks * step % count + 1, f"{year}-W{week:02}"


def heading_of_week(game: str, week: str) -> str:
    """Return the heading of the puzzle of a week."""
    return tr("{game}, the puzzle of week {week}", game=game, week=week)


class PuzzleSession:
    """The puzzles of a game by its name; ``number`` is the one that is asked, from 1 on.

    What is solved is kept beside ``journal``, without one nowhere. Raises :class:`RuleFault` as
    :class:`PuzzleBook` does. Not thread-safe.
    """

    def __init__(self, name: str, rules: RuleSet, journal: Path | None = None) -> None:
        self.name = name
        self.title = name_of_game(name, rules)
        self.rules = rules
        self.book = PuzzleBook(rules)
        self.week = ""
        """The week whose puzzle is asked, as ``2026-W48``; empty for none."""
        self._solved = SolvedPuzzles(journal, rules)
        self._keys = [puzzle.key for puzzle in self.book.puzzles]
        self.number = 1
        self.number = self._first_unsolved(0)

    @property
    def count(self) -> int:
        """How many puzzles there are."""
        return len(self.book.puzzles)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is asked."""
        return self.book.puzzles[self.number - 1]

    def ask(self, number: int) -> None:
        """Ask this puzzle. Raises :class:`RuleFault` (BX805) if there is none of this number."""
        if not 1 <= number <= self.count:
            raise RuleFault(
                "BX805",
                tr("there is no puzzle {number}", number=number),
                tr("{game} has puzzles 1 to {count}", game=self.title, count=self.count),
            )
        self.number, self.week = number, ""

    def ask_week(self, day: date) -> None:
        """Ask the puzzle of the week of this day: in its week it is the same for everybody."""
        self.number, self.week = puzzle_of_week(day, self.count)

    def ask_next(self) -> None:
        """Ask the next puzzle that is not solved yet; the next of all, if every one is."""
        self.number, self.week = self._first_unsolved(self.number), ""

    def _first_unsolved(self, after: int) -> int:
        order = [(after + place) % self.count + 1 for place in range(self.count)]
        stand = self._solved.how(self._keys)
        solved = (FIRST, LATER)
        return next((number for number in order if stand[number - 1] not in solved), order[0])

    # What is said.

    @property
    def heading(self) -> str:
        """Which puzzle it is."""
        if self.week:
            return heading_of_week(self.title, self.week)
        return tr(
            "{game}, puzzle {number} of {count}",
            game=self.title,
            number=self.number,
            count=self.count,
        )

    @property
    def question(self) -> str:
        """The position and the throw."""
        return tr(
            "Open: {tiles}. You threw {dice}. What do you shut?",
            tiles=write_tiles(self.puzzle.to_move),
            dice=dice(self.puzzle.throw, WRITTEN),
        )

    @property
    def score(self) -> str:
        """How many puzzles of this game were solved."""
        tally = self._solved.tally(self._keys)
        return tr(
            "{count} of {all} solved, {first} at the first try.",
            count=tally.solved,
            all=self.count,
            first=tally.first,
        )

    @property
    def solved(self) -> str:
        """The same in a few words."""
        tally = self._solved.tally(self._keys)
        return tr("{count} of {all} solved", count=tally.solved, all=self.count)

    # The answer.

    def answer(self, text: str) -> PuzzleVerdict:
        """Judge an answer as it is typed, and remember it.

        Raises :class:`RuleFault` for what is no answer, which is not remembered: BX205 for what is
        no set of tiles, BX804 for no move, with the words of the referee.
        """
        return self.answer_with(self._read(text))

    def answer_with(self, tiles: TileSet) -> PuzzleVerdict:
        """Judge a move, no tiles for throwing again. Raises as :meth:`answer` does (BX804)."""
        chosen = self.puzzle.choice_of(tiles)
        if chosen is None:
            raise RuleFault("BX804", self._no_move(tiles))
        verdict = self.verdict_on(chosen)
        self._solved.note(self.puzzle.key, right=verdict.is_right)
        return verdict

    def verdict_on(self, chosen: Choice) -> PuzzleVerdict:
        """Judge one of the choices, and remember nothing."""
        right = chosen is self.puzzle.best
        return PuzzleVerdict(chosen, right, tuple(self._said(chosen, right=right)))

    def _said(self, chosen: Choice, *, right: bool) -> list[CoachLine]:
        choices, ahead = self.puzzle.choices, self.book.ahead
        if right:
            told = [CoachLine(tr("Right: {move}.", move=chosen.words), "good")]
        else:
            amount = loss_in_words(chosen.loss, in_points=choices.aim.lower)
            judged = Judged("", chosen, self.puzzle.best, choices)
            told = [
                CoachLine(
                    tr(
                        "Not the best: {move} gives away {amount}.",
                        move=chosen.words,
                        amount=amount,
                    ),
                    "bad",
                ),
                judgement("", judged, ahead),
            ]
        return [*told, *advice(choices, ahead)]

    def _no_move(self, tiles: TileSet) -> str:
        if not tiles:
            return tr("This throw cannot be thrown again")
        asked = LegalQuestion(self.rules, self.puzzle.to_move, self.puzzle.throw, tiles)
        why = asked.answer
        assert isinstance(why, Objection)
        return capital(asked.said(why).rstrip("."))

    def _read(self, text: str) -> TileSet:
        typed = folded(text)
        if typed in (AGAIN, folded(tr_as("a choice", "throw again"))):
            return NO_TILES
        return read_tiles(",".join(text.replace("+", " ").replace(",", " ").split()) or "?")

    # For programs.

    def document(self, verdict: PuzzleVerdict | None = None) -> dict[str, Any]:
        """Return the puzzle for programs, with what is said of an answer."""
        puzzle = self.puzzle
        tally = self._solved.tally(self._keys)
        document: dict[str, Any] = {
            "rules": self.name,
            "title": self.title,
            "number": self.number,
            "of": self.count,
            "week": self.week or None,
            "open": numbers(puzzle.to_move),
            "throw": puzzle.throw,
            "aim": puzzle.choices.aim.name,
            "moves": [
                {"tiles": numbers(one.tiles or NO_TILES), "value": one.value, "loss": one.loss}
                for one in puzzle.choices.of
            ],
            "solved": tally.solved,
            "first": tally.first,
        }
        if verdict is not None:
            document["answer"] = {
                "tiles": numbers(verdict.choice.tiles or NO_TILES),
                "right": verdict.is_right,
                "loss": verdict.choice.loss,
                "said": [line.text for line in verdict.lines],
            }
        return document


FILE = "puzzles.json"
MOST_BYTES = 1 << 20

FIRST, LATER, MISSED = "first", "later", "missed"
"""How a puzzle stands: right at the first try, right after a wrong answer, not right so far."""


@frozen_dataclass
class Tally:
    """So many puzzles of a game were solved, ``first`` of them at the first try."""

    solved: int
    first: int


class SolvedPuzzles:
    """The puzzles of one game that were answered; ``journal`` is the file they are kept beside.

    Without one, nothing is remembered.
    """

    def __init__(self, journal: Path | None, rules: RuleSet) -> None:
        self._path = None if journal is None else journal.parent / FILE
        self._game = game_key(rules)

    def how(self, puzzles: Sequence[str]) -> list[str]:
        """Return how each of these puzzles stands, by its key; empty if it was never answered."""
        known = self._games().get(self._game, {})
        return [str(known.get(puzzle, "")) for puzzle in puzzles]

    def tally(self, puzzles: Sequence[str]) -> Tally:
        """Count these puzzles."""
        stand = self.how(puzzles)
        first = stand.count(FIRST)
        return Tally(first + stand.count(LATER), first)

    def note(self, puzzle: str, *, right: bool) -> None:
        """Keep an answer. A failure to write is ignored: no puzzle should stop for it."""
        if self._path is None:
            return
        games = self._games()
        known = games.setdefault(self._game, {})
        before = known.get(puzzle)
        if before not in (FIRST, LATER):
            known[puzzle] = (LATER if before else FIRST) if right else MISSED
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, (json.dumps({"games": games}, indent=1) + "\n").encode())

    def _games(self) -> dict[str, dict[str, Any]]:
        """Return the content of the file by game; a file that cannot be read is an empty one."""
        if self._path is None:
            return {}
        try:
            read = json.loads(read_small_file(self._path, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        games = read.get("games") if isinstance(read, dict) else None
        if not isinstance(games, dict) or not all(isinstance(g, dict) for g in games.values()):
            return {}
        return games


def game_key(rules: RuleSet) -> str:
    """Return the key of a game's puzzles: games with the same turns share it."""
    decide = deciding("turn")
    if rules.is_scored:
        # A turn is worth its points then, whichever way they win the match.
        decide -= {"match", "pass_box"}
    changed = changed_from(RuleSet(), rules)
    return " ".join(f"{name}={changed[name]}" for name in sorted(decide & changed.keys()))
