"""The coach: judges by the aim that is played, says why, and warns of blunders or rates a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from boxctl.odds.aims import Aim, AimName
from boxctl.odds.match.match_table import MatchTable, table_of, tables_from_rulings
from boxctl.odds.post_mortem import (
    AnalysedTurn,
    Prospects,
    RulingExcerpt,
    excerpt_of,
    post_mortem,
    prospects,
)
from boxctl.odds.table_odds import TableOdds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.table_file import DamagedTable
from boxctl.odds.turn import TurnOdds
from boxctl.presentation.analysis_sentences import aim_in_words, analysis_lines
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.game import Game
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import from_contract
from boxctl.referee.scoresheet import new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile_set
from boxctl.rules.turn_memory import TurnMemory
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.coaching.advice import (
    Choice,
    Choices,
    CoachLine,
    CoachMode,
    Judged,
    advice,
    choices_at,
    coach_picture,
    judgement,
    mode_in_words,
)
from boxctl.screens.coaching.guide import Guide
from boxctl.screens.coaching.reasons import MatchReport, match_report, report_lines
from boxctl.screens.coaching.solve_the_300 import TableSolving, can_solve
from boxctl.screens.pictures.picture import Glyphs, Picture
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current, labelled, message, tr

Rulings = Sequence[Mapping[str, Any]]
"""The rulings of the match that is played, as ``boxctl referee`` writes them."""


@frozen_dataclass
class Analysis:
    """The turns of a match, all judged by one aim: to win against the table, if that is solved.

    ``alone`` are the same turns, each judged for itself, as ``boxctl analyse`` does.
    """

    aim: Aim
    turns: tuple[AnalysedTurn, ...]
    aim_alone: Aim
    alone: tuple[AnalysedTurn, ...]

    @property
    def report(self) -> MatchReport:
        """The report of all decisions."""
        in_points = self.aim_alone.lower
        return match_report(self.turns, self.aim, self.alone, in_points=in_points)


SolveBeside = Callable[[AimName, Callable[[], object]], TableSolving]
"""Begins to solve the table of an aim, and calls a function whenever there is news."""

SOLVED_BY_KEY = message("C solves it now: it takes seconds, and 256 MiB of the disk.")
SOLVED_BY_WORD = message(
    "Type coach solve to solve it now: it takes seconds, and 256 MiB of the disk."
)
"""The cures of a table that is not solved yet, on the full screen and line by line."""


class Coach:
    """Follows one table. Works out the odds by ``think`` and calls ``wake`` when it knows more.

    ``told`` changes when there may be something new to be shown. ``solved_by`` says how people ask
    for :meth:`solve_table`. Not thread-safe.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        mode: CoachMode = "off",
        think: Think = at_once,
        wake: Callable[[], object] = lambda: None,
        solve_beside: SolveBeside = TableSolving,
        solved_by: str = SOLVED_BY_KEY,
    ) -> None:
        self.guide: Guide | None = None
        """Who tells what to do in somebody's first match, in the place of the coach."""
        self.mode = mode
        self.silent = ""
        """Why the coach has no odds, in a sentence; empty while it has."""
        self.told = 0
        self._rules, self._players = rules, tuple(players)
        self._think, self._wake = think, wake
        self._odds = TableOdds(rules, len(players))
        self._solving: Future[None] | None = None
        self._solve_beside = solve_beside
        self._solved_by = solved_by
        self._table: TableSolving | None = None
        self._asked: tuple[object, ...] | None = None
        self._considered: Choices | None = None
        self._heard: list[Mapping[str, Any]] = []
        self.judged: Judged | None = None
        self._analysis: tuple[Rulings, Analysis] | None = None
        self._said: tuple[tuple[object, ...], list[CoachLine]] = ((), [])

    # What is asked.

    def ask(self, play: Game) -> None:
        """Show the choices of this moment, or hide them again."""
        moment = _moment(play)
        self._asked = None if self._asked == moment else moment
        self.told += 1

    @property
    def offers_to_solve(self) -> bool:
        """Whether :meth:`solve_table` would give the coach the odds that it lacks (The 300)."""
        unsolved = self._table is None or self._table.over
        return unsolved and is_turn_of_the_300(self._rules) and can_solve(self._rules.scoring)

    def solve_table(self) -> None:
        """Begin to solve the table of The 300 in a process of its own."""
        if self.offers_to_solve:
            self._table = self._solve_beside(self._rules.scoring, self._table_news)
            self.told += 1

    def close(self) -> None:
        """Give up what is being solved in another process."""
        if self._table is not None:
            self._table.stop()

    def _table_news(self) -> None:
        """Take what is told of the table, in another thread."""
        self.told += 1
        if self._table is not None and self._table.over and not self._table.failed:
            self.silent = ""
        self._wake()

    def _why_silent(self) -> CoachLine:
        if self._table is not None and not self._table.over:
            percent = int(self._table.done * 100)
            return CoachLine(tr("coach: solves The 300 … {percent}%", percent=percent), "dark")
        text = self.silent
        if self._table is not None and self._table.failed:
            text = tr("The 300 could not be solved: {why}", why=self._table.failed)
        elif self.offers_to_solve:
            text += " " + tr(self._solved_by)
        return CoachLine(text, "dark")

    def switch(self, mode: CoachMode) -> None:
        """Say more or less."""
        self.mode, self._asked = mode, None
        self.told += 1

    def choices(self, play: Game) -> Choices | None:
        """Return the choices that are open now, the best first; None if none are, or not yet known.

        Once a part of a move has been made, only the moves that contain it are left; a tile that
        was refused goes back, and counts for nothing.
        """
        found = self._all_choices(play)
        if found is None or (answer := play.answer) is None or not answer.moved:
            return found
        return found.within(frozenset(move.tiles for move in answer.moves_to_choose_from))

    def is_thinking(self, play: Game) -> bool:
        """Whether the odds of this moment are still being worked out."""
        return self._solving is not None and not play.over

    def follow(self, play: Game, rulings: Rulings) -> None:
        """Take in what has been ruled since, and judge the choices that people have made."""
        if self.mode == "off":
            self._heard = list(rulings)
            return
        if list(rulings[: len(self._heard)]) != self._heard:
            # Another match has begun, perhaps some time ago.
            self._heard, self.judged, self._considered = [], None, None
        for ruling in rulings[len(self._heard) :]:
            if ruling.get("throw") is not None and ruling["verdict"] != Verdict.VOID:
                self._judge(ruling)
        self._heard = list(rulings)
        found = self._all_choices(play) if self.mode != "after" else None
        if found is not None:
            self._considered = found

    def _judge(self, ruling: Mapping[str, Any]) -> None:
        considered, throw = self._considered, tuple(ruling["throw"])
        if considered is None:
            return
        if considered.throw is None:
            taken = next((one for one in considered.of if one.count == len(throw)), None)
        elif considered.throw == throw and ruling["verdict"] in (Verdict.COMMITTED, Verdict.AGAIN):
            # A double that is thrown again is ruled on without tiles (R5.7).
            moved = tile_set(ruling.get("tiles") or ())
            taken = next((one for one in considered.of if one.tiles == moved), None)
        else:
            return
        self._considered = None
        if taken is not None and way_to_play(ruling["player"]) is None:
            self.judged = Judged(ruling["player"], taken, considered.of[0], considered)
            self.told += 1

    # What is said.

    def asked(self, play: Game) -> list[CoachLine]:
        """Return the worth of each choice of this moment, whatever the mode; empty without one."""
        try:
            found = self.choices(play)
            if self.silent:
                return [self._why_silent()]
            return [] if found is None or not found.of else advice(found, self._ahead)
        except DamagedTable as why:
            return [self._damaged(why)]

    def unasked(self, play: Game, rulings: Rulings = ()) -> list[CoachLine]:
        """Return the lines that the coach says by itself, or was asked for with :meth:`ask`."""
        if self.mode == "off":
            return []
        moment = play.over, play.answer, play.counts, play.put_back
        # Another match may have as many rulings; several people may ask, each in a language.
        heard = len(rulings), list(rulings[-1:])
        key = self.mode, self.told, heard, moment, current().code
        if key != self._said[0]:
            try:
                self.follow(play, rulings)
                self._said = key, self._lines(play, rulings)
            except DamagedTable as why:
                return [self._damaged(why)]
        return self._said[1]

    def lines(self, play: Game, rulings: Rulings = ()) -> list[CoachLine]:
        """Return the lines of the coach, or one on what it waits for; none while it is off."""
        if self.guide is not None:
            return self.guide.now(rulings)
        if self.mode == "off" or (play.over and self.mode != "after"):
            return []
        return self.unasked(play, rulings) or [CoachLine(mode_in_words(self.mode), "dark")]

    def _damaged(self, why: DamagedTable) -> CoachLine:
        self.silent = tr("the coach has no odds for this game: {why}", why=why)
        return CoachLine(self.silent, "dark")

    def _lines(self, play: Game, rulings: Rulings) -> list[CoachLine]:
        if play.over:
            return self._report(rulings) if self.mode == "after" else []
        shows = self.mode == "on" or self._asked == _moment(play)
        found = self.choices(play) if self.mode != "after" or shows else None
        if self.silent:
            return [self._why_silent()]
        if shows and self.is_thinking(play):
            return [CoachLine(tr("coach: works it out …"), "dark")]
        if shows and found is not None and found.of:
            return advice(found, self._ahead)
        if self.mode == "blunders" and found and (warning := self._warning(play, found)):
            return warning
        if self.judged is not None and self._is_told(self.judged):
            who = labelled(shown_player(self.judged.player), "")
            return [judgement(who, self.judged, self._ahead)]
        return []

    def _is_told(self, judged: Judged) -> bool:
        if self.mode == "blunders":
            return judged.is_blunder
        return self.mode == "on" and judged.taken.loss > 0

    def _warning(self, play: Game, found: Choices) -> list[CoachLine]:
        """Warn while the tiles of a blunder can still be taken back."""
        answer, everything = play.answer, self._all_choices(play)
        if answer is None or not answer.moved or everything is None or not found.of:
            return []
        judged = Judged("", found.of[0], everything.of[0], everything)
        if not judged.is_blunder:
            return []
        return [judgement(tr("Take it back while you can: "), judged, self._ahead)]

    def picture(
        self, play: Game, wide: int, lines: int, glyphs: Glyphs, rulings: Rulings = ()
    ) -> Picture:
        """Return the coach's lines, broken at ``wide`` columns, and at most so many of them."""
        return coach_picture(self.lines(play, rulings), wide, lines, glyphs)

    def texts(self, play: Game, rulings: Rulings = ()) -> list[str]:
        """Return the coach's lines as plain text."""
        return [line.text for line in self.lines(play, rulings)]

    # After the match.

    def analysis(self, rulings: Rulings) -> list[str]:
        """Return the report, and throw by throw what each was worth and each decision lost."""
        try:
            found = self._analysed(rulings)
        except RuleFault as fault:
            return [fault.text]
        if found is None:
            if self.silent:
                return [self._why_silent().text]
            return [tr("The coach is still working it out: ask again in a moment.")]
        lines = [tr("Played for: {aim}", aim=aim_in_words(found.aim.name))]
        if any(turn.steps for turn in found.turns):
            lines += ["", *report_lines(found.report, self._ahead_of)]
        alone = found.aim_alone
        if alone.name != found.aim.name:
            lines += ["", tr("Played for: {aim}", aim=aim_in_words(alone.name))]
        return lines + analysis_lines(found.alone, alone.name, alone.shown)

    def _report(self, rulings: Rulings) -> list[CoachLine]:
        found = self._analysed(rulings)
        if found is None:
            if self.silent:
                return [self._why_silent()]
            return [CoachLine(tr("coach: works it out …"), "dark")]
        lines = report_lines(found.report, self._ahead_of)
        return [
            CoachLine(tr("coach: how it was played"), is_heading=True),
            *map(CoachLine, lines),
        ]

    def _analysed(self, rulings: Rulings) -> Analysis | None:
        """Return the turns of a match, or None as long as its odds are being worked out.

        Where the chance to win is not known at every table, all turns are judged by points.
        Raises :class:`RuleFault` (BX706) for rulings that these rules cannot have led to.
        """
        if self._analysis is not None and self._analysis[0] == list(rulings):
            return self._analysis[1]
        heard = [excerpt_of(from_contract(ruling)) for ruling in rulings]
        keys = self._keys(heard)
        self._begin_to_solve(keys)
        by_turn = [self._odds.known(key) for key in keys]
        if None in by_turn:
            return None
        at_tables = [{opens: self._odds_of(key, opens) for opens in (False, True)} for key in keys]
        aims = {odds.aim.name for both in at_tables for odds in both.values()}
        by_table = self._odds.minds_the_table
        points = dict.fromkeys((False, True), self._odds.points)
        alone = points if by_table else at_tables[0]
        each = turns = post_mortem(heard, lambda _turn, opens: alone[opens])
        aim = aim_alone = alone[False].aim
        if by_table and len(aims) == 1:
            turns = post_mortem(heard, lambda turn, opens: at_tables[turn][opens])
            aim = at_tables[0][False].aim
        found = Analysis(aim, turns, aim_alone, each)
        self._analysis = list(rulings), found
        return found

    def _keys(self, heard: Sequence[RulingExcerpt]) -> list[MatchTable | None]:
        """Return the tables on which the odds of each turn of a match depend; at least one."""
        if not self._odds.minds_the_table:
            return [None] * (1 + sum(one.verdict == Verdict.READY for one in heard))
        tables = tables_from_rulings(heard, self._rules, self._players)
        nobody = table_of(new_sheet(self._rules, len(self._players)))
        return [self._odds.key(table) for table in tables] or [nobody]

    # The odds.

    def _all_choices(self, play: Game) -> Choices | None:
        if play.over or play.deciding_who_starts or not play.left:
            return None
        if play.put_back and play.answer is None:
            # The box is made ready. A tile that is refused leaves the choices as they were.
            return None
        key = self._odds.key(table_of(play.sheet))
        self._begin_to_solve([key])
        odds = self._odds.known(key, opens=play.opens)
        return None if odds is None else choices_at(play, odds)

    def _odds_of(self, key: MatchTable | None, opens: bool) -> TurnOdds:
        odds = self._odds.known(key, opens=opens)
        assert odds is not None
        return odds

    def _begin_to_solve(self, keys: Sequence[MatchTable | None]) -> None:
        """Solve what is not known yet; nothing, while something is being solved."""
        new = [key for key in dict.fromkeys(keys) if self._odds.known(key) is None]
        if not new or self._solving is not None or self.silent:
            return

        def solve() -> None:
            for key in new:
                self._odds.solve(key)

        self._solving = self._think(solve)
        self._solving.add_done_callback(self._solved)

    def _solved(self, solving: Future[None]) -> None:
        """Take what has been worked out, in the thread that did it."""
        why = solving.exception()
        if isinstance(why, RuleFault):
            # Where the coach offers to solve the table, the fault's own cure is a detour.
            told = f"{why.sentence}." if self.offers_to_solve else why.text
            self.silent = tr("the coach has no odds for this game: {why}", why=told)
        elif why is not None:
            self.silent = tr("the coach has no odds for this game: {why}", why=why)
        self._solving = None
        self.told += 1
        self._wake()

    def _ahead(self, choice: Choice) -> Prospects:
        return self._ahead_of(choice.left, choice.memory, choice.tiles == NO_TILES, choice.count)

    def _ahead_of(
        self, left: TileSet, memory: TurnMemory, again: bool, count: int | None = None
    ) -> Prospects:
        points = self._odds.points
        return prospects(points, left, memory, self._odds.shut, points, count, again=again)


def _moment(play: Game) -> tuple[object, ...]:
    """Return a key of this moment: the next moment with something to choose has another."""
    answer = play.answer
    return play.seat, play.left, None if answer is None else answer.throw, play.memory
