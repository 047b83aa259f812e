"""Answers of the plain game, as lines: how the table stands, what the coach says, past matches.

Also its help, from its commands, and what it answers to a command that is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boxctl.presentation.journal.player_history import GameHistory
from boxctl.presentation.journal.proof_sentences import finding_sentences
from boxctl.presentation.phrases import amount, shown_player, signed
from boxctl.presentation.sentences.throws import or_throw_again
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE, ways
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.game import Game
from boxctl.referee.game_so_far import game_state
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variant_titles import variant_title
from boxctl.screens.coaching.advice import CoachMode, mode_called, mode_in_words
from boxctl.screens.coaching.coach import SOLVED_BY_WORD, Coach
from boxctl.screens.coaching.guide import Guide
from boxctl.screens.laptop.laptop_table import LaptopTable
from boxctl.screens.plain.commands import COMMANDS, PlainCommand, Takes, UnknownCommand, shortest
from boxctl.screens.plain.plain_actions import Lines
from boxctl.view.explanation import explanation
from groundwork.faults import Fault
from groundwork.language import commas, current, decimal, message, tr, tr_as, tr_n

MOST_MOVES = 40
"""The most moves that are listed."""


def status(play: Game, speech: TableSpeech) -> list[str]:
    """Return lines on the open tiles, the next act, and whose turn it is."""
    stands = game_state(play)
    lines = [speech.how_it_stands(stands)]
    if not play.over and (stands.owed is not None or stands.put_back) and not stands.making_ready:
        lines.append(tr("It is {player}'s turn.", player=shown_player(play.player)))
    return lines


def moves(play: Game) -> list[str]:
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
    lines = [tr_n("One way: {moves}.", "{count} ways: {moves}.", count, count=count, moves=text)]
    return [*lines, or_throw_again()] if play.may_throw_again else lines


def why(rules: RuleSet, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Explain the last of these rulings, and cite its rule in the words of the rule book."""
    if not rulings:
        return [tr("Nothing has been ruled yet.")]
    rule = str(rulings[-1]["rule"])
    in_the_book = rule_texts(current().code).get(rule, "")
    return [*explanation(rules, rulings), tr("Rule {rule}: {text}", rule=rule, text=in_the_book)]


def scores(play: Game, purse: Mapping[str, int]) -> list[str]:
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


def _score_of(seat: int, play: Game, purse: Mapping[str, int]) -> str:
    sheet, player = play.sheet, play.players[seat]
    in_rounds = play.rules.has_rounds
    of_turn = sheet.round_scores if in_rounds or sheet.rolling_off else sheet.scores
    said = []
    if (wins := sheet.wins_of_all) is not None:
        said.append(tr_n("{count} round won", "{count} rounds won", wins[seat], count=wins[seat]))
    if play.rules.adds_up_rounds and seat in sheet.totals:
        said.append(tr("{score} in all", score=sheet.totals[seat]))
    if seat in of_turn:
        score = of_turn[seat]
        said.append(tr("{score} in this round", score=score) if in_rounds else str(score))
    if seat in sheet.out:
        said.append(tr_as("score sheet", "out"))
    if not said:
        said.append(tr("no score yet"))
    if handicap := play.rules.handicap(seat):
        said.append(tr("handicap {number}", number=handicap))
    if player in purse and play.rules.stake:
        said.append(signed(purse[player], play.rules.currency))
    return commas(said)


MOST_TOLD = 5
"""The most lines that are told unasked: a heading, the best choice, why, and two more."""


class CoachAnswers:
    """The coach at one table, who says by itself what ``mode`` wants.

    It thinks beside the loop or at once, as the table's set-up says.
    """

    def __init__(self, table: LaptopTable, mode: CoachMode) -> None:
        self._table = table
        setup, chosen = table.setup, table.chosen
        self._coach = Coach(
            chosen.rules,
            chosen.players,
            mode,
            setup.think,
            setup.ticker.wake,
            solved_by=SOLVED_BY_WORD,
        )
        self._guide = Guide(chosen.players[0], setup.controls) if chosen.guided else None
        self._told: list[str] = []
        self._owes_answer = False

    def do(self, word: str) -> Lines:
        """Have the coach say more or less, or ask it once."""
        wanted = mode_called(word)
        if wanted is not None:
            self._coach.switch(wanted)
            words = mode_in_words(wanted)
            return [words[:1].upper() + words[1:] + "."]
        if word == "solve":
            self._coach.solve_table()
        asked = self._asked()
        if not asked and self._coach.is_thinking(self._table.play):
            self._owes_answer = True
            return [tr("The coach works it out …")]
        return asked or [self._coach.silent or tr("There is nothing to choose now.")]

    def _asked(self) -> Lines:
        return [_for_the_ear(line.text) for line in self._coach.asked(self._table.play)]

    def owed(self) -> Lines:
        """Return the answer to what was asked, once it is worked out; nothing before."""
        if not self._owes_answer or self._coach.is_thinking(self._table.play):
            return []
        self._owes_answer = False
        return self._asked()

    @property
    def is_about_to_speak(self) -> bool:
        """Whether it works out what it will say by itself about this moment."""
        play = self._table.play
        if self._coach.mode != "on" or self._coach.silent:
            return False
        return self._coach.choices(play) is None and self._coach.is_thinking(play)

    @property
    def guides(self) -> bool:
        """Whether it explains somebody's first match, ruling by ruling."""
        return self._guide is not None and self._table.guided

    def explains(self) -> None:
        """Take note that the newest ruling is explained: a first match may have waited for it."""
        if self._guide is not None and self.guides:
            self._guide.explains(self._table.table_log.rulings)

    def unasked(self) -> Lines:
        """Return the lines that it says by itself: each once, and none before it is worked out."""
        if self._guide is not None and self.guides:
            new = self._guide.new(self._table.table_log.rulings)
            return [line for lesson in new for line in lesson.lines]
        if self.is_about_to_speak:
            return []
        lines = self._coach.unasked(self._table.play, self._table.table_log.rulings)
        told, self._told = self._told, [_for_the_ear(line.text) for line in lines]
        return [] if self._told == told else self._told[:MOST_TOLD]

    def close(self) -> None:
        """Give up what it is working out in another process."""
        self._coach.close()

    def analysis(self) -> Lines:
        """Return how the match was played so far."""
        lines = self._coach.analysis(self._table.table_log.rulings)
        return [_for_the_ear(line) for line in lines if line.strip()]


