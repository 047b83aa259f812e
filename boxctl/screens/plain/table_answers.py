"""Answer in lines how the table stands, for the plain game. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxctl.presentation.money.amounts import amount, signed
from boxctl.presentation.player_names import shown_player
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE, ways
from boxctl.referee.game_state import game_state
from boxctl.referee.play import Play
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.ruleset import RuleSet
from boxctl.view.explanation import explanation
from groundwork.language import commas, current, tr, tr_as, tr_n

MOST_MOVES = 40
"""The most moves that are listed."""


def status(play: Play, speech: TableSpeech) -> list[str]:
    """Return what is open, what must be done, and whose turn it is."""
    stands = game_state(play)
    lines = [speech.how_it_stands(stands)]
    if not play.over and (stands.owed is not None or stands.put_back) and not stands.making_ready:
        lines.append(tr("It is {player}'s turn.", player=shown_player(play.player)))
    return lines


def moves(play: Play) -> list[str]:
    """Return the moves that the throw allows."""
    answer = play.answer
    if answer is None:
        return [tr("There is no throw to be played.")]
    found = answer.moves_with_moved
    if not found:
        return [tr("Put back first what is not right: status tells what.")]
    text = ways(found, answer.moved, MOST_MOVES, LINE_BY_LINE)
    if answer.moved:
        return (
            [tr("To go: {moves}.", moves=text)]
            if text
            else [tr("Your move is complete: confirm, or throw again.")]
        )
    count = len(found)
    return [tr_n("One way: {moves}.", "{count} ways: {moves}.", count, count=count, moves=text)]


def why(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Explain the last of these rulings, and cite its rule in the words of the rule book."""
    if not rulings:
        return [tr("Nothing has been ruled yet.")]
    rule = str(rulings[-1]["rule"])
    in_the_book = rule_texts(current().code).get(rule, "")
    return [*explanation(rules, rulings), tr("Rule {rule}: {text}", rule=rule, text=in_the_book)]


def scores(play: Play, purse: Mapping[str, int]) -> list[str]:
    """Return a line for each player, and the pool. ``purse`` is in minor units."""
    lines = [
        tr(
            "{player}: {scores}.",
            player=shown_player(player),
            scores=_score_of(seat, play, purse),
        )
        for seat, player in enumerate(play.players)
    ]
    stake, currency = play.rules.stake, play.rules.currency
    if stake:
        pool = amount(stake * len(play.players), currency)
        lines.append(tr("In the pool: {amount}.", amount=pool))
    return lines


def _score_of(seat: int, play: Play, purse: Mapping[str, int]) -> str:
    sheet, player = play.sheet, play.players[seat]
    in_rounds = play.rules.adds_up_rounds
    of_turn = sheet.round_scores if in_rounds or sheet.rolling_off else sheet.scores
    said = []
    if in_rounds and seat in sheet.totals:
        said.append(tr("{score} in all", score=sheet.totals[seat]))
    if seat in of_turn:
        score = of_turn[seat]
        said.append(tr("{score} in this round", score=score) if in_rounds else str(score))
    if seat in sheet.out:
        said.append(tr_as("score sheet", "out"))
    if not said:
        said.append(tr("no score yet"))
    if player in purse and play.rules.stake:
        said.append(signed(purse[player], play.rules.currency))
    return commas(said)
