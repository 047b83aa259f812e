"""The view of a table: the one fold over its rulings and notices. Pure.

Whatever shows a table, live or from a record, shows a :class:`TableView`. It has the state by
the referee's book, not only the last event: a throw that does not count leaves the throw to be
answered where it was.

Rulings are taken as the contract has them (``docs/contracts.md``), or as a journal keeps them
(:func:`boxctl.referee.ruling.as_data`): what only the latter have matters to displays
alone. :class:`Awaited` is what displays tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from boxctl.presentation.match_score import ByPlayer, MatchScore, RoundScores
from boxctl.presentation.menu_notices import MenuClosed, MenuNotNow, MenuShown, TonightChosen
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
from boxctl.referee.fields import PutBack
from boxctl.referee.game_so_far import GameSoFar
from boxctl.referee.payloads import Verdict
from boxctl.referee.players import handicaps_by_name
from boxctl.referee.ruling import Doubt, doubt_from_data
from boxctl.rules.ruleset import RuleSet, Tally
from boxctl.rules.tiles import NO_TILES, TileSet, tile, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost


class Awaited(StrEnum):
    """The next thing that play waits for."""

    DECIDING = "deciding"
    """A first throw, to see who starts."""
    THROW = "throw"
    PLAY = "play"
    """The answer to the throw."""
    WILL_DO = "will_do"
    """Another throw, or a confirmation of the answer."""
    TURN_OVER = "turn_over"
    """A box made ready for the next turn."""
    MATCH_OVER = "match_over"
    """Another match."""


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
    """The state of a table, for whatever shows it.

    In a match that ``throws_for_start`` the first throws decide who begins. ``verdict`` and
    ``rule`` are those of the last ruling. ``player`` plays now, or has had the last turn; ``open``
    are the tiles open by the book. ``throw`` is the one that is owed an answer (``choices`` are all
    its answers, ``moved`` the tiles moved so far, and with ``rethrows`` it is a double that may be
    thrown again while none is, R5.7), or that ended the turn or decides who starts.
    ``back`` must be moved before play goes on: the levers have broken the rule ``broken``, or
    (empty) the box is made ready; it is ``not_moved`` if it was asked for long ago. ``scored`` is
    who has just scored what; the ``tally`` of the ``score`` tells how the match stands.
    ``currency`` is that of the payout, a code of ISO 4217; ``best`` is what a solo player has to
    beat, or has made of it. While there is a ``question`` play pauses; ``quarantined`` are the
    tiles whose sensors are not believed. ``entered`` is what people have entered of a throw so far,
    if any. The ``menu`` is open, or was asked for at a wrong time. ``markers`` are those that the
    player has banked in this turn (R5.6). ``invitation`` is for phones, if it is to be shown.
    ``troubles`` are devices that do not answer, and why; ``unverified`` says why the last ruling is
    in doubt.
    """

    players: tuple[str, ...] = ()
    throws_for_start: bool = False
    awaited: Awaited = Awaited.THROW
    verdict: Verdict | None = None
    rule: str = ""
    player: str = ""
    open: TileSet = NO_TILES
    throw: tuple[object, ...] = ()
    choices: tuple[TileSet, ...] = ()
    moved: TileSet = NO_TILES
    rethrows: bool = False
    back: PutBack = NOTHING
    broken: str = ""
    not_moved: bool = False
    shut_the_box: bool = False
    scored: tuple[str, int] | None = None
    score: MatchScore = MatchScore()
    tally: Tally = "scores"
    currency: str = ""
    best: SoloBest | None = None
    interrupted: bool = False
    may_declare: bool = False
    question: TileQuestion | None = None
    entered: tuple[int | None, ...] = ()
    menu: MenuShown | MenuNotNow | None = None
    markers: int = 0
    quarantined: TileSet = NO_TILES
    invitation: Invitation | None = None
    troubles: tuple[tuple[str, str], ...] = ()
    unverified: tuple[Doubt, ...] = ()

    def seat_of(self, player: str) -> int | None:
        """Return the number of this player, from 1; None for a player of another match."""
        return self.players.index(player) + 1 if player in self.players else None

    @property
    def owed(self) -> tuple[TileSet, ...]:
        """The answers to the throw that contain the tiles moved so far."""
        return tuple(move for move in self.choices if not self.moved & ~move)

    @property
    def may_throw_again(self) -> bool:
        """Whether the throw that is owed an answer may be thrown again now (R5.7)."""
        return self.rethrows and not self.moved and not self.back

    @property
    def standing(self) -> TileSet:
        """The tiles whose levers stand open, as far as rulings tell."""
        return (self.open ^ self.moved) & ~self.back.open | self.back.shut

    @property
    def scores(self) -> Amounts:
        """How the match stands, by its tally: the newest score of each player, the totals or the
        rounds won. In the end the final scores instead of the newest.
        """
        if self.score.over and self.awaited is not Awaited.MATCH_OVER:
            return ()  # another match is made ready
        if self.tally == "wins":
            return self._in_order(self.score.wins)
        if self.score.over:
            return self._in_order(self.score.result)
        return self._in_order(
            self.score.totals if self.tally == "totals" else self.score.rounds.newest
        )

    @property
    def payout(self) -> Amounts:
        """The money that the match that is over has brought each player."""
        return self._in_order(self.score.payout)

    def _in_order(self, amounts: ByPlayer) -> Amounts:
        return tuple((player, amounts[player]) for player in self.players if player in amounts)

    def after(self, ruled: Mapping[str, Any]) -> TableView:
        """Return the view after this ruling."""
        verdict = Verdict(ruled["verdict"])
        over = self.awaited is Awaited.MATCH_OVER
        before = self.of_new_match() if over and verdict in _BEGIN_ANOTHER_MATCH else self
        happened = replace(
            before,
            score=self.score.after(ruled),
            verdict=verdict,
            rule=ruled["rule"],
            player=ruled["player"],
            open=tile_set(ruled["open"]),
            interrupted=False,
            may_declare=False,
            not_moved=False,
            entered=(),
            menu=self.menu if isinstance(self.menu, MenuShown) else None,
            unverified=tuple(map(doubt_from_data, ruled.get("unverified") or ())),
        )
        return _after(happened, ruled)

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
            case MenuShown() | MenuNotNow():
                return replace(self, menu=notice)
            case MenuClosed() | TonightChosen():
                return replace(self, menu=None)
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
        if self.awaited is Awaited.MATCH_OVER and back:
            return replace(self.of_new_match(), player=self.players[0], back=back)
        broken = self.broken if back else ""
        return replace(self, verdict=None, rule="", back=back, broken=broken, not_moved=False)

    def of_new_match(self) -> TableView:
        """Return the view of the same table before anything is played."""
        begun = _begun(self.players, throws_for_start=self.throws_for_start)
        return self._on_this_box(replace(begun, score=self.score, tally=self.tally))

    def of_match(self, book: GameSoFar) -> TableView:
        """Return the view of another match that has begun on the same box."""
        return self._on_this_box(table_view_of(book))

    def _on_this_box(self, view: TableView) -> TableView:
        return replace(
            view, question=self.question, quarantined=self.quarantined, troubles=self.troubles
        )

    def _without(self, device: str) -> tuple[tuple[str, str], ...]:
        return tuple(trouble for trouble in self.troubles if trouble[0] != device)


def table_view_of(book: GameSoFar) -> TableView:
    """Return the view of a table as the book has it."""
    answer, sheet = book.answer, book.sheet
    view = TableView(
        book.players,
        book.rules.first_player == "highest",
        player=book.player,
        open=book.open,
        back=book.put_back,
        score=MatchScore(
            rounds=RoundScores(current=_by_player(book, sheet.scores)),
            totals=_by_player(book, sheet.totals),
            wins=_by_player(book, sheet.wins_of_all or {}),
            out=tuple(book.players[seat] for seat in (*sheet.out, *sheet.lost)),
            handicap=handicaps_by_name(book.rules, book.players),
        ),
        tally=book.rules.tally,
    )
    if book.over:
        return replace(view, awaited=Awaited.MATCH_OVER)
    if book.rules.doubles == "insurance":
        view = replace(view, markers=book.markers)
    if book.deciding_who_starts:
        return replace(view, awaited=Awaited.DECIDING)
    if answer is None:
        return view
    return replace(
        view,
        awaited=Awaited.PLAY if answer.move is None else Awaited.WILL_DO,
        throw=answer.throw,
        choices=tuple(move.tiles for move in answer.moves),
        moved=answer.moved,
        rethrows=answer.is_double_to_choose,
    )


def _by_player(book: GameSoFar, by_seat: Mapping[int, int]) -> ByPlayer:
    return {book.players[seat]: by_seat[seat] for seat in by_seat}


def _begun(players: tuple[str, ...], *, throws_for_start: bool) -> TableView:
    awaited = Awaited.DECIDING if throws_for_start else Awaited.THROW
    return TableView(players, throws_for_start, awaited)


def recorded_views(
    rules: RuleSet, players: tuple[str, ...], rulings: Sequence[Mapping[str, Any]]
) -> tuple[TableView, ...]:
    """Return the table after each ruling of a record, each with the player who plays then."""
    found: list[TableView] = []
    view = _begun(players, throws_for_start=rules.first_player == "highest")
    score = MatchScore(handicap=handicaps_by_name(rules, players))
    view = replace(view, score=score, tally=rules.tally)
    for place, ruled in enumerate(rulings):
        view = view.after(ruled)
        found.append(replace(view, player=_whose_turn(rulings, place)))
    return tuple(found)


_ENDS_A_TURN = (Verdict.TURN_OVER, Verdict.ROUND_OVER)


def _whose_turn(rulings: Sequence[Mapping[str, Any]], place: int) -> str:
    """Return whose turn it is after a ruling: the end of a turn names the player that it ends."""
    if rulings[place]["verdict"] in _ENDS_A_TURN:
        for later in rulings[place + 1 :]:
            if later["verdict"] not in _ENDS_A_TURN:
                return str(later["player"])
    return str(rulings[place]["player"])


# What each verdict changes.

_BEGIN_ANOTHER_MATCH = (
    Verdict.READY,
    Verdict.FIRST_THROW,
    Verdict.REFUSED,
    Verdict.DISTURBED,
)
"""The verdicts that tell of another match once one is over."""


def _after(view: TableView, ruled: Mapping[str, Any]) -> TableView:
    match view.verdict:
        case Verdict.READY:
            begun = _nothing_owed(view, Awaited.THROW)
            return replace(begun, shut_the_box=False, markers=0)
        case Verdict.FIRST_THROW:
            return _nothing_owed(view, Awaited.DECIDING, ruled)
        case Verdict.THROW:
            return replace(
                _nothing_owed(view, Awaited.PLAY, ruled),
                choices=tuple(tile_set(move["tiles"]) for move in ruled["moves"]),
                rethrows=bool(ruled.get("may_rethrow")),
                scored=None,
                markers=ruled.get("markers") or 0,
            )
        case Verdict.AGAIN:
            again = _nothing_owed(view, Awaited.THROW, ruled)
            return replace(again, scored=None, markers=ruled.get("markers") or 0)
        case Verdict.PENDING | Verdict.PROVISIONAL | Verdict.TAKEN_BACK:
            moved = tile_set(ruled["tiles"])
            awaited = Awaited.WILL_DO if moved in view.choices else Awaited.PLAY
            return replace(view, awaited=awaited, moved=moved, back=NOTHING, broken="")
        case Verdict.COMMITTED:
            return _nothing_owed(view, Awaited.THROW)
        case Verdict.REFUSED | Verdict.DISTURBED:
            return _wrong(view, ruled)
        case Verdict.RESTORED:
            return replace(view, back=NOTHING, broken="")
        case Verdict.SHUT_THE_BOX:
            return replace(view, shut_the_box=True)
        case Verdict.TURN_OVER:
            over = _nothing_owed(view, Awaited.TURN_OVER, ruled)
            scored = (view.player, ruled["score"])
            return replace(over, back=put_back_in(ruled), scored=scored, markers=0)
        case Verdict.MATCH_OVER:
            over = replace(view, currency=ruled.get("currency") or "")
            return _nothing_owed(over, Awaited.MATCH_OVER, {"throw": view.throw})
        case _:
            # The end of a round is in the score; a throw that does not count changes nothing.
            return view


def _wrong(view: TableView, ruled: Mapping[str, Any]) -> TableView:
    """Return the view while levers are wrong; those that nothing asks for are the answer."""
    back, book = put_back_in(ruled), view.open
    otherwise = view.standing ^ tile_set(ruled["tiles"]) ^ book
    to_book = back.open & book | back.shut & ~book
    moved = (otherwise | back.open | back.shut) & ~to_book if view.choices else NO_TILES
    awaited = Awaited.PLAY if view.awaited is Awaited.WILL_DO else view.awaited
    return replace(view, awaited=awaited, moved=moved, back=back, broken=view.rule)


def put_back_in(ruled: Mapping[str, Any]) -> PutBack:
    """Return the levers that a ruling asks for."""
    back = ruled["put_back"]
    return PutBack(open=tile_set(back["open"]), shut=tile_set(back["shut"]))


def _nothing_owed(
    view: TableView, awaited: Awaited, ruled: Mapping[str, Any] | None = None
) -> TableView:
    """Return the view that awaits something else, with the throw of this ruling, if any."""
    throw = () if ruled is None else tuple(ruled.get("throw") or ())
    return replace(
        view,
        awaited=awaited,
        throw=throw,
        choices=(),
        moved=NO_TILES,
        rethrows=False,
        back=NOTHING,
        broken="",
    )