def _for_the_ear(text: str) -> str:
    """Return a line without columns, arrows and plus signs between tiles."""
    tiles = re.sub(r"(?<=\d)\+(?=\d)", LINE_BY_LINE.plus(), text)
    return " ".join(tiles.replace("<-", "").split())


def history_answers(journal: Path, players: tuple[str, ...]) -> list[str]:
    """Look through the journal, and tell how the people among these players have fared.

    It may take seconds.
    """
    # Seldom asked for, and it needs the odds.
    from boxctl.audit.history import HistoryRequest, history_in

    people = [player for player in players if way_to_play(player) is None]
    try:
        found = history_in(journal, request=HistoryRequest(people))
    except Fault as fault:
        return [str(fault)]
    lines = finding_sentences(found.findings)
    lines += [
        tr(
            "{player}, {game}: {record}.",
            player=player.player,
            game=variant_title(game.variant),
            record=commas(_record(game)),
        )
        for player in found.players
        for game in player.games
    ]
    return lines or [tr("No match of these players has been played to its end yet.")]


def _record(game: GameHistory) -> list[str]:
    said = [tr_n("one match", "{count} matches", game.matches, count=game.matches)]
    if game.against:
        said.append(tr("{count} won", count=game.won))
    if game.shared:
        said.append(tr("{count} shared", count=game.shared))
    if game.streak.longest > 1:
        said.append(tr("{count} won in a row at most", count=game.streak.longest))
    if game.best is not None:
        said.append(tr("best turn {score}", score=game.best.score))
    if game.mean is not None:
        mean = decimal(game.mean, 1)
        said.append(tr("{score} on average", score=mean))
    if game.shut:
        said.append(tr_n("box shut once", "box shut {count} times", game.shut, count=game.shut))
    return said


FIRST = (
    message("Enter does what the prompt names first: throw, put tiles back, confirm."),
    message("Numbers are tiles: 7, or 6 1 for two. A number again puts the tile back."),
)
"""The lines about input that is no command."""


def help_lines(*, bench: bool, note: str = "") -> list[str]:
    """Return a line for each command; those of the bench only if it is switched on.

    ``note`` says where the pages for browsers are.
    """
    commands = [_line(one) for one in COMMANDS if bench or not one.of_bench]
    return [*map(tr, FIRST), *commands, *filter(None, [note])]


def _line(command: PlainCommand) -> str:
    name, short = command.name, shortest(command)
    if short == name:
        return tr("{command}: {help}.", command=name, help=tr(command.help))
    return tr("{command}, or {short}: {help}.", command=name, short=short, help=tr(command.help))


def wrong_argument(command: PlainCommand) -> str:
    """Say what a command takes."""
    name = command.name
    match command.takes:
        case Takes.NOTHING:
            return tr("{command} takes nothing more.", command=name)
        case Takes.DICE:
            return tr("{command} takes how many dice, such as {command} 1.", command=name)
        case Takes.A_TILE:
            return tr("{command} takes a tile, such as {command} 7.", command=name)
        case Takes.TILES:
            return tr("{command} takes tiles, such as {command} 6 1.", command=name)
        case Takes.A_WORD:
            return tr("{command} takes one word at most.", command=name)
        case Takes.SECONDS | Takes.TEXT:
            return tr("{command} needs to be told what", command=name) + "."


def unknown_command(unknown: UnknownCommand) -> str:
    """Say that a line is no command, and which is the nearest."""
    typed, like = unknown.typed, unknown.like
    if like:
        return tr(
            '"{typed}" is no command. Did you mean {like}? Help lists them all.',
            typed=typed,
            like=like,
        )
    return tr('"{typed}" is no command. Help lists them all.', typed=typed)
