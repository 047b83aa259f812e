"""The outputs of a table: console, display, voice, buzzer, and the lights of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxctl.presentation.notices import Notice, Reminder
from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.game import Game
from boxctl.referee.game_so_far import game_state
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.table.event_queue import Say
from boxctl.table.interruption import Tell
from boxctl.table.runtime import Runtime
from hardware.devices import Box, DeviceBack, DeviceLost

if TYPE_CHECKING:
    from boxctl.presentation.display.pages import DisplayPresenter
    from boxctl.presentation.sound.speech_presenter import SpeechPresenter
    from boxctl.presentation.table_view import Invitation
    from boxctl.table.throws.dice_lights import DiceLights


class Outputs:
    """Passes rulings and notices on to ``say``, ``tell`` and every output device of the box.

    ``play`` is the book until there is a table to :meth:`follow`; ``can_ask`` is whether people
    have a button to hear everything again; of the players in ``by_themselves`` only throws and
    moves are said aloud. ``controls`` are what people have to answer with.
    Modules of outputs that the box does not have are not loaded. It is
    :class:`boxctl.table.loop.Timed`, as a display turns pages.
    """

    def __init__(
        self,
        box: Box,
        play: Game,
        say: Say,
        tell: Tell,
        *,
        can_ask: bool,
        by_themselves: frozenset[str] = frozenset(),
        controls: Controls = Controls.BUTTONS,
    ) -> None:
        self._controls = controls
        self._by_themselves = by_themselves
        self._say = say
        self._tell = tell
        self._play = play
        self._table: Runtime | None = None
        self._lost: set[str] = set()
        self._speech_presenter = self._speech_presenter_of(box, can_ask)
        self.display_presenter = self._display_presenter_of(box, play)
        self._dice_lights = self._dice_lights_of(box)

    def say(self, ruling: Ruling) -> None:
        """Pass a ruling on."""
        self._say(ruling)
        if self._speech_presenter is not None:
            self._speech_presenter.say(ruling)
        if self.display_presenter is not None:
            self.display_presenter.say(ruling)
        if self._dice_lights is not None:
            self._dice_lights.say(ruling, self._playing)

    def tell(self, notice: Notice) -> None:
        """Pass a notice on; a device that answers and was never lost is not said aloud."""
        self._tell(notice)
        if self._speech_presenter is not None and self._is_worth_saying(notice):
            self._speech_presenter.tell(notice)
        if self.display_presenter is not None:
            self.display_presenter.tell(notice)

    @property
    def invites(self) -> bool:
        """Whether an invitation is seen on the box."""
        return self.display_presenter is not None

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show how phones take part: between matches, and at any time ``until`` then."""
        if self.display_presenter is not None:
            self.display_presenter.invite(invitation, until)

    def answer(self, words: str) -> None:
        """Say the answer to what somebody asked aloud."""
        if self._speech_presenter is not None:
            self._speech_presenter.answer(words)

    def hush(self) -> None:
        """Cut off the voice, except for results."""
        if self._speech_presenter is not None:
            self._speech_presenter.hush()

    def mute(self, *, on: bool) -> None:
        """Leave voice and buzzer silent from now on, or no longer."""
        if self._speech_presenter is not None:
            self._speech_presenter.mute(on=on)

    def _is_worth_saying(self, notice: Notice) -> bool:
        if isinstance(notice, DeviceLost):
            self._lost.add(notice.device)
        elif isinstance(notice, DeviceBack):
            if notice.device not in self._lost:
                return False
            self._lost.remove(notice.device)
        return True

    def follow(self, table: Runtime) -> None:
        """Show this table from now on."""
        self._table = table
        if self.display_presenter is not None:
            self.display_presenter.follow(table)
        if self._dice_lights is not None:
            self._dice_lights.follow(table.referee.play)

    def ask_to_begin(self) -> None:
        """Say aloud what a new match waits for, unless a ruling says it.

        Nothing is ruled while the box is not ready, or before the first throws (R7.9).
        """
        play = self._playing
        if self._speech_presenter is not None and (play.put_back or play.deciding_who_starts):
            self._speech_presenter.tell(Reminder(game_state(play)))

    @property
    def due(self) -> int | None:
        """The box time at which the display changes next; None while it does not."""
        return None if self.display_presenter is None else self.display_presenter.due

    def advance(self, now: int) -> None:
        """Change the display if that is due."""
        if self.display_presenter is not None:
            self.display_presenter.advance(now)

    @property
    def _playing(self) -> Game:
        # The first rulings are said before there is a table to follow.
        return self._play if self._table is None else self._table.referee.play

    def _rules(self) -> RuleSet:
        return self._playing.rules

    def _speech_presenter_of(self, box: Box, can_ask: bool) -> SpeechPresenter | None:
        if box.voice is None and box.buzzer is None:
            return None
        from boxctl.presentation.sound.speech_presenter import SpeechPresenter

        return SpeechPresenter(
            box,
            self._rules,
            can_ask=can_ask,
            by_themselves=self._by_themselves,
            controls=self._controls,
        )

    def _dice_lights_of(self, box: Box) -> DiceLights | None:
        if box.talking_dice is None:
            return None
        from boxctl.table.throws.dice_lights import DiceLights

        return DiceLights(box.talking_dice)

    def _display_presenter_of(self, box: Box, play: Game) -> DisplayPresenter | None:
        if box.display is None:
            return None
        from boxctl.presentation.display.pages import DisplayPresenter

        return DisplayPresenter(play, box.display)
