"""The view of a table that every display shows: a fold over rulings and notices. Pure.

Everything that shows a table shows a :class:`TableView`. It has the state by the referee's book,
not only the last event: a throw that does not count leaves the throw to be answered where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boxctl.presentation.notices import (
    DiceCounted,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    SensorQuarantined,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
    sensor_device,
)
from boxctl.presentation.stage import Stage
from boxctl.referee.book import Book
from boxctl.referee.doubt import Doubt
from boxctl.referee.payloads import (
    Committed,
    Disturbed,
    FirstThrow,
    MatchOver,
    Pending,
    Provisional,
    Refused,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
)
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import Verdict
from boxctl.rules.moves import Move
from boxctl.rules.tiles import NO_TILES, TileSet, tile
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost


@frozen_dataclass
class TileQuestion:
    """People are asked how this tile stands (``where``), or if its sensor is the one that fails."""

    tile: int
    where: bool


@frozen_dataclass
class Invitation:
    """The invitation for phones: the table's ``code``, and their page as a QR code.

    ``modules`` are the rows of that: ``#`` is a dark one. ``asked``: somebody wants to see it now.
    """

    code: str
    modules: tuple[str, ...] = ()
    asked: bool = False


Amounts = tuple[tuple[str, int], ...]
"""Points, or minor units of a currency, of each player in seat order."""

NOTHING = PutBack()


@frozen_dataclass
class TableView:
    """The state of a table, for displays.

    In a match that ``throws_for_start`` the first throws decide who begins. ``verdict`` and
    ``rule`` are those of the last ruling. ``player`` plays now, or has had the last turn. ``throw``
    is the throw that is owed an answer (``choices`` are all the answers, ``owed`` those that are
    left with the tiles ``moved`` so far), or the one that ended the turn or decides who starts.
    ``back`` must be moved before play goes on: the levers have broken the rule ``broken``, or
    (empty) the box is made ready; it is ``not_moved`` if it was asked for long ago. ``scored`` is
    who has just scored what; ``scores`` are those of the round, or the totals if rounds are
    ``added_up``. ``currency`` is that of the ``payout``, a code of ISO 4217; ``best`` is what a
    solo player has to beat, or has made of it. While there is a ``question`` play pauses;
    ``quarantined`` are the tiles whose sensors are not believed. ``entered`` is what people have
    entered of a throw so far, if any. ``markers`` are those that the player has banked in this turn
    (R5.6).
    ``invitation`` is for phones, if it is to be shown.
    ``troubles`` are devices that do not answer, and why; ``unverified`` says why the last ruling is
    in doubt.
    """

    players: tuple[str, ...]
    throws_for_start: bool = False
    stage: Stage = Stage.THROW
    verdict: Verdict | None = None
    rule: str = ""
    player: str = ""
    open: TileSet = NO_TILES
    throw: tuple[object, ...] = ()
    choices: tuple[TileSet, ...] = ()
    owed: tuple[TileSet, ...] = ()
    moved: TileSet = NO_TILES
    back: PutBack = NOTHING
    broken: str = ""
    not_moved: bool = False
    shut_the_box: bool = False
    scored: tuple[str, int] | None = None
    scores: Amounts = ()
    added_up: bool = False
    out: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    payout: Amounts = ()
    currency: str = ""
    best: SoloBest | None = None
    interrupted: bool = False
    may_declare: bool = False
    question: TileQuestion | None = None
    entered: tuple[int | None, ...] = ()
    markers: int = 0
    quarantined: TileSet = NO_TILES
    invitation: Invitation | None = None
    troubles: tuple[tuple[str, str], ...] = ()
    unverified: tuple[Doubt, ...] = ()

    def seat_of(self, player: str) -> int | None:
        """Return the number of this player, from 1; None for a player of another match."""
        return self.players.index(player) + 1 if player in self.players else None

    def after(self, ruling: Ruling) -> TableView:
        """Return the view after this ruling."""
        happened = replace(
            self,
            verdict=ruling.verdict,
            rule=ruling.rule,
            player=ruling.player,
            open=ruling.open,
            interrupted=False,
            may_declare=False,
            not_moved=False,
            entered=(),
            unverified=ruling.unverified or (),
        )
        return _after(happened, ruling)

    def told(self, notice: Notice) -> TableView:
        """Return the view after this notice; notices that matter to no display change nothing."""
        match notice:
            case DeviceLost(device=device, why=why):
                return replace(self, troubles=(*self._without(device), (device, why)))
            case DeviceBack(device=device):
                return replace(self, troubles=self._without(device))
            case MatchInterrupted(player=player, put_back=back, may_declare=may):
                return replace(self, interrupted=True, may_declare=may, player=player, back=back)
            case MatchContinues(player=player):
                return replace(
                    self, interrupted=False, may_declare=False, player=player, back=NOTHING
                )
            case LeverPositionAsked(tile=number, why=why, by_buttons=False):
                sensor = sensor_device(number)
                return replace(self, troubles=(*self._without(sensor), (sensor, why)))
            case LeverPositionAsked(tile=number):
                return replace(self, question=TileQuestion(number, where=True))
            case StuckSensorAsked(tile=number):
                return replace(self, question=TileQuestion(number, where=False))
            case LeversNotMoved():
                return replace(self, not_moved=True)
            case SoloBest():
                return replace(self, best=notice)
            case DiceCounted(dice=dice):
                return replace(self, entered=dice)
            case NoSensorQuarantined():
                return replace(self, question=None)
            case SensorQuarantined(tile=number):
                return replace(self, question=None, quarantined=self.quarantined | tile(number))
            case SensorTrusted(tile=number):
                asked = self.question
                return replace(
                    self,
                    quarantined=self.quarantined & ~tile(number),
                    troubles=self._without(sensor_device(number)),
                    question=None if asked is not None and asked.tile == number else asked,
                )
            case _:
                return self

    def asked(self, back: PutBack) -> TableView:
        """Return the view once exactly these levers must move, as far as people were told.

        This changes without a ruling as the box is made ready, also for another match. The last
        ruling has then been answered and is dropped from the view.
        """
        if back == self.back:
            return self
        if self.stage is Stage.MATCH_OVER and back:
            return replace(self.of_new_match(), player=self.players[0], back=back)
        broken = self.broken if back else ""
        return replace(self, verdict=None, rule="", back=back, broken=broken, not_moved=False)

    def of_new_match(self) -> TableView:
        """Return the view of the same table before anything is played."""
        begun = TableView(
            self.players,
            self.throws_for_start,
            Stage.DECIDING if self.throws_for_start else Stage.THROW,
        )
        return self._on_this_box(begun)

    def of_match(self, book: Book) -> TableView:
        """Return the view of another match that has begun on the same box."""
        return self._on_this_box(table_view_of(book))

    def _on_this_box(self, view: TableView) -> TableView:
        return replace(
            view, question=self.question, quarantined=self.quarantined, troubles=self.troubles
        )

    def _without(self, device: str) -> tuple[tuple[str, str], ...]:
        return tuple(trouble for trouble in self.troubles if trouble[0] != device)


def table_view_of(book: Book) -> TableView:
    """Return the view of a table as the book has it."""
    answer, sheet = book.answer, book.sheet
    added_up = book.rules.adds_up_rounds
    by_seat = sheet.totals if added_up else sheet.scores
    view = TableView(
        book.players,
        book.rules.first_player == "highest",
        player=book.player,
        open=book.open,
        back=book.put_back,
        scores=tuple((book.players[seat], by_seat[seat]) for seat in sorted(by_seat)),
        added_up=added_up,
        out=tuple(book.players[seat] for seat in sheet.out),
    )
    if book.over:
        return replace(view, stage=Stage.MATCH_OVER)
    if book.rules.doubles == "insurance":
        view = replace(view, markers=book.markers)
    if book.deciding_who_starts:
        return replace(view, stage=Stage.DECIDING)
    if answer is None:
        return view
    return replace(
        view,
        stage=Stage.PLAY if answer.move is None else Stage.WILL_DO,
        throw=answer.throw,
        choices=tuple(move.tiles for move in answer.moves),
        owed=tuple(move.tiles for move in answer.moves_with_moved),
        moved=answer.moved,
    )


# What each verdict changes.


def _after(view: TableView, ruling: Ruling) -> TableView:
    match ruling.payload:
        case FirstThrow(throw=throw):
            return replace(_of_this_match(view), stage=Stage.DECIDING, throw=throw)
        case ThrowAccepted() as accepted:
            return _thrown(view, accepted)
        case ThrowAgain(throw=throw, markers=markers):
            again = replace(_nothing_owed(view), stage=Stage.THROW, throw=throw, scored=None)
            return replace(again, markers=markers or 0)
        case Pending() | TakenBack() | Provisional() as answer:
            return _answered(view, answer.tiles, answer.moves)
        case Committed():
            return replace(_nothing_owed(view), stage=Stage.THROW, throw=())
        case Refused() | Disturbed() as wrong:
            return _wrong(view, wrong.put_back, ruling.rule)
        case TurnOver() as over:
            return _turn_over(view, over, ruling.player)
        case RoundOver() as over:
            return _round_over(view, over)
        case MatchOver() as over:
            return _match_over(view, over)
        case other:
            return _after_bare(view, other.verdict)


def _after_bare(view: TableView, verdict: Verdict) -> TableView:
    """Return the view after a ruling of which only the verdict matters here."""
    match verdict:
        case Verdict.READY:
            begun = _nothing_owed(_of_this_match(view))
            return replace(begun, stage=Stage.THROW, throw=(), shut_the_box=False, markers=0)
        case Verdict.RESTORED:
            return replace(view, back=NOTHING, broken="")
        case Verdict.SHUT_THE_BOX:
            return replace(view, shut_the_box=True)
        case _:
            # A throw that does not count leaves the book as it was.
            return view


def _of_this_match(view: TableView) -> TableView:
    """Return the view without the match before."""
    if view.stage is not Stage.MATCH_OVER:
        return view
    return replace(
        view.of_new_match(),
        verdict=view.verdict,
        rule=view.rule,
        player=view.player,
        open=view.open,
        unverified=view.unverified,
    )


def _thrown(view: TableView, accepted: ThrowAccepted) -> TableView:
    allowed = _tiles(accepted.moves)
    return replace(
        view,
        stage=Stage.PLAY,
        throw=accepted.throw,
        choices=allowed,
        owed=allowed,
        moved=NO_TILES,
        back=NOTHING,
        broken="",
        scored=None,
        markers=accepted.markers or 0,
    )


def _answered(view: TableView, moved: TileSet, moves: tuple[Move, ...]) -> TableView:
    owed = _tiles(moves)
    return replace(
        view,
        stage=Stage.WILL_DO if moved in owed else Stage.PLAY,
        moved=moved,
        owed=owed,
        back=NOTHING,
        broken="",
    )


def _wrong(view: TableView, back: PutBack, broken: str) -> TableView:
    """Return the view while levers must be put back; what was moved rightly stays moved."""
    view = _of_this_match(view)
    stage = Stage.PLAY if view.stage is Stage.WILL_DO else view.stage
    return replace(view, stage=stage, back=back, broken=broken)


def _turn_over(view: TableView, over: TurnOver, player: str) -> TableView:
    scores = view.scores
    if not view.added_up:
        scores = _in_order(view, {**dict(scores), player: over.score})
    return replace(
        _nothing_owed(view),
        stage=Stage.TURN_OVER,
        throw=over.throw or (),
        back=over.put_back,
        scored=(player, over.score),
        scores=scores,
        markers=0,
    )


def _round_over(view: TableView, over: RoundOver) -> TableView:
    added_up = view.added_up or over.added_up
    return replace(
        view,
        scores=_in_order(view, over.totals if added_up else over.scores),
        added_up=added_up,
        out=(*view.out, *over.out),
    )


def _match_over(view: TableView, over: MatchOver) -> TableView:
    return replace(
        _nothing_owed(view),
        stage=Stage.MATCH_OVER,
        scores=_in_order(view, over.scores),
        winners=over.winners,
        payout=_in_order(view, over.payout),
        currency=over.currency or "",
    )


def _nothing_owed(view: TableView) -> TableView:
    return replace(view, choices=(), owed=(), moved=NO_TILES, back=NOTHING, broken="")


def _tiles(moves: tuple[Move, ...]) -> tuple[TileSet, ...]:
    return tuple(move.tiles for move in moves)


def _in_order(view: TableView, amounts: Mapping[str, int]) -> Amounts:
    return tuple((player, amounts[player]) for player in view.players if player in amounts)
