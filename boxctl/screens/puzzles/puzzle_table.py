"""A puzzle at a drawn box: the dice roll, tiles are chosen as in play, and the answer is judged.

Nothing is ruled on here: the words for what is no move are the referee's
(:class:`boxctl.screens.puzzles.puzzle_session.PuzzleSession`). Times are microseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile, write_tiles
from boxctl.screens.coaching.advice import CoachLine
from boxctl.screens.pictures.build_view import (
    BETWEEN_KEYS,
    FallingTiles,
    TumblingDice,
    next_frame,
    tile_looks,
)
from boxctl.screens.pictures.view_model import FooterKey, TableViewModel
from boxctl.screens.puzzles.puzzle_session import PuzzleSession, PuzzleVerdict
from boxctl.view.announcement import Announcement, AnnouncementKind
from groundwork.language import tr, tr_as


class PuzzleTable:
    """One puzzle after the other, each at a box whose tiles can be moved until it is answered."""

    def __init__(self, session: PuzzleSession, now: int, *, motion: bool = True) -> None:
        self.session = session
        self._motion = motion
        self._falling = FallingTiles(session.rules.in_play, motion=motion)
        self._begin(now)

    def _begin(self, now: int) -> None:
        """Stand the tiles up that the puzzle has, and let its dice roll."""
        throw = self.session.puzzle.throw
        self.verdict: PuzzleVerdict | None = None
        self.complaint = ""
        self._moved: list[int] = []
        self._rolling: TumblingDice | None = None
        if self._motion:
            self._rolling = TumblingDice(now, len(throw), self.session.rules.dice.sides)
        self._falling.now_standing(self._standing, now)

    def move_with(self, *, motion: bool) -> None:
        """Let tiles fall, and the dice of the next puzzles roll, or not."""
        self._motion = motion
        self._falling.move_with(motion=motion)

    # What people do.

    def flip(self, number: int, now: int) -> None:
        """Shut this tile, or stand it up again; a tile that is not open is remarked."""
        if self.verdict is not None:
            return
        self.complaint = ""
        if number in self._moved:
            self._moved.remove(number)
        elif tile(number) & self.session.puzzle.to_move:
            self._moved.append(number)
        else:
            self.complaint = tr("The {tile} is not open.", tile=number)
        self._falling.now_standing(self._standing, now)

    def undo(self, now: int) -> None:
        """Stand the tile up again that was shut last."""
        if self._moved:
            self.flip(self._moved[-1], now)

    def answer(self) -> None:
        """Judge the tiles that are shut; what is no move is remarked, and does not count."""
        if self._moved:
            self._judge(self._chosen)

    def throw_again(self) -> None:
        """Answer that the double is thrown again (R5.7), where that is a choice."""
        if self.may_throw_again:
            self._judge(NO_TILES)

    def _judge(self, tiles: TileSet) -> None:
        if self.verdict is not None:
            return
        try:
            self.verdict, self.complaint = self.session.answer_with(tiles), ""
        except RuleFault as fault:
            self.complaint = fault.text
        self._rolling = None

    def ask_next(self, now: int) -> None:
        """Go on to the next puzzle that is not solved."""
        self.session.ask_next()
        self._begin(now)

    def ask_week(self, day: date, now: int) -> None:
        """Go to the puzzle of the week of this day."""
        self.session.ask_week(day)
        self._begin(now)

    # How it stands.

    @property
    def may_throw_again(self) -> bool:
        """Whether throwing the double again is one of the choices."""
        return self.verdict is None and self.session.puzzle.choice_of(NO_TILES) is not None

    @property
    def may_undo(self) -> bool:
        """Whether a tile can be stood up again."""
        return self.verdict is None and bool(self._moved)

    @property
    def _chosen(self) -> TileSet:
        return sum(map(tile, self._moved))

    @property
    def _standing(self) -> TileSet:
        return self.session.puzzle.to_move & ~self._chosen

    @property
    def _to_be_put(self) -> TileSet:
        """The tiles in which a wrong answer differs from the best one."""
        if self.verdict is None or self.verdict.is_right:
            return NO_TILES
        return self._chosen ^ (self.session.puzzle.best.tiles or NO_TILES)

    def due(self, now: int) -> int | None:
        """Return when the next frame is due while something moves; None while nothing does."""
        if self._rolling is not None and now >= self._rolling.lands_at:
            self._rolling = None
        self._falling.now_standing(self._standing, now)
        moves = self._rolling is not None or self._falling.moving
        return next_frame(now) if moves else None

    def look(self, now: int, typed: str = "") -> TableViewModel:
        """Return the table as it is now; ``typed`` is the hint about digits that wait."""
        puzzle, rolling = self.session.puzzle, self._rolling
        return TableViewModel(
            title=f"boxctl  {self.session.heading}",
            turn=self.session.solved,
            tiles=tile_looks(
                self.session.rules,
                self._falling,
                now,
                levers=self._standing,
                lit=self._standing,
                moved=self._chosen,
                to_be_put=self._to_be_put,
            ),
            dice=puzzle.throw if rolling is None else rolling.faces(now),
            sides=self.session.rules.dice.sides,
            rolling=rolling is not None,
            announcement=self._announcement(),
            hint=typed or self._hint(),
            sheet=(),
            pool="",
            over=False,
            footer=tuple(self._footer()),
            tumbled=1.0 if rolling is None else rolling.share(now),
            log_title=tr("Why"),
        )

    def judgement(self) -> tuple[CoachLine, ...]:
        """Return the loss of a wrong answer, and why; empty for a right one, and before it."""
        return () if self.verdict is None else self.verdict.judgement

    def worths(self) -> tuple[CoachLine, ...]:
        """Return the worth of each move, as the coach says it; empty before an answer."""
        return () if self.verdict is None else self.verdict.worths

    def _announcement(self) -> Announcement:
        if self.verdict is not None:
            right = self.verdict.is_right
            kind = AnnouncementKind.SHUT if right else AnnouncementKind.REFUSED
            return Announcement(self.verdict.lines[0].text, kind)
        if self.complaint:
            return Announcement(self.complaint, AnnouncementKind.REFUSED)
        return Announcement(self.session.question)

    def _hint(self) -> str:
        if self.verdict is not None:
            return tr("ENTER: next puzzle   ?: why   Q: back")
        if self._moved:
            shut = tr("ENTER: shut {tiles}", tiles=write_tiles(self._chosen))
            back = tr("BACKSPACE: take back the {tile}", tile=self._moved[-1])
            return BETWEEN_KEYS.join((shut, back))
        keys = [tr("Type or click the tiles to shut")]
        if self.may_throw_again:
            keys.append(tr("SPACE: throw again"))
        return BETWEEN_KEYS.join(keys)

    def _footer(self) -> Iterator[FooterKey]:
        if self.verdict is not None:
            yield FooterKey(tr("ENTER"), tr_as("footer", "next puzzle"), "enter")
            yield FooterKey("?", tr_as("footer", "why"), "explain")
        else:
            if self._moved:
                yield FooterKey(tr("ENTER"), tr_as("footer", "answer"), "enter")
                yield FooterKey(tr("BACKSPACE"), tr_as("footer", "take back"), "undo")
            if self.may_throw_again:
                yield FooterKey(tr("SPACE"), tr_as("footer", "throw again"), "throw_again")
            yield FooterKey("N", tr_as("footer", "another puzzle"), "next_puzzle")
        yield FooterKey("Q", tr_as("footer", "leave"), "leave")
        if not self.session.week:
            yield FooterKey("W", tr_as("footer", "this week's"), "week")
        yield FooterKey("L", tr_as("footer", "light"), "app.light_or_dark")


def unsolved_look(rules: RuleSet, title: str, said: Announcement) -> TableViewModel:
    """Return the box as it stands while the puzzles of a game are not drawn yet."""
    everything = rules.in_play
    return TableViewModel(
        title=f"boxctl  {title}",
        turn="",
        tiles=tile_looks(
            rules,
            FallingTiles(everything, motion=False),
            0,
            levers=everything,
            lit=everything,
            moved=NO_TILES,
            to_be_put=NO_TILES,
        ),
        dice=(),
        sides=rules.dice.sides,
        rolling=False,
        announcement=said,
        hint="",
        sheet=(),
        pool="",
        over=False,
        footer=(FooterKey("Q", tr_as("footer", "leave"), "leave"),),
    )
