"""The guide of a first match: what each ruling means, and what to do next.

It rules on nothing: a lesson follows from the referee's own rulings as they come up, whatever the
player does. So a match that was left is gone on with, and somebody who errs learns from the ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from random import Random
from typing import Any

from boxctl.presentation.phrases import WRITTEN, added_up, choices_of_tiles, dice, shown_player
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sentences.objections import rule_in_words
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import TileSet, numbers, tile, tile_set
from boxctl.screens.coaching.advice import CoachLine
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr

Rulings = Sequence[Mapping[str, Any]]

VARIANT = "classic"
ROBOT = "highest-first"
"""Who plays against a beginner: a robot that always shuts the highest tile."""

ARRANGED = "guided 351"
"""The seed of the dice: whoever does what the lessons say meets everything that they tell of."""


def arranged_dice(rulings: Rulings) -> Random:
    """Return the source of the next throw of a guided match, given its rulings so far.

    It depends on nothing but how many throws counted, so that no slip changes what comes.
    """
    return Random(f"{ARRANGED} {sum(map(_is_valid_throw, rulings))}")


def _is_valid_throw(ruled: Mapping[str, Any]) -> bool:
    """Whether the ruling is the first on a valid throw: what it allows, or the end of a turn."""
    ends = ruled["verdict"] == Verdict.TURN_OVER and ruled.get("throw") is not None
    return ruled["verdict"] == Verdict.THROW or ends


class Topic(Enum):
    """What a lesson is about, in the order in which the arranged dice bring it up."""

    THROW = auto()
    ERROR = auto()
    RULING = auto()
    MOVE = auto()
    COUNTS = auto()
    SEVERAL = auto()
    ASKING = auto()
    ONE_DIE = auto()
    TURN_END = auto()
    OTHERS = auto()
    SHUT = auto()
    OVER = auto()


@frozen_dataclass
class GuideLesson:
    """What is told, sentence by sentence, and what the player does then; empty for nothing."""

    topic: Topic
    told: tuple[str, ...]
    task: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """The keys that do what the lesson asks for; any other one only closes its page."""
        return _KEYS.get(self.topic, frozenset()) if self.task else frozenset()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it."""
        return (*self.told, self.task) if self.task else self.told


_DIGITS = frozenset("123456789")
_KEYS = {
    Topic.THROW: frozenset({"space", "enter"}),
    Topic.ERROR: _DIGITS,
    Topic.RULING: frozenset({"enter"}),
    Topic.MOVE: _DIGITS,
    Topic.COUNTS: frozenset({"space", "enter"}),
    Topic.SEVERAL: _DIGITS,
    Topic.ASKING: _DIGITS,
    Topic.ONE_DIE: frozenset({"o"}),
}

_MISSED = {
    Topic.ONE_DIE: message(
        "What did not come up: where only the 1 stands, you may throw one die (R2.2)."
    ),
    Topic.TURN_END: message("What did not come up: a throw that fits nothing ends the turn."),
    Topic.SHUT: message(
        "What did not come up: whoever shuts all tiles has shut the box, and wins at once (R7.1)."
    ),
}


