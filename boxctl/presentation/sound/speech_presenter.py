"""Send rulings and notices to the voice as words and to the buzzer as tunes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.presentation.menu_notices import (
    MenuClosed,
    MenuNotNow,
    MenuShown,
    PairingCounted,
    PairingNext,
    TonightChosen,
)
from boxctl.presentation.notices import (
    BUZZER,
    JOURNAL,
    VOICE,
    DiceCounted,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorQuarantined,
    SensorsTogether,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
    TypedThrowRefused,
)
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from hardware.devices import Box, Buzzer, DeviceBack, DeviceLost, Manner, Note, Tune, Urgency, Voice

PLAY = "play"
"""The topic of everything about the game: newer words replace older ones."""

URGENCY = {
    Verdict.REFUSED: Urgency.URGENT,
    Verdict.DISTURBED: Urgency.URGENT,
    Verdict.VOID: Urgency.URGENT,
    Verdict.SHUT_THE_BOX: Urgency.LASTING,
    Verdict.TURN_OVER: Urgency.LASTING,
    Verdict.ROUND_OVER: Urgency.LASTING,
    Verdict.MATCH_OVER: Urgency.LASTING,
}
"""How urgent the words of a verdict are; those of all others are passing.

A request to put something back may be dropped for a newer ruling: by then it has been put back, or
the newer words ask for it again.
"""


class SpeechPresenter:
    """Says and plays rulings and notices on the voice and the buzzer, if the box has them.

    ``rules`` returns the rules of the current match. ``can_ask``: the box has a button to ask with.
    Of the players in ``by_themselves`` only the throws and moves are said. ``controls`` are what
    people have to answer with. Not thread-safe; never waits.
    """

    def __init__(
        self,
        box: Box,
        rules: Callable[[], RuleSet],
        *,
        can_ask: bool,
        by_themselves: frozenset[str] = frozenset(),
        controls: Controls = Controls.BUTTONS,
    ) -> None:
        self._controls = controls
        self._by_themselves = by_themselves
        self._voice: Voice | None = box.voice
        self._buzzer: Buzzer | None = box.buzzer
        self._rules = rules
        self._can_ask = can_ask
        self._notices = 0
        self._ruled = 0
        self._muted = False

    def say(self, ruling: Ruling) -> None:
        """Say a ruling."""
        self._ruled = ruling.line
        if self._muted:
            return
        # The rulings of one event are one moment, so none of them cuts off another.
        manner = Manner(URGENCY.get(ruling.verdict, Urgency.PASSING), PLAY, ruling.line)
        tune = tune_of_ruling(ruling)
        if self._voice is not None:
            if words := self._speech.of_ruling(ruling):
                self._voice.say(words, manner)
            if request := self._speech.request_after(ruling):
                self._voice.say(request, replace(manner, urgency=Urgency.PASSING))
        if self._buzzer is not None and tune is not None:
            self._buzzer.play(tune, manner)

    def answer(self, words: str) -> None:
        """Say the answer to what somebody asked; it replaces what was said of the game before."""
        self._say_now(words, Urgency.URGENT)

    def hush(self) -> None:
        """Cut off the voice, and drop what waits; lasting words are said all the same."""
        # No words replace all words that are not lasting.
        self._say_now("", Urgency.PASSING)

    def mute(self, *, on: bool) -> None:
        """Say and play nothing from now on, or again whatever comes."""
        if on:
            self.hush()
        self._muted = on

    def _say_now(self, words: str, urgency: Urgency) -> None:
        if self._voice is not None and not self._muted:
            self._notices += 1
            self._voice.say(words, Manner(urgency, PLAY, -self._notices))

    @property
    def _speech(self) -> TableSpeech:
        return TableSpeech(
            self._rules(),
            self._can_ask,
            by_themselves=self._by_themselves,
            controls=self._controls,
        )

    def tell(self, notice: Notice) -> None:
        """Say a notice."""
        if self._muted:
            return
        # Numbers below 0 belong to no event, so each notice stands alone.
        self._notices += 1
        # A best is told with the ruling it belongs to, and must not cut that off.
        moment = self._ruled if isinstance(notice, SoloBest) else -self._notices
        manner = _manner(notice, moment)
        tune = tune_of_notice(notice)
        # A lost device cannot announce its own loss.
        if self._voice is not None and manner.topic != VOICE:
            self._voice.say(self._speech.of_notice(notice), manner)
        if self._buzzer is not None and tune is not None and manner.topic != BUZZER:
            self._buzzer.play(tune, manner)


def _manner(notice: Notice, moment: int) -> Manner:
    match notice:
        case DeviceLost(device=device) if device == JOURNAL:
            return Manner(Urgency.URGENT, device, moment)
        case DeviceLost(device=device) | DeviceBack(device=device):
            return Manner(Urgency.PASSING, device, moment)
        case (
            MatchInterrupted()
            | MatchContinues()
            | Reminder()
            | LeverPositionAsked()
            | StuckSensorAsked()
            | LeversNotMoved()
            | DiceCounted()
            | TypedThrowRefused()
            | MenuShown()
            | MenuClosed()
            | MenuNotNow()
        ):
            return Manner(Urgency.URGENT, PLAY, moment)
        case (
            SensorQuarantined()
            | NoSensorQuarantined()
            | SensorTrusted()
            | SensorsTogether()
            | SoloBest()
            | TonightChosen()
            | PairingNext()
            | PairingCounted()
        ):
            return Manner(Urgency.LASTING, PLAY, moment)


_LOW, _MIDDLE, _HIGH, _HIGHEST = 392, 784, 1175, 1568
"""G4, G5, D6 and G6, in hertz."""


def _tune(*notes: tuple[int, int]) -> Tune:
    """Make a tune of notes (hertz, milliseconds), with a short silence between any two.

    Every tune has its own rhythm, so they can be told apart on a buzzer of one tone.
    """
    gap = Note(0, 50)
    with_gaps = [part for hertz, long in notes for part in (Note(hertz, long), gap)]
    return tuple(with_gaps[:-1])


THROWN = _tune((_HIGH, 60))
"""A throw counts, or the menu shows another choice."""

COMMITTED = _tune((_MIDDLE, 60), (_HIGH, 120))
"""A move stands, or a game is chosen."""

PUT_BACK = _tune((_LOW, 450))
"""Something must be put back, or does not count, or cannot be chosen."""

TURN_OVER = _tune((_HIGH, 120), (_MIDDLE, 120), (_LOW, 240))
"""A turn has ended without a shut box."""

BOX_SHUT = _tune((_MIDDLE, 70), (_HIGH, 70), (_HIGHEST, 70), (_HIGH, 70), (_HIGHEST, 300))
"""The box is shut."""

MATCH_OVER = _tune((_HIGH, 300), (_MIDDLE, 100), (_HIGH, 100), (_HIGHEST, 450))
"""The match is over."""

TROUBLE = _tune((_LOW, 150), (_LOW, 150), (_LOW, 150), (_LOW, 150))
"""Something has failed, or play waits for people."""

WELL_AGAIN = _tune((_LOW, 60), (_MIDDLE, 60), (_HIGH, 60))
"""What had failed works again."""

TUNES: dict[Verdict, Tune] = {
    Verdict.THROW: THROWN,
    Verdict.FIRST_THROW: THROWN,
    Verdict.AGAIN: THROWN,
    Verdict.COMMITTED: COMMITTED,
    Verdict.REFUSED: PUT_BACK,
    Verdict.DISTURBED: PUT_BACK,
    Verdict.VOID: PUT_BACK,
    Verdict.SHUT_THE_BOX: BOX_SHUT,
    Verdict.TURN_OVER: TURN_OVER,
    Verdict.MATCH_OVER: MATCH_OVER,
}
"""The tune of each verdict that has one."""


def tune_of_ruling(ruling: Ruling) -> Tune | None:
    """Return the tune of a ruling; None for silence."""
    if ruling.verdict is Verdict.TURN_OVER and ruling.throw is None:
        # The box was shut or the one move of the turn made, and that had its own tune.
        return None
    return TUNES.get(ruling.verdict)


def tune_of_notice(notice: Notice) -> Tune | None:
    """Return the tune of a notice; None for silence."""
    match notice:
        case (
            DeviceLost()
            | MatchInterrupted()
            | LeverPositionAsked()
            | StuckSensorAsked()
            | LeversNotMoved()
            | TypedThrowRefused()
        ):
            return TROUBLE
        case (
            DeviceBack()
            | MatchContinues()
            | SensorQuarantined()
            | NoSensorQuarantined()
            | SensorTrusted()
        ):
            return WELL_AGAIN
        case SoloBest():
            return BOX_SHUT if notice.is_new and notice.best is not None else None
        case MenuShown(lack=lack):
            return THROWN if lack is None else PUT_BACK
        case TonightChosen() | PairingNext():
            return COMMITTED
        case MenuNotNow():
            return PUT_BACK
        case Reminder() | DiceCounted() | SensorsTogether() | MenuClosed() | PairingCounted():
            return None
