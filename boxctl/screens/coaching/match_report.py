"""A report of a match: how each player decided, their luck, the best and the worst decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.odds.aims import Aim
from boxctl.odds.post_mortem import AnalysedThrow, AnalysedTurn
from boxctl.odds.prospects import Prospects
from boxctl.presentation.analysis.worth_words import WorthFormat, worth_format
from boxctl.presentation.phrases import WRITTEN, added_up
from boxctl.presentation.player_names import shown_player
from boxctl.rules.tiles import TileSet
from boxctl.rules.turn_memory import TurnMemory
from boxctl.screens.coaching.reasons import reason, why_better, why_worse
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_n

BLUNDER_OF_CHANCE = 0.03
"""The least loss of a chance, from 0 to 1, that makes a choice a blunder."""

BLUNDER_OF_SCORE = 0.1
"""The least loss that makes a choice a blunder, as a part of the score to be expected."""

Ahead = Callable[[TileSet, TurnMemory], Prospects]
"""Returns the prospects with these tiles still to be moved and what the turn remembers."""


def is_blunder(aim: Aim, best: float, loss: float) -> bool:
    """Whether a choice lost so much, where the best had this value as people are told it."""
    return loss >= (BLUNDER_OF_SCORE * best if aim.lower else BLUNDER_OF_CHANCE) and loss > 0


@frozen_dataclass
class PlayerReport:
    """The decisions of a player: ``luck`` and ``skill`` are sums of worths, so higher is better.

    ``decisions`` are the throws that left a choice.
    """

    player: str
    decisions: int
    blunders: int
    luck: float
    skill: float


@frozen_dataclass
class MatchReport:
    """The content of a report; ``best`` and ``worst`` decision are None if there was none."""

    aim: Aim
    players: tuple[PlayerReport, ...]
    best: AnalysedThrow | None
    worst: AnalysedThrow | None


def match_report(turns: Sequence[AnalysedTurn], aim: Aim) -> MatchReport:
    """Return the report of these turns, all analysed for the same aim."""
    steps = [step for turn in turns for step in turn.steps]
    players = dict.fromkeys(turn.player for turn in turns)
    right = [step for step in steps if step.at_stake > 0 and not step.skill]
    wrong = [step for step in steps if step.skill < 0]
    return MatchReport(
        aim,
        tuple(_of_player(player, turns, aim) for player in players),
        max(right, key=lambda step: step.at_stake, default=None),
        min(wrong, key=lambda step: step.skill, default=None),
    )


def _of_player(player: str, turns: Sequence[AnalysedTurn], aim: Aim) -> PlayerReport:
    own = [turn for turn in turns if turn.player == player]
    steps = [step for turn in own for step in turn.steps]
    return PlayerReport(
        player,
        sum(step.moves > 1 for step in steps),
        sum(is_blunder(aim, aim.shown(step.after - step.skill), -step.skill) for step in steps),
        sum(turn.luck for turn in own),
        sum(turn.skill for turn in own),
    )


def report_lines(report: MatchReport, ahead: Ahead) -> list[str]:
    """Return the report in sentences."""
    amounts = [part for one in report.players for part in (one.luck, one.skill)]
    form = worth_format(report.aim.name, amounts)
    lines = [_of_one(one, form) for one in report.players]
    if report.best is not None:
        lines.append(_best(report.best, form))
    if report.worst is not None:
        lines.append(_worst(report.worst, form, ahead))
    return lines


def _of_one(one: PlayerReport, form: WorthFormat) -> str:
    decisions = tr_n("{count} decision", "{count} decisions", one.decisions, count=one.decisions)
    blunders = tr_n("{count} blunder", "{count} blunders", one.blunders, count=one.blunders)
    return tr(
        "{player}: {decisions}, {blunders}; luck {luck}, skill {skill}",
        player=shown_player(one.player),
        decisions=decisions,
        blunders=blunders,
        luck=form.change(one.luck),
        skill=form.change(one.skill),
    )


def _best(step: AnalysedThrow, form: WorthFormat) -> str:
    assert step.moved is not None
    return tr(
        "Best decision: {player}, {move} on {throw}; the next best move loses {loss}.",
        player=shown_player(step.player),
        move=added_up(step.moved, WRITTEN),
        throw=" ".join(map(str, step.throw)),
        loss=form.value(step.at_stake),
    )


def _worst(step: AnalysedThrow, form: WorthFormat, ahead: Ahead) -> str:
    thrown = " ".join(map(str, step.throw))
    if step.moved is None or step.best is None or step.dice_loss > step.move_loss:
        return tr(
            "Worst decision: {player}, {throw} with the wrong number of dice; it lost {loss}.",
            player=shown_player(step.player),
            throw=thrown,
            loss=form.value(-step.skill),
        )
    better, worse = (ahead(step.to_move & ~tiles, step.memory) for tiles in (step.best, step.moved))
    why = reason(better, worse, alike=False)
    return tr(
        "Worst decision: {player}, {move} on {throw} lost {loss}: {worse}. "
        "Better {best}: {better}.",
        player=shown_player(step.player),
        move=added_up(step.moved, WRITTEN),
        throw=thrown,
        loss=form.value(-step.skill),
        worse=why_worse(why),
        best=added_up(step.best, WRITTEN),
        better=why_better(why),
    )
