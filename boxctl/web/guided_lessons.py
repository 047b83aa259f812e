"""The lessons of somebody's first match, for a page: those of the terminal, by the same rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.presentation.sentences.controls import Controls
from boxctl.screens.coaching.guide import Guide
from boxctl.web.state import LessonState


class GuidedLessons:
    """Follows the rulings of one guided match, in which ``learner`` learns. Not thread-safe."""

    def __init__(self, learner: str) -> None:
        self._guide = Guide(learner, Controls.TAPS)
        self._rulings: list[Mapping[str, Any]] = []

    def ruled(self, ruled: Mapping[str, Any]) -> None:
        """Take the next ruling of the match."""
        self._rulings.append(ruled)

    @property
    def now(self) -> LessonState:
        """The lesson of this moment, in the language in use.

        What was told since people were last asked to do something stays, as the robot plays on.
        """
        lessons = self._guide.lessons(self._rulings)
        asked = [at for at, lesson in enumerate(lessons) if lesson.task]
        since = lessons[asked[-1] + 1 :] if asked else []
        if since:
            return LessonState("", tuple(line for lesson in since for line in lesson.told))
        lines = [line for line in self._guide.now(self._rulings) if not line.is_heading]
        task = " ".join(line.text for line in lines if line.part == "asked")
        told = tuple(line.text for line in lines if line.part != "asked")
        then = self._guide.once_explained(self._rulings)
        return LessonState(task, told, LessonState(then.task, then.told) if then else None)
