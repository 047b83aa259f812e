"""The game line by line: what is typed moves virtual hands, and what is ruled is told in lines.

It is a front of the same table as the full screen (:class:`LaptopTable`), made to be played by ear:
the decisive thing comes first, and nothing is printed while somebody types, unless it is urgent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from boxctl.presentation.journal.start_sentences import StartRemark, start_remark_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import (
    JOURNAL,
    VOICE,
    LeverPositionAsked,
    MatchContinues,
    MatchInterrupted,
    Notice,
    Reminder,
    SoloBest,
    StuckSensorAsked,
)
from boxctl.presentation.phrases import WRITTEN, capital, shown_player
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.game import Game
from boxctl.referee.payloads import Disturbed, Refused
from boxctl.referee.ruling import Ruling
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.laptop_table import GameSetup, LaptopTable
from boxctl.screens.plain import answers
from boxctl.screens.plain.answers import (
    CoachAnswers,
    help_lines,
    history_answers,
    unknown_command,
    wrong_argument,
)
from boxctl.screens.plain.commands import Does, TypedCommand, WrongArgument, read_command
from boxctl.screens.plain.line_output import LineOutput, prompt
from boxctl.screens.plain.plain_actions import NOTHING_TO_SAY, BenchCommands, Lines, PlainActions
from boxctl.table.states import Activity
from boxctl.view.announcement import needs_a_word
from groundwork.language import tr
from hardware.devices import DeviceBack, DeviceLost


class PlainGame:
    """One table, match after match, until :meth:`close`.

    ``resume`` is the number of a match that must go on. With ``interrupts`` (for people) a line
    typed while others play is obeyed at once; otherwise (for a script) every line waits for its
    prompt. Raises as :class:`LaptopTable` does.
    """

    def __init__(
        self,
        setup: GameSetup,
        chosen: GameChoice,
        output: LineOutput,
        *,
        anew: bool = False,
        resume: int | None = None,
        interrupts: bool = True,
    ) -> None:
        self._setup = setup
        self._output = output
        self._interrupts = interrupts
        robots = robots_among(chosen.players)
        self._speech = TableSpeech(
            chosen.rules,
            can_ask=False,
            digits=True,
            by_themselves=robots,
            controls=setup.controls,
        )
        self._typed: deque[str | None] = deque()
        self._unheard: list[str] = []
        self._found: deque[Lines] = deque()
        self._looks_through = False
        self._asked: LeverPositionAsked | StuckSensorAsked | None = None
        self._thinking_told = False
        self._actions: PlainActions | None = None
        self._given_up = self._asks_again = False
        self.left = False
        """Whether people have left, and nothing more happens."""
        self.another: GameChoice | None = None
        """The game that follows at another table; None if people leave for good."""
        self.table = LaptopTable(setup, chosen, (self,), anew=anew, resume=resume)
        self._actions = PlainActions(self.table, setup.ticker.now)
        self._bench = BenchCommands(self.table, on=setup.bench)
        self._coach = CoachAnswers(self.table, setup.coach)
        setup.ticker.start(self.beat)
        self.beat()

    def close(self) -> None:
        """Close the table; a match that is not over and was not left can be resumed."""
        self._setup.ticker.stop()
        self._coach.close()
        self.table.close()

    def leave(self) -> str | None:
        """Leave the table; return what becomes of a match that is not over, None without one."""
        self.left = True
        self._output.leave_prompt()
        keeps = self.table.begun and not self.play.over and not self._given_up
        if keeps:
            return self.table.left_now
        self.table.leave()
        return None

    def type_line(self, line: str | None) -> None:
        """Queue a typed line; None is the end of the input. Safe from any thread."""
        self._typed.append(line)
        self._setup.ticker.wake()

    def ask_again(self) -> None:
        """Print the prompt once more, soon. Safe from a signal handler."""
        self._asks_again = True
        self._setup.ticker.wake()

    # What the table says.

    def say(self, ruling: Ruling) -> None:
        """Tell a ruling."""
        # The single steps of putting everything back are no news.
        putting_back = self._actions is not None and self._actions.putting_back
        if putting_back and isinstance(ruling.payload, Refused | Disturbed):
            return
        words = (self._speech.of_ruling(ruling), self._speech.request_after(ruling))
        if text := " ".join(filter(None, words)):
            self._hear(text)

    def tell(self, notice: Notice) -> None:
        """Tell a notice."""
        if not needs_a_word(notice):
            return
        if isinstance(notice, LeverPositionAsked | StuckSensorAsked):
            self._asked = notice
        self._hear(self._in_words(notice), urgent=_is_urgent(notice))

    def _in_words(self, notice: Notice) -> str:
        match notice:
            case MatchInterrupted() | Reminder() | SoloBest():
                return self._speech.of_notice(notice)
            case MatchContinues(declared=declared):
                said = [tr("The levers are right as they stand, by your word.")] if declared else []
                return " ".join([*said, self._speech.of_notice(notice)])
            case _:
                # With the code of a fault, and what to do about it.
                return capital(notice_sentence(notice, WRITTEN, controls=self._setup.controls))

    def opened(self, remark: StartRemark) -> None:
        """Tell what is said when the table is opened."""
        self._hear(capital(start_remark_in_words(remark)))

    def remark(self, text: str) -> None:
        """Tell why what was just tried does nothing."""
        self._answer([text])

    def _hear(self, text: str, *, urgent: bool = False) -> None:
        if self._output.prompt and not (urgent or self._throws_on_a_roller):
            self._unheard.append(text)
        else:
            self._output.tell(text)

    @property
    def _throws_on_a_roller(self) -> bool:
        """Whether dice are thrown on a real roller: people then do not type while they throw."""
        table = self.table
        return not table.box.tray.throws_by_itself and table.hands.real_dice is None

    # Time.

    def beat(self) -> None:
        """Do what is due, obey what was typed, and ask to be called when the next thing is due."""
        # Printed lines stay, so nobody needs time to read an announcement.
        self.table.table_log.announcer.skip(self._setup.ticker.now())
        self.table.step()
        if self._asks_again:
            self._asks_again = False
            self._output.ask_again()
        if (wanted := self.table.take_wanted()) is not None:
            self.another, self.left = wanted, True
            return
        while self._found:
            self._looks_through = False
            self._answer(self._found.popleft())
        if owed := self._coach.owed():
            self._answer(owed)
        if self._coach.guides and not self._output.prompt:
            self._advise()
        if self._waits_for_people:
            self._listen()
        elif self._typed and (self._interrupts or self._setup.demo):
            self._listen_while_others_play()
        if self._setup.demo and self.play.over and self._at_rest:
            self.left = True
        at_once = self._waits_for_people and not self.waits and not self._thinking_told
        self._setup.ticker.beat_at(self._setup.ticker.now() if at_once else self.table.due)

    @property
    def waits(self) -> bool:
        """Whether nothing happens before somebody types a line."""
        return bool(self._output.prompt) and not self._typed

    @property
    def may_hurry(self) -> bool:
        """Whether only tiles, dice and robots are waited for, whose time a script may skip.

        The time in which a script thinks about its next line is real, as it is recorded.
        """
        return self.all_recorded and not self.waits

    @property
    def all_recorded(self) -> bool:
        """Whether the journal has all that was ruled, so that nothing waits for the disk."""
        session = self.table.session
        return session is None or session.runtime.all_recorded

    @property
    def play(self) -> Game:
        """The referee's book."""
        return self.table.play

    @property
    def _at_rest(self) -> bool:
        """Whether nothing is under way, and every ruling has been told."""
        session, still = self.table.session, self.table.hands.still
        return still and (session is None or session.runtime.at_rest)

    @property
    def _waits_for_people(self) -> bool:
        session = self.table.session
        # A script waits for the answer to what it asked.
        waits_for_answer = self._looks_through and not self._interrupts
        if self.left or waits_for_answer or not self.table.hands.still:
            return False
        if session is None:
            return True
        match session.runtime.state.activity:
            case Activity.JUDGING:
                return self._at_rest and not self._by_itself
            case Activity.WAITING_FOR_LEVERS:
                # What was thrown meanwhile is ruled on when the levers are right, and not before.
                return session.runtime.settled and not self._by_itself
            case Activity.ASKING:
                return session.runtime.settled and not self.table.answers_by_itself
            case Activity.JOURNAL_DOWN:
                # The lines of a script wait for the disk. People may leave.
                return session.runtime.settled and self._interrupts

    @property
    def _by_itself(self) -> bool:
        return self.table.by_itself or (self._setup.demo and self.play.over)

    # What is typed.

    def _listen(self) -> None:
        if not self._output.prompt:
            # The advice comes before the prompt, or not at all if somebody types before it.
            if self._coach.is_about_to_speak and not self._typed:
                self._tell_of_thinking()
                return
            self._thinking_told = False
            self._advise()
            self._output.ask(prompt(self.table))
        if not self._typed:
            return
        asked, now_asked = self._output.prompt, prompt(self.table)
        line = self._typed.popleft()
        if line is None:
            self._output.leave_prompt()
        else:
            self._output.typed(line)
        self.table.hush()
        unheard, self._unheard = self._unheard, []
        for text in unheard:
            self._output.tell(text)
        # Enter does what the prompt said. Once that is no longer so, it only shows the new one.
        if line is None or line.strip() or asked == now_asked:
            self._obey(line)

    def _listen_while_others_play(self) -> None:
        """Answer what is asked, and let people leave; whatever is typed hurries the robot."""
        self.table.pace.hurry()
        line = self._typed.popleft()
        command = read_command(line or "")
        if line is None:
            self.left = not self._setup.demo
        elif isinstance(command, TypedCommand) and not command.command.asks:
            self._output.tell(tr("Wait: {player} plays.", player=shown_player(self.play.player)))
        elif command is not None:
            self._output.typed(line)
            self._obey(line)

    def _tell_of_thinking(self) -> None:
        if not self._thinking_told:
            self._thinking_told = True
            self._output.tell(tr("The coach works it out …"))

    def _advise(self) -> None:
        """Tell what the coach says before a choice, if it is on."""
        if lines := self._coach.unasked():
            self._answer(lines)

    def _obey(self, line: str | None) -> None:
        assert self._actions is not None
        self._actions.putting_back = False
        command = None if line is None else read_command(line)
        if line is None:
            self.left = True
        elif command is None:
            self._answer(self._actions.what_comes_next())
        elif isinstance(command, TypedCommand):
            self._answer(self._do(command))
        elif isinstance(command, WrongArgument):
            self._answer([wrong_argument(command.command)])
        else:
            self._answer([unknown_command(command)])

    def _answer(self, lines: Lines) -> None:
        for line in lines:
            self._output.tell(line)
        if lines:
            self.table.say_aloud(" ".join(lines))

    def _do(self, typed: TypedCommand) -> Lines:
        if typed.command.of_bench:
            return self._bench.do(typed, self._setup.ticker.now())
        return self._doing[typed.command.does](typed)

    @property
    def _doing(self) -> Mapping[Does, Callable[[TypedCommand], Lines]]:
        actions, purse = self._actions, self.table.table_log.purse
        assert actions is not None
        return {
            Does.THROW: lambda typed: actions.throw(typed.numbers),
            Does.SHUT: lambda typed: actions.flip(typed.numbers),
            Does.CONFIRM: lambda _: actions.confirm(),
            Does.UNDO: lambda _: actions.undo(),
            Does.NEW: lambda _: actions.new_match(),
            Does.MOVES: lambda _: answers.moves(self.play),
            Does.STATUS: lambda _: self._status(),
            Does.SCORES: lambda _: answers.scores(self.play, purse),
            Does.WHY: lambda _: self._why(),
            Does.REPEAT: lambda _: self._repeat(),
            Does.COACH: lambda typed: self._coach.do(typed.word),
            Does.ANALYSIS: lambda _: self._coach.analysis(),
            Does.HISTORY: lambda _: self._history(),
            Does.HELP: lambda _: help_lines(bench=self._bench.is_on, note=self._setup.page_note),
            Does.BENCH: lambda _: self._bench.switch(),
            Does.QUIT: lambda _: self._quit(),
            Does.GIVE_UP: lambda _: self._quit(for_good=True),
        }

    def _why(self) -> Lines:
        """Explain the last ruling; a lesson of a first match may have waited for that."""
        self._coach.explains()
        reason = answers.why(self.play.rules, self.table.table_log.rulings)
        return [*reason, *(self._coach.unasked() if self._coach.guides else ())]

    def _status(self) -> Lines:
        purse = self.table.table_log.purse
        return [
            *self._open_question(),
            *answers.status(self.play, self._speech),
            *(answers.scores(self.play, purse) if not self.play.over else ()),
        ]

    def _open_question(self) -> Lines:
        """Return the open question about a sensor: nothing is ruled until people answer."""
        asked = self._asked
        if asked is None or asked.tile != self.table.hands.question:
            return NOTHING_TO_SAY
        return [self._in_words(asked)]

    def _history(self) -> Lines:
        """Look through the journal, beside the game, and answer when that is done."""
        setup, players = self._setup, tuple(self.play.players)

        def look_through() -> None:
            self._found.append(history_answers(setup.journal_file, players))
            setup.ticker.wake()

        self._looks_through = True
        setup.work(look_through)
        return NOTHING_TO_SAY if self._found else [tr("The journal is looked through …")]

    def _repeat(self) -> Lines:
        return self._output.take_last()

    def _quit(self, *, for_good: bool = False) -> Lines:
        self.left, self._given_up = True, for_good
        return NOTHING_TO_SAY


def _is_urgent(notice: Notice) -> bool:
    """Whether people must know at once: play pauses, or the voice is gone."""
    if isinstance(notice, DeviceLost | DeviceBack):
        return notice.device in (JOURNAL, VOICE)
    return isinstance(notice, LeverPositionAsked | StuckSensorAsked)
