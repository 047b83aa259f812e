"""The view of a table that every display shows: a fold over rulings and notices. Pure.

Everything that shows a table shows a :class:`TableView`. It says how things stand by the
referee's book, never only what has just happened: a throw that does not count leaves the throw
that is owed where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from boxctl.presentation.notices import (
    AskedWhere,
    AskedWhich,
    Declared,
    GoesOn,
    Interrupted,
    NoneSetAside,
    NotMoved,
    Trusted,
)
from boxctl.referee.book import Book
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
from hardware.devices import DeviceBack, DeviceLost

Stage = Literal["deciding", "throw", "play", "will_do", "turn_over", "match_over"]
"""What play waits for: a first throw to see who starts, a throw, its answer, another throw or a
confirmation of the answer, a box made ready for the next turn, or another match."""


@dataclass(frozen=True, slots=True)
class TileQuestion:
    """People are asked how this tile stands, or if it is the one whose sensor fails."""

    tile: int
    where: bool


Amounts = tuple[tuple[str, int], ...]
"""Points, or minor units of money, by player in seat order."""

NOTHING = PutBack()

_ADDED_UP_MATCHES = ("tournament", "knockout")


@dataclass(frozen=True, slots=True)
class TableView:
    """How a table stands.

    In a match that ``throws_for_start`` the first throws decide who begins. ``verdict`` and
    ``rule`` are those of the last ruling, which tell what has just happened. ``player`` plays
    now, or has had the last turn. ``throw`` is the throw that is owed an answer (``choices`` are
    all the answers, ``owed`` those that are left with the tiles ``moved`` so far), or the one that
    ended the turn or decides who starts. ``back`` has to be moved before play goes on, where the
    levers have broken the rule ``broken``, or to make the box ready; it is ``not_moved`` if it was
    asked for long ago. ``scored``
    is who has just scored what; ``scores`` are those of the round, or the totals where rounds are
    ``added_up``. While there is a ``question`` play pauses; ``aside`` are the tiles whose sensors
    are not believed. ``troubles`` are devices that do not answer, and why; ``unverified`` says why
    the last ruling is in doubt.
    """

    players: tuple[str, ...]
    throws_for_start: bool = False
    stage: Stage = "throw"
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
    interrupted: bool = False
    question: TileQuestion | None = None
    aside: TileSet = NO_TILES
    troubles: tuple[tuple[str, str], ...] = ()
    unverified: tuple[str, ...] = ()

    def seat_of(self, player: str) -> int | None:
        """The number of this player, from 1; None for one of another match."""
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
            not_moved=False,
            unverified=ruling.unverified or (),
        )
        return _after(happened, ruling)

    def told(self, notice: object) -> TableView:
        """Return the view after this notice; notices that matter to no display change nothing."""
        match notice:
            case DeviceLost(device=device, why=why):
                return replace(self, troubles=(*self._without(device), (device, why)))
            case DeviceBack(device=device):
                return replace(self, troubles=self._without(device))
            case Interrupted(player=player, put_back=back):
                return replace(self, interrupted=True, player=player, back=back)
            case GoesOn(player=player):
                return replace(self, interrupted=False, player=player, back=NOTHING)
            case AskedWhere(tile=number, why=why, by_buttons=False):
                sensor = f"sensor {number}"
                return replace(self, troubles=(*self._without(sensor), (sensor, why)))
            case AskedWhere(tile=number):
                return replace(self, question=TileQuestion(number, where=True))
            case AskedWhich(tile=number):
                return replace(self, question=TileQuestion(number, where=False))
            case NotMoved():
                return replace(self, not_moved=True)
            case NoneSetAside():
                return replace(self, question=None)
            case Declared(tile=number):
                return replace(self, question=None, aside=self.aside | tile(number))
            case Trusted(tile=number):
                troubles = self._without(f"sensor {number}")
                return replace(self, aside=self.aside & ~tile(number), troubles=troubles)
            case _:
                return self

    def asked(self, back: PutBack) -> TableView:
        """The scene once these levers have to move, and no others, as far as that is said.

        That can change without a ruling: as the box is made ready, and for another match. What was
        ruled last has then been answered, and is no longer what has just happened.
        """
        if back == self.back:
            return self
        if self.stage == "match_over" and back:
            return replace(self.of_new_match(), player=self.players[0], back=back)
        broken = self.broken if back else ""
        return replace(self, verdict=None, rule="", back=back, broken=broken, not_moved=False)

    def of_new_match(self) -> TableView:
        """Return the view of the same table before anything is played."""
        begun = TableView(
            self.players,
            self.throws_for_start,
            "deciding" if self.throws_for_start else "throw",
        )
        return self._on_this_box(begun)

    def of_match(self, book: Book) -> TableView:
        """Return the view of another match that has begun on the same box."""
        return self._on_this_box(table_view_of(book))

    def _on_this_box(self, scene: TableView) -> TableView:
        return replace(scene, question=self.question, aside=self.aside, troubles=self.troubles)

    def _without(self, device: str) -> tuple[tuple[str, str], ...]:
        return tuple(trouble for trouble in self.troubles if trouble[0] != device)


def table_view_of(book: Book) -> TableView:
    """Return the view of a table as the book has it."""
    answer, sheet = book.answer, book.scoresheet
    added_up = book.rules.match in _ADDED_UP_MATCHES
    by_seat = sheet.totals if added_up else sheet.scores
    scene = TableView(
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
        return replace(scene, stage="match_over")
    if book.deciding_who_starts:
        return replace(scene, stage="deciding")
    if answer is None:
        return scene
    return replace(
        scene,
        stage="play" if answer.move is None else "will_do",
        throw=answer.throw,
        choices=tuple(move.tiles for move in answer.moves),
        owed=tuple(move.tiles for move in answer.moves_with_moved),
        moved=answer.moved,
    )


# What each verdict changes.


def _after(scene: TableView, ruling: Ruling) -> TableView:
    match ruling.payload:
        case FirstThrow(throw=throw):
            return replace(_of_this_match(scene), stage="deciding", throw=throw)
        case ThrowAccepted() as accepted:
            return _thrown(scene, accepted)
        case ThrowAgain(throw=throw):
            return replace(_nothing_owed(scene), stage="throw", throw=throw, scored=None)
        case Pending() | TakenBack() | Provisional() as answer:
            return _answered(scene, answer.tiles, answer.moves)
        case Committed():
            return replace(_nothing_owed(scene), stage="throw", throw=())
        case Refused() | Disturbed() as wrong:
            return _wrong(scene, wrong.put_back, ruling.rule)
        case TurnOver() as over:
            return _turn_over(scene, over, ruling.player)
        case RoundOver() as over:
            return _round_over(scene, over)
        case MatchOver() as over:
            return _match_over(scene, over)
        case other:
            return _after_bare(scene, other.verdict)


def _after_bare(scene: TableView, verdict: Verdict) -> TableView:
    """The scene after a ruling of which nothing but the verdict matters here."""
    match verdict:
        case Verdict.READY:
            begun = _nothing_owed(_of_this_match(scene))
            return replace(begun, stage="throw", throw=(), shut_the_box=False)
        case Verdict.RESTORED:
            return replace(scene, back=NOTHING, broken="")
        case Verdict.SHUT_THE_BOX:
            return replace(scene, shut_the_box=True)
        case _:
            # A throw that does not count changes nothing by the book.
            return scene


def _of_this_match(scene: TableView) -> TableView:
    """The scene without what is of the match before."""
    if scene.stage != "match_over":
        return scene
    return replace(
        scene.of_new_match(),
        verdict=scene.verdict,
        rule=scene.rule,
        player=scene.player,
        open=scene.open,
        unverified=scene.unverified,
    )


def _thrown(scene: TableView, accepted: ThrowAccepted) -> TableView:
    allowed = _tiles(accepted.moves)
    return replace(
        scene,
        stage="play",
        throw=accepted.throw,
        choices=allowed,
        owed=allowed,
        moved=NO_TILES,
        back=NOTHING,
        broken="",
        scored=None,
    )


def _answered(scene: TableView, moved: TileSet, moves: tuple[Move, ...]) -> TableView:
    owed = _tiles(moves)
    return replace(
        scene,
        stage="will_do" if moved in owed else "play",
        moved=moved,
        owed=owed,
        back=NOTHING,
        broken="",
    )


def _wrong(scene: TableView, back: PutBack, broken: str) -> TableView:
    """Levers have to be put back; how the throw is answered is seen when they are."""
    scene = _of_this_match(scene)
    stage: Stage = "play" if scene.stage == "will_do" else scene.stage
    return replace(scene, stage=stage, moved=NO_TILES, owed=scene.choices, back=back, broken=broken)


def _turn_over(scene: TableView, over: TurnOver, player: str) -> TableView:
    scores = scene.scores
    if not scene.added_up:
        scores = _in_order(scene, {**dict(scores), player: over.score})
    return replace(
        _nothing_owed(scene),
        stage="turn_over",
        throw=over.throw or (),
        back=over.put_back,
        scored=(player, over.score),
        scores=scores,
    )


def _round_over(scene: TableView, over: RoundOver) -> TableView:
    added_up = scene.added_up or over.added_up
    return replace(
        scene,
        scores=_in_order(scene, over.totals if added_up else over.scores),
        added_up=added_up,
        out=(*scene.out, *over.out),
    )


def _match_over(scene: TableView, over: MatchOver) -> TableView:
    return replace(
        _nothing_owed(scene),
        stage="match_over",
        scores=_in_order(scene, over.scores),
        winners=over.winners,
        payout=_in_order(scene, over.payout),
    )


def _nothing_owed(scene: TableView) -> TableView:
    return replace(scene, choices=(), owed=(), moved=NO_TILES, back=NOTHING, broken="")


def _tiles(moves: tuple[Move, ...]) -> tuple[TileSet, ...]:
    return tuple(move.tiles for move in moves)


def _in_order(scene: TableView, amounts: Mapping[str, int]) -> Amounts:
    return tuple((player, amounts[player]) for player in scene.players if player in amounts)