class Guide:
    """Tells the lessons of a match whose ``learner`` has ``controls``."""

    def __init__(self, learner: str, controls: Controls) -> None:
        self._learner = learner
        self._keys = controls not in (Controls.WORDS, Controls.TAPS)
        self._taps = controls is Controls.TAPS
        self._told = 0

    def lessons(self, rulings: Rulings) -> list[GuideLesson]:
        """Return all lessons that these rulings of one match have come to, the newest last."""
        found: list[GuideLesson] = []
        for place, ruled in enumerate(rulings):
            seen = {lesson.topic for lesson in found}
            found += self._after(ruled, rulings[:place], seen)
        return found

    def new(self, rulings: Rulings) -> list[GuideLesson]:
        """Return the lessons that were not returned before; of a resumed match the newest."""
        lessons = self.lessons(rulings)
        new = lessons[self._told :] if self._told else lessons[-1:]
        self._told = len(lessons)
        return new

    def now(self, rulings: Rulings) -> list[CoachLine]:
        """Return the newest lesson for the coach's place: what to do comes first, then why.

        Once the match has gone on, there stands what the newest ruling asks for.
        """
        lessons = self.lessons(rulings)
        if not lessons:
            return []
        lesson = lessons[-1]
        if len(self.lessons(rulings[:-1])) == len(lessons):
            lesson = self._meanwhile(rulings) or GuideLesson(lesson.topic, lesson.told)
        task = [CoachLine(lesson.task, "asked")] if lesson.task else []
        return [
            CoachLine(tr("first match"), is_heading=True),
            *task,
            *map(CoachLine, lesson.told),
        ]

    def _meanwhile(self, rulings: Rulings) -> GuideLesson | None:
        """Return the task between two lessons; None for none of the learner's."""
        last = rulings[-1]
        if last["player"] != self._learner:
            return None
        match last["verdict"]:
            case Verdict.READY | Verdict.COMMITTED:
                return GuideLesson(Topic.THROW, (), self._throw)
            case Verdict.THROW:
                return self._move(last)
            case Verdict.RESTORED | Verdict.TAKEN_BACK | Verdict.PENDING:
                thrown = [one for one in rulings if one["verdict"] == Verdict.THROW]
                move = self._move(thrown[-1]) if thrown else None
                begun = last["verdict"] == Verdict.PENDING
                return GuideLesson(move.topic, move.told) if move and begun else move
        return None

    def _after(
        self, ruled: Mapping[str, Any], before: Rulings, seen: set[Topic]
    ) -> Iterator[GuideLesson]:
        if ruled["verdict"] == Verdict.MATCH_OVER:
            yield self._over(ruled, seen)
        elif ruled["verdict"] == Verdict.SHUT_THE_BOX:
            yield self._shut(ruled)
        elif ruled["player"] != self._learner:
            if ruled["verdict"] == Verdict.READY and Topic.OTHERS not in seen:
                yield self._others(ruled)
        else:
            yield from self._of_learner(ruled, before, seen)

    def _of_learner(
        self, ruled: Mapping[str, Any], before: Rulings, seen: set[Topic]
    ) -> Iterator[GuideLesson]:
        match ruled["verdict"]:
            case Verdict.READY if Topic.THROW not in seen:
                yield self._welcome()
            case Verdict.THROW:
                yield from self._of_throw(ruled, seen)
            case Verdict.REFUSED | Verdict.DISTURBED:
                yield self._ruling(ruled)
            case Verdict.RESTORED if Topic.MOVE not in seen:
                thrown = [one for one in before if one["verdict"] == Verdict.THROW]
                if thrown:
                    yield self._move(thrown[-1])
            case Verdict.COMMITTED:
                if tile_set(ruled["open"]) == tile(1) and Topic.ONE_DIE not in seen:
                    yield self._one_die()
                elif Topic.COUNTS not in seen:
                    yield self._counts(ruled)
            case Verdict.TURN_OVER if ruled.get("throw") is not None:
                yield self._turn_end(ruled, before)

    @property
    def _throw(self) -> str:
        """What to do for a throw, with the key that the screen names, too."""
        if self._taps:
            return _tap(tr("Throw the dice"))
        return tr("Press SPACE to throw.") if self._keys else tr("Press Enter to throw.")

    def _type(self, tiles: TileSet) -> str:
        """What to do for a move: tiles are typed, or tapped."""
        told = " ".join(map(str, reversed(numbers(tiles))))
        return tr("Tap {tiles}.", tiles=told) if self._taps else tr("Type {tiles}.", tiles=told)

    # The lessons, in order.

    def _welcome(self) -> GuideLesson:
        return GuideLesson(
            Topic.THROW,
            (
                tr("Nine tiles stand. You throw two dice, and shut tiles that add up to them."),
                tr("What still stands when nothing fits is your score. The lowest score wins."),
                tr("These dice are arranged, so that everything comes up once."),
            ),
            self._throw,
        )

    def _of_throw(self, ruled: Mapping[str, Any], seen: set[Topic]) -> Iterator[GuideLesson]:
        allowed = _allowed(ruled)
        if Topic.ERROR not in seen and Topic.MOVE not in seen:
            wrong = [
                number
                for number in numbers(tile_set(ruled["open"]))
                if not any(tile(number) & move for move in allowed)
            ]
            yield self._error(ruled, max(wrong)) if wrong else self._move(ruled)
        elif Topic.SEVERAL not in seen and Topic.COUNTS in seen:
            yield self._several(ruled)
        elif Topic.ASKING not in seen and Topic.SEVERAL in seen:
            yield self._asking(ruled)

    def _error(self, ruled: Mapping[str, Any], wrong: int) -> GuideLesson:
        return GuideLesson(
            Topic.ERROR,
            (
                tr(
                    "You threw {dice}, {total} in all: that allows {moves}.",
                    dice=dice(ruled["throw"], WRITTEN),
                    total=sum(ruled["throw"]),
                    moves=choices_of_tiles(tuple(_allowed(ruled)), WRITTEN),
                ),
                tr("First see what the referee does about a wrong move."),
            ),
            tr("Tap the {tiles}, which is wrong.", tiles=wrong)
            if self._taps
            else tr("Type {tiles}, which is wrong.", tiles=wrong),
        )

    def _ruling(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.RULING,
            (
                tr("That is a ruling: {rule}.", rule=rule_in_words(ruled["rule"])),
                tr("{text} Nothing is lost: the throw is still yours.", text=ruled["text"]),
            ),
            _tap(tr("Put the tiles right")) if self._taps else tr("Press Enter to put it right."),
        )

    def _move(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.MOVE,
            (
                tr(
                    "Your {total} can be {moves}.",
                    total=sum(ruled["throw"]),
                    moves=choices_of_tiles(tuple(_allowed(ruled)), WRITTEN),
                ),
                tr("High tiles cost most if they are left, and fit least often: shut them first."),
            ),
            self._type(_advised(ruled)),
        )

    def _counts(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.COUNTS,
            (
                tr(
                    "{tiles} counts, and stays shut for this turn.",
                    tiles=added_up(tile_set(ruled["tiles"]), WRITTEN),
                ),
                tr("You throw again and again, until a throw fits no tiles."),
            ),
            self._throw,
        )

    def _several(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.SEVERAL,
            (
                tr("A move may be of several tiles, one after the other."),
                tr("Until it adds up, you can stand a tile up again."),
            ),
            self._type(_advised(ruled)),
        )

    def _asking(self, ruled: Mapping[str, Any]) -> GuideLesson:
        asking = (
            tr("Whenever you wonder: tap the sentence of the referee, and it says why.")
            if self._taps
            else tr("Whenever you wonder: M lists the moves, ? explains the last ruling.")
            if self._keys
            else tr("Whenever you wonder: moves lists the moves, why explains the last ruling.")
        )
        return GuideLesson(
            Topic.ASKING, (asking, tr("Now go on by yourself.")), self._type(_advised(ruled))
        )

    def _one_die(self) -> GuideLesson:
        task = tr("Press O to throw one die.") if self._keys else tr("Type throw 1.")
        if self._taps:
            task = _tap(tr("Throw one die"))
        return GuideLesson(
            Topic.ONE_DIE,
            (
                tr("Only the 1 stands. Now you may throw one die instead of two (R2.2)."),
                tr("Two dice can never show a 1."),
            ),
            task,
        )

    def _turn_end(self, ruled: Mapping[str, Any], before: Rulings) -> GuideLesson:
        # The ruling has the tiles as they stand for the next turn.
        left = numbers(tile_set(before[-1]["open"]))
        scored = (
            tr("You score what still stands: {score}.", score=ruled["score"])
            if list(left) == [ruled["score"]]
            else tr(
                "You score what still stands: {tiles}, {score} in all.",
                tiles=added_up(tile_set(left), WRITTEN),
                score=ruled["score"],
            )
        )
        return GuideLesson(
            Topic.TURN_END,
            (
                tr(
                    "{dice} fits nothing: your turn is over ({rule}).",
                    dice=dice(ruled["throw"], WRITTEN),
                    rule=ruled["rule"],
                ),
                scored,
            ),
        )

    def _others(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.OTHERS,
            (
                tr(
                    "Now it is the turn of {player}, with all tiles up again.",
                    player=shown_player(ruled["player"]),
                ),
                tr("The same referee watches every move. Your score is what is to be beaten."),
            ),
        )

    def _shut(self, ruled: Mapping[str, Any]) -> GuideLesson:
        return GuideLesson(
            Topic.SHUT,
            (
                tr(
                    "No tile stands: {player} has shut the box. That scores 0, and wins at once "
                    "(R7.1).",
                    player=shown_player(ruled["player"]),
                ),
            ),
        )

    def _over(self, ruled: Mapping[str, Any], seen: set[Topic]) -> GuideLesson:
        # Whoever shuts the box has no turn that ends without.
        missed = [tr(said) for topic, said in _MISSED.items() if topic not in seen]
        if self._taps:
            onward = _tap(tr("New match")) + " " + tr("From now on chance is real.")
            elsewhere = [tr("Puzzles ask which move is best; another game has other rules.")]
        elif self._keys:
            onward = tr(
                "N plays again with real chance; V has the coach look on; Q leads to all games, "
                "and to puzzles."
            )
            elsewhere = []
        else:
            onward = tr("new plays again with real chance; coach on has the coach look on.")
            elsewhere = [
                tr("boxctl puzzle asks which move is best; boxctl rules list names other games.")
            ]
        return GuideLesson(
            Topic.OVER,
            (
                tr("{text} That was a whole match: you know how it goes.", text=ruled["text"]),
                *missed,
                tr(
                    "If you play for money, each puts the same stake into the pool before the "
                    "first throw, and who wins takes it: the referee keeps the account."
                ),
                *elsewhere,
            ),
            onward,
        )


def _allowed(ruled: Mapping[str, Any]) -> list[TileSet]:
    return [tile_set(move["tiles"]) for move in ruled["moves"]]


def _advised(ruled: Mapping[str, Any]) -> TileSet:
    """Return the move with the highest tile, which is what the lessons advise."""
    # As a set is a number, the one with the highest tile is the greatest.
    return max(_allowed(ruled))


def _tap(button: str) -> str:
    return tr("Tap {button}.", button=button)


def lesson_paragraphs(lessons: Sequence[GuideLesson]) -> list[str]:
    """Return the text of lessons, for a page whose heading is the task."""
    return [line for lesson in lessons for line in lesson.told]
