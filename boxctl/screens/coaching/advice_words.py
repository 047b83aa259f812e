"""Word what the coach says of the choices of a moment, and of one that was made."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.odds.prospects import Prospects
from boxctl.presentation.analysis.worth_words import value_in_words, worth_format
from boxctl.screens.coaching.choices import Choice, Choices
from boxctl.screens.coaching.match_report import is_blunder
from boxctl.screens.coaching.reasons import only_choice, reason, why_better, why_worse
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import labelled, tr, tr_as

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
    """Return a heading, the best choice with the reason, then the others; columns are aligned."""
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
    why = CoachLine(labelled(every[0].words, f"{_why_best(found, ahead)}."), "good")
    return [heading, rows[0], why, *rows[1:]]


def _why_best(found: Choices, ahead: AheadOf) -> str:
    best = found.of[0]
    if len(found.of) == 1:
        return only_choice(ahead(best))
    # When a part of a move has been made, the best of what is left may itself be a loss.
    worse = next((one for one in found.of if one.loss > best.loss + NOTHING), None)
    other = found.of[1] if worse is None else worse
    return why_better(reason(ahead(best), ahead(other), alike=worse is None))


def judgement(before: str, judged: Judged, ahead: AheadOf) -> CoachLine:
    """Return what a choice lost and why, and what speaks for the best one."""
    taken, best = judged.taken, judged.best
    form = worth_format(judged.choices.aim.name, (best.value, taken.value), (taken.loss,))
    why = reason(ahead(best), ahead(taken), alike=False)
    said = tr(
        "{move} loses {loss}: {worse}. Better {best}: {better}.",
        move=taken.words,
        loss=form.value(taken.loss),
        worse=why_worse(why),
        best=best.words,
        better=why_better(why),
    )
    return CoachLine(before + said, "asked")
