"""The odds of a turn, solved where that is quick, and read from the kept table where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TypeVar

from boxctl.odds.aims import AimName, aim
from boxctl.odds.duel import solve_duel, solve_relay
from boxctl.odds.match.match_table import Table, TableOdds
from boxctl.odds.match.round_aims import aim_to_be_first, aim_to_win, not_won_by_scores
from boxctl.odds.table_file import NotBelieved, OddsFile, table_path, write_odds
from boxctl.odds.the_300.layout import (
    TABLE_LENGTH,
    TABLES,
    is_turn_of_the_300,
    odds_in_table,
    table_for,
)
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet

Answer = TypeVar("Answer")
Ask = Callable[[TurnOdds], Answer]
Notice = Callable[[str], None]

MOST_TILES_SOLVED_ANEW = 12
"""So many tiles of The 300 are solved in less than a second; more are looked up."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the odds are asked of.

    ``to_move`` are the tiles that the player has still to move, and ``opens`` says that this is
    the one who opens them (R7.4). To ``win``, ``beat`` is the lowest score made so far and
    ``to_come`` how many players are still to play after this one; or ``table`` tells all of it.
    """

    rules: RuleSet
    aim: AimName
    to_move: TileSet
    opens: bool = False
    beat: int | None = None
    to_come: int = 0
    table: Table | None = None


def ask_odds(question: Question, ask: Ask[Answer], notice: Notice) -> Answer:
    """What ``ask`` says, given the odds of the turn.

    ``notice`` is told, a line each with its code, of a table that could not be kept (BX703) or was
    not believed (BX704); the answer is right all the same. Raises :class:`RuleFault`: BX701 and
    BX702 for a turn that cannot be solved, BX705 for a match that is not won so, BX708 for a target
    that is too far away.
    """
    rules, among = question.rules, question.to_move
    if question.aim == "win":
        return ask(_odds_to_win(question))
    if not is_turn_of_the_300(rules) or among.bit_count() <= MOST_TILES_SOLVED_ANEW:
        return ask(solve(rules, aim(question.aim), among))
    return _ask_table(rules, question.aim, ask, notice)


def _odds_to_win(question: Question) -> TurnOdds:
    rules = question.rules
    scored = question.beat is not None or question.table is not None
    if rules.match in ("duel", "relay") and (scored or question.to_come):
        raise not_won_by_scores(rules)
    if rules.match == "first_to_shut" and scored:
        raise not_won_by_scores(rules)
    match rules.match:
        case "duel":
            return solve_duel(rules)["opens" if question.opens else "shuts"]
        case "relay":
            return solve_relay(rules, question.to_move)
        case "first_to_shut":
            to_win = aim_to_be_first(rules, question.to_come + 1)
        case _ if question.table is not None:
            to_win = TableOdds(rules).aim(question.table)
        case _:
            to_win = aim_to_win(rules, question.beat, question.to_come)
    return solve(rules, to_win, question.to_move)


def whole_table(name: AimName, notice: Notice) -> memoryview:
    """The table of The 300 that is for this aim, all of it checked; solved where it is not kept.

    ``notice`` is told as by :func:`ask_odds`. Raises :class:`RuleFault` (BX701) without the extra.
    """
    return _from_file(name, OddsFile.whole, notice) or _solved_and_kept(name, notice)


def _ask_table(rules: RuleSet, name: AimName, ask: Ask[Answer], notice: Notice) -> Answer:
    answers = _from_file(name, lambda kept: [ask(odds_in_table(rules, name, kept))], notice)
    if answers:
        return answers[0]
    return ask(odds_in_table(rules, name, _solved_and_kept(name, notice)))


def _from_file(name: AimName, read: Callable[[OddsFile], Answer], notice: Notice) -> Answer | None:
    """What is read from the kept table, if there is one to be believed."""
    path = table_path(table_for(name))
    try:
        with OddsFile(path, TABLE_LENGTH) as kept:
            return read(kept)
    except NotBelieved as why:
        notice(f"BX704: the table {path} was not believed, {why}: it is solved again.")
    except OSError:
        # Writing it will tell why.
        pass
    return None


def _solved_and_kept(name: AimName, notice: Notice) -> memoryview:
    table_name = table_for(name)
    table, path = _solve_table(table_name), table_path(table_name)
    try:
        write_odds(path, table)
    except OSError as why:
        notice(f"BX703: the table {path} cannot be kept: {why.strerror}.")
    return table


def _solve_table(name: str) -> memoryview:
    if find_spec("numba") is None:
        raise RuleFault(
            "BX701",
            "the 16,777,216 positions of The 300 are too many for plain Python",
            "install the extra, pip install 'boxctl[odds]', or name fewer tiles with --open",
        )
    from boxctl.odds.the_300.solver import solve_the_300

    return solve_the_300(TABLES[name])
