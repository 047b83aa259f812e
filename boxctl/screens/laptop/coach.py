"""The coach: what each choice is worth, while it is made and after the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from boxctl.odds.aims import AimName, aim, usual_aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.post_mortem import AnalysedTurn, RulingExcerpt, post_mortem, turning_point
from boxctl.odds.turn import TurnOdds, solve
from boxctl.presentation.phrases import added_up, eye_in_use, how_many_dice
from boxctl.presentation.player_names import shown_player
from boxctl.presentation.scoring_words import scoring_words
from boxctl.referee.play import Play
from boxctl.rules.dice import is_double
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_set, write_tiles
from boxctl.screens.pictures.picture import Picture, Row, Span
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current, tr, tr_as


@frozen_dataclass
class Worth:
    """A choice, what it is worth, and what it loses against the best."""

    choice: str
    value: float
    loss: float


@dataclass
class Coach:
    """The odds of one game, asked for when they are first needed.

    Where they cannot be had, ``silent`` says why in a sentence.
    """

    rules: RuleSet
    silent: str = ""
    _by_role: dict[bool, TurnOdds] = field(default_factory=dict, repr=False)

    @property
    def aim(self) -> AimName:
        """The aim of the game."""
        return "shut" if self.rules.match == "first_to_shut" else usual_aim(self.rules)

    def worths(self, play: Play) -> tuple[Worth, ...]:
        """Return what each choice open now is worth, the best first; empty if there is none."""
        if play.over or play.deciding_who_starts or play.put_back or not play.left:
            return ()
        odds = self._odds(opens=play.opens)
        answer = play.answer
        if odds is None:
            return ()
        if answer is not None:
            # The spare throws before this one, of which a double has added one.
            spares = play.spares - (is_double(answer.throw) if play.spares else 0)
            known = odds.after_throw(answer.to_move, answer.throw, spares)
            left = {move.tiles for move in answer.moves_with_moved}
            return tuple(
                Worth(added_up(one.move.tiles), one.value, one.loss)
                for one in known.moves
                if one.move.tiles in left
            )
        if len(play.counts) > 1:
            by_dice = odds.by_dice(play.left, play.spares)
            best = max(map(odds.aim.worth, by_dice.values()))
            worths = [
                Worth(how_many_dice([count], eye_in_use()), value, best - odds.aim.worth(value))
                for count, value in by_dice.items()
            ]
            return tuple(sorted(worths, key=lambda worth: worth.loss))
        return ()

    def picture(self, play: Play, wide: int, lines: int) -> Picture:
        """Return the coach's words, at most ``wide`` columns and ``lines`` rows."""
        rows: list[Row] = [(Span(tr("  coach: what it comes to")[:wide], "dark"),)]
        worths = self.worths(play)
        for worth in worths[: lines - 1]:
            is_best = worth.loss < 1e-9
            lost = tr_as("coach", "best") if is_best else f"-{worth.loss:.3g}"
            part = "good" if is_best else "plain"
            rows.append((Span(f"  {worth.choice:<12} {worth.value:>7.4g} {lost:>6}"[:wide], part),))
        if self.silent:
            rows = [(Span(f"  {part}"[:wide], "dark"),) for part in wrap(self.silent, wide - 2)]
        return tuple(rows[:lines])

    def analysis(self, rulings: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return line by line what each throw of the match was worth and each decision lost."""
        if self._odds(opens=False) is None:
            return [self.silent]
        try:
            ruled = [_ruled(ruling) for ruling in rulings]
            turns = post_mortem(ruled, lambda turn, opens: self._odds_of(opens))
        except RuleFault as fault:
            return [fault.text]
        return _told(turns, self._odds_of(False))

    def _odds_of(self, opens: bool) -> TurnOdds:
        odds = self._odds(opens=opens)
        assert odds is not None
        return odds

    def _odds(self, *, opens: bool) -> TurnOdds | None:
        if not self._by_role and not self.silent:
            try:
                self._by_role = self._solve()
            except RuleFault as fault:
                self.silent = tr("the coach has no odds for this game: {why}", why=fault.text)
        return self._by_role.get(opens)

    def _solve(self) -> dict[bool, TurnOdds]:
        if self.rules.match == "duel":
            both = solve_duel(self.rules)
            return {True: both["opens"], False: both["shuts"]}
        if self.aim == "win":
            odds = solve_relay(self.rules)
        else:
            odds = solve(self.rules, aim(self.aim))
        return {True: odds, False: odds}


def _ruled(ruling: Mapping[str, Any]) -> RulingExcerpt:
    throw, tiles = ruling.get("throw"), ruling.get("tiles")
    return RulingExcerpt(
        ruling["verdict"],
        ruling["player"],
        tile_set(ruling["open"]),
        None if throw is None else tuple(throw),
        None if tiles is None else tile_set(tiles),
    )


def _aim_in_words(name: AimName) -> str:
    match name:
        case "shut":
            return tr("shutting the box")
        case "win":
            return tr("winning")
        case _:
            return scoring_words(name, current()).meaning


def _told(turns: tuple[AnalysedTurn, ...], odds: TurnOdds) -> list[str]:
    told, turned = odds.aim.told, turning_point(turns)
    lines = [tr("Played for: {aim}", aim=_aim_in_words(odds.aim.name))]
    for turn in turns:
        expected = f"{told(turn.expected):.4g}"
        lines += [
            "",
            tr(
                "{player}: {score} was to be expected",
                player=shown_player(turn.player),
                score=expected,
            ),
        ]
        for step in turn.steps:
            thrown = " ".join(map(str, step.throw))
            moved = tr("no move") if step.moved is None else added_up(step.moved)
            line = f" {write_tiles(step.to_move):<11} {thrown:<5} {moved:<8}"
            line += " " + tr(
                "luck {luck}  now {score}",
                luck=f"{step.luck:+.3g}",
                score=f"{told(step.after):.4g}",
            )
            if step.move_loss > 1e-12 and step.best is not None:
                line += "  " + tr(
                    "lost {loss}: {move} was best",
                    loss=f"{step.move_loss:.3g}",
                    move=added_up(step.best),
                )
            elif step.dice_loss > 1e-12:
                loss = f"{step.dice_loss:.3g}"
                line += "  " + tr("lost {loss}: other dice were best", loss=loss)
            lines.append(line + (tr("  <- turned") if step is turned else ""))
        lines.append(
            " "
            + tr(
                "came to {score}: luck {luck}, skill {skill}",
                score=f"{told(turn.result):.4g}",
                luck=f"{turn.luck:+.3g}",
                skill=f"{turn.skill:+.3g}",
            )
        )
    return lines
