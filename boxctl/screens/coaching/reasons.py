"""Why a choice is better than another, by the odds, and a report of all decisions of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple, TypeVar

from boxctl.odds.aims import Aim
from boxctl.odds.given_away import GivenAway, given_away_by_player
from boxctl.odds.post_mortem import AnalysedThrow, AnalysedTurn, Prospects, ThrowsThatPlay
from boxctl.presentation.analysis_sentences import WorthFormat, given_away_in_words, worth_format
from boxctl.presentation.phrases import choice_in_words, shown_player
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, write_tiles
from boxctl.rules.turn_memory import TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, clauses, tr, tr_n

Number = TypeVar("Number")

MUCH_MORE = 0.05
"""A chance that the next throw plays which is higher by so much is reason enough."""

CLEARLY = 1.05
"""A chance or a score is a reason if it is so many times the other."""

MOST_NAMED = 3
"""The most tiles that are named as kept."""


class ReasonKind(Enum):
    """The kind of difference between a better choice and a worse one."""

    SHUTS = auto()
    AGAIN = auto()
    """Throwing the double again (R5.7) is better than playing it."""
    NOT_AGAIN = auto()
    PLAYS = auto()
    SHUTS_OFTENER = auto()
    FEWER_POINTS = auto()
    WINS_OFTENER = auto()
    ALIKE = auto()


class Worths(NamedTuple):
    """What the better and the worse choice come to, written."""

    better: str
    worse: str


@frozen_dataclass
class Reason:
    """The reason why ``better`` is better than ``worse``, or as good (``ALIKE``)."""

    kind: ReasonKind
    better: Prospects
    worse: Prospects
    worths: Worths

    @property
    def kept(self) -> TileSet:
        """The tiles that only the better choice keeps."""
        return self.better.left & ~self.worse.left


def reason(better: Prospects, worse: Prospects, worths: Worths, *, alike: bool) -> Reason:
    """Return the reason that says most; several may be true."""
    return Reason(_kind(better, worse, alike=alike), better, worse, worths)


def _kind(better: Prospects, worse: Prospects, *, alike: bool) -> ReasonKind:
    if alike:
        return ReasonKind.ALIKE
    if better.left == NO_TILES and worse.left != NO_TILES:
        return ReasonKind.SHUTS
    if better.again:
        return ReasonKind.AGAIN
    if worse.again:
        return ReasonKind.NOT_AGAIN
    gain = _gain(better.plays, worse.plays)
    if gain >= MUCH_MORE:
        return ReasonKind.PLAYS
    if _is_clearly_more(better.shut, worse.shut):
        return ReasonKind.SHUTS_OFTENER
    if _is_clearly_more(worse.points, better.points):
        return ReasonKind.FEWER_POINTS
    if gain > 0:
        return ReasonKind.PLAYS
    if _are_fewer(better.points, worse.points):
        return ReasonKind.FEWER_POINTS
    return ReasonKind.WINS_OFTENER


def _gain(better: ThrowsThatPlay | None, worse: ThrowsThatPlay | None) -> float:
    return 0.0 if better is None or worse is None else better.part - worse.part


def _are_fewer(points: float | None, other: float | None) -> bool:
    return points is not None and other is not None and points < other - 1e-9


def _is_clearly_more(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one > other * CLEARLY and one - other > 1e-4


def why_better(why: Reason) -> str:
    """Say what speaks for the better choice, to be put after its name and a colon."""
    better, worse = why.better, why.worse
    match why.kind:
        case ReasonKind.SHUTS:
            return tr("finishes the box")
        case ReasonKind.ALIKE:
            if _are_fewer(better.points, worse.points):
                return tr("all choices win alike, and this one leaves fewer points")
            return tr("all choices come to the same")
        case ReasonKind.AGAIN:
            said = tr(
                "a new throw comes to {worth}, playing {move} to {other}",
                worth=why.worths.better,
                move=choice_in_words(why.kept),
                other=why.worths.worse,
            )
            return said if better.plays is None else clauses([said, _still(better.plays)])
        case ReasonKind.NOT_AGAIN:
            return tr("is worth more than a new throw")
        case ReasonKind.PLAYS:
            throws = _still(_known(better.plays))
            if 0 < why.kept.bit_count() <= MOST_NAMED:
                return tr("keeps {tiles}; {throws}", tiles=_kept(why.kept), throws=throws)
            return throws
        case ReasonKind.SHUTS_OFTENER:
            chance, other = _chances(why)
            return tr(
                "finishes the box more often: {chance} instead of {other}",
                chance=chance,
                other=other,
            )
        case ReasonKind.FEWER_POINTS:
            score, other = _scores(better, worse)
            return _on_average(score, other)
        case ReasonKind.WINS_OFTENER:
            return tr("wins more often")


def why_worse(why: Reason) -> str:
    """Say what speaks against the worse choice, to be put after its name and a colon."""
    better, worse = why.better, why.worse
    left = write_tiles(worse.left)
    match why.kind:
        case ReasonKind.SHUTS:
            return tr("leaves {tiles}, and the box could have been finished", tiles=left)
        case ReasonKind.ALIKE:
            return tr("all choices come to the same")
        case ReasonKind.AGAIN:
            return tr("gives the free throw away")
        case ReasonKind.NOT_AGAIN:
            said = tr(
                "gives away a throw that plays: {other} instead of {worth}",
                other=why.worths.worse,
                worth=why.worths.better,
            )
            return said if worse.plays is None else clauses([said, _only(worse.plays)])
        case ReasonKind.PLAYS:
            return tr("leaves {tiles}; {throws}", tiles=left, throws=_only(_known(worse.plays)))
        case ReasonKind.SHUTS_OFTENER:
            other, chance = _chances(why)
            return tr(
                "finishes the box less often: {chance} instead of {other}",
                chance=chance,
                other=other,
            )
        case ReasonKind.FEWER_POINTS:
            other, score = _scores(better, worse)
            return _on_average(score, other)
        case ReasonKind.WINS_OFTENER:
            return tr("wins less often")


def _chances(why: Reason) -> tuple[str, str]:
    """Write both chances to finish the box, that of the better choice first."""
    better, worse = _known(why.better.shut), _known(why.worse.shut)
    form = worth_format("shut", (better,), (better - worse,))
    return form.value(better), form.value(worse)


def _scores(better: Prospects, worse: Prospects) -> tuple[str, str]:
    """Write both scores to be expected, that of the better choice first."""
    one, other = _known(better.points), _known(worse.points)
    form = worth_format("golf", (one, other), (other - one,))
    return form.value(one), form.value(other)


def _on_average(score: str, other: str) -> str:
    return tr("comes to {score} on average instead of {other}", score=score, other=other)


def _known(number: Number | None) -> Number:
    assert number is not None
    return number


def only_choice(ahead: Prospects) -> str:
    """Say what comes after the only choice there is."""
    if ahead.left == NO_TILES:
        return tr("finishes the box")
    if ahead.plays is None:
        return tr("there is no other choice")
    return tr("there is no other choice; {throws}", throws=_still(ahead.plays))


def _kept(tiles: TileSet) -> str:
    named = all_of(map(str, numbers(tiles)))
    return tr("{tiles} together", tiles=named) if tiles.bit_count() > 1 else named


def _still(plays: ThrowsThatPlay) -> str:
    if plays.throws == plays.of:
        return tr("every throw plays")
    if not plays.throws:
        return tr("no throw plays")
    if plays.part > 0.5:
        return tr("most throws still play, {number} of {all}", number=plays.throws, all=plays.of)
    return tr("{number} of {all} throws still play", number=plays.throws, all=plays.of)


def _only(plays: ThrowsThatPlay) -> str:
    if not plays.throws:
        return tr("no throw plays on")
    if plays.part > 0.5:
        return tr("{number} of {all} throws play on", number=plays.throws, all=plays.of)
    return tr("only {number} of {all} throws play on", number=plays.throws, all=plays.of)


BLUNDER_OF_CHANCE = 0.03
"""The least loss of a chance, from 0 to 1, that makes a choice a blunder."""

BLUNDER_OF_SCORE = 0.1
"""The least loss that makes a choice a blunder, as a part of the score to be expected."""

Ahead = Callable[[TileSet, TurnMemory, bool], Prospects]
"""Returns the prospects with these tiles still to be moved and what the turn remembers.

