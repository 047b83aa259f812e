"""The guide of a first match: what each ruling means, and what to do next.

It rules on nothing: a lesson follows from the referee's own rulings as they come up, whatever the
player does. So a match that was left is gone on with, and somebody who errs learns from the ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_set
from boxctl.screens.coaching.advice import CoachLine
from boxctl.screens.coaching.lesson_moves import allowed_moves, slip_of, too_much_of
from boxctl.screens.coaching.lessons import GuideLesson, LessonTexts, Topic
from groundwork.language import tr

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


_AFTER_SLIP = {Topic.TAKE_BACK, Topic.SEVERAL}


class Guide:
    """Tells the lessons of a match whose ``learner`` has ``controls``."""

    def __init__(self, learner: str, controls: Controls) -> None:
        self._learner = learner
        self._controls = controls
        self._texts = LessonTexts(controls)
        self._told = 0
        self._explained: set[int] = set()

    def explains(self, rulings: Rulings) -> None:
        """Take note that the learner is told why the newest of these rulings was made."""
        self._explained.add(len(rulings))

    def lessons(self, rulings: Rulings) -> list[GuideLesson]:
        """Return all lessons that these rulings of one match have come to, the newest last."""
        found: list[GuideLesson] = []
        for place, ruled in enumerate(rulings):
            seen = {lesson.topic for lesson in found}
            found += self._after(ruled, rulings[:place], seen)
            asked = found and found[-1].topic is Topic.WHY_NOT and Topic.WHY_NOT not in seen
            if asked and place + 1 in self._explained:
                found.append(self._texts.reason())
        return found

    def once_explained(self, rulings: Rulings) -> GuideLesson | None:
        """Return the lesson that follows the reason of the newest ruling; None if none does."""
        guide = Guide(self._learner, self._controls)
        before = len(guide.lessons(rulings))
        guide.explains(rulings)
        after = guide.lessons(rulings)
        return after[-1] if len(after) > before else None

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
                return GuideLesson(Topic.THROW, (), self._texts.throw)
            case Verdict.THROW:
                return self._texts.move(last)
            case Verdict.PENDING if tried := self._rest_of_too_much(rulings):
                return tried
            case Verdict.RESTORED | Verdict.TAKEN_BACK | Verdict.PENDING:
                if any(one["verdict"] == Verdict.THROW for one in rulings):
                    return self._texts.move(_last_throw(rulings), _shut_so_far(rulings))
        return None

    def _rest_of_too_much(self, rulings: Rulings) -> GuideLesson | None:
        """Return what is left to try of tiles that are too much; None once something else is."""
        newest = self.lessons(rulings)[-1]
        thrown = _last_throw(rulings)
        wrong = too_much_of(thrown)
        done = _shut_so_far(rulings)
        if newest.topic is not Topic.TOO_MUCH or wrong is None or done & ~wrong:
            return None
        return GuideLesson(newest.topic, newest.told, self._texts.type_wrong(wrong & ~done))

    def _after(
        self, ruled: Mapping[str, Any], before: Rulings, seen: set[Topic]
    ) -> Iterator[GuideLesson]:
        if ruled["verdict"] == Verdict.MATCH_OVER:
            yield self._texts.over(ruled, seen)
        elif ruled["verdict"] == Verdict.SHUT_THE_BOX:
            yield self._texts.shut(ruled)
        elif ruled["player"] != self._learner:
            if ruled["verdict"] == Verdict.READY and Topic.OTHERS not in seen:
                yield self._texts.others(ruled)
        else:
            yield from self._of_learner(ruled, before, seen)

    def _of_learner(
        self, ruled: Mapping[str, Any], before: Rulings, seen: set[Topic]
    ) -> Iterator[GuideLesson]:
        match ruled["verdict"]:
            case Verdict.READY if Topic.THROW not in seen:
                yield self._texts.welcome()
            case Verdict.THROW:
                yield from self._of_throw(ruled, seen)
            case Verdict.REFUSED if Topic.TOO_MUCH in seen and Topic.WHY_NOT not in seen:
                yield self._texts.why_not(ruled)
            case Verdict.REFUSED | Verdict.DISTURBED:
                yield self._texts.ruling(ruled)
            case Verdict.PENDING if Topic.SLIP in seen and not seen & _AFTER_SLIP:
                if tuple(ruled["tiles"]) == (slip_of(_last_throw(before)),):
                    yield self._texts.take_back(_last_throw(before), ruled)
            case Verdict.TAKEN_BACK if Topic.TAKE_BACK in seen and Topic.SEVERAL not in seen:
                yield self._texts.several(_last_throw(before), seen)
            case Verdict.RESTORED if Topic.MOVE not in seen:
                if any(one["verdict"] == Verdict.THROW for one in before):
                    yield self._texts.move(_last_throw(before))
            case Verdict.RESTORED if Topic.WHY_NOT in seen and Topic.REST not in seen:
                if begun := _shut_so_far(before):
                    yield self._texts.rest(_last_throw(before), begun)
            case Verdict.COMMITTED:
                if tile_set(ruled["open"]) == tile(1) and Topic.ONE_DIE not in seen:
                    yield self._texts.one_die()
                elif Topic.COUNTS not in seen:
                    yield self._texts.counts(ruled)
            case Verdict.TURN_OVER if ruled.get("throw") is not None:
                # The ruling has the tiles as they stand for the next turn.
                yield self._texts.turn_end(ruled, numbers(tile_set(before[-1]["open"])))

    def _of_throw(self, ruled: Mapping[str, Any], seen: set[Topic]) -> Iterator[GuideLesson]:
        allowed = allowed_moves(ruled)
        if Topic.ERROR not in seen and Topic.MOVE not in seen:
            wrong = [
                number
                for number in numbers(tile_set(ruled["open"]))
                if not any(tile(number) & move for move in allowed)
            ]
            yield self._texts.error(ruled, max(wrong)) if wrong else self._texts.move(ruled)
        elif Topic.COUNTS not in seen:
            return
        elif Topic.SLIP not in seen and slip_of(ruled) is not None:
            yield self._texts.slips(ruled)
        elif Topic.SEVERAL not in seen:
            yield self._texts.several(ruled, seen)
        elif Topic.TOO_MUCH not in seen and (wrong_sum := too_much_of(ruled)) is not None:
            yield self._texts.too_much(ruled, wrong_sum)
        elif Topic.ASKING not in seen:
            yield self._texts.asking(ruled)


def _last_throw(rulings: Rulings) -> Mapping[str, Any]:
    """Return the newest throw with a move; there has to be one."""
    return next(one for one in reversed(rulings) if one["verdict"] == Verdict.THROW)


def _shut_so_far(rulings: Rulings) -> TileSet:
    """Return the tiles that are shut for the newest throw, once all is put right."""
    for ruled in reversed(rulings):
        match ruled["verdict"]:
            case Verdict.PENDING | Verdict.TAKEN_BACK:
                return tile_set(ruled["tiles"])
            case Verdict.REFUSED:
                return tile_set(ruled["tiles"]) & ~tile_set(ruled["put_back"]["open"])
            case Verdict.THROW:
                break
    return NO_TILES
