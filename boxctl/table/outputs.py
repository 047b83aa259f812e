"""The outputs of a table: console, display, voice and buzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxctl.presentation.notices import Notice, Reminder
from boxctl.referee.game_state import game_state
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.table.durable_outbox import Say
from boxctl.table.interruption import Tell
from boxctl.table.runtime import Runtime
from hardware.devices import Box

if TYPE_CHECKING:
    from boxctl.presentation.display_presenter import DisplayPresenter
    from boxctl.presentation.speech_presenter import SpeechPresenter


class Outputs:
    """Passes rulings and notices on to ``say``, ``tell`` and every output device of the box.

    ``play`` is how the table stands until there is one to :meth:`follow`; ``can_ask`` tells whether
    people have a button to hear it all again. What a box does not have is not loaded. It acts at
    times of its own (:class:`boxctl.table.loop.Timed`), as a display turns pages.
    """

    def __init__(self, box: Box, play: Play, say: Say, tell: Tell, *, can_ask: bool) -> None:
        self._say = say
        self._tell = tell
        self._play = play
        self._table: Runtime | None = None
        self._speaking = self._speaking_of(box, can_ask)
        self._announcer = self._announcer_of(box, play)

    def say(self, ruling: Ruling) -> None:
        """Pass a ruling on."""
        self._say(ruling)
        if self._speaking is not None:
            self._speaking.say(ruling)
        if self._announcer is not None:
            self._announcer.say(ruling)

    def tell(self, notice: Notice) -> None:
        """Pass a notice on."""
        self._tell(notice)
        if self._speaking is not None:
            self._speaking.tell(notice)
        if self._announcer is not None:
            self._announcer.tell(notice)

    def follow(self, table: Runtime) -> None:
        """Show this table from now on."""
        self._table = table
        if self._announcer is not None:
            self._announcer.follow(table)

    def remind(self) -> None:
        """Say aloud how it stands, as nothing is ruled yet while a box is not ready."""
        play = self._playing
        if self._speaking is not None:
            self._speaking.tell(Reminder(game_state(play)))

    @property
    def due(self) -> int | None:
        """When the display changes next; None while it does not."""
        return None if self._announcer is None else self._announcer.due

    def advance(self, now: int) -> None:
        """Change the display if that is due."""
        if self._announcer is not None:
            self._announcer.advance(now)

    @property
    def _playing(self) -> Play:
        # The first rulings are said before there is a table to follow.
        return self._play if self._table is None else self._table.referee.play

    def _rules(self) -> RuleSet:
        return self._playing.rules

    def _speaking_of(self, box: Box, can_ask: bool) -> SpeechPresenter | None:
        if box.voice is None and box.buzzer is None:
            return None
        from boxctl.presentation.speech_presenter import SpeechPresenter

        return SpeechPresenter(box, self._rules, can_ask=can_ask)

    def _announcer_of(self, box: Box, play: Play) -> DisplayPresenter | None:
        if box.display is None:
            return None
        from boxctl.presentation.display_presenter import DisplayPresenter

        return DisplayPresenter(play, box.display)
