"""The menu of the plain game, line by line: which game, who plays, for how much, and then play.

Every question says what Enter does; ``back`` asks the question before once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum, auto
from itertools import groupby
from pathlib import Path

from boxctl.presentation.game_names import name_of_game, summary_in_words
from boxctl.presentation.phrases import capital, names, points_by_player
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.referee.players import handicaps_by_name, typed_players, usual_players
from boxctl.rules.contradictions import WITHOUT_HANDICAP
from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import folded
from boxctl.rules.variants import load
from boxctl.screens.laptop.game_card import stake_words
from boxctl.screens.laptop.game_choice import GameChoice, first_match
from boxctl.screens.laptop.game_search import ListedGame, listed_games, search
from boxctl.screens.laptop.house_habits import MenuChoice
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.plain.line_output import LineOutput
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, labelled, message, tr
from groundwork.local_time import told_time

BACK, QUIT, NONE, END = message("back"), message("quit"), message("none"), message("end")
LIST = message("list")
FIRST_MATCH, PUZZLES = message("first match"), message("puzzles")
"""Words that can be typed besides an answer, in the language in use or in English."""

MOST_FOUND = 5
"""The most games that are named if several fit what was typed."""


@frozen_dataclass
class PlainChoice:
    """The choice; ``resume`` is the number of a match to go on with, None for a new one."""

    chosen: GameChoice
    resume: int | None = None


class _Question(Enum):
    """The questions, in the order in which they are asked."""

    GAME = auto()
    PLAYERS = auto()
    STAKE = auto()
    PLAY = auto()


class PlainMenu:
    """Asks on ``output`` what is played; ``before`` is what was played last.

    ``end_match`` ends a match for good, and raises :class:`Fault` if it cannot. What was solved of
    the puzzles is kept beside ``journal``.
    """

    def __init__(
        self,
        output: LineOutput,
        before: GameChoice | None,
        unfinished: tuple[UnfinishedMatch, ...],
        end_match: Callable[[UnfinishedMatch], object],
        journal: Path,
    ) -> None:
        self._output = output
        self._games = listed_games()
        self._unfinished = list(unfinished)
        self._end_match = end_match
        self._journal = journal
        self._choice = MenuChoice(before)
        self._variant = self._choice.variant
        self._stake = self._choice.stake
        self._players = () if before is None else before.as_typed
        self._asked_to_end: UnfinishedMatch | None = None

    def run(self, typed: Iterator[str]) -> PlainChoice | None:
        """Ask until everything is chosen; None if people leave, or at the end of the input."""
        self._list_unfinished()
        question = _Question.GAME
        while True:
            self._output.ask(self._prompt(question))
            line = next(typed, None)
            if line is None:
                self._output.leave_prompt()
                return None
            self._output.typed(line)
            if _means(line, QUIT) or (question is _Question.GAME and _begins(line, QUIT)):
                return None
            if _means(line, BACK):
                question = _Question(max(_Question.GAME.value, question.value - 1))
                continue
            if question is _Question.GAME and _means(line, PUZZLES):
                self._ask_puzzles(typed)
                continue
            answer = self._answered(question, line.strip())
            if isinstance(answer, PlainChoice):
                return answer
            if answer:
                question = _Question(question.value + 1)

    def _answered(self, question: _Question, line: str) -> PlainChoice | bool:
        """Take an answer; return whether it is one, or the whole choice at the last question."""
        match question:
            case _Question.GAME:
                return self._take_game(line)
            case _Question.PLAYERS:
                return self._take_players(line)
            case _Question.STAKE:
                return self._take_stake(line)
            case _Question.PLAY:
                return self._take_handicaps(line) if line else self._play()

    def _prompt(self, question: _Question) -> str:
        match question:
            case _Question.GAME if self._unfinished:
                return tr(
                    "Enter goes on with match {match}, or which game: its name, list, first match "
                    "or puzzles",
                    match=self._unfinished[0].number,
                )
            case _Question.GAME:
                return tr(
                    "Which game, by its name, or list, first match or puzzles; Enter for {game}",
                    game=self._title,
                )
            case _Question.PLAYERS:
                return tr(
                    "Who plays, with commas between; Enter for {players}",
                    players=names(self._seated, LINE_BY_LINE),
                )
            case _Question.STAKE:
                stake = self._stake or tr("no stake")
                return tr("The stake, such as 50p, or none; Enter for {stake}", stake=stake)
            case _Question.PLAY:
                if self._may_have_handicaps:
                    return tr(
                        "Enter plays, {player} +5 gives {player} a handicap, back asks again",
                        player=LINE_BY_LINE.name(typed_players(self._players)[0][-1]),
                    )
                return tr("Enter plays, back asks again")

    # Which game.

    def _list_unfinished(self) -> None:
        tell = self._output.tell
        for number, match in enumerate(self._unfinished, 1):
            tell(
                tr(
                    "{number} goes on with match {match}: {variant}, {players}, begun {time}.",
                    number=number,
                    match=match.number,
                    variant=name_of_game(match.chosen.variant, match.chosen.rules),
                    players=names(match.chosen.players, LINE_BY_LINE),
                    time=told_time(match.began),
                )
            )
        if self._unfinished:
            tell(tr("end 1 ends the first of these for good: nobody can resume it."))

    def _list_games(self) -> None:
        tell = self._output.tell
        numbered = enumerate(self._games, len(self._unfinished) + 1)
        for family, games in groupby(numbered, key=lambda each: each[1].family):
            titles = ", ".join(f"{number} {game.in_list}" for number, game in games)
            tell(labelled(family, f"{titles}."))

    def _ask_puzzles(self, typed: Iterator[str]) -> None:
        """Ask the puzzles of the game that Enter would play, until people leave them."""
        # Their imports bring the odds along: the menu does not wait for them.
        from boxctl.screens.plain.puzzle_lines import PuzzleLines
        from boxctl.screens.puzzles.puzzle_session import PuzzleSession

        rules = self._choice_of((), "").rules
        try:
            session = PuzzleSession(self._variant, rules, self._journal)
        except RuleFault as fault:
            self._output.tell(str(fault))
            return
        PuzzleLines(session, self._output).run(typed)

    @property
    def _title(self) -> str:
        return next(game.title for game in self._games if game.variant == self._variant)

    def _take_game(self, line: str) -> PlainChoice | bool:
        first, *rest = line.split() or [""]
        if rest and _means(first, END):
            return self._end(rest[0])
        self._asked_to_end = None
        if line == "?" or _means(line, LIST):
            self._list_games()
            return False
        if _means(line, FIRST_MATCH):
            return PlainChoice(first_match())
        number = _number(line) if line or not self._unfinished else 1
        if number is not None and number <= len(self._unfinished):
            match = self._unfinished[number - 1]
            return PlainChoice(match.chosen, match.number)
        if line and not self._takes_game(line, number):
            return False
        known = load(self._variant)
        told = f"{summary_in_words(known)} {known.told('example')}".strip()
        self._output.tell(labelled(self._title, told))
        robots = commas(sorted(WAYS_TO_PLAY))
        self._output.tell(tr("Who is called one of these plays alone: {names}.", names=robots))
        return True

    def _takes_game(self, line: str, number: int | None) -> bool:
        found = self._found(line, number)
        if len(found) == 1:
            self._variant = found[0].variant
            return True
        if found:
            titles = ", ".join(game.in_list for game in found[:MOST_FOUND])
            self._output.tell(tr("Several games have that: {games}.", games=titles))
        else:
            self._output.tell(tr("No game is called {typed}.", typed=line))
        return False

    def _found(self, line: str, number: int | None) -> list[ListedGame]:
        if number is not None:
            at = number - len(self._unfinished) - 1
            if 0 <= at < len(self._games):
                return [self._games[at]]
        called = {game: tuple(map(folded, _names_of(game))) for game in self._games}
        typed = folded(line)
        if exact := [game for game, known in called.items() if typed and typed in known]:
            return exact[:1]
        begin = [game for game, known in called.items() if typed and known[0].startswith(typed)]
        return begin if len(begin) == 1 else [found.game for found in search(self._games, line)]

    def _end(self, which: str) -> bool:
        """End a match for good when it is asked for twice."""
        number = _number(which)
        if number is None or not 0 < number <= len(self._unfinished):
            self._output.tell(tr("There is no such match to end."))
            return False
        match = self._unfinished[number - 1]
        if self._asked_to_end is not match:
            self._asked_to_end = match
            told = tr(
                "That ends match {match} for good. Type it again to do so.", match=match.number
            )
            self._output.tell(told)
            return False
        try:
            self._end_match(match)
        except Fault as fault:
            self._output.tell(str(fault))
            return False
        self._unfinished.remove(match)
        self._output.tell(tr("Match {match} is ended.", match=match.number))
        self._list_unfinished()
        return False

    # Who plays, and for how much.

    @property
    def _seated(self) -> tuple[str, ...]:
        """The players unless others are named: those of the last match, if the game is for them."""
        try:
            self._choice_of(self._players, "").check()
        except RuleFault:
            return tuple(usual_players(self._choice_of((), "").rules))
        return self._players

    def _take_players(self, line: str) -> bool:
        named = tuple(name.strip() for name in line.split(",") if name.strip())
        players = named or self._seated
        if self._checked(players, "") is None:
            return False
        self._players = players
        return True

    def _take_stake(self, line: str) -> bool:
        stake = "" if _means(line, NONE) else line or self._stake
        chosen = self._checked(self._players, stake)
        if chosen is None:
            return False
        self._stake = stake
        self._tell_choice(chosen)
        return True

    def _tell_choice(self, chosen: GameChoice) -> None:
        rules, given = chosen.rules, handicaps_by_name(chosen.rules, chosen.players)
        players = names(chosen.players, LINE_BY_LINE)
        told = [tr("{game}: {players}.", game=self._title, players=players)]
        if given:
            handicaps = points_by_player(given, LINE_BY_LINE)
            told.append(tr("Handicap: {handicaps}.", handicaps=handicaps))
        told.append(f"{capital(stake_words(rules, len(chosen.players))[0])}.")
        self._output.tell(" ".join(told))

    @property
    def _may_have_handicaps(self) -> bool:
        match = self._choice_of((), "").rules.match
        return len(self._players) > 1 and match not in WITHOUT_HANDICAP

    def _take_handicaps(self, line: str) -> bool:
        """Take handicaps that are typed at the end, for players by name (R7.16)."""
        players, before = typed_players(self._players)
        named, told = typed_players(part.strip() for part in line.split(","))
        known = {folded(name): name for name in players}
        given = dict(before)
        for name, points in told:
            given[known.get(folded(name), name)] = points
        if len(told) < len(named):
            self._output.tell(tr("A handicap is typed as {player} +5.", player=players[-1]))
            return False
        chosen = replace(self._choice_of(players, self._stake), handicaps=tuple(given.items()))
        if self._is_playable(chosen):
            self._players = chosen.as_typed
            self._tell_choice(chosen)
        return False

    def _play(self) -> PlainChoice | bool:
        chosen = self._checked(self._players, self._stake)
        return False if chosen is None else PlainChoice(chosen)

    def _choice_of(self, players: tuple[str, ...], stake: str) -> GameChoice:
        changes = dict(self._choice.changes_of(self._variant))
        if stake not in ("", "0"):
            changes["stake"] = stake
        names, handicaps = typed_players(players)
        return GameChoice(self._variant, tuple(changes.items()), names, handicaps=handicaps)

    def _checked(self, players: tuple[str, ...], stake: str) -> GameChoice | None:
        """Return the choice, or say why it cannot be played."""
        chosen = self._choice_of(players, stake)
        return chosen if self._is_playable(chosen) else None

    def _is_playable(self, chosen: GameChoice) -> bool:
        """Return whether the choice can be played, or say why not."""
        try:
            chosen.check()
            # Raises RuleFault, too: some simulated players cannot solve some rules.
            RobotPlayers(chosen.rules, chosen.players, None)
        except RuleFault as fault:
            self._output.tell(str(fault))
            return False
        return True


def _names_of(game: ListedGame) -> tuple[str, ...]:
    return game.title, game.variant, *game.names


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _means(line: str, word: str) -> bool:
    """Whether a line is this word, in the language in use or in English."""
    return folded(line) in (folded(tr(word)), folded(word)) if line.strip() else False


def _begins(line: str, word: str) -> bool:
    """Whether a line is the first letter of this word, which may name a player but never a game."""
    return folded(line) in (folded(tr(word))[:1], folded(word)[:1])