The last argument says that a double is thrown again (R5.7)."""


def is_blunder(aim: Aim, best: float, loss: float) -> bool:
    """Whether a choice lost so much, where the best had this value as people are told it."""
    return loss >= (BLUNDER_OF_SCORE * best if aim.lower else BLUNDER_OF_CHANCE) and loss > 0


@frozen_dataclass
class PlayerReport:
    """The decisions of a player: ``decisions`` are the throws that left a choice.

    ``given_away`` is what ``boxctl analyse`` says, too: in points where turns are scored.
    """

    player: str
    decisions: int
    blunders: int
    given_away: GivenAway


@frozen_dataclass
class MatchReport:
    """The content of a report; ``best`` and ``worst`` decision are None if there was none.

    With ``in_points`` what is given away are points, else chances.
    """

    aim: Aim
    in_points: bool
    players: tuple[PlayerReport, ...]
    best: AnalysedThrow | None
    worst: AnalysedThrow | None


def match_report(
    turns: Sequence[AnalysedTurn], aim: Aim, alone: Sequence[AnalysedTurn], *, in_points: bool
) -> MatchReport:
    """Return the report of these turns, all analysed for the same aim.

    ``alone`` are the same turns, analysed each for itself, as ``boxctl analyse`` does.
    """
    steps = [step for turn in turns for step in turn.steps]
    right = [step for step in steps if step.at_stake > 0 and not step.skill]
    wrong = [step for step in steps if step.skill < 0]
    return MatchReport(
        aim,
        in_points,
        tuple(
            _of_player(player, turns, aim, given)
            for player, given in given_away_by_player(alone).items()
        ),
        max(right, key=lambda step: step.at_stake, default=None),
        min(wrong, key=lambda step: step.skill, default=None),
    )


def _of_player(
    player: str, turns: Sequence[AnalysedTurn], aim: Aim, given: GivenAway
) -> PlayerReport:
    own = [turn for turn in turns if turn.player == player]
    steps = [step for turn in own for step in turn.steps]
    return PlayerReport(
        player,
        sum(step.moves > 1 for step in steps),
        sum(is_blunder(aim, aim.shown(step.after - step.skill), -step.skill) for step in steps),
        given,
    )


def report_lines(report: MatchReport, ahead: Ahead) -> list[str]:
    """Return the report in sentences."""
    told = (step for step in (report.best, report.worst) if step is not None)
    form = worth_format(report.aim.name, [max(step.at_stake, -step.skill) for step in told])
    lines = [_of_one(one, in_points=report.in_points) for one in report.players]
    if report.best is not None:
        lines.append(_best(report.best, form))
    if report.worst is not None:
        lines.append(_worst(report.worst, report.aim, form, ahead))
    return lines


def _of_one(one: PlayerReport, *, in_points: bool) -> str:
    decisions = tr_n("{count} decision", "{count} decisions", one.decisions, count=one.decisions)
    blunders = tr_n("{count} blunder", "{count} blunders", one.blunders, count=one.blunders)
    return tr(
        "{player}: {decisions}, {blunders}; {gave_away}",
        player=shown_player(one.player),
        decisions=decisions,
        blunders=blunders,
        gave_away=given_away_in_words(one.given_away, in_points=in_points),
    )


def _best(step: AnalysedThrow, form: WorthFormat) -> str:
    assert step.moved is not None
    return tr(
        "Best decision: {player}, {move} on {throw}; the next best move loses {loss}.",
        player=shown_player(step.player),
        move=choice_in_words(step.moved),
        throw=" ".join(map(str, step.throw)),
        loss=form.value(step.at_stake),
    )


def _worst(step: AnalysedThrow, aim: Aim, form: WorthFormat, ahead: Ahead) -> str:
    thrown = " ".join(map(str, step.throw))
    if step.moved is None or step.best is None or step.dice_loss > step.move_loss:
        return tr(
            "Worst decision: {player}, {throw} with the wrong number of dice; it lost {loss}.",
            player=shown_player(step.player),
            throw=thrown,
            loss=form.value(-step.skill),
        )
    better, worse = (
        ahead(step.to_move & ~tiles, step.memory, not tiles) for tiles in (step.best, step.moved)
    )
    shown = map(aim.shown, (step.after + step.move_loss, step.after))
    why = reason(better, worse, Worths(*map(form.value, shown)), alike=False)
    return tr(
        "Worst decision: {player}, {move} on {throw} lost {loss}: {worse}. "
        "Better {best}: {better}.",
        player=shown_player(step.player),
        move=choice_in_words(step.moved),
        throw=thrown,
        loss=form.value(-step.skill),
        worse=why_worse(why),
        best=choice_in_words(step.best),
        better=why_better(why),
    )
