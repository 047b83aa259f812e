"""Luck and skill of a match in words: each throw, each decision, and what it was worth.

Worths are in per cent, or scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boxctl.odds.aims import AimName
from boxctl.odds.given_away import SURE, GivenAway, given_away_by_player
from boxctl.odds.post_mortem import AnalysedThrow, AnalysedTurn, turning_point
from boxctl.presentation.phrases import choice_in_words, shown_player
from boxctl.presentation.rule_page.result_sentences import scoring_words
from boxctl.rules.tiles import write_tiles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import decimal_point, labelled, tr, tr_n, with_minus

MOST_DECIMALS = 4

LONGEST_WRITTEN_OUT = 1e9
"""From here on a score is written with an exponent."""


@frozen_dataclass
class WorthFormat:
    """The format of the values of one aim, all with as many decimals."""

    percent: bool
    decimals: int
    exponent: bool = False

    def value(self, told: float) -> str:
        """Return a value, or a loss without a sign."""
        return self._marked(self._number(told, ""))

    def change(self, change: float) -> str:
        """Return a difference with its sign."""
        return self._marked(self._number(change, "+"))

    def is_nothing(self, loss: float) -> bool:
        """Whether so small a loss is not seen in the last decimal."""
        if self.exponent:
            return loss == 0
        return round(loss * 100 if self.percent else loss, self.decimals) == 0

    def _number(self, number: float, sign: str) -> str:
        if self.exponent:
            text = f"{number:{sign}.2e}"
        else:
            shown = number * 100 if self.percent else number
            # What is rounded to nothing has no minus.
            text = f"{round(shown, self.decimals) + 0.0:{sign}.{self.decimals}f}"
        return with_minus(text).replace(".", decimal_point())

    def _marked(self, number: str) -> str:
        return tr("{number}%", number=number) if self.percent else number


def worth_format(
    aim: AimName, values: Sequence[float], losses: Iterable[float] = ()
) -> WorthFormat:
    """Return how to write these values of an aim, so that each loss can be seen in them."""
    percent = aim in ("win", "shut")
    greatest = max(map(abs, values), default=0.0)
    if not percent and greatest >= LONGEST_WRITTEN_OUT:
        return WorthFormat(percent, 0, exponent=True)
    wanted = WorthFormat(percent, 1 if percent else 2 if greatest < 1000 else 0)
    least = min((loss for loss in losses if loss > 0), default=1.0)
    while wanted.decimals < MOST_DECIMALS and wanted.is_nothing(least):
        wanted = WorthFormat(percent, wanted.decimals + 1)
    return wanted


def aim_in_words(aim: AimName) -> str:
    """Return the aim of the play."""
    match aim:
        case "shut":
            return tr("shutting the box")
        case "win":
            return tr("winning")
        case _:
            return scoring_words(aim).meaning


def value_in_words(aim: AimName) -> str:
    """Return the unit of the numbers of an aim."""
    match aim:
        case "shut":
            return tr("chance to shut the box")
        case "win":
            return tr("chance to win")
        case _:
            return tr("score to expect")


ShownValue = Callable[[float], float]
"""Converts a worth to the value that people are shown."""


def analysis_lines(turns: Sequence[AnalysedTurn], aim: AimName, shown: ShownValue) -> list[str]:
    """Return the match turn by turn, a line for each throw in aligned columns; then the players."""
    steps = [step for turn in turns for step in turn.steps]
    worths = [shown(worth) for turn in turns for worth in (turn.expected, turn.result)]
    losses = (loss for step in steps for loss in (step.move_loss, step.dice_loss))
    form = worth_format(
        aim,
        [*worths, *(shown(step.after) for step in steps)],
        [loss for loss in losses if loss > 1e-4],
    )
    turned, columns = turning_point(turns), _Columns.of(steps, form, shown)
    lines: list[str] = []
    for turn in turns:
        expected = form.value(shown(turn.expected))
        lines += [
            "",
            tr(
                "{player}: {score} was to be expected",
                player=shown_player(turn.player),
                score=expected,
            ),
        ]
        lines += [
            columns.line(step) + (tr("  <- turned") if step is turned else "")
            for step in turn.steps
        ]
        lines.append(
            "  "
            + tr(
                "came to {score}: luck {luck}, gave away {loss}",
                score=form.value(shown(turn.result)),
                luck=form.change(turn.luck),
                loss=form.value(0.0 - turn.skill),
            )
        )
    gave_away = given_away_by_player(turns).items()
    in_points = aim not in ("win", "shut")
    return [
        *lines,
        "",
        *(
            labelled(shown_player(player), given_away_in_words(given, in_points=in_points))
            for player, given in gave_away
        ),
    ]


def given_away_in_words(given: GivenAway, *, in_points: bool) -> str:
    """Say what a player gave away, to be put after the name: the same words wherever it is said.

    ``in_points`` tells points from chances.
    """
    total = loss_in_words(given.total, in_points=in_points)
    if given.turns == 1:
        return tr("gave away {amount} in one turn", amount=total)
    return tr_n(
        "gave away {amount} in {count} turn, {mean} a turn",
        "gave away {amount} in {count} turns, {mean} a turn",
        given.turns,
        count=given.turns,
        amount=total,
        mean=loss_number(given.mean, in_points=in_points),
    )


def how_sure_in_words(given: GivenAway, *, in_points: bool) -> str:
    """Say between what a player gives away a turn in the long run; empty where it is not known."""
    if given.most is None:
        return ""
    return tr(
        "{sure}% sure: between {least} and {most} a turn",
        sure=round(SURE * 100),
        least=loss_number(given.least, in_points=in_points),
        most=loss_number(given.most, in_points=in_points),
    )


def loss_in_words(loss: float, *, in_points: bool) -> str:
    """Return a loss with its unit."""
    number = loss_number(loss, in_points=in_points)
    return tr("{number} points", number=number) if in_points else number


def loss_number(loss: float, *, in_points: bool) -> str:
    """Return a loss: so many points, or a chance in per cent."""
    return worth_format("golf" if in_points else "win", (loss,)).value(loss)


def given_away_as_json(given: GivenAway) -> dict[str, object]:
    """Return the points that a player gave away, for JSON."""
    return {
        "turns": given.turns,
        "total": given.total,
        "mean": given.mean,
        "least": given.least,
        "most": given.most,
    }


@frozen_dataclass
class _Columns:
    """The widths of the columns of the throws."""

    open: int
    throw: int
    moved: int
    luck: int
    value: int
    form: WorthFormat
    shown: ShownValue

    @classmethod
    def of(cls, steps: Sequence[AnalysedThrow], form: WorthFormat, shown: ShownValue) -> _Columns:
        cells = [_cells(step, form, shown) for step in steps] or [("",) * 5]
        tiles, throw, moved, luck, value = (
            max(map(len, column)) for column in zip(*cells, strict=True)
        )
        return cls(tiles, throw, moved, luck, value, form, shown)

    def line(self, step: AnalysedThrow) -> str:
        tiles, throw, moved, luck, value = _cells(step, self.form, self.shown)
        told = tr(
            "luck {luck}  now {score}", luck=f"{luck:>{self.luck}}", score=f"{value:>{self.value}}"
        )
        row = f"  {tiles:<{self.open}}  {throw:<{self.throw}}  {moved:<{self.moved}}  {told}"
        return row + _lost(step, self.form)


def _cells(
    step: AnalysedThrow, form: WorthFormat, shown: ShownValue
) -> tuple[str, str, str, str, str]:
    return (
        write_tiles(step.to_move),
        " ".join(map(str, step.throw)),
        tr("no move") if step.moved is None else choice_in_words(step.moved),
        form.change(step.luck),
        form.value(shown(step.after)),
    )


def _lost(step: AnalysedThrow, form: WorthFormat) -> str:
    lost = step.dice_loss + step.move_loss
    if lost <= 1e-12 or form.is_nothing(lost):
        return ""
    if step.move_loss > step.dice_loss and step.best is not None:
        return "  " + tr(
            "lost {loss}: {move} was best", loss=form.value(lost), move=choice_in_words(step.best)
        )
    return "  " + tr("lost {loss}: other dice were best", loss=form.value(lost))
